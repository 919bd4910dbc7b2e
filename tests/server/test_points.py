"""Where the points came from, on a page: the chart and the tables add up to the scores, and are drawn once."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest

import bellringer
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.moments import moments
from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.replay.replay_model import model_at
from bellringer.server.drawing.replay.replay_source import NOBODY, Source
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.page_model import Viewer
from bellringer.server.drawing.table.parts import Drawer, Look, model_of
from bellringer.server.drawing.table.points_model import WIDTH, PointsModel
from bellringer.server.drawing.table.points_part import pane
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import kept_table, moved

GAMES = ("notre-dame", "rattus")


def over(game: str, seats: int = 4, seed: int = 1) -> LiveGame:
    """A game of people, played at random to its end."""
    live, dice = LiveGame(kept_table(game, seats)), random.Random(seed)
    while live.pending:
        moved(live, dice.choice(live.pending), dice=dice)
    return live


def drawer_of(live: LiveGame, language: str, kept: DrawnParts | None = None, seat: int | None = None) -> Drawer:
    """Who draws it for somebody."""
    model = model_of(live, Look(Viewer(seat, language=language), live.info(0)))
    return Drawer(environment(), model, "", kept or DrawnParts())


def totals(text: str) -> list[int]:
    """The last row of the first table."""
    (found,) = re.findall(r"<tfoot>.*?</tfoot>", text, re.DOTALL)
    return [int(n.replace("−", "-")) for n in re.findall(r"<td>(−?\d+)</td>", found)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_an_end_says_where_the_points_came_from(game: str, language: str) -> None:
    live = over(game)
    assert live.table.result is not None
    end = drawer_of(live, language).part("end")
    assert totals(end) == list(live.table.result.scores)
    text = unescape(end)
    rules, sources = live.table.rules, live.table.sources()
    for name in {source for seat in range(4) for source in sources.by_source(seat)}:
        assert rules.source_words(name, language) in text, name
    assert text.count("<table") == 1 + 4, "one over all, one a seat"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_bars_and_rows_add_up(game: str, seed: int) -> None:
    """Each bar to its seat's score; no segment leaves the chart or lies on another one; each row to its columns."""
    live = over(game, 2 + seed, seed)
    model = drawer_of(live, "en").model
    shown = PointsModel(model, live.table.sources())
    for bar in shown.bars:
        assert sum(one.amount for one in bar.segments) == bar.total == shown.totals[bar.seat.number]
        edges = sorted((one.x, one.x + one.width) for one in bar.segments)
        assert all(0 <= round(left, 6) and round(right, 6) <= WIDTH for left, right in edges)
        assert all(abs(one[1] - after[0]) < 1e-6 for one, after in zip(edges, edges[1:], strict=False))
    for seat in range(live.table.seats):
        assert sum(row.amounts[seat] or 0 for row in shown.rows) == shown.totals[seat]
    assert len(shown.kinds) > 1 and len({bar.seat for bar in shown.bars}) == live.table.seats


@pytest.mark.parametrize("game", GAMES)
def test_it_is_drawn_once_for_all_who_read_one_language(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    live, kept, asked = over(game), DrawnParts(), []
    sources = bellringer.Table.sources
    monkeypatch.setattr(bellringer.Table, "sources", lambda table: asked.append(table) or sources(table))
    pages = [drawer_of(live, "en", kept, seat).part("end") for seat in (None, 0, 1, 2)]
    assert len(asked) == 1 and all("points-table" in one for one in pages)
    drawer_of(live, "fr", kept).part("end")
    assert len(asked) == 2


@pytest.mark.parametrize("game", GAMES)
def test_at_each_moment_of_a_replay_it_is_what_had_come_by_then(game: str) -> None:
    live = over(game)
    source = Source(live.table, live.info(0), "/t/one/replay", is_open=True)
    told = {live.table.events_of_turn(turn).stop - 1 for turn in range(live.table.moves_played)}
    before = [0] * 4
    for moment in moments(live.table, 0):
        if moment.number in told and moment.number % 3 == 0:
            model = model_at(source, moment, NOBODY, "en", ())
            text = pane(environment(), model)
            state = moment.table.state
            assert totals(text) == [state.score(seat) for seat in range(4)]
            before = totals(text)
    assert before != [0] * 4


def test_a_running_game_has_no_such_part() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    drawer = drawer_of(live, "en")
    assert "points" not in drawer.part("end")
