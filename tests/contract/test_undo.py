"""Taking back, as a theorem: never past what its seat has learned, never past another seat's decision, and exactly."""

from __future__ import annotations

import random

import pytest

import bellringer
from bellringer.core import chance
from bellringer.core.state import State
from tests.contract.tables import SETTINGS, Setting, play_some

SEED = 29


def learned_nothing(setting: Setting, before: State, after: State, seat: int, number: int, move: int) -> bool:
    """Whether the seat sees the same after its move in other worlds that looked the same to it before."""
    for world in range(4):
        other = before.determinized(seat, world)
        other.key(chance.move_key(chance.make_seed(setting.own_seed(SEED)), number))
        other.apply(seat, move)
        if setting.game.view(other, seat) != setting.game.view(after, seat):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_undo_goes_past_what_the_move_revealed_to_its_seat(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED)
    offered = 0
    while table.pending:
        before = table.state
        play_some(table, 1, dice)
        seat, name = table.history[-1]
        if table.may_undo(seat):
            move = setting.game.move_names.index(name)
            assert learned_nothing(setting, before, table.state, seat, table.moves_played, move), name
            offered += 1
    assert offered > table.moves_played // 2, "nearly every decision reveals nothing, and can be taken back"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_only_who_made_the_last_decision_may_take_it_back(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 1)
    assert not any(table.may_undo(seat) for seat in range(setting.seats))
    while table.pending:
        play_some(table, 1, dice)
        last = table.history[-1][0]
        now, record = bytes(table.state), table.record()
        for seat in range(setting.seats):
            if seat != last or not table.may_undo(seat):
                assert not table.may_undo(seat)
                with pytest.raises(bellringer.UndoRefused):
                    table.undo(seat)
        assert (bytes(table.state), table.record()) == (now, record)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_undo_and_the_same_move_again_give_the_same_bytes(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 2)
    while table.pending:
        before, events = bytes(table.state), table.event_count
        play_some(table, 1, dice)
        seat, name = table.history[-1]
        if not table.may_undo(seat):
            continue
        after, all_events, record = bytes(table.state), table.events(), table.record()
        assert table.undo(seat) == name
        assert (bytes(table.state), table.event_count) == (before, events)
        table.play(name, seat)
        assert (bytes(table.state), table.events(), table.record()) == (after, all_events, record)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_any_sequence_of_moves_and_undos_leaves_what_the_moves_left_would_have_made(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 3)
    path = [bytes(table.state)]
    for _ in range(300):
        last = table.history[-1][0] if table.history else 0
        if table.may_undo(last) and (dice.random() < 0.4 or not table.pending):
            table.undo(last)
            path.pop()
        elif table.pending:
            play_some(table, 1, dice)
            path.append(bytes(table.state))
        assert bytes(table.state) == path[-1]
        assert table.moves_played == len(path) - 1 == len(table.history)
    again = setting.table(SEED)
    for seat, name in table.history:
        again.play(name, seat)
    assert (bytes(again.state), again.events()) == (path[-1], table.events())


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_game_that_begins_at_a_position_can_not_be_taken_back_past_it(setting: Setting) -> None:
    table = play_some(setting.table(SEED), 30, random.Random(SEED + 4))
    table = bellringer.from_position(table.position(), SEED)
    for seat in range(setting.seats):
        with pytest.raises(bellringer.UndoRefused):
            table.undo(seat)
