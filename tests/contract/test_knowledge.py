"""Who knows what: a view tells what its seat may know, dealing the rest anew is fair, and bots see no more."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import bellringer
from bellringer import bots
from bellringer.core.compiled.state import ALL_SEATS, State
from bellringer.core.contract.registry import find
from tests.contract.tables import SETTINGS, Setting, fewest_answers, settings, walk

SECRETS = ("dice", "seed")  # fields of a position or a record that no view has
OWN_SECRETS = {"notre-dame": ("drawn",)}  # of one game alone


def moments(setting: Setting, seed: int, every: int) -> Iterator[tuple[State, random.Random]]:
    """States of a random game, some of them, the last included."""
    state, dice = setting.deal(seed), random.Random(seed)
    for number, _ in enumerate(walk(state, dice)):
        if number % every == 0:
            yield state, dice
    yield state, dice


def other_world(state: State, seat: int, dice: random.Random) -> State:
    """The state with all that the seat can't see dealt anew."""
    return state.determinized(seat, dice.getrandbits(64))


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_seat_can_not_see_does_not_change_its_view(setting: Setting) -> None:
    view = setting.game.view
    for state, dice in moments(setting, seed=17, every=3):
        for seat in range(setting.seats):
            other = other_world(state, seat, dice)
            assert view(other, seat) == view(state, seat)
            assert view(other, None) == view(state, None)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_spectator_sees_only_what_every_seat_sees(setting: Setting) -> None:
    """Deal anew what the first seat can't see, then what the second can't, and so on: no seat's secret is left."""
    for state, dice in moments(setting, seed=18, every=6):
        other = state
        for seat in range(setting.seats):
            other = other_world(other, seat, dice)
        assert setting.game.view(other, None) == setting.game.view(state, None)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_world_dealt_anew_is_legal_and_asks_the_seat_the_same(setting: Setting) -> None:
    for state, dice in moments(setting, seed=19, every=2):
        for seat in range(setting.seats):
            other = other_world(state, seat, dice)
            assert other.broken_law == 0
            assert other.pending == state.pending
            assert other.legal(seat) == state.legal(seat)
            assert (other.seats, other.over, other.revealed) == (state.seats, state.over, state.revealed)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_in_the_world_dealt_anew_everybody_who_is_asked_has_a_choice(setting: Setting) -> None:
    for state, dice in moments(setting, seed=19, every=2):
        for seat in range(setting.seats):
            other = other_world(state, seat, dice)
            assert all(len(other.legal(one)) >= fewest_answers(other) for one in other.pending)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_world_dealt_anew_can_be_played_to_the_end(setting: Setting) -> None:
    for number, (state, dice) in enumerate(moments(setting, seed=20, every=15)):
        other = other_world(state, number % setting.seats, dice)
        for _ in walk(other, dice):
            assert other.broken_law == 0
            assert all(other.legal(seat) for seat in other.pending)
        assert other.broken_law == 0


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_nobody_has_seen_is_dealt_anew_and_no_seat_can_tell(setting: Setting) -> None:
    """Whoever plays on from there with new luck knows what it knew, and is asked the same."""
    for state, dice in moments(setting, seed=23, every=12):
        other = setting.game.dealt_anew(state, dice.getrandbits(64))
        assert other.broken_law == 0 and other.pending == state.pending
        for seat in (*range(setting.seats), None):
            assert setting.game.view(other, seat) == setting.game.view(state, seat)
        assert all(other.legal(seat) == state.legal(seat) for seat in range(setting.seats))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_all_seats_together_know_what_any_of_them_knows(setting: Setting) -> None:
    """What is dealt anew for all of them changes no seat's view, and nothing that a seat may see of its own things."""
    for state, dice in moments(setting, seed=25, every=40):
        other = state.determinized(ALL_SEATS, dice.getrandbits(64))
        assert other.broken_law == 0 and other.pending == state.pending and other.dice != state.dice
        for seat in (*range(setting.seats), None):
            assert setting.game.view(other, seat) == setting.game.view(state, seat)
        assert setting.game.whole_view(other) == setting.game.whole_view(state)
        assert all(other.legal(seat) == state.legal(seat) for seat in range(setting.seats))


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_what_no_seat_knows_is_dealt_anew_for_all_seats_together(game: str) -> None:
    changed = 0
    for state, dice in moments(settings(game)[0], seed=26, every=6):
        found = find(game)
        changed += found.position(state.determinized(ALL_SEATS, dice.getrandbits(64))) != found.position(state)
    assert changed > 3


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_what_nobody_has_seen_is_another_then(game: str) -> None:
    changed = 0
    for state, dice in moments(settings(game)[0], seed=24, every=6):
        found = find(game)
        changed += found.position(found.dealt_anew(state, dice.getrandbits(64))) != found.position(state)
    assert changed > 3


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_worlds_that_look_the_same_are_dealt_anew_to_the_same_bytes(setting: Setting) -> None:
    for state, dice in moments(setting, seed=21, every=3):
        for seat in range(setting.seats):
            one, other = other_world(state, seat, dice), other_world(state, seat, dice)
            again = dice.getrandbits(64)
            assert one.determinized(seat, again) == other.determinized(seat, again) == state.determinized(seat, again)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_dealing_anew_leaves_the_state_alone_and_follows_its_seed(setting: Setting) -> None:
    for state, _ in moments(setting, seed=22, every=20):
        before = bytes(state)
        for seat in range(setting.seats):
            assert state.determinized(seat, 1) == state.determinized(seat, 1)
            assert state.determinized(seat, 1).dice != state.determinized(seat, 2).dice != state.dice
        assert bytes(state) == before


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_view_has_dice_seeds_or_the_others_hands(setting: Setting) -> None:
    names = setting.game.seat_names(setting.seats)
    for state, _ in moments(setting, seed=23, every=6):
        dice = [f"{word:016x}" for word in state.dice]
        for seat in (None, *range(setting.seats)):
            view = setting.game.view(state, seat)
            text = json.dumps(view)
            assert not any(f'"{name}":' in text for name in (*SECRETS, *OWN_SECRETS.get(setting.name, ())))
            assert not any(word in text for word in dice)
            assert view["seat"] == (None if seat is None else names[seat])
            others = [view["players"][name] for name in names if name != view["seat"]]
            assert not any("hand" in other or "to-keep" in other for other in others)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ("random", "greedy", "search:20"))
def test_a_bot_chooses_the_same_in_worlds_that_look_the_same(setting: Setting, name: str) -> None:
    for state, dice in moments(setting, seed=24, every=4):
        for seat in state.pending:
            seed, other = dice.getrandbits(32), other_world(state, seat, dice)
            chosen = {bots.make(name, seed).choose_number(world, seat) for world in (state, other)}
            assert len(chosen) == 1 and chosen <= set(state.legal(seat))


@pytest.mark.parametrize("game", bellringer.game_names())
def test_a_table_shows_the_views_of_its_seats_and_of_no_other(game: str) -> None:
    setting = settings(game)[0]
    table = setting.table(seed=25)
    for seat in (None, *range(table.seats)):
        assert table.view(seat) == setting.game.view(table.state, seat)
    wrong: Any
    for wrong in (-1, table.seats, "red"):
        with pytest.raises(bellringer.IllegalMove, match="no seat"):
            table.view(wrong)
