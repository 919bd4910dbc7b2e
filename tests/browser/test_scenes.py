"""What happened is seen as it happens, one thing after the other, as fast as a person wants, and never in the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
MOST = 6.0  # seconds that scenes of what waits may take
BUSY = 2.0  # and what a busy machine may add
WITH_BOARDS = {
    "box": "big-box",
    "classes": ("peasant", "monk", "merchant", "guild-master", "inn-keeper", "knight"),
    "modules": ("guilds", "inns"),
}
ON_BOARDS = ("guild-taken", "city-taken")
CARDS = ("jester", "knight", "peasant", "monk", "king", "witch")
# Notes each line that is told, though a busy machine may draw no frame of it; and, frame by frame, for how long scenes
# are there, and the lengths of all motions.
WATCH = """() => {
  const watched = window.watched = { lines: [], lengths: new Set(), seconds: 0 };
  let last = 0;
  new MutationObserver(() => {
    const line = document.querySelector(".sky")?.dataset.line;
    if (line && watched.lines.at(-1) !== line) watched.lines.push(line);
  }).observe(document.getElementById("main"), { subtree: true, attributes: true, attributeFilter: ["data-line"] });
  const look = (now) => {
    const sky = document.querySelector(".sky");
    if (sky && last) watched.seconds += (now - last) / 1000;
    last = sky ? now : 0;
    for (const motion of document.getAnimations()) {
      if (motion.effect.target?.closest(".sky")) watched.lengths.add(motion.effect.getComputedTiming().duration);
    }
    requestAnimationFrame(look);
  };
  look(0);
}"""
LENGTH = '() => document.querySelector(".flyer").getAnimations()[0].effect.getComputedTiming().duration'
IS_TOLD = '() => document.querySelector(".sky") !== null'
IS_STILL = '() => document.querySelector(".sky") === null'
# What the page shows, without what only marks the last moves and without where animations have come from.
SHOWN = """() => {
  const live = document.getElementById("live").cloneNode(true);
  for (const one of live.querySelectorAll(".was-moved")) one.classList.remove("was-moved");
  return [live.innerHTML, document.getElementById("seats").innerText, document.getElementById("board").className];
}"""


def happens(live: LiveGame, *kinds: str) -> str | None:
    """A move of the first seat by which such things happen."""
    table = live.table
    for move in table.moves(0) if len(live.acts) > 25 else ():
        trial = table.copy()
        trial.play(move.name, 0)
        if set(kinds) <= {event.kind for event in trial.events(table.event_count)}:
            return move.name
    return None


def opened(
    visit: Visit, server: Server, tables: Tables, game: str, *kinds: str, clock: str = "none", **more: object
) -> tuple[Visitor, str]:
    """Anna at a table where she has a move by which such things happen, and that move."""
    people = {0: tables.anna, 1: tables.ben}
    chosen: dict[str, Any] = {"options": WITH_BOARDS, "player": "random"} if kinds[0] in ON_BOARDS else {}
    chosen["clock"] = clock
    path = put_table(server.store, game, lambda live: happens(live, *kinds) is not None, people, seats=2, **chosen)
    move = happens(server.live(path.removeprefix("/t/")), *kinds)
    assert move is not None
    visitor = visit(**{"reduced_motion": "no-preference", **more})
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    visitor.page.evaluate(WATCH)
    return visitor, move


def play(visitor: Visitor, move: str) -> None:
    """Make a move, and wait until something is told of it."""
    visitor.until_asked()
    visitor.open_list()
    visitor.find(f'#moves button[value="{move}"]').click()
    visitor.page.wait_for_function(IS_TOLD, timeout=SLOW)


def choose_speed(visitor: Visitor, speed: str) -> None:
    visitor.open_pane("settings")
    visitor.find(f"[name=scene-speed][value={speed}]").check()


def lines_told(visitor: Visitor) -> list[int]:
    """The numbers of the lines that were told, in order."""
    return [int(number) for number in visitor.page.evaluate("() => watched.lines")]


def test_a_plague_is_told_line_by_line(visit: Visit, server: Server, tables: Tables) -> None:
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    live = server.live(visitor.page.url.split("/t/")[1])
    before = live.table.event_count
    play(visitor, move)
    expect(visitor.find(".told-rat .told-sum")).to_contain_text(re.compile(r"\d+ [≥<] \d"))
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    events = server.table(visitor.page.url.split("/t/")[1]).events()
    assert lines_told(visitor) == list(range(before, len(events)))
    shown = visitor.page.evaluate(SHOWN)
    expect(visitor.find(".was-moved").first).to_be_attached()
    visitor.page.reload()
    visitor.until_listening()
    assert visitor.page.evaluate(SHOWN) == shown, "nothing is left of the scenes"


# Notes, frame by frame, which line is told, and the newest line of the log among the three in sight and in the list.
WATCH_LOG = """() => {
  const seen = window.seen = [];
  const look = () => {
    const line = document.querySelector(".sky")?.dataset.line;
    if (line) {
      const { id, textContent: words } = [...document.querySelectorAll("#log-scroll li[id^=line-]")].at(-1);
      const newest = document.querySelector("#log .latest li:last-child").textContent;
      seen.push({ line: Number(line), last: Number(id.slice(5)), words, newest });
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_log_tells_nothing_before_it_is_seen(visit: Visit, server: Server, tables: Tables) -> None:
    """Neither the newest lines, which are in sight while the chat is, nor the list of all."""
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    visitor.open_pane("chat")
    visitor.page.evaluate(WATCH_LOG)
    play(visitor, move)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    seen = visitor.page.evaluate("() => seen")
    assert len({one["line"] for one in seen}) > 3
    assert all(one["last"] == one["line"] and one["newest"] == one["words"] for one in seen)
    numbers = visitor.page.evaluate("() => [...document.querySelectorAll('#log-scroll li[id]')].map((one) => one.id)")
    last = server.table(visitor.address).event_count - 1
    assert len(numbers) == len(set(numbers)) and numbers[-1] == f"line-{last}", "each line stands there once"


# Notes, frame by frame, which pieces are seen on the boards beside the map, and whether a scene goes on; and which
# pieces have come to them in scenes.
WATCH_BOARDS = """() => {
  const seen = window.seen = [], come = window.come = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap((one) => [...one.addedNodes]);
    for (const one of added) if (one.matches?.(".told-board .moves")) come.push(one.dataset.piece);
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
  const look = () => {
    const isTold = document.querySelector(".sky") !== null;
    const pieces = [...document.querySelectorAll(isTold ? ".told-board .moves" : "#boards .moves")];
    const boards = document.getElementById("boards").getBoundingClientRect();
    const astray = isTold ? pieces.filter((one) => {
      const box = one.getBoundingClientRect(), isSeen = getComputedStyle(one).visibility === "visible";
      return isSeen && (box.left < boards.left || box.right > boards.right || box.top < boards.top);
    }) : [];
    const real = [...document.querySelectorAll("#boards .moves")].map((one) => getComputedStyle(one).opacity);
    seen.push({ isTold, pieces: pieces.map((one) => one.id || one.dataset.piece), real, astray: astray.length });
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("kind", ["guild-taken", pytest.param("city-taken", marks=pytest.mark.soak)])
def test_a_citizen_is_seen_to_come_to_a_board(visit: Visit, server: Server, tables: Tables, kind: str) -> None:
    visitor, move = opened(visit, server, tables, "rattus", kind)
    visitor.page.evaluate(WATCH_BOARDS)
    play(visitor, move)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    seen = visitor.page.evaluate("() => seen")
    told = [one for one in seen if one["isTold"]]
    new = set(seen[-1]["pieces"]) - set(seen[0]["pieces"])
    assert len(new) == 1 and not any(new & set(one["pieces"]) for one in told[:3]), "it is still on its way"
    assert set(told[0]["pieces"]) <= set(seen[0]["pieces"])
    assert visitor.page.evaluate("() => come") == list(new), "it has come"
    assert not any(one["astray"] for one in told), "no piece is seen where its board is not"
    assert {opacity for one in told for opacity in one["real"]} == {"0"}
    assert {opacity for one in seen if not one["isTold"] for opacity in one["real"]} <= {"1"}


@pytest.mark.soak
def test_what_is_dropped_is_seen_to_fall(visit: Visit, server: Server, tables: Tables) -> None:
    people = {0: tables.anna, 1: tables.ben}
    options = {"box": "big-box", "classes": CARDS}
    path = put_table(
        server.store, "rattus", lambda live: "take jester" in choices(live), people, seats=2, options=options
    )
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    for move in ("take jester", "use jester"):
        visitor.choose(move)
    play(visitor, "place italia")
    expect(visitor.find(".flyer.drop").first).to_be_attached(timeout=SLOW)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    expect(visitor.find(".marks .mark-way")).to_have_count(2)


# By game: what a move brings, and things that say their rule when nothing is told: a place, a card, a tile.
RULED = {
    "rattus": (("rat-turned", "citizens-killed"), ("#middle .game-card:not(.is-legal)", "#board")),
    "notre-dame": (
        ("card-played",),
        ("#board [data-rule]:not(.shines, .shines *)", "#middle .game-card:not(.is-legal)"),
    ),
}


@pytest.mark.parametrize("game", ["rattus", pytest.param("notre-dame", marks=pytest.mark.soak)])
def test_a_click_only_skips(visit: Visit, server: Server, tables: Tables, game: str) -> None:
    """Whatever it hits that is no choice says no rule and leads nowhere while something is told; afterwards it does."""
    kinds, things = RULED[game]
    visitor, move = opened(visit, server, tables, game, *kinds)
    play(visitor, move)
    for thing in things:
        if visitor.page.evaluate(IS_STILL):
            visitor.find("[data-again]").click()
            visitor.page.wait_for_function(IS_TOLD)
        address, acts = visitor.page.url, server.count_acts(visitor.address)
        click_on(visitor, thing)
        assert visitor.page.evaluate(IS_STILL), thing
        assert visitor.page.evaluate("() => !document.querySelector('.acting, .is-staged, .is-telling')")
        assert visitor.page.url == address and server.count_acts(visitor.address) == acts
        assert visitor.find("#rule-card.is-pinned").count() == 0, thing
    ruled = next(thing for thing in things if thing != "#board")
    click_on(visitor, ruled)
    expect(visitor.find("#rule-card.is-pinned")).to_be_visible()


def click_on(visitor: Visitor, thing: str) -> None:
    """A click on the first such thing, as its own element gets it: what flies over it takes none."""
    visitor.find(thing).first.dispatch_event("click", {"bubbles": True, "cancelable": True})


FIELD = "#say-text"


@pytest.mark.parametrize(
    ("focused", "skips"),
    [
        (FIELD, False),
        pytest.param("#seat-0", True, marks=pytest.mark.soak),
        pytest.param("#chat-scroll", True, marks=pytest.mark.soak),
        ("body", True),
    ],
)
def test_the_space_bar_skips_where_no_control_has_the_focus(
    visit: Visit, server: Server, tables: Tables, focused: str, skips: bool
) -> None:
    """In a field, a space is a space; a seat, or a list that scrolls, is no control."""
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    visitor.open_pane("chat")
    play(visitor, move)
    visitor.find(focused).evaluate("(one) => (one.matches('body') ? document.activeElement.blur() : one.focus())")
    visitor.page.keyboard.press("Space")
    assert visitor.page.evaluate(IS_STILL) == skips
    assert visitor.find(FIELD).input_value() == ("" if skips else " ")


def test_a_choice_need_not_wait(visit: Visit, server: Server, tables: Tables) -> None:
    """Whoever skips has the question at once."""
    visitor, move = opened(visit, server, tables, "rattus", "citizens-placed")
    address = visitor.page.url.split("/t/")[1]
    acts = server.count_acts(address)
    play(visitor, move)
    visitor.find("#skip-scenes").click()
    assert visitor.page.evaluate(IS_STILL) and visitor.find("#moves").count() == 1
    visitor.open_list()
    visitor.find("#moves button[name=move]").first.click()
    visitor.page.wait_for_function(
        '(value) => document.querySelector("#moves [name=asked]")?.value !== value', arg=str(acts + 1)
    )
    assert server.count_acts(address) > acts + 1 and visitor.page.evaluate("() => watched.seconds") < 2 * MOST


SKIP_AT_A_LINE = """() => {
  globalThis.hasSkipped = false;
  new MutationObserver((changes, watcher) => {
    if (!document.querySelector("[data-line]")) return;
    watcher.disconnect();
    document.getElementById("skip-scenes").click();
    globalThis.hasSkipped = true;
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-line"] });
}"""


def test_whoever_skips_while_a_line_begins_sees_the_present(visit: Visit, server: Server, tables: Tables) -> None:
    """Nothing is told after that, and no script fails."""
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    visitor.page.evaluate(SKIP_AT_A_LINE)
    visitor.open_list()
    visitor.find(f'#moves button[value="{move}"]').click()
    visitor.page.wait_for_function("() => hasSkipped", timeout=SLOW)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    expect(visitor.find("#prompt .awaiting")).to_contain_text("Ben")
    assert visitor.unexpected == []


@pytest.mark.soak
def test_speeds(visit: Visit, server: Server, tables: Tables) -> None:
    """Quick takes half as long as calm; still is nothing, and stays chosen."""
    longest = {}
    for speed in ("calm", "quick"):
        visitor, move = opened(visit, server, tables, "rattus", "piece-moved")
        choose_speed(visitor, speed)
        play(visitor, move)
        visitor.page.wait_for_function('() => document.querySelector(".flyer") !== null', timeout=SLOW)
        longest[speed] = visitor.page.evaluate(LENGTH)
    assert longest == {"calm": 400, "quick": 200}
    visitor, move = opened(visit, server, tables, "rattus", "piece-moved")
    choose_speed(visitor, "still")
    visitor.page.reload()
    visitor.until_listening()
    visitor.page.evaluate(WATCH)
    expect(visitor.find("[name=scene-speed][value=still]")).to_be_checked()
    question = visitor.find("#moves").inner_html()
    visitor.open_list()
    visitor.find(f'#moves button[value="{move}"]').click()
    visitor.page.wait_for_function('(before) => document.getElementById("moves")?.innerHTML !== before', arg=question)
    assert visitor.page.evaluate("() => watched.seconds") == 0


def test_who_wants_no_motion_sees_none(visit: Visit, server: Server, tables: Tables) -> None:
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", reduced_motion="reduce")
    expect(visitor.find("[name=scene-speed][value=still]")).to_be_checked()
    expect(visitor.find("[name=scene-speed][value=calm]")).to_be_disabled()
    question = visitor.find("#prompt-title").inner_text()
    visitor.open_list()
    visitor.find(f'#moves button[value="{move}"]').click()
    expect(visitor.find("#prompt-title")).not_to_have_text(question)
    assert (
        visitor.page.evaluate("() => watched.seconds") == 0
        and visitor.page.evaluate("() => [...watched.lengths]") == []
    )


@pytest.mark.soak
def test_it_is_played_again(visit: Visit, server: Server, tables: Tables) -> None:
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    play(visitor, move)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    first, shown = lines_told(visitor), visitor.page.evaluate(SHOWN)
    visitor.page.evaluate("() => { watched.lines = []; }")
    visitor.find("[data-again]").click()
    visitor.page.wait_for_function(IS_TOLD)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert lines_told(visitor) == first
    assert visitor.page.evaluate(SHOWN) == shown


@pytest.mark.soak
def test_many_turns_of_bots_are_told_in_time(visit: Visit, server: Server, tables: Tables) -> None:
    """Four bots play at once; what they do is hurried, the last of it is not."""
    path = put_table(server.store, "rattus", lambda live: bool(happens(live, "turn-begins")), {0: tables.anna}, seats=5)
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    visitor.page.evaluate(WATCH)
    before = server.table(path.removeprefix("/t/")).event_count
    move = happens(server.live(path.removeprefix("/t/")), "turn-begins")
    visitor.open_list()
    visitor.find(f'#moves button[value="{move}"]').click()
    visitor.page.wait_for_function(IS_TOLD, timeout=SLOW)
    asked = visitor.find("#prompt.is-mine")
    expect(asked).to_be_visible(timeout=SLOW)
    visitor.page.evaluate("() => { watched.seconds = 0; }")
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert server.table(path.removeprefix("/t/")).event_count > before + 20
    assert visitor.page.evaluate("() => watched.seconds") < MOST + BUSY


def test_notre_dame_is_told_too(visit: Visit, server: Server, tables: Tables) -> None:
    """A card that was played is seen large; coins come to the figure, which shows its old number until then."""
    visitor, move = opened(visit, server, tables, "notre-dame", "card-played")
    play(visitor, move)
    expect(visitor.find(".told-card")).to_be_visible(timeout=SLOW)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert lines_told(visitor) == sorted(lines_told(visitor)) != []
