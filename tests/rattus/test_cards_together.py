"""Every two class cards at one table, with and without upgrades: all laws, to the end.

The ordinary run has each pair at one kind of table; the checked build and the soak have it at every number of seats.

Random play ends within a stated number of decisions on average. Where walls leave the plague piece two regions without
rats to walk between, a single game may last until the limit of turns: about one in some thousands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from bellringer.core.compiled.play import check_games
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.games.rattus import names
from bellringer.games.rattus.box import needed_module
from bellringer.games.rattus.component_set import MODULES
from tests.contract.tables import CHECKED
from tools.rattus.dealt import dealt_cards, dealt_state, playable_with, undealt_state

KINDS = [(seats, modules) for seats in range(2, 7) for modules in ((), ("upgrades",))]
MANY, FEW = 8, 40  # games of each pair at each kind of table, or at one
GAMES = [MANY if CHECKED else FEW, pytest.param(200, marks=pytest.mark.soak)]
A_POSITION = 20  # of the half of them that begin in the midst of a game


def modules_for(pair: Sequence[str], modules: Sequence[str]) -> tuple[str, ...]:
    """These modules, and those that the two cards need."""
    return tuple(dict.fromkeys((*modules, *filter(None, map(needed_module, pair)))))


def beginnings(
    pair: Sequence[str], seats: int, modules: Sequence[str], games: int, dice: random.Random
) -> Iterator[tuple[State, int]]:
    """Half of the games from the set-up, half from positions in which everything lies anywhere."""
    modules = modules_for(pair, modules)
    yield undealt_state(seats, dealt_cards(seats, dice, modules, pair), modules), games // 2
    positions = max(1, games // 2 // A_POSITION)
    for _ in range(positions):
        yield dealt_state(seats, dealt_cards(seats, dice, modules, pair), dice, modules), games // 2 // positions


@pytest.mark.every_start if CHECKED else pytest.mark.slow
@pytest.mark.parametrize(
    "kind", range(len(KINDS)), ids=lambda kind: "-".join(map(str, (KINDS[kind][0], *KINDS[kind][1])))
)
@pytest.mark.parametrize("games", GAMES)
def test_any_two_cards_play_together(games: int, kind: int) -> None:
    seats, modules = KINDS[kind]
    dice = random.Random(seats)
    pairs = list(combinations(playable_with(MODULES, seats), 2))
    share = slice(kind, None, len(KINDS)) if games == FEW else slice(None)
    for number, pair in list(enumerate(pairs))[share]:
        for state, share in beginnings(pair, seats, modules, games, dice):
            decisions, _, game, law = check_games(state, share, seed=number)
            assert not law, f"{pair}: the law of the {names.LAWS[law - 1]} broke in game {game}"
            assert 0 < decisions <= share * find("rattus").most_decisions * seats
