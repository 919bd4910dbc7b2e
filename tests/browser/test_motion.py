"""What moves on the board is seen to move, and only by those who want to see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import hypot

import pytest

from bellringer.core.contract.registry import find
from bellringer.core.tables.table import Table
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, is_asked, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
PIECES = [
    ("rattus", "plague-piece"),
    ("notre-dame", "carriage-red"),
    pytest.param("notre-dame", "rat-red", marks=pytest.mark.soak),
]
SHORTEST, LONGEST = 400, 1300  # milliseconds: a way of one step, and of seven
SLOWED = 0.2  # as slow motion, so that a busy machine can't miss all of it
NEAR = 2.0  # pixels
DETOUR = 1.6  # of a way along streets, or along a track, of the straight one

# Notes where a piece is seen, in every frame, and how long its motion is to take: what flies is a drawing of its own.
FOLLOW = """(id) => {
  window.path = [];
  window.lengths = new Set();
  const look = () => {
    const flyer = document.querySelector(`.flyer[data-of="${id}"]`), piece = document.getElementById(id);
    const seen = flyer?.firstChild ?? document.querySelector(`.acting [data-piece="${id}"]`) ?? piece;
    const box = seen.getBoundingClientRect(), motions = [...(flyer?.getAnimations() ?? []), ...piece.getAnimations()];
    path.push([box.left + box.width / 2, box.top + box.height / 2]);
    for (const motion of motions) lengths.add(motion.effect.getComputedTiming().duration);
    requestAnimationFrame(look);
  };
  look();
}"""
HAS_ARRIVED = """([id, transform]) => {
  const piece = document.getElementById(id);
  const isThere = piece.getAttribute("transform") === transform && piece.getAnimations().length === 0;
  return isThere && !document.querySelector(".sky");
}"""


def place_of(table: Table, piece: str) -> str:
    """Where a piece is drawn."""
    drawing = find(table.game).pictures.live(table.view(0), "en")
    found = re.search(rf'<g\b[^>]*\bid="{piece}"[^>]*>', drawing)
    assert found is not None, f"{piece} is not on the board"
    place = re.search(r'transform="([^"]*)"', found.group())
    assert place is not None
    return place.group(1)


def moving(live: LiveGame, piece: str) -> tuple[str, str] | None:
    """A move of the first seat by which a piece comes to another place, and that place."""
    table = live.table
    for move in table.moves(0) if is_asked(live) else ():
        trial = table.copy()
        trial.play(move.name, 0)
        if place_of(trial, piece) != place_of(table, piece):
            return move.name, place_of(trial, piece)
    return None


def path_of(visit: Visit, server: Server, tables: Tables, game: str, piece: str, motion: str) -> list[list[float]]:
    """Where a piece was seen while it was moved; how long its motion took is looked at, too."""
    people = {0: tables.anna, 1: tables.ben}
    path = put_table(server.store, game, lambda live: moving(live, piece) is not None, people, seats=2)
    found = moving(server.live(path.removeprefix("/t/")), piece)
    assert found is not None
    move, transform = found
    visitor = visit(reduced_motion=motion)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.until_listening()
    slow = visitor.context.new_cdp_session(visitor.page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": SLOWED})
    visitor.page.evaluate(FOLLOW, piece)
    visitor.open_list()
    visitor.find(f'#moves button[value="{move}"]').click()
    visitor.page.wait_for_function(HAS_ARRIVED, arg=[piece, transform], timeout=SLOW)
    visitor.page.evaluate("() => new Promise(requestAnimationFrame)")
    lengths = visitor.page.evaluate("() => [...lengths]")
    if motion == "reduce":
        assert lengths == []
    else:
        assert lengths and max(lengths) >= SHORTEST and all(length <= LONGEST for length in lengths), lengths
    seen: list[list[float]] = visitor.page.evaluate("() => path")
    return seen


def between(path: list[list[float]]) -> list[list[float]]:
    """The places that are neither where it began nor where it ended."""
    return [place for place in path if min(apart(place, path[0]), apart(place, path[-1])) > NEAR]


def apart(one: list[float], other: list[float]) -> float:
    """The distance of two places in pixels."""
    return hypot(one[0] - other[0], one[1] - other[1])


@pytest.mark.parametrize(("game", "piece"), PIECES)
def test_a_piece_is_seen_on_its_way(visit: Visit, server: Server, tables: Tables, game: str, piece: str) -> None:
    path = path_of(visit, server, tables, game, piece, "no-preference")
    whole = apart(path[0], path[-1])
    assert whole > 4 * NEAR
    assert len(between(path)) >= 3, path
    for place in between(path):
        assert apart(place, path[0]) + apart(place, path[-1]) < whole * DETOUR + 8 * NEAR, "it goes there"


@pytest.mark.parametrize(("game", "piece"), PIECES)
def test_nothing_moves_for_those_who_do_not_want_it(
    visit: Visit, server: Server, tables: Tables, game: str, piece: str
) -> None:
    path = path_of(visit, server, tables, game, piece, "reduce")
    assert apart(path[0], path[-1]) > 4 * NEAR and between(path) == []
