"""What is seen is the present or the past, never both: a page that tells a moment shows what the server draws of it."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from bellringer.core.tables.moments import Moment, before, moments
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.moments import Teller
from bellringer.server.drawing.table.page_model import Viewer
from bellringer.server.drawing.table.parts import Look
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table
from tests.browser.test_scenes import IS_STILL, IS_TOLD, opened, play

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
GAMES = ("notre-dame", "rattus")
TEXTS = ("status", "seats", "hand", "middle", "latest")
# Each look at the clock finds that all time is over, so that a whole game is told without any waiting; and whenever the
# page has changed while something is told, what it shows is noted, by the line.
NOTE = """() => {
  let time = 0;
  performance.now = () => (time += 1e7);
  const told = window.told = {};
  const words = (one) => one?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const piece = (one) => `${one.id} ${one.getAttribute("transform")}`;
  const pieces = (root) => [...document.querySelectorAll(`${root} .moves[id]`)].map(piece).sort();
  const texts = ["status", "seats", "hand", "middle", "latest"];
  window.note = () => {
    const line = document.querySelector(".sky")?.dataset.line;
    if (line === undefined) return;
    const lines = [...document.querySelectorAll("#log-scroll li[id^=line-]")];
    (told[line] ??= []).push({
      ...Object.fromEntries(texts.map((id) => [id, words(document.getElementById(id))])),
      live: pieces("#live"), boards: pieces("#boards"), last: lines.at(-1)?.id, line: words(lines.at(-1)),
      isAsked: document.querySelector("#moves, .shines[data-target], .is-legal") !== null, title: document.title,
    });
  };
  document.addEventListener("htmx:after:swap", window.note);
}"""


# What moves takes twenty times as long, and nobody who counts the time hurries.
SLOW_MOTION = """() => {
  const real = performance.now.bind(performance), begun = real();
  performance.now = () => begun + (real() - begun) / 20;
  const slow = () => {
    for (const one of document.getAnimations()) if (one.playbackRate === 1) one.updatePlaybackRate(0.05);
    requestAnimationFrame(slow);
  };
  slow();
}"""
LINES = "(count) => document.querySelectorAll('#log-scroll li[id^=line-]').length === count"


def words(part: str) -> str:
    """The text of a part, as a browser has it."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", part)).split())


def pieces(drawing: str) -> list[str]:
    """The pieces of a drawing, and where they are."""
    tags = re.findall(r"<\w+ [^>]*>", drawing)
    found = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in tags]
    return sorted(f"{one['id']} {one.get('transform', 'null')}" for one in found
                  if "id" in one and "moves" in one.get("class", "").split())  # fmt: skip


class Drawn:
    """What the server draws of the moments of a table, for the page of a seat."""

    def __init__(self, live: LiveGame, seat: int) -> None:
        viewer = Viewer(seat, (seat,), "en", live.table.event_count)
        self.table, self.teller = live.table, Teller(environment(), Look(viewer, live.info(0), "token"))
        self.moments = list(moments(live.table, 0))

    def at(self, line: int) -> list[dict[str, Any]]:
        """What may be shown while a line is told: its own moment, and what was asked after it, but no question."""
        found = [self.shown(self.moments[line])]
        return [*found, self.shown(before(self.table, line + 1))] if line + 1 < len(self.moments) else found

    def shown(self, moment: Moment) -> dict[str, Any]:
        """What a page shows of a moment."""
        parts: Mapping[str, Any] = self.teller.parts(moment)
        return {
            **{name: words(parts[name]) for name in TEXTS},
            "live": pieces(parts["live"]),
            "boards": pieces(parts["boards"]),
            "last": f"line-{moment.number}",
            "line": self.teller.model(moment).told.lines[-1].text,
            "isAsked": False,
        }


def is_new(live: LiveGame) -> bool:
    """The first seat decides for the first time."""
    return bool(choices(live))


@pytest.mark.parametrize(
    ("game", "decisions"),
    [("notre-dame", 2), ("rattus", 5), *(pytest.param(game, 400, marks=pytest.mark.soak) for game in GAMES)],
)
def test_a_page_that_tells_shows_that_moment(
    visit: Visit, server: Server, tables: Tables, game: str, decisions: int
) -> None:
    """Board, seats, cards, top line, log and title, at every line that is told; and no question, nothing to choose."""
    path = put_table(server.store, game, is_new, {0: tables.anna}, seats=3)
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    visitor.page.evaluate(NOTE)
    visitor.play(decisions)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    assert len(compare(visitor, server)) > min(decisions, 100) // 2


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What differs, from where it does."""
    found = {}
    for name, value in one.items():
        both = [str(value), str(other[name])]
        if both[0] != both[1]:
            start = len(os.path.commonprefix(both))
            found[name] = [words[max(0, start - 40) :][:160] for words in both]
    return found


def compare(visitor: Visitor, server: Server) -> list[int]:
    """What was noted is what the server draws of a moment, or of what was asked after it. The lines that were told."""
    told, drawn = visitor.page.evaluate("() => told"), Drawn(server.live(visitor.address), 0)
    plain = visitor.page.evaluate("() => plainTitle")
    for line, noted in told.items():
        may_be = drawn.at(int(line))
        for turn, shown in enumerate(noted):
            assert shown.pop("title") == plain, "nobody is called"
            assert shown in (may_be if turn else may_be[:1]), (line, differing(shown, may_be[0]))
    return sorted(map(int, told))


def gains(live: LiveGame) -> str | None:
    """A move of the first seat by which it gains something, and which it can take back."""
    for move in live.table.moves(0) if len(live.acts) > 25 and live.table.pending == (0,) else ():
        trial = live.table.copy()
        trial.play(move.name, 0)
        kinds = {event.kind for event in trial.events(live.table.event_count)}
        if kinds & {"coins-gained", "markers-gained"} and trial.may_undo(0):
            return move.name
    return None


def test_what_is_seen_again_after_taking_back_has_its_true_numbers(
    visit: Visit, server: Server, tables: Tables
) -> None:
    """What was taken back has never been: all is as it was before that, figures too."""
    people = {0: tables.anna, 1: tables.ben}
    path = put_table(server.store, "notre-dame", lambda live: gains(live) is not None, people, seats=2)
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    visitor.page.evaluate(NOTE)
    count, seats = server.table(visitor.address).event_count, visitor.find("#seats").inner_text()
    move = gains(server.live(visitor.address))
    assert move is not None
    visitor.choose(move)
    visitor.find("#undo button").click()
    visitor.page.wait_for_function(LINES, arg=count, timeout=SLOW)
    visitor.page.evaluate("() => { for (const line of Object.keys(told)) delete told[line]; }")
    visitor.find("[data-again]").click()
    visitor.page.wait_for_function("() => Object.keys(told).length > 0", timeout=SLOW)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    lines = compare(visitor, server)
    assert lines and lines[-1] == count - 1
    assert visitor.find("#seats").inner_text() == seats and visitor.find("#moves").count() == 1


def test_who_must_decide_while_a_clock_runs_sees_the_present_at_once(
    visit: Visit, server: Server, tables: Tables
) -> None:
    """With the question that follows, and nothing is told; it can be seen again."""
    visitor, move = opened(visit, server, tables, "rattus", "citizens-placed", clock="live-40")
    asked = visitor.asked
    visitor.choose(move)
    assert visitor.asked not in (asked, "waiting"), "it is one's own turn still"
    assert visitor.page.evaluate("() => watched.seconds") == 0
    visitor.find("[data-again]").click()
    visitor.page.wait_for_function(IS_TOLD, timeout=SLOW)


def test_what_is_said_meanwhile_is_seen_at_once(visit: Visit, server: Server, tables: Tables) -> None:
    """Only the game waits; and the answer to what is said comes no later for a scene."""
    visitor, move = opened(visit, server, tables, "rattus", "rat-turned", "citizens-killed")
    visitor.open_pane("chat")
    visitor.page.evaluate(SLOW_MOTION)
    play(visitor, move)
    visitor.page.fill("#say-text", "Mind the rats")
    visitor.page.press("#say-text", "Enter")
    expect(visitor.find("#chat-scroll li").last).to_contain_text("Mind the rats")
    assert visitor.page.evaluate(IS_TOLD) and visitor.find("#moves").count() == 0
    visitor.find("#skip-scenes").click()
    assert visitor.page.evaluate(IS_STILL)
    expect(visitor.find("#chat-scroll li").last).to_contain_text("Mind the rats")
