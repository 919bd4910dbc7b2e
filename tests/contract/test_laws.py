"""Random games, many of them: every law of conservation after every move, and an end within the stated length."""

from __future__ import annotations

import random

import pytest

import bellringer
from bellringer import bots
from bellringer.core.compiled.play import check_games
from bellringer.core.compiled.state import RuleBook, State
from bellringer.core.contract.registry import find
from tests.contract.tables import CHECKED, SETTINGS, Setting, settings, walk
from tools import soak

ALL_GAMES = 20_000 if CHECKED else 100_000  # of each game, shared out among its tables


def test_a_table_of_rules_that_lacks_functions_is_refused_with_their_names() -> None:
    """The first that is called would end the process."""
    with pytest.raises(
        ValueError, match="nothing lacks deal, find_legal, apply, settle, determinize, evaluate, danger"
    ):
        State(RuleBook("nothing"))


def broken(setting: Setting, law: int) -> str:
    """The name of a broken law; empty for none."""
    return setting.game.law_names[law - 1] if law else ""


@pytest.mark.every_start if CHECKED else pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_law_holds_after_every_move_of_random_games(setting: Setting) -> None:
    share = -(-ALL_GAMES // len(settings(setting.name)))
    decisions, longest, number, law = check_games(setting.blank(), share, seed=1)
    assert not broken(setting, law), f"the law of the {broken(setting, law)} broke in game {number} of seed 1"
    assert decisions > share
    assert longest <= setting.most_decisions


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_law_holds_when_good_and_bad_players_meet(setting: Setting) -> None:
    """A player who means it gets to places where random play never comes."""
    players = [bots.make(("greedy", "random")[seat % 2], seed=seat) for seat in range(setting.seats)]
    state, decisions = setting.deal(seed=2), 0
    while not state.over:
        seat = state.pending[-1]
        state.apply(seat, players[seat].choose_number(state, seat))
        decisions += 1
        assert not broken(setting, state.broken_law)
    assert decisions <= setting.most_decisions


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_law_holds_in_whatever_order_the_seats_decide(setting: Setting) -> None:
    state = setting.deal(seed=3)
    for _ in walk(state, random.Random(3)):
        assert not broken(setting, state.broken_law)
    assert not broken(setting, state.broken_law)


def test_a_length_is_stated_for_every_game() -> None:
    assert all(find(name).most_decisions > 0 for name in bellringer.game_names())


def test_the_soak_plays_every_table_of_every_game() -> None:
    plain = [setting for name in bellringer.game_names() for setting in settings(name)]
    assert len({name for name, _ in soak.tables()}) == len(soak.tables()) == len(plain)


def test_the_soak_adds_tables_with_any_cards_half_of_them_in_the_midst_of_a_game() -> None:
    states = [state for _, state in soak.sampled(random.Random(1))]
    assert sum(bool(state.asks) for state in states) == len(states) // 2 > 10
