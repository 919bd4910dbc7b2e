"""Taking back, as a theorem: never past what its seat has learned, never past another seat's decision, and exactly."""

from __future__ import annotations

import random

import pytest

import bellringer
from bellringer.core import chance
from bellringer.core.compiled.state import State
from tests.contract.tables import SETTINGS, Setting, play_some

SEED = 29


def made_at(setting: Setting, world: State, seat: int, move: int) -> None:
    """Make a move in another world as the table of this setting would, with the same chance."""
    world.key_draws(chance.draw_key(chance.make_seed(setting.own_seed(SEED))))
    world.apply(seat, move)
    world.forget_key()


def learned_nothing(setting: Setting, before: State, after: State, seat: int, move: int) -> bool:
    """Whether the seat sees the same after its move in other worlds that looked the same to it before."""
    for world in range(4):
        other = before.determinized(seat, world)
        made_at(setting, other, seat, move)
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
            assert learned_nothing(setting, before, table.state, seat, move), name
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


# past the decisions of bots


def learned_of_others(setting: Setting, table: bellringer.Table, states: list[State], depth: int, seat: int) -> bool:
    """Whether the last decisions, of which the seat made the first, left its knowledge of hidden things as it was.

    In other worlds that look the same to the seat, the same can have happened in the open, and the seat sees the same.
    """
    names = setting.game.move_names
    decided = [(one, names.index(name)) for one, name in table.history[-depth:]]
    for world in range(4):
        other = states[-depth].determinized(seat, world)
        for turn, (one, move) in enumerate(decided):
            shown = setting.game.open_name(states[turn - depth], one, move)
            meant = [move] if one == seat else alike(setting, other, one, shown)
            if not meant and shown is not None:
                return True
            if not meant:
                continue  # of what nobody sees nothing need have happened
            made_at(setting, other, one, meant[0])
        if setting.game.view(other, seat) != setting.game.view(table.state, seat):
            return True
    return False


def alike(setting: Setting, state: State, seat: int, shown: str | None) -> list[int]:
    """The moves of a seat that others see so."""
    return [move for move in state.legal(seat) if setting.game.open_name(state, seat, move) == shown]


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_undo_goes_past_bots_whose_moves_told_something_hidden(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 5)
    states: list[State] = []
    bots, depths = set(range(1, setting.seats)), set()
    while table.pending:
        states.append(table.state)
        play_some(table, 1, dice)
        depth = table.undo_depth(0, bots)
        assert bool(depth) is table.may_undo(0, bots)
        if depth > 1:
            assert table.history[-depth][0] == 0
            assert all(one != 0 for one, _ in table.history[1 - depth :])
            assert not learned_of_others(setting, table, states, depth, seat=0), table.history[-depth:]
        depths.add(depth)
    assert max(depths) > 1, "bots decide after a person, and nothing comes to light"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_an_undo_past_bots_takes_back_all_that_they_did_since(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 6)
    bots, told = set(range(1, setting.seats)), [(bytes(table.state), table.event_count, table.record())]
    while table.pending:
        play_some(table, 1, dice)
        told.append((bytes(table.state), table.event_count, table.record()))
        depth = table.undo_depth(0, bots)
        if depth > 1 and dice.random() < 0.5:
            assert not table.may_undo(0), "without the bots it would go past another seat's decision"
            name = table.history[-depth][1]
            assert table.undo(0, bots) == name
            del told[-depth:]
            assert (bytes(table.state), table.event_count, table.record()) == told[-1]


def test_a_card_that_a_bot_has_shown_stays_shown() -> None:
    """The first seat of Notre Dame plays, then a bot plays a card of its hand: all have seen that the bot had it."""
    table, dice = bellringer.new_game("notre-dame", seats=2, seed=3), random.Random(3)
    while table.rules.ask(table.state)[0] != "play-card":
        play_some(table, 1, dice)
    while not (table.history[-1][0] == 0 and table.pending == (1,)):
        play_some(table, 1, dice)
    assert table.may_undo(0, past={1})
    play_some(table, 1, dice)
    assert table.history[-1][0] == 1
    assert not table.may_undo(0, past={1})


def test_a_pick_of_the_draft_is_taken_back_past_those_of_bots_until_all_have_picked() -> None:
    table = bellringer.new_game("notre-dame", seats=3, seed=4)
    for seat in (0, 1):
        table.play(table.moves(seat)[0].name, seat)
    assert not table.may_undo(0)
    assert table.undo_depth(0, past={1, 2}) == 2
    table.undo(0, past={1, 2})
    assert (table.pending, table.moves_played) == ((0, 1, 2), 0)
    for seat in (0, 1, 2):
        table.play(table.moves(seat)[0].name, seat)
    assert not table.may_undo(0, past={1, 2}), "cards have been passed on"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_is_taken_back_when_the_game_is_over(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 7)
    while table.pending:
        play_some(table, 1, dice)
    for seat in range(setting.seats):
        assert not table.may_undo(seat, past=range(setting.seats))
        with pytest.raises(bellringer.UndoRefused):
            table.undo(seat)
