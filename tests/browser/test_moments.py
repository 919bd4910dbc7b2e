"""What is seen is the present or the past, never both: a page that tells a moment shows what the server draws of it."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bellringer.core.moments import Moment, before, moments
from bellringer.core.table import Table
from bellringer.server.live_game import LiveGame
from bellringer.server.moments import Teller
from bellringer.server.page_model import Viewer
from bellringer.server.parts import Look
from bellringer.server.templating import environment
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table

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

    def __init__(self, table: Table, live: LiveGame, seat: int) -> None:
        viewer = Viewer(seat, (seat,), "en", table.event_count)
        self.table, self.teller = table, Teller(environment(), Look(viewer, live.info(0), "token"))
        self.moments = list(moments(table, 0))

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
            "line": self.table.events()[moment.number].words("en"),
            "isAsked": False,
        }


def is_new(live: LiveGame) -> bool:
    """The first seat decides for the first time."""
    return bool(choices(live))


@pytest.mark.parametrize("decisions", [12, pytest.param(400, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_tells_shows_that_moment(
    visit: Visit, server: Server, tables: Tables, game: str, decisions: int
) -> None:
    """Board, seats, cards, top line, log and title, at every line that is told; and no question, nothing to choose."""
    path = put_table(server.store, game, is_new, {0: tables.anna}, seats=3)
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.page.wait_for_selector("main.has-scenes")
    visitor.page.evaluate(NOTE)
    plain = visitor.page.evaluate("() => plainTitle")
    visitor.play(decisions)
    visitor.page.wait_for_function('() => document.querySelector(".sky") === null', timeout=SLOW)
    told = visitor.page.evaluate("() => told")
    drawn = Drawn(server.table(visitor.address), server.live(visitor.address), 0)
    assert len(told) > 3 * decisions // 4
    for line, noted in told.items():
        may_be = drawn.at(int(line))
        for turn, shown in enumerate(noted):
            assert shown.pop("title") == plain, "nobody is called"
            assert shown in (may_be if turn else may_be[:1]), (line, differing(shown, may_be[0]))


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What differs, from where it does."""
    found = {}
    for name, value in one.items():
        both = [str(value), str(other[name])]
        if both[0] != both[1]:
            start = len(os.path.commonprefix(both))
            found[name] = [words[max(0, start - 40) :][:160] for words in both]
    return found
