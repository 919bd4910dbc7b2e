"""Dealing anew is fair: all that a seat must hold possible comes equally often, and nothing else comes.

What it must hold possible is counted by brute force, from what has lain before its eyes (`seen`): written here from
the rules, apart from the engine's own account of who knows what.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import prod
from typing import Any

import pytest

from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.games.notre_dame.names import ACTIONS, COLOURS, PERSONS, PHASES, WHOSE
from tests.contract.fairness import chi_square, comes_evenly, critical
from tests.contract.tables import CHECKED, Setting, settings, walk

GAME = find("notre-dame")
numbers_of = GAME.documents.numbers
TRIES = 1_000 if CHECKED else 2_000
MOST_WORLDS = TRIES // 7  # of one pile, or of all together, that so many tries can tell apart
Row = tuple[int, ...]  # the three cards of a pile and a round: kept by its owner, by the left neighbour, by the next


def test_chi_square_is_that_of_the_books() -> None:
    assert chi_square(Counter(heads=60, tails=40), ["heads", "tails"]) == 4
    five_percent = 1.644854
    assert critical(10, five_percent) == pytest.approx(18.307, abs=0.05)
    assert critical(100, five_percent) == pytest.approx(124.342, abs=0.05)
    assert comes_evenly(Counter(a=10), ["a"])
    assert comes_evenly(Counter(a=500, b=400), ["a", "b"])
    assert not comes_evenly(Counter(a=530, b=370), ["a", "b"])
    assert not comes_evenly(Counter(a=50, b=50, c=1), ["a", "b"])


# a moment of a game, and what a seat has seen by then


@dataclass(frozen=True)
class Moment:
    """A state with the seat whose eyes are used."""

    town: dict[str, Any]
    seat: int
    seats: int
    pending: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """Rounds of this period for which cards have been drawn."""
        return self.town["round"] % 3 + 1

    def row(self, pile: int, number: int) -> Row:
        """A pile's cards of a round as they really lie."""
        return tuple(self.town["deck"][pile][3 * number : 3 * number + 3])

    def seen(self, pile: int, number: int, row: Row) -> tuple[Any, ...]:
        """What the seat would have seen of a round's three cards of a pile, if they were these."""
        now = number == self.rounds - 1
        passes = min(self.town["phase"], 2) if now else 2
        picked = self.seat not in self.pending or not now
        distance = (self.seat - pile) % self.seats
        found: list[Any] = []
        for k, card in enumerate(row):  # what lies open, everybody has seen, with its colour
            if self.town["played"][(pile + k) % self.seats] >> (3 * number + k) & 1:
                found.append((k, card))
        if distance == 0:
            found.append(frozenset(row))
            if passes > 0 or picked:
                found.append(("kept", row[0]))
        if distance == 1 and passes > 0:
            found.append(frozenset(row[1:]))
            if passes > 1 or picked:
                found.append(("kept", row[1]))
        if (distance == 2 or (distance == 0 and self.seats == 2)) and passes > 1:
            found.append(("was left", row[2]))
        return tuple(found)

    def possible(self, pile: int) -> list[tuple[Row, ...]]:
        """All ways in which a pile may have been dealt and picked from, by what the seat has seen."""
        worlds: list[tuple[Row, ...]] = [()]
        for number in range(self.rounds):
            truth = self.seen(pile, number, self.row(pile, number))
            worlds = [
                (*world, row)
                for world in worlds
                for row in permutations(set(range(len(ACTIONS))).difference(*world), 3)
                if self.seen(pile, number, row) == truth
            ]
        return worlds


def moments(seats: int, seed: int) -> Iterator[tuple[State, Moment]]:
    """One period, looked at by every seat in turn: in both steps of the draft, at the cards, and at the hiring."""
    setting = Setting("notre-dame", seats, (("edition", "2007"), ("persons", "new")))
    state = setting.deal(seed)
    for number, _ in enumerate(walk(state, random.Random(seed))):
        town = numbers_of(state)
        if town["round"] == 3:
            return
        if number % 5 == 0 or town["phase"] < PHASES.index("play"):
            yield state, Moment(town, number % seats, seats, state.pending)


def dealt_anew(state: State, seat: int) -> Iterator[dict[str, Any]]:
    """Other worlds, many times."""
    for seed in range(TRIES):
        yield numbers_of(state.determinized(seat, seed))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_action_cards_are_dealt_anew_evenly(seats: int) -> None:
    looked_at = 0
    for state, moment in moments(seats, seed=26):
        possible = [set(moment.possible(pile)) for pile in range(seats)]
        piles = [pile for pile in range(seats) if len(possible[pile]) <= MOST_WORLDS]
        found: list[Counter[Any]] = [Counter() for _ in range(seats)]
        together: Counter[Any] = Counter()
        for town in dealt_anew(state, moment.seat):
            cut = [3 * number for number in range(moment.rounds)]
            worlds = tuple(tuple(tuple(deck[i : i + 3]) for i in cut) for deck in town["deck"])
            together[worlds] += 1
            for pile in range(seats):
                found[pile][worlds[pile]] += 1
        assert all(set(found[pile]) <= possible[pile] for pile in range(seats))
        assert all(comes_evenly(found[pile], possible[pile]) for pile in piles)
        if prod(map(len, possible)) <= MOST_WORLDS:
            assert comes_evenly(together, list(product(*possible)))
        looked_at += len(piles)
    assert looked_at > 30


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_view_tells_all_that_the_seat_has_seen_and_no_more(seats: int) -> None:
    """Change one pile in any way: the view changes exactly when the seat has seen something of the change."""
    dice, changed = random.Random(27), Counter[bool]()
    for state, moment in moments(seats, seed=27):
        document, view = GAME.position(state), GAME.view(state, moment.seat)
        if document["asks"][-1]["ask"] not in ("keep-own", "keep-passed", "play-card") or dice.random() < 0.6:
            continue
        pile, number = dice.randrange(seats), dice.randrange(moment.rounds)
        earlier_and_later = {card for r in range(moment.rounds) if r != number for card in moment.row(pile, r)}
        rows = list(permutations(set(range(len(ACTIONS))) - earlier_and_later, 3))
        for row in dice.sample(rows, min(len(rows), 30)):
            other = deepcopy(document)
            other["players"][COLOURS[pile]]["drawn"][number] = [ACTIONS[card] for card in row]
            world = GAME.restore(other)
            if world.asks != state.asks:
                continue  # the other hand has left no choice, and the question answered itself
            same = moment.seen(pile, number, row) == moment.seen(pile, number, moment.row(pile, number))
            assert (GAME.view(world, moment.seat) == view) == same
            changed[same] += 1
    assert changed[True] > 20 and changed[False] > 20


def test_nobody_sees_which_card_another_seat_keeps() -> None:
    for setting in settings("notre-dame")[::7]:
        state = setting.deal(seed=28)
        state.recording = True
        dice = random.Random(28)
        for seat in walk(state, dice):
            if numbers_of(state)["phase"] >= PHASES.index("play") or len(state.pending) == 1:
                continue
            others = [None, *(one for one in range(setting.seats) if one != seat)]
            tidings = {after_keeping(state, seat, move, others) for move in state.legal(seat)}
            assert len(tidings) == 1


def after_keeping(state: State, seat: int, move: int, others: list[int | None]) -> str:
    """What all the others see of a seat's pick, the log included."""
    other = state.copy()
    happened = other.apply(seat, move)
    return json.dumps([[GAME.view(other, one) for one in others], happened])


# the gray persons


def gray_pile(town: dict[str, Any]) -> Row:
    """The gray persons to come, in their order."""
    return tuple(town["gray"][town["round"] + 1 :])


def letters_shuffled(town: dict[str, Any]) -> set[Row]:
    """Every order of the gray persons to come: A before B before C, each letter in any order."""
    letters = [[one for one in gray_pile(town) if town["back"][one] == letter] for letter in (1, 2, 3)]
    return {(*a, *b, *c) for a, b, c in product(*map(permutations, letters))}


@cache
def gray_state(number: int, seen_by: str) -> State:
    """The first card of a round, with the pile looked through by one seat."""
    document = {"game": "notre-dame", "seats": 3, "persons": "new", "round": number, "gray-pile-seen-by": [seen_by]}
    return GAME.restore(document)


@pytest.mark.parametrize("number", range(1, 10))
def test_gray_persons_to_come_are_dealt_anew_evenly(number: int) -> None:
    state = gray_state(number, seen_by="blue")
    found = Counter(gray_pile(town) for town in dealt_anew(state, seat=0))
    assert comes_evenly(found, letters_shuffled(numbers_of(state)))


@pytest.mark.parametrize("number", range(1, 10))
def test_who_has_looked_through_the_gray_pile_knows_its_order(number: int) -> None:
    state = gray_state(number, seen_by="blue")
    found = Counter(gray_pile(town) for town in dealt_anew(state, seat=1))
    assert set(found) == {gray_pile(numbers_of(state))}
    names = [PERSONS[person] for person in gray_pile(numbers_of(state))]
    assert GAME.view(state, 1)["gray-pile"] == names
    for seat in (None, 0, 2):
        assert "gray-pile" not in GAME.view(state, seat)
        assert sorted(GAME.view(state, seat)["gray-left"]) == sorted(names)


def test_whose_card_is_played_of_two_alike_is_seen_when_it_is_played() -> None:
    """A seat with the same action from two piles: the others hold every deal possible that leaves it a card to play."""
    hand = {"red": {"hand": ["bank", "bank", "park"]}}
    state = GAME.restore({"game": "notre-dame", "seats": 3, "players": hand})
    state.apply(0, GAME.move_names.index("bank"))
    assert GAME.ask(state)[0] == "whose-card"
    assert GAME.view(state, 1)["asks"] == [{"ask": "play-card", "seats": ["red"]}]
    firsts = Counter(town["deck"][0][0] for town in dealt_anew(state, seat=1))
    seen = {town["deck"][0][k] for town in dealt_anew(state, seat=1) for k in (1, 2)}
    assert comes_evenly(firsts, set(range(len(ACTIONS))) - seen)
    assert GAME.view(state, 0)["asks"] == [{"ask": "whose-card", "seats": ["red"], "action": "bank"}]
    assert [card["from"] for card in GAME.view(state, 0)["players"]["red"]["hand"]] == list(WHOSE)
