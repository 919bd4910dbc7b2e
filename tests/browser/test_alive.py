"""A page that is alive: in a tab that nobody looks at, and behind a proxy that holds its stream back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.holding import Holding, holding
from tests.browser.people import LONG, Visitor
from tests.browser.server import Server
from tests.browser.tables import GAMES, Known, Tables, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
MY_MOVE = re.compile("^● Your move · ")
# A tab that lies behind others from the beginning, until it is uncovered. No browser without a screen has one.
COVERED = """
  let isHidden = true;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
  window.cover = (hidden) => {
    isHidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
"""
FAKE = """
  window.told = []; window.rung = 0;
  window.Notification = class {
    static permission = "granted";
    constructor(title) { window.told.push(title); }
  };
  Object.defineProperty(window, "isSecureContext", { value: true });
  if (location.host) localStorage.setItem("bellringer-notify", "true");
  document.hasFocus = () => false;
  document.addEventListener("DOMContentLoaded", () => {
    window.bellringerSound = (name) => { window.rung += name === "bell"; };
  });
"""
NO_WORKER = {
    "no worker": "delete window.SharedWorker;",
    "a worker that fails": """
      const Real = SharedWorker;
      window.SharedWorker = class extends Real {
        constructor(_, options) { super("/static/nothing.js", options); }
      };
    """,
    "a worker that says nothing": """
      const Real = SharedWorker;
      window.SharedWorker = class extends Real {
        constructor(url, options) { super(new URL("ear.js", url), options); }
      };
    """,
}
TABS = 8
SILENT = 10_000  # milliseconds until a hidden page no longer waits for its worker; a failure may be lost on the way
HELD = 7_000  # milliseconds after which a page knows that it hears nothing
EVERY = 3_000  # milliseconds between two plain requests
SAID = 10_000  # milliseconds after which a sign says it in the place of words
TRIED = 40_000  # milliseconds after which it has tried anew


def is_drafting(live: LiveGame) -> bool:
    """The second seat has chosen a card, and is asked for the next as soon as the first has chosen."""
    return live.pending == (0,) and len(live.acts) < 4


def drafting(tables: Tables, count: int = 1) -> list[str]:
    """The paths of tables where Anna waits for Ben."""
    people = {0: tables.ben, 1: tables.anna}
    return [put_table(tables.store, "notre-dame", is_drafting, people, 2, number) for number in range(count)]


def acts(visitor: Visitor, who: Known, path: str, url: str) -> None:
    """Somebody makes the first move that is open, from elsewhere."""
    table, key = f"{url}/api/v1/tables/{path.rpartition('/')[2]}", {"authorization": f"Bearer {who.key}"}
    view = visitor.context.request.get(f"{table}/view?seat=0", headers=key).json()
    sent = {"seat": 0, "asked": view["asked"], "move": view["moves"][0]["name"]}
    answer = visitor.context.request.post(f"{table}/moves", data=sent, headers=key)
    assert answer.ok, answer.text()


def says(visitor: Visitor, who: Known, path: str, url: str, text: str) -> None:
    """Somebody speaks at a table, from elsewhere."""
    address = f"{url}/api/v1/tables/{path.rpartition('/')[2]}/chat"
    key = {"authorization": f"Bearer {who.key}"}
    answer = visitor.context.request.post(address, data={"seat": 0, "text": text}, headers=key)
    assert answer.ok, answer.text()


def until_streams(server: Server, page: Page, wanted: int) -> None:
    """Wait until so many streams are open."""
    for _ in range(150):
        if (found := server.count_streams()) == wanted:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{found} streams, not {wanted}")


def test_eight_hidden_tabs_share_one_stream_and_say_when_one_is_asked(
    visit: Visit, server: Server, tables: Tables
) -> None:
    """Over plain http, where a browser has six connections: all are opened behind others and never looked at."""
    anna, before = visit(base_url=server.named_url), server.count_streams()
    anna.allowed.append("Cross-Origin-Opener-Policy header has been ignored")  # as it is on such an origin
    tables.anna.enter(anna.context, server.named_url)
    anna.context.add_init_script(COVERED)
    anna.context.add_init_script(FAKE)
    paths = drafting(tables, TABS)
    tabs = [anna.context.new_page() for _ in paths]
    for tab, path in zip(tabs, paths, strict=True):
        tab.goto(path, timeout=15_000)
    anna.page.goto("/mine", timeout=15_000)
    assert anna.page.evaluate("crypto.subtle === undefined"), "no secure origin"
    until_streams(server, anna.page, before + 1)
    acts(anna, tables.ben, paths[3], server.url)
    expect(tabs[3]).to_have_title(MY_MOVE, timeout=5_000)
    assert tabs[3].evaluate("[window.rung, window.told]") == [1, ["Your move"]]
    assert [bool(MY_MOVE.match(tab.title())) for tab in tabs] == [number == 3 for number in range(TABS)]
    tabs[3].evaluate("cover(false)")
    tabs[3].wait_for_selector("main.hears")
    until_streams(server, anna.page, before + 2)
    tabs[3].evaluate("cover(true)")
    until_streams(server, anna.page, before + 1)
    for tab in tabs:
        tab.close()
    until_streams(server, anna.page, before)


@pytest.mark.parametrize("why", NO_WORKER)
def test_where_nothing_can_be_shared_a_hidden_page_asks_by_itself(
    visit: Visit, server: Server, tables: Tables, why: str
) -> None:
    anna, before = visit(), server.count_streams()
    tables.anna.enter(anna.context, server.url)
    anna.context.add_init_script(COVERED + NO_WORKER[why])
    anna.page.clock.install()
    (path,) = drafting(tables)
    with anna.page.expect_response("**/asked?*"):
        anna.page.goto(path)
        until_streams(server, anna.page, before)
        anna.page.clock.fast_forward(SILENT)
    acts(anna, tables.ben, path, server.url)
    anna.page.clock.fast_forward(60_000)
    expect(anna.page).to_have_title(MY_MOVE)
    assert server.count_streams() == before


@pytest.fixture
def proxy(server: Server) -> Iterator[Holding]:
    """One before the server that holds streams back."""
    with holding(server.port) as found:
        yield found


def test_a_page_whose_stream_is_held_back_asks_and_loses_nothing(
    visit: Visit, server: Server, tables: Tables, proxy: Holding
) -> None:
    anna = visit(base_url=proxy.url)
    tables.anna.enter(anna.context, proxy.url)
    anna.page.clock.install()
    (path,) = drafting(tables)
    anna.page.goto(path)
    line, sign = anna.find("#asking-line"), anna.find("#asking-sign")
    expect(line).to_be_hidden()
    expect(sign).to_be_hidden()
    anna.find("#leave summary").click()
    anna.open_pane("chat")
    anna.page.focus("#say-text")
    anna.page.keyboard.type("half a sen")
    anna.page.clock.fast_forward(HELD)
    expect(line).to_be_visible()
    expect(line).to_have_text(re.compile("asks for news every few seconds"))
    acts(anna, tables.ben, path, server.url)
    anna.page.clock.fast_forward(EVERY)
    expect(anna.page).to_have_title(MY_MOVE)
    anna.page.keyboard.type("tence")
    expect(anna.find("#say-text")).to_have_value("half a sentence")
    expect(anna.find("#say-text")).to_be_focused()
    expect(anna.find("#leave")).to_have_attribute("open", "")
    anna.page.press("#say-text", "Enter")
    expect(anna.find("#chat-scroll .words").last).to_have_text("half a sentence")
    anna.find("#leave summary").click()
    anna.open_list()
    anna.page.focus("#moves button[name=move]")
    says(anna, tables.ben, path, server.url, "take your time")
    anna.page.clock.fast_forward(EVERY)
    expect(anna.find("#chat-scroll .words").last).to_have_text("take your time")
    expect(anna.find("#moves")).to_be_visible()
    expect(anna.find("#moves button[name=move]").first).to_be_focused()
    anna.by_button()
    anna.page.clock.fast_forward(SAID)
    expect(line).to_be_hidden()
    sign.click()
    expect(line).to_be_visible()
    proxy.holds.clear()
    for _ in range(2):  # the first ends a try that is under way
        anna.page.clock.fast_forward(TRIED)
        anna.page.wait_for_timeout(300)
    expect(sign).to_be_hidden()
    expect(line).to_be_hidden()
    anna.page.wait_for_selector("main.hears")


def test_a_lobby_whose_stream_is_held_back_goes_on_to_the_game(visit: Visit, server: Server, proxy: Holding) -> None:
    anna, ben = visit(base_url=proxy.url), visit()
    anna.page.clock.install()
    anna.make_table("rattus", "Anna", ("me", "open"))
    typed = anna.find("main form input[name=name]")
    typed.fill("Anna Maria")
    anna.page.clock.fast_forward(HELD)
    expect(anna.find("#asking-line")).to_be_visible()
    expect(typed).to_have_value("Anna Maria")
    invited = anna.find("#invite-1").input_value().rpartition("/join/")[2]
    ben.page.goto(f"/join/{invited}")
    ben.page.fill("#name", "Ben")
    ben.load_by(ben.find("main form button"))
    anna.page.clock.fast_forward(EVERY)
    expect(anna.find("#board")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_behind_a_proxy_that_holds_streams_back_now_and_then(
    visit: Visit, proxy: Holding, game: str
) -> None:
    anna = visit(base_url=proxy.url)
    anna.make_table(game, "Anna", ("me", "bot:random"))
    for turn in range(LONG):
        if anna.until_asked() == "over":
            break
        if turn % 20 == 0:
            proxy.holds.clear() if proxy.holds.is_set() else proxy.holds.set()
        anna.by_button()
    assert anna.asked == "over" and anna.find("#end-title").is_visible()
