"""Scenes of the great moments, and what becomes of scenes where nobody looks, or a browser is slow."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table
from tests.browser.test_scenes import IS_STILL, IS_TOLD, MOST, SHOWN, WATCH, lines_told, opened, play

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
PERIOD_ENDS = ("plague-strikes", "rat-moved", "cathedral-shared", "period-ends", "round-begins")
# Notes what comes into the sky, with the kind of event that is told; and how the dark goes. Time goes by ten times
# slower for those who count it, so that a busy machine need not hurry.
NOTE = """() => {
  const real = performance.now.bind(performance), begun = real();
  const noted = window.noted = [], holes = window.holes = new Set();
  performance.now = () => begun + (real() - begun) / 10;
  const kind = () => document.getElementById(`line-${document.querySelector(".sky")?.dataset.line}`)?.dataset.kind;
  const name = (one) => one.dataset.of ?? one.querySelector(":scope > use")?.getAttribute("href") ?? one.textContent;
  new MutationObserver((changes) => {
    for (const one of changes.flatMap((change) => [...change.addedNodes])) {
      if (!one.parentNode?.matches?.(".sky")) continue;
      noted.push([kind(), one.getAttribute("class").replace("board ", ""), name(one)]);
    }
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
  const look = () => {
    const dark = document.querySelector(".dark");
    if (dark) for (const motion of dark.getAnimations()) holes.add(motion.effect.getKeyframes().at(-1).transform);
    requestAnimationFrame(look);
  };
  look();
}"""
# Notes in which order the places of the result come into sight, and what a seat's number of citizens says meanwhile.
NOTE_END = """() => {
  const order = window.order = [], counts = window.counts = [];
  const look = () => {
    const lines = [...document.querySelectorAll("#end .placed")];
    lines.forEach((one, turn) => {
      if (Number(getComputedStyle(one).opacity) > 0.05 && !order.includes(turn)) order.push(turn);
    });
    const figures = document.querySelectorAll("#seats [data-figure=on-board] b");
    const said = [...figures].map((one) => Number(one.textContent));
    if (document.querySelector(".sky")) counts.push(said.reduce((sum, one) => sum + one, 0));
    requestAnimationFrame(look);
  };
  look();
}"""


def noted(visitor: Visitor, kind: str) -> list[tuple[str, str]]:
    """What came into the sky with events of a kind: its class, and what it is or says."""
    found: list[tuple[str, str, str]] = visitor.page.evaluate("() => noted")
    return [(what, name) for told, what, name in found if told == kind]


def test_the_end_of_a_period_is_seen(visit: Visit, server: Server, tables: Tables) -> None:
    """Rats run from the persons and up the tracks, the window lights up, the letter turns, the bell goes on."""
    visitor, move = opened(visit, server, tables, "notre-dame", *PERIOD_ENDS)
    visitor.page.evaluate(NOTE)
    play(visitor, move)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert ("flyer", "#rat") in noted(visitor, "plague-strikes")
    climbing = {name for what, name in noted(visitor, "rat-moved") if what == "flyer"}
    assert climbing and climbing <= {"rat-red", "rat-blue", "rat-yellow"}
    sums = [name for what, name in noted(visitor, "rats-counted") if what == "told-crowd"]
    assert len(sums) == 2 and all("=" in one for one in sums), "of each borough"
    assert sum(what.startswith("glow") for what, _ in noted(visitor, "cathedral-shared")) > 10
    assert [what for what, _ in noted(visitor, "period-ends")].count("told-card") == 1
    assert ("flyer", "start-player") in noted(visitor, "round-begins")
    marked = "document.querySelectorAll('#live .was-moved[id]')"
    assert "start-player" in visitor.page.evaluate(f"() => [...{marked}].map((one) => one.id)"), "it stays marked"
    assert visitor.find(".marks .mark-ring").count() > 0


def ends(live: LiveGame) -> str | None:
    """A move of the first seat that ends the game with citizens that fall in several regions."""
    table = live.table
    for move in table.moves(0) if len(live.acts) > 40 else ():
        trial = table.copy()
        trial.play(move.name, 0)
        fallen = {event.where for event in trial.events(table.event_count) if event.kind == "citizens-killed"}
        if not trial.pending and len(fallen) > 2:
            return move.name
    return None


def test_the_last_ravage_is_seen_region_by_region_and_the_end_from_the_last_to_the_first(
    visit: Visit, server: Server, tables: Tables
) -> None:
    path = put_table(server.store, "rattus", lambda live: ends(live) is not None, {0: tables.anna}, seats=3)
    move = ends(server.live(path.removeprefix("/t/")))
    assert move is not None
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    visitor.page.evaluate(NOTE)
    visitor.page.evaluate(NOTE_END)
    play(visitor, move)
    visitor.page.wait_for_selector(".dark", state="attached")
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert len(visitor.page.evaluate("() => [...holes]")) > 2, "the light goes from region to region"
    counts: list[int] = visitor.page.evaluate("() => counts")
    assert len(set(counts)) > 2, "the numbers go with it"
    order: list[int] = visitor.page.evaluate("() => order")
    assert order == [2, 1, 0]


def test_nobody_is_told_anything_in_a_hidden_tab(visit: Visit, server: Server, tables: Tables) -> None:
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    play(visitor, move)
    visitor.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    assert visitor.page.evaluate(IS_STILL), "what was being told is over"
    visitor.page.evaluate("() => { watched.seconds = 0; }")
    visitor.find("[data-again]").click()
    assert visitor.page.evaluate(IS_STILL) and visitor.page.evaluate("() => watched.seconds") == 0


def test_what_comes_too_late_is_seen_at_once(visit: Visit, server: Server, tables: Tables) -> None:
    """As soon as something flies, so much time has gone by as nobody is to wait: nothing flies after that."""
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    visitor.page.evaluate("""(time) => {
      const real = performance.now.bind(performance);
      window.late = [];
      new MutationObserver(() => {
        const line = document.querySelector(".sky")?.dataset.line;
        const isSeen = document.querySelector(".sky .flyer, .sky .told-rat");
        if (isSeen && !late.includes(line)) late.push(line);
        if (isSeen) performance.now = () => real() + time;
      }).observe(document.getElementById("main"), { childList: true, subtree: true });
    }""", MOST * 1000)  # fmt: skip
    play(visitor, move)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert len(visitor.page.evaluate("() => late")) == 1
    events = server.table(visitor.address).events()
    assert visitor.find("#log-scroll li[id^=line-]").last.get_attribute("id") == f"line-{len(events) - 1}"


@pytest.mark.parametrize("speed", ["calm", "quick"])
def test_what_waits_is_told_in_six_seconds(visit: Visit, tables: Tables, speed: str) -> None:
    """The newest in its own time, half of it when quick; the older the faster, and what would be too fast at once."""
    visitor = visit(reduced_motion="no-preference")
    visitor.context.add_init_script(f"localStorage.setItem('scene-speed', '{speed}')")
    visitor.page.goto(tables.paths["rattus", "asked"])
    visitor.until_listening()
    share, plans = visitor.page.evaluate("""async (most) => {
      const of = (name) => import(document.querySelector(`link[rel=modulepreload][href*="/${name}"]`).href);
      const { plan } = await of("lines"), { speed } = await of("pace"), found = [];
      for (const many of [1, 4, 10, 40, 150]) {
        const lines = Array.from({ length: many }, () => ({ length: 900 }));
        plan(lines, most);
        found.push(lines.map((line) => line.hurry));
      }
      return [speed(), found];
    }""", MOST * 1000)  # fmt: skip
    assert share == {"calm": 1, "quick": 0.5}[speed]
    for hurries in plans:
        assert sum(hurries) * 900 * share <= MOST * 1000 + 1
        assert hurries == sorted(hurries) and hurries[-1] == 1
        assert all(hurry == 0 or hurry >= 0.12 for hurry in hurries)


def is_new(live: LiveGame) -> bool:
    """The first seat has not made a move yet."""
    return bool(choices(live)) and all(act.seat != 0 for act in live.acts)


@pytest.mark.parametrize(
    "who", ["player", *(pytest.param(one, marks=pytest.mark.soak) for one in ("newcomer", "watcher"))]
)
def test_the_last_of_it_is_played_again(visit: Visit, server: Server, tables: Tables, who: str) -> None:
    """From one's own last move on; who has made none sees the last turn."""
    visitor = visit(reduced_motion="no-preference")
    path = tables.paths["rattus", "asked"]
    if who == "newcomer":
        people = {0: tables.anna, 1: tables.ben}
        path = put_table(server.store, "notre-dame", is_new, people, seats=2)
    if who != "watcher":
        tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    assert (visitor.find("#latest[data-mine]").count() == 1) == (who == "player")
    visitor.page.evaluate(WATCH)
    shown = visitor.page.evaluate(SHOWN)
    visitor.find("[data-again]").click()
    visitor.page.wait_for_function(IS_TOLD)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    told, last = lines_told(visitor), server.table(visitor.address).event_count - 1
    assert told and told[-1] == last
    if who == "player":
        assert told[0] >= int(visitor.find("#latest").get_attribute("data-mine") or -1)
    assert visitor.page.evaluate(SHOWN) == shown


def test_who_wants_no_motion_is_led_to_the_log(visit: Visit, tables: Tables) -> None:
    visitor = visit()
    visitor.page.goto(tables.paths["rattus", "asked"])
    visitor.until_listening()
    visitor.open_pane("settings")
    visitor.find("[data-again]").click()
    assert visitor.find("#tab-log").is_checked() and visitor.page.evaluate(IS_STILL)
