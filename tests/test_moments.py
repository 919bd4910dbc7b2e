"""Moments: what a game was like when each of its events was told, found again from the moves alone."""

from __future__ import annotations

import random

import pytest

import bellringer
from bellringer.core.tables.moments import Moment, before, moments
from bellringer.core.tables.table import Table
from tests.contract.tables import SETTINGS, Setting, play_some, with_much
from tests.figures import assert_figures_follow

GAMES = bellringer.game_names()
QUICK = [setting for game in GAMES for setting in list(with_much(game))[::2]] or [SETTINGS[0]]
QUICK += [
    next(one for one in SETTINGS if one.name == game and one.seats == seats) for game in GAMES for seats in (2, 4)
]
LONG = [pytest.param(setting, marks=pytest.mark.soak) for setting in SETTINGS if setting not in QUICK]
DRAWS = 24
OTHERS = [setting for draw in range(1, DRAWS) for game in GAMES for setting in with_much(game, draw)]
LONG += [pytest.param(setting, marks=pytest.mark.soak) for setting in OTHERS if setting not in SETTINGS]


def played(setting: Setting, decisions: int = 10**6) -> Table:
    """A table after so many random decisions, or the whole game."""
    return play_some(setting.table(3), decisions, random.Random(str(setting)))


@pytest.mark.parametrize("setting", [*QUICK, *LONG], ids=str)
def test_every_event_has_its_moment(setting: Setting) -> None:
    """Seen by anybody, and drawn. It ends with its event, nobody can undo it, and the last one is the present."""
    table, dice = played(setting), random.Random(1)
    found = list(moments(table, 0))
    assert [moment.number for moment in found] == list(range(table.event_count))
    for moment in found:
        viewer = dice.choice((None, *range(table.seats)))
        drawn(moment.table, viewer)
        assert moment.table.events()[-1] is table.events()[moment.number]
        assert not any(moment.table.may_undo(seat) for seat in range(table.seats))
    assert found[-1].table.view(None) == table.view(None), "what ends the game is the last that happens"


def drawn(table: Table, viewer: int | None) -> None:
    """Draw what a page shows; whatever can't be drawn raises."""
    game, view = table.rules, table.view(viewer)
    display = game.display(game.view_model(view, "en"), ())
    game.pictures.live(view, "en")
    for seat in table.seat_names:
        assert display.figures(seat) and display.cards(seat) is not None
    assert display.when and display.facts is not None and display.hand is not None and display.middle is not None


@pytest.mark.parametrize("setting", [*QUICK, *LONG], ids=str)
def test_a_scene_tells_how_figures_change_between_two_moments(setting: Setting) -> None:
    """No more and no less, and neither sooner nor later: rules tell of something once it has happened."""
    assert_figures_follow(played(setting))


@pytest.mark.parametrize("game", GAMES)
def test_moments_are_found_from_any_event_on(game: str) -> None:
    """The same as from the beginning, with the states that a table has kept and without."""
    table = play_some(bellringer.new_game(game, seats=3, seed=5), 60, random.Random(2))
    every = list(moments(table, 0))
    for first in range(0, table.event_count, 7):
        some = list(moments(table, first, first + 9))
        assert alike(some, every[first : first + 9])
        if first and every[first].acting == every[first - 1].acting is not None:
            assert before(table, first).number == first - 1
    assert list(moments(table, table.event_count)) == []


def alike(some: list[Moment], others: list[Moment]) -> bool:
    """Whether moments show the same."""
    return [(one.number, one.acting, one.table.position()) for one in some] == [
        (one.number, one.acting, one.table.position()) for one in others
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_before_a_move_is_what_was_asked(game: str) -> None:
    """The state in which it was made, with what has happened in silence since the event before."""
    table, dice = bellringer.new_game(game, seats=3, seed=5), random.Random(4)
    for _ in range(40):
        asked, count = table.position(), table.event_count
        play_some(table, 1, dice)
        if table.event_count > count:
            assert before(table, count).table.position() == asked


@pytest.mark.parametrize("game", GAMES)
def test_after_taking_back_moments_are_those_of_now(game: str) -> None:
    """What was taken back has never been: another move, and its moments show that one."""
    table = play_some(bellringer.new_game(game, seats=2, seed=8), 30, random.Random(6))
    seat, count = table.pending[0], table.event_count
    taken, instead = (move.name for move in table.moves(seat)[:2])
    other = table.copy()
    table.play(taken, seat)
    if table.may_undo(seat):
        table.undo(seat)
    else:
        table = other.copy()
    table.play(instead, seat)
    other.play(instead, seat)
    assert alike(list(moments(table, count)), list(moments(other, count)))
