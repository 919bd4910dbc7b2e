"""What a learned value reads of every game: within the bounds that it says, and nothing that a seat can't see."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import bellringer
from bellringer.core.compiled.features import Feature, Features
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from tests.contract.tables import SETTINGS, Setting, tables_with_much, walk
from tools.games import SAMPLED

GAMES = [name for name in bellringer.game_names() if find(name).book.features is not None]
READ = [setting for setting in SETTINGS if setting.name in GAMES]
SHARE = 0.2  # of the decisions of a game that are looked at
ROUNDS = 40  # of tables with any cards, in the soak
Numbers = tuple[list[list[int]], list[int]]


def features_of(game: str) -> Features:
    """The features of a game that has some."""
    found = find(game).book.features
    assert found is not None
    return found


def named(features: Features, numbers: Numbers) -> Iterator[tuple[str, Feature, str, int]]:
    """Each number with whose it is, its feature and its part, seat by seat, and then the table's."""
    seats, table = numbers
    for block in seats:
        yield from (("seat", one, part, n) for (one, part), n in zip(features.seat_parts, block, strict=True))
    yield from (("table", one, part, n) for (one, part), n in zip(features.table_parts, table, strict=True))


def strays(features: Features, state: State) -> list[str]:
    """What is out of its bounds, before it is put within them."""
    return [
        f"{one.name} {part}: {number}, not within {one.lowest} and {one.highest}"
        for _, one, part, number in named(features, features.read(state, is_bounded=False))
        if not one.lowest <= number <= one.highest
    ]


def met(state: State, dice: random.Random) -> Iterator[State]:
    """Some of the positions of a random game, and its end."""
    for _ in walk(state, dice):
        if dice.random() < SHARE:
            yield state
    yield state


@pytest.mark.parametrize("game", GAMES)
def test_each_feature_and_each_of_its_numbers_has_a_name_of_its_own(game: str) -> None:
    features = features_of(game)
    assert features.of_seats
    for listed, parts in ((features.of_seats, features.seat_parts), (features.of_table, features.table_parts)):
        assert len({one.name for one in listed}) == len(listed)
        assert len({(one.name, part) for one, part in parts}) == len(parts) == sum(len(one.parts) for one in listed)
        for one in listed:
            assert one.meaning and one.lowest < one.highest and one.scale > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_state_gives_a_block_for_each_seat_and_one_for_the_table(game: str) -> None:
    features = features_of(game)
    for seats in range(find(game).fewest_seats, find(game).most_seats + 1):
        blocks, table = features.read(bellringer.new_game(game, seats=seats, seed=1).state)
        assert [len(block) for block in blocks] == [len(features.seat_parts)] * seats
        assert len(table) == len(features.table_parts)


@pytest.mark.parametrize("setting", READ, ids=str)
def test_no_number_leaves_its_bounds(setting: Setting) -> None:
    """Read as they are: what is put within its bounds would always lie there."""
    features = features_of(setting.name)
    for state in met(setting.deal(5), random.Random(5)):
        assert strays(features, state) == []
        assert features.read(state) == features.read(state, is_bounded=False)


@pytest.mark.parametrize("setting", [one for one in READ if one in tables_with_much()], ids=str)
def test_worlds_that_look_alike_give_the_same_numbers_once_they_are_dealt_anew(setting: Setting) -> None:
    features, dice, pairs = features_of(setting.name), random.Random(7), 0
    for seed in range(4):
        state = setting.deal(seed)
        for seat in walk(state, dice):
            if dice.random() < SHARE:
                other = state.determinized(seat, dice.getrandbits(60))
                dealt = dice.getrandbits(60)
                one, two = (features.read(world.determinized(seat, dealt)) for world in (state, other))
                assert one == two
                pairs += bytes(state) != bytes(other)
    assert pairs > 20


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_each_number_tells_something_and_none_leaves_its_bounds(game: str) -> None:
    """Over tables of all kinds, and with any cards, each number is met with two values at least."""
    features, dice = features_of(game), random.Random(11)
    seen: dict[tuple[str, str, str], set[int]] = {}
    for state in (state for start in starts(game, dice) for state in met(start, dice)):
        assert strays(features, state) == []
        for whose, one, part, number in named(features, features.read(state)):
            seen.setdefault((whose, one.name, part), set()).add(number)
    assert [name for name, numbers in seen.items() if len(numbers) < 2] == []


def starts(game: str, dice: random.Random) -> Iterator[State]:
    """Tables of all kinds at their first question, and then tables with any cards."""
    for seed in range(8):
        yield from (setting.deal(seed) for setting in READ if setting.name == game)
    for _ in range(ROUNDS if game in SAMPLED else 0):
        for _, state in SAMPLED[game](dice):
            state.seed(dice.getrandbits(60))
            if not state.pending:
                state.deal()
            yield state
