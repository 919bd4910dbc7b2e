"""Chance: committed to before it falls, the same for the same seed, and fair; the older scheme, keyed for every move.

Draws, by which new tables are keyed, have a file of their own: test_draws.py.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bellringer
from bellringer.core import chance
from bellringer.core.compiled.play import check_games, random_games
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.tables.table import deal_again
from tests.contract.fairness import comes_evenly
from tests.contract.tables import CHECKED, SETTINGS, Setting, play_some, settings

GAMES = bellringer.game_names()
numbers_of = find("notre-dame").documents.numbers
seeds = st.one_of(st.integers(), st.binary(min_size=32, max_size=32))


# seeds and commitments


@given(seed=seeds)
def test_the_commitment_is_the_seeds_sha_256(seed: int | bytes) -> None:
    secret = chance.make_seed(seed)
    assert len(secret) == chance.SEED_BYTES == 32
    assert chance.commitment(secret) == hashlib.sha256(secret).hexdigest()
    assert chance.make_seed(secret.hex()) == chance.make_seed(secret) == secret


@given(seed=seeds, number=st.integers(0, 2**40))
def test_the_key_of_a_move_is_an_hmac_of_its_number(seed: int | bytes, number: int) -> None:
    secret = chance.make_seed(seed)
    expected = hmac.new(secret, number.to_bytes(8, "big"), hashlib.sha256).digest()
    assert chance.move_key(secret, number) == expected


def test_seeds_that_nobody_gave_differ_every_time() -> None:
    assert len({chance.make_seed(None) for _ in range(100)}) == 100


def test_numbers_make_different_seeds() -> None:
    assert len({chance.make_seed(number) for number in range(-500, 500)}) == 1000


@pytest.mark.parametrize("wrong", ["", "seven", "0" * 63, "0" * 62, "0" * 66, b"", b"short", b"x" * 33], ids=repr)
def test_a_seed_that_is_none_is_refused(wrong: str | bytes) -> None:
    with pytest.raises(bellringer.OptionError, match="seed"):
        bellringer.new_game(GAMES[0], seed=wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_commits_to_its_seed_and_keeps_to_it(game: str) -> None:
    table = bellringer.new_game(game, seed=30)
    assert table.commitment == chance.commitment(chance.make_seed(30))
    play_some(table, 20, random.Random(30))
    assert table.commitment == chance.commitment(chance.make_seed(30))


# the same seed, the same game


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_same_seed_and_moves_are_the_same_game(setting: Setting) -> None:
    one, other = (play_some(setting.table(seed=31), 10**6, random.Random(31)) for _ in range(2))
    assert one.record() == other.record()
    assert one.state == other.state


@pytest.mark.parametrize("game", GAMES)
def test_other_seeds_are_other_games(game: str) -> None:
    deals = {bytes(bellringer.new_game(game, seed=seed).state) for seed in range(200)}
    nobodys = {bytes(bellringer.new_game(game).state) for _ in range(50)}
    assert len(deals | nobodys) == 250


@pytest.mark.parametrize("setting", settings(GAMES[0])[::10], ids=str)
def test_game_number_n_of_a_seed_is_the_same_in_any_batch(setting: Setting) -> None:
    state = setting.blank()
    whole = random_games(state, 60, seed=32)
    assert whole == sum(random_games(state, 20, seed=32, first=first) for first in (0, 20, 40))
    assert whole == check_games(state, 60, seed=32)[0]
    assert whole != random_games(state, 60, seed=33)


@pytest.mark.parametrize("game", GAMES)
def test_streams_of_one_seed_are_different_games(game: str) -> None:
    deals = set()
    for stream in range(200):
        state = settings(game)[0].blank()
        state.seed(34, stream)
        state.deal()
        deals.add(bytes(state))
    assert len(deals) == 200


# keyed anew for every move, in a game that names no draws and at tables from before there were draws


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_dice_of_its_own(game: str) -> None:
    """Right after a move that rolled nothing, the dice are the move's key: they owe nothing to what came before."""
    secret, dice = chance.make_seed(35), random.Random(35)
    options = bellringer.new_game(game, seed=35).options
    table, unrolled = deal_again(game, 4, options, secret, chance.MOVES), 0
    while table.pending:
        play_some(table, 1, dice)
        key = chance.move_key(secret, table.moves_played)
        words = tuple(int.from_bytes(key[i : i + 8], "little") for i in range(0, 32, 8))
        unrolled += table.state.dice == words
    assert unrolled > table.moves_played // 2


@pytest.mark.parametrize("game", GAMES)
def test_the_same_move_under_another_number_meets_other_dice(game: str) -> None:
    """Nobody can wait for good dice or learn them from earlier ones: only the seed and the number make them."""
    secret = chance.make_seed(36)
    table = play_some(bellringer.new_game(game, seed=36), 30, random.Random(36))
    seat = table.pending[0]
    move = table.state.legal(seat)[0]

    def dice_at(number: int, state: State) -> tuple[int, ...]:
        state.key(chance.move_key(secret, number))
        state.apply(seat, move)
        return state.dice

    assert len({dice_at(number, table.state) for number in range(50)}) == 50
    stirred = table.state
    stirred.seed(1)
    assert dice_at(31, stirred) == dice_at(31, table.state)


@pytest.mark.parametrize("game", GAMES)
def test_dice_are_keyed_with_32_bytes_and_nothing_else(game: str) -> None:
    state = settings(game)[0].blank()
    for wrong in (b"", b"x" * 31, b"x" * 33):
        with pytest.raises(ValueError, match="32 bytes"):
            state.key(wrong)
    state.key(bytes(32))
    assert any(state.dice), "all zeros would never change again"


# fair dice, seen through the deals of Notre Dame

DEALS = 4_000 if CHECKED else 20_000


def deals(seats: int, persons: str) -> Iterable[dict[str, Any]]:
    """Many deals, as the compiled reader gives them."""
    blank = Setting("notre-dame", seats, (("persons", persons),)).blank()
    for stream in range(DEALS):
        state = blank.copy()
        state.seed(37, stream)
        state.deal()
        yield numbers_of(state)


def tally(what: Callable[[dict[str, Any]], Hashable], seats: int = 3, persons: str = "base") -> Counter[Hashable]:
    """How often what comes."""
    return Counter(what(town) for town in deals(seats, persons))


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_every_action_card_is_drawn_equally_often(seat: int, place: int) -> None:
    assert comes_evenly(tally(lambda town: town["deck"][seat][place]), range(9))


def test_every_three_cards_of_a_pile_are_drawn_equally_often() -> None:
    hands = tally(lambda town: frozenset(town["deck"][0][:3]))
    assert len(hands) == comb(9, 3)
    assert comes_evenly(hands, [frozenset(three) for three in combinations(range(9), 3)])


def test_the_piles_of_two_seats_have_nothing_to_do_with_each_other() -> None:
    firsts = tally(lambda town: (town["deck"][0][0], town["deck"][1][0]))
    assert comes_evenly(firsts, [(one, other) for one in range(9) for other in range(9)])


@pytest.mark.parametrize("borough", [0, 1, 2])
def test_messages_lie_in_every_order_equally_often(borough: int) -> None:
    first = 5 * borough + 1
    orders = tally(lambda town: tuple(token % 4 for token in town["message"][first : first + 4]))
    assert comes_evenly(orders, list(permutations(range(4))))


def test_every_two_brown_persons_open_equally_often() -> None:
    pairs = tally(lambda town: frozenset(town["open"][:2]))
    assert comes_evenly(pairs, [frozenset(pair) for pair in combinations(range(6), 2)])


@pytest.mark.parametrize("letter", [0, 1, 2])
@pytest.mark.parametrize(("persons", "of_a_letter"), [("base", 3), ("new", 9)])
def test_the_gray_persons_of_a_letter_come_in_every_order_equally_often(
    letter: int, persons: str, of_a_letter: int
) -> None:
    found = tally(lambda town: tuple(town["gray"][3 * letter : 3 * letter + 3]), persons=persons)
    town = next(iter(deals(3, persons)))
    everybody = range(33 if persons == "new" else 15)
    backs = [person for person in everybody if town["back"][person] == letter + 1]
    assert len(backs) == of_a_letter
    assert comes_evenly(found, list(permutations(backs, 3)))


def test_cards_of_the_second_round_are_equally_often_any_of_the_nine() -> None:
    """And never one that the pile gave in the first."""
    found, first = Counter[Hashable](), Setting("notre-dame", 2, ()).blank()
    for stream in range(DEALS // 10):
        state = first.copy()
        state.seed(38, stream)
        state.deal()
        while (town := numbers_of(state))["round"] == 0:
            state.apply(state.pending[0], state.legal(state.pending[0])[0])
        assert len(set(town["deck"][0][:6])) == 6
        found[town["deck"][0][5]] += 1
    assert comes_evenly(found, range(9))
