"""What is counted of many games: few numbers, however many games they are, the same in whatever order they come."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import overload

Outcome = tuple[tuple[int, ...], tuple[int, ...]]  # places and scores of a game, by seat
Result = tuple[int, int]  # by how many a victory is shared, 0 for a defeat; and the score


@dataclass
class Tally:
    """The results of some games: how often each came about, by the number of a bot and its seat."""

    games: int = 0
    decisions: int = 0
    results: Counter[tuple[int, int, Result]] = field(default_factory=Counter)

    def count(self, outcomes: Sequence[Outcome], first: int) -> None:
        """Count games, the first of which is number `first`: bot b sat on seat (b + number) % seats."""
        self.games += len(outcomes)
        for number, (places, scores) in enumerate(outcomes, first):
            winners, seats = places.count(1), len(places)
            for b in range(seats):
                seat = (b + number) % seats
                self.results[b, seat, (winners if places[seat] == 1 else 0, scores[seat])] += 1

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.results.update(other.results)

    def by_bot(self, names: Sequence[str]) -> dict[str, Counter[Result]]:
        """The results of each bot by name, all its seats together."""
        found = {name: Counter[Result]() for name in names}
        for (b, _, result), times in self.results.items():
            found[names[b]][result] += times
        return found

    def by_seat(self, seats: int) -> list[Counter[Result]]:
        """The results of each seat, whoever sat there."""
        found = [Counter[Result]() for _ in range(seats)]
        for (_, seat, result), times in self.results.items():
            found[seat][result] += times
        return found


class Scores(Sequence[int]):
    """Sorted scores, each kept once with how often it came up."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.values = sorted(counts)
        self.ends = list(accumulate(counts[value] for value in self.values))

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return self.values[bisect_right(self.ends, at % len(self))]


def wins_of(results: Mapping[Result, int]) -> float:
    """The victories, a shared one as its part: the exact sum of the parts, rounded once."""
    won = Counter[int]()
    for (winners, _), times in results.items():
        won[winners] += times
    return float(sum((Fraction(1 / winners) * times for winners, times in won.items() if winners), Fraction()))


def scores_of(results: Mapping[Result, int]) -> Scores:
    """The scores, sorted."""
    counts = Counter[int]()
    for (_, score), times in results.items():
        counts[score] += times
    return Scores(counts)


def quantile(ordered: Sequence[int], q: float) -> float:
    """The q-quantile of sorted numbers, interpolated between neighbours."""
    if not ordered:
        return 0.0
    at = q * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
