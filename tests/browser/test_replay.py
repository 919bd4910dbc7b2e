"""A game that is looked back on, as a browser shows it: steps, the scrubber, keys, play with scenes, no script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from bellringer.core.tables.moments import at
from bellringer.server.drawing.replay.replay_parts import Replay
from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.drawing.site.templating import environment
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables
from tests.browser.test_accessible import check_shown, look
from tests.browser.test_moments import pieces, words

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
GAMES = ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)]
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900}, {"width": 1280, "height": 720}, {"width": 820, "height": 1180},
    {"width": 390, "height": 844}, {"width": 844, "height": 390},
)  # fmt: skip
TEXTS = ("status", "seats", "hand", "middle", "latest", "place")
SHOWN = """() => {
  const words = (one) => one?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const piece = (one) => `${one.id} ${one.getAttribute("transform")}`;
  const texts = ["status", "seats", "hand", "middle", "latest", "place"];
  const parts = texts.map((id) => [id, words(document.getElementById(id))]);
  return { ...Object.fromEntries(parts), live: [...document.querySelectorAll("#live .moves[id]")].map(piece).sort() };
}"""
MOMENT = "() => Number(document.querySelector('#place .moment-count').textContent.match(/\\d+/)[0])"
IS_AT = "(at) => Number(document.querySelector('#place .moment-count').textContent.match(/\\d+/)[0]) === at"


def opened(visit: Visit, tables: Tables, game: str, query: str = "at=40&eyes=all", **options: Any) -> Visitor:
    """Somebody who looks back on a finished game."""
    visitor = visit(**options)
    visitor.page.goto(f"{tables.paths[game, 'over']}/replay?{query}")
    return visitor


class Drawn:
    """What the server draws of the moments of a game."""

    def __init__(self, server: Server, path: str, eyes: str) -> None:
        live = server.live(path.removeprefix("/t/"))
        self.source = Source(live.table, live.info(0), f"{path}/replay", is_open=True)
        self.replay = Replay(environment(), self.source, eyes, "en")

    def at(self, count: int) -> dict[str, Any]:
        """What a page shows of one."""
        parts = self.replay.parts(self.replay.model(at(self.source.table, count)))
        return {**{name: words(parts[name]) for name in TEXTS}, "live": pieces(parts["live"])}


def moment(visitor: Visitor) -> int:
    """Which moment the page shows."""
    return int(visitor.page.evaluate(MOMENT))


def until_at(visitor: Visitor, count: int) -> None:
    """Wait until the page shows a moment."""
    visitor.page.wait_for_function(IS_AT, arg=count, timeout=SLOW)


@pytest.mark.parametrize("game", GAMES)
def test_keys_and_clicks_lead_to_moments_as_the_server_draws_them(
    visit: Visit, server: Server, tables: Tables, game: str
) -> None:
    """The address follows, the log marks the line and keeps it in sight; a link shows the same to whoever opens it."""
    visitor, drawn = opened(visit, tables, game), Drawn(server, tables.paths[game, "over"], "all")
    last = drawn.source.count

    def check(count: int) -> None:
        until_at(visitor, count)
        assert visitor.page.evaluate(SHOWN) == drawn.at(count)
        visitor.page.wait_for_url(re.compile(f"at={count}&eyes=all"), timeout=SLOW)
        if count:
            marked = visitor.find("#log-scroll [aria-current]")
            expect(marked).to_have_attribute("data-at", str(count))
            expect(marked).to_be_in_viewport()

    check(40)
    for key, count in (("ArrowRight", 41), ("ArrowLeft", 40), ("End", last), ("Home", 0), ("ArrowLeft", 0)):
        visitor.page.keyboard.press(key)
        check(count)
    visitor.find("#step-on").click()
    check(1)
    visitor.find("#log-scroll [data-at='30']").click()
    check(30)
    visitor.page.reload()
    check(30)


# Drags the thumb over the whole track within some frames, and notes in each frame where it is and what is shown.
DRAG = """(last) => new Promise((done) => {
  const scrubber = document.getElementById("scrubber"), noted = [];
  const shown = () => Number(document.querySelector("#place .moment-count").textContent.match(/\\d+/)[0]);
  const frames = 20;
  let frame = 0;
  function step() {
    if (frame > 0) noted.push([Number(scrubber.value), shown()]);
    if (frame === frames) return done(noted);
    frame += 1;
    scrubber.value = Math.round(last * frame / frames);
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => setTimeout(step));
  }
  step();
})"""


@pytest.mark.parametrize("game", GAMES)
def test_dragging_shows_the_moment_under_the_pointer_in_every_frame(visit: Visit, tables: Tables, game: str) -> None:
    """With the processor slowed fourfold. All of it was fetched when the thumb was taken; nothing is asked then."""
    visitor = opened(visit, tables, game)
    last = int(visitor.find("#main").get_attribute("data-last") or 0)
    with visitor.page.expect_response(lambda answer: f"from={last // 24 * 24}&" in answer.url, timeout=SLOW):
        visitor.find("#scrubber").focus()
    visitor.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    noted = visitor.page.evaluate(DRAG, last)
    assert len(noted) == 20 and all(there == shown for there, shown in noted), noted
    assert [url for url in asked if "moments" in url] == []


def test_what_is_fetched_ahead_is_bounded(visit: Visit, tables: Tables) -> None:
    """Who only steps fetches what lies around: of a game of many moments the most is never asked for."""
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.goto(f"{tables.paths['notre-dame', 'over']}/replay?at=40&eyes=all")
    visitor.page.wait_for_load_state("networkidle")
    for _ in range(5):
        visitor.page.keyboard.press("ArrowRight")
    until_at(visitor, 45)
    visitor.page.wait_for_load_state("networkidle")
    chunks = {int(found[1]) for url in asked if (found := re.search(r"from=(\d+)", url))}
    assert chunks == {0, 24, 48}


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_with_scenes_and_stops_where_it_is(visit: Visit, server: Server, tables: Tables, game: str) -> None:
    """Moment after moment, each with its scene; a key stops it, and the page is whole then."""
    visitor = opened(visit, tables, game, "at=20&eyes=all", reduced_motion="no-preference")
    drawn = Drawn(server, tables.paths[game, "over"], "all")
    visitor.page.evaluate("""() => {
      window.seen = [];
      document.addEventListener("bellringer:scene", ({ detail }) => seen.push(...detail.kinds));
    }""")
    visitor.find("#play").click()
    expect(visitor.find("#play")).to_have_attribute("aria-pressed", "true")
    visitor.page.wait_for_function("() => document.querySelector('.sky') !== null && seen.length > 3", timeout=SLOW)
    visitor.find("#prompt-title").focus()
    visitor.page.keyboard.press("Space")
    expect(visitor.find("#play")).to_have_attribute("aria-pressed", "false")
    expect(visitor.find(".sky")).to_have_count(0)
    stopped = moment(visitor)
    assert stopped > 23 and visitor.page.evaluate(SHOWN) == drawn.at(stopped)
    kinds = [event.kind for event in drawn.source.table.events(20)]
    seen = visitor.page.evaluate("() => seen")
    assert seen == kinds[: len(seen)], "each moment once, in order"


def test_without_motion_it_plays_step_by_step(visit: Visit, tables: Tables) -> None:
    visitor = opened(visit, tables, "rattus", "at=2&eyes=table")
    visitor.find("#prompt-title").focus()
    visitor.page.keyboard.press("Space")
    until_at(visitor, 4)
    expect(visitor.find(".sky")).to_have_count(0)
    visitor.page.keyboard.press("Home")
    until_at(visitor, 0)


@pytest.mark.parametrize("game", ["rattus"])
def test_it_works_without_a_script(visit: Visit, tables: Tables, game: str) -> None:
    """By its ways: one moment on, a line of the log, other eyes, the end."""
    visitor = opened(visit, tables, game, "at=40&eyes=table", java_script_enabled=False)
    visitor.load_by(visitor.find("#step-on"))
    expect(visitor.find("#place .moment-count")).to_contain_text("41")
    visitor.load_by(visitor.find("#log-scroll [data-at='12']"))
    expect(visitor.find("#place .moment-count")).to_contain_text("12")
    visitor.load_by(visitor.find("[data-eyes=red]"))
    expect(visitor.find("#seats .own .seat")).to_have_count(1)
    visitor.load_by(visitor.find("#step-last"))
    expect(visitor.find("#end-title")).to_be_visible()
    expect(visitor.find("#scrubber")).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_tried_where_they_lie(visit: Visit, tables: Tables, game: str) -> None:
    """From a moment: a click on the board or a card, the list, one move less, and back to the game."""
    visitor = opened(visit, tables, game)
    visitor.page.keyboard.press("ArrowRight")
    until_at(visitor, 41)
    visitor.load_by(visitor.find("#try-moves"))
    for count in (1, 2, 3):
        expect(visitor.find("#moves [name=asked]")).to_have_value(str(count))
        if count == 2 or visitor.by_board() is None:
            visitor.by_button()
        visitor.page.wait_for_load_state("load")
        assert visitor.page.url.count("try=") == count
    expect(visitor.find("#log-scroll .is-tried").last).to_be_in_viewport()
    visitor.load_by(visitor.find("#one-less"))
    assert visitor.page.url.count("try=") == 2
    visitor.load_by(visitor.find("#to-game"))
    until_at(visitor, 41)


WITH_SOAK = ["en", pytest.param("fr", marks=pytest.mark.soak)]


@pytest.mark.parametrize("language", WITH_SOAK)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(visit: Visit, tables: Tables, game: str, language: str) -> None:
    visitor = look(visit, language)
    visitor.page.goto(f"{tables.paths[game, 'over']}/replay?at=99999&eyes=all")
    check_shown(visitor)


# What of the bar is cut off, or lies outside of the window, and by how much the page scrolls.
CUT = """() => {
  const found = [], bar = document.getElementById("prompt").getBoundingClientRect();
  const lowest = Math.min(innerHeight, bar.bottom) + 1;
  const isCut = ({ bottom, left, right }) => bottom > lowest || right > bar.right + 1 || left < bar.left - 1;
  const parts = ".prompt :is(.list-button, .step, .eyes a, .tool, #scrubber, #prompt-title)";
  for (const one of document.querySelectorAll(parts)) {
    const box = one.getBoundingClientRect();
    if (box.width && isCut(box)) found.push(one.id || one.dataset.eyes || one.className);
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push("the page scrolls");
  const live = document.getElementById("live").getBoundingClientRect();
  if (live.width < 150 || live.bottom > innerHeight + 1) found.push("the board");
  return found;
}"""


@pytest.mark.parametrize(("eyes", "locale"), [("red", "fr-FR"), pytest.param("all", "en-GB", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_one_screen(visit: Visit, full_tables: Tables, game: str, eyes: str, locale: str) -> None:
    """At the sizes of a table nothing of the bar is cut off, at a moment and at the end; French has longer words."""
    visitor = visit(locale=locale)
    queries = ("at=40", "at=99999", "at=41&try=", "at=2&try=")
    for query in queries if eyes == "all" else queries[1:3]:
        visitor.page.goto(f"{full_tables.paths[game, 'over']}/replay?{query}&eyes={eyes}")
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            visitor.page.evaluate("() => document.fonts.ready")
            assert visitor.page.evaluate(CUT) == [], (query, size)


@pytest.mark.parametrize("game", ["rattus", pytest.param("notre-dame", marks=pytest.mark.soak)])
def test_one_plays_on_from_a_moment(visit: Visit, tables: Tables, game: str) -> None:
    """From the bar, by the form, to a table that is asked at once, and that says where it began."""
    visitor = opened(visit, tables, game, "at=30&eyes=red")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.keyboard.press("ArrowRight")
    until_at(visitor, 31)
    visitor.load_by(visitor.find("#play-on"))
    expect(visitor.find("#who_1")).to_have_value("me")
    for seat in (2, 3):
        visitor.page.select_option(f"#who_{seat}", "bot:random")
    visitor.load_by(visitor.find("form.new .main-button"))
    assert visitor.address and visitor.until_asked() != "over"
    expect(visitor.find("#status")).to_contain_text("Played on from another game")
    visitor.play(2)


@pytest.mark.parametrize("language", WITH_SOAK)
def test_axe_finds_nothing_where_one_plays_on(visit: Visit, tables: Tables, language: str) -> None:
    visitor = look(visit, language)
    path = f"{tables.paths['rattus', 'over']}/replay"
    for query in ("/play-on?at=30&eyes=red", "?at=30&eyes=red&try="):
        visitor.page.goto(path + query)
        check_shown(visitor)
