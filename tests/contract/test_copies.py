"""Copies of a table: independent of it, and with what a seat can't see dealt anew."""

from __future__ import annotations

import copy
import random

import pytest

import bellringer
from bellringer import Table
from tests.contract.tables import SETTINGS, Setting, play_some

SEED = 37


def known_of(table: Table) -> tuple[object, ...]:
    """All that can be asked of a table."""
    return (table.state, table.history, table.events(), table.record(), table.seed, table.commitment, table.options)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_copy_is_the_same_table_and_another_one(setting: Setting) -> None:
    table, dice = play_some(setting.table(SEED), 40, random.Random(SEED)), random.Random(SEED)
    twin, before = table.copy(), known_of(table)
    assert known_of(twin) == before
    play_some(twin, 20, dice)
    assert known_of(table) == before, "what is played on the copy leaves the table as it is"
    play_some(table, 20, random.Random(SEED))
    assert known_of(twin) == known_of(table), "the same moves meet the same luck"
    after = known_of(twin)
    play_some(table, 10**6, dice)
    assert known_of(twin) == after, "what is played on the table leaves the copy as it is"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_was_played_can_be_taken_back_on_a_copy(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 1)
    for _ in range(40):
        before = known_of(table)
        play_some(table, 1, dice)
        seat, name = table.history[-1]
        if table.may_undo(seat):
            twin, after = copy.copy(table), known_of(table)
            assert twin.undo(seat) == name
            assert (known_of(twin), known_of(table)) == (before, after)


def shown_to(table: Table, seat: int | None) -> tuple[object, ...]:
    """What a table tells a seat, or a spectator."""
    own = () if seat is None else ([(m.name, m.target, m.words()) for m in table.moves(seat)], table.prompt(seat))
    events = [(event.kind, event.seat, event.words()) for event in table.events()]
    return (table.view(seat), own, events, table.pending, table.commitment, table.moves_played, repr(table), str(table))


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_determinized_table_looks_the_same_to_its_seat(setting: Setting) -> None:
    dice = random.Random(SEED + 2)
    table, differed = setting.table(SEED), 0
    for _ in range(3):
        play_some(table, 14, dice)
        before = known_of(table)
        for seat in (None, *range(setting.seats)):
            twin = table.determinized(seat, dice.getrandbits(64))
            assert shown_to(twin, seat) == shown_to(table, seat)
            assert (twin.seed == table.seed) is not bool(table.pending), "the seed is told when the game is over"
            differed += twin.state != table.state
        assert known_of(table) == before
    assert differed, "there was something to hide"


def test_the_same_seed_deals_the_same_anew() -> None:
    for name in bellringer.game_names():
        table = play_some(bellringer.new_game(name, seats=3, seed=1), 10, random.Random(1))
        first, again = table.determinized(0, 5), table.determinized(0, 5)
        assert (first.state, first.seed) == (again.state, again.seed)
        with pytest.raises(bellringer.IllegalMove, match="there is no seat 3"):
            table.determinized(3, 5)
