"""What goes wrong between a page and the server, and how the page goes on: a power cut, no network, two tabs, haste."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import Visitor, is_as_loaded, two_at_a_table
from tests.browser.server import Server

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
LATE = 0.5  # seconds
NO_NETWORK = r"net::ERR_|Failed to fetch|network error"


def test_the_server_starts_again(visit: Visit, server: Server) -> None:
    """The server is killed and started again: the page says so, comes back by itself, and the game goes on."""
    anna, ben = two_at_a_table(visit, "notre-dame")
    for visitor in (anna, ben):
        visitor.allowed.append(NO_NETWORK)
    anna.by_button()
    before = anna.asked, ben.asked, ben.moves()
    with server.away():
        expect(ben.find("#lost")).to_be_visible()
        ben.one_of("button[name=move]:visible").click(force=True)
    for visitor in (anna, ben):
        expect(visitor.find("#lost")).to_be_hidden()
    assert (anna.asked, ben.asked, ben.moves()) == before
    ben.by_button()
    assert anna.until_asked().isdecimal()
    anna.by_button()
    assert is_as_loaded(anna) and is_as_loaded(ben)
    assert [act.seat for act in server.live(anna.address).acts] == [0, 1, 0]


def test_a_database_that_another_program_holds(visit: Visit, server: Server) -> None:
    """The page says in a sentence that a move could not be kept; then it is made as if nothing had been."""
    anna, ben = two_at_a_table(visit, "notre-dame")
    for visitor in (anna, ben):
        visitor.allowed.append(f"{NO_NETWORK}|503")
    held = sqlite3.connect(server.store.engine.url.database or "", isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    anna.one_of("button[name=move]:visible").click()
    expect(anna.find("#notice")).to_contain_text("storage is in use", timeout=30_000)
    held.execute("ROLLBACK")
    held.close()
    assert server.count_acts(anna.address) == 0
    expect(anna.find("#lost")).to_be_hidden()
    anna.by_button()
    ben.by_button()
    assert server.count_acts(anna.address) == 2
    assert is_as_loaded(anna) and is_as_loaded(ben)


def test_without_a_network_for_a_while(visit: Visit, server: Server) -> None:
    """What others did meanwhile is there as soon as the network is."""
    anna, ben = two_at_a_table(visit, "notre-dame")
    anna.allowed.append(NO_NETWORK)
    anna.by_button()
    anna.context.set_offline(True)
    ben.by_button()
    anna.page.wait_for_timeout(500)
    anna.context.set_offline(False)
    assert anna.until_asked().isdecimal() and anna.moves()
    expect(anna.find("#lost")).to_be_hidden()
    asked = anna.asked
    anna.context.set_offline(True)
    anna.one_of("button[name=move]:visible").click(force=True)
    anna.page.wait_for_timeout(500)
    assert server.count_acts(anna.address) == 2 and anna.asked == asked
    anna.context.set_offline(False)
    anna.by_button()
    assert server.count_acts(anna.address) == 3
    assert is_as_loaded(anna)


@pytest.mark.parametrize("loss", ["lost", pytest.param("refused", marks=pytest.mark.soak)])
def test_the_first_request_for_news_fails(visit: Visit, loss: str) -> None:
    """A lobby and a table ask again by themselves; they say that nobody answers, or that they hear by asking, if so."""

    def fail(route: Route) -> None:
        route.abort() if loss == "lost" else route.fulfill(status=503, body="full")

    anna, ben = visit(), visit()
    for visitor in (anna, ben):
        visitor.allowed.append(f"{NO_NETWORK}|503")
    anna.make_table("notre-dame", "Anna", ("me", "open"))
    for path in ("**/live?**", "**/news?**"):
        ben.page.route(path, fail)
    ben.page.goto(f"/t/{anna.address}")
    expect(ben.find("#lost")).to_be_visible()
    ben.page.unroute_all()
    expect(ben.find("#lost")).to_be_hidden()

    for path in ("**/live?**", "**/news?**"):
        anna.page.route(path, fail)
    anna.load_by(anna.find("form[action$='/seat-bot'] button"))
    expect(ben.find("#prompt")).to_be_visible()  # its lobby has heard that the game has begun
    expect(anna.find("#lost")).to_be_visible()
    anna.page.unroute("**/news?**")
    expect(anna.find("#lost")).to_be_hidden()
    expect(anna.find("#asking-line")).to_be_visible()
    other = Visitor(anna.context, anna.context.new_page())
    other.page.goto(anna.page.url)
    before = anna.asked
    other.by_button()
    assert anna.until_not(before) == other.asked
    anna.page.unroute("**/live?**")
    expect(anna.find("#asking-sign")).to_be_hidden()
    expect(anna.find("#asking-line")).to_be_hidden()


@pytest.mark.soak
def test_scripts_that_come_late(visit: Visit) -> None:
    """The page hears what has happened even when the script for that arrives long after the others."""

    def late(route: Route) -> None:
        time.sleep(LATE)
        route.continue_()

    anna, ben = two_at_a_table(visit, "notre-dame")
    anna.by_button()
    anna.page.route("**/listening/**", late)
    anna.page.reload()
    assert anna.asked == "waiting"
    ben.by_button()
    anna.page.wait_for_function("() => document.getElementById('moves') !== null", timeout=10_000)


@pytest.mark.soak
def test_an_answer_that_comes_late(visit: Visit, server: Server) -> None:
    """The answer to a move that comes after the news of what followed it does not take the page back in time."""

    def late(route: Route) -> None:
        answer = route.fetch()
        time.sleep(LATE)
        route.fulfill(response=answer)

    anna = visit()
    anna.begin_table("notre-dame", "Anna", ("me", "bot:random"))
    anna.page.route("**/move", late)
    for _ in range(4):  # two cards of the draft, then turns between which the bot plays
        anna.until_asked()
        before = anna.asked
        anna.one_of("button[name=move]:visible").click()
        anna.until_not(before)
        anna.page.wait_for_timeout(2_000 * LATE)
        asked = server.live(anna.address).holders[0].asked
        anna.page.wait_for_selector(f'#moves [name=asked][value="{asked}"]', state="attached", timeout=5_000)


SLOW_MOVES = """() => {
    const real = window.fetch;
    window.wasLoaded = true;
    window.fetch = async (...asked) => {
      const answer = await real(...asked);
      if (String(asked[0]).endsWith("/move")) await new Promise((done) => setTimeout(done, 1500));
      return answer;
    };
}"""


def test_the_next_question_is_answered_while_the_last_answer_is_on_its_way(visit: Visit) -> None:
    """The stream may bring a question before the request that led to it has ended: an answer at once is not lost."""
    anna = visit()
    anna.begin_table("notre-dame", "Anna", ("me", "bot:random"))
    anna.until_asked()
    anna.page.evaluate(SLOW_MOVES)
    for _ in range(2):  # the two cards of the draft
        before = anna.asked
        anna.one_of("button[name=move]:visible").click()
        anna.until_not(before)
        anna.page.wait_for_timeout(700)  # later than a double click
    assert is_as_loaded(anna)


def second_tab(anna: Visitor) -> Visitor:
    """The same visitor's table in another tab of the same browser."""
    tab = Visitor(anna.context, anna.context.new_page())
    tab.page.goto(anna.page.url)
    return tab


@pytest.mark.soak
def test_two_tabs(visit: Visit) -> None:
    """A move made in one tab shows in the other."""
    anna, _ = two_at_a_table(visit, "notre-dame")
    tab = second_tab(anna)
    assert tab.moves() == anna.moves() != []
    asked = tab.asked
    anna.by_button()
    assert tab.until_not(asked) == anna.asked
    expect(tab.find("#undo")).to_have_count(1)


def test_a_stale_click(visit: Visit, server: Server) -> None:
    """An answer to a question that is no longer asked changes nothing; the page says so and shows what is asked."""
    anna = visit()
    anna.allowed += [NO_NETWORK, "status of 409"]
    anna.begin_table("rattus", "Anna", ("me", "bot:random"))
    anna.until_asked()
    tab = Visitor(anna.context, anna.context.new_page())
    tab.page.route("**/live?*", lambda route: route.abort())
    tab.page.goto(anna.page.url)
    offered = tab.moves()
    assert offered == anna.moves() and len(offered) > 1
    before = anna.asked
    anna.open_list()
    chosen = anna.find("#moves button[name=move]").first
    chosen.click()
    anna.until_not(before)
    anna.until_asked()
    anna.page.wait_for_timeout(300)
    acts = server.count_acts(anna.address)
    tab.open_list()
    tab.find("#moves button[name=move]").last.click()
    expect(tab.find("#prompt .refusal[role=alert]")).to_contain_text("moved on")
    assert server.count_acts(anna.address) == acts
    assert tab.asked == anna.asked and tab.moves() == anna.moves()
    tab.by_button()
    expect(tab.find("#prompt .refusal")).to_have_count(0)


@pytest.mark.parametrize("between", [pytest.param(0, marks=pytest.mark.soak), 150])
def test_a_double_click_makes_one_move(visit: Visit, server: Server, between: int) -> None:
    """The second click of a double click, however slow, does not answer the next question."""
    anna, ben = two_at_a_table(visit, "rattus")
    visitor = anna if anna.asked.isdecimal() else ben
    before = visitor.asked
    visitor.open_list()
    box = visitor.find("#moves button[name=move]").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.click(x, y)
    if between:
        visitor.page.wait_for_timeout(between)
    visitor.page.mouse.down(click_count=2)
    visitor.page.mouse.up(click_count=2)
    visitor.until_not(before)
    visitor.page.wait_for_timeout(500)
    assert server.count_acts(visitor.address) == 1
