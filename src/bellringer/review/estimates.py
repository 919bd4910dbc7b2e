"""Means with their standard errors, and which of several differences hold together."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple, TypeVar

DIGITS = 6  # that are kept of a figure, so that it is the same after it was written and read
TWICE = 2.0  # errors beyond which a difference is named
LEVEL = 0.05  # the chance that anything at all is said of sources which make no difference
LEAST_DIFFERING = 10  # pairs that must differ before a mean of them is trusted

Key = TypeVar("Key", bound=Hashable)


class Measured(NamedTuple):
    """A figure, and its standard error."""

    value: float
    error: float

    @property
    def is_certain(self) -> bool:
        """Whether it is further from nought than twice its error."""
        return abs(self.value) > TWICE * self.error


NOTHING = Measured(0.0, 0.0)


def measured(values: Sequence[float]) -> Measured:
    """The mean of independent values, and its standard error; 0 for a single value, of which nobody can tell."""
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Measured(round(fmean(values), DIGITS), round(error, DIGITS))


def less(one: Measured, other: Measured) -> Measured:
    """The difference of two figures that were measured independently."""
    error = math.hypot(one.error, other.error)
    return Measured(round(one.value - other.value, DIGITS), round(error, DIGITS))


def total(figures: Iterable[Measured]) -> Measured:
    """The sum of figures that were measured independently."""
    found = list(figures)
    error = math.sqrt(sum(one.error**2 for one in found))
    return Measured(round(sum(one.value for one in found), DIGITS), round(error, DIGITS))


def chance_of(differences: Sequence[float]) -> float:
    """The chance that pairs without any difference differ as much in their mean: the p of a paired t test.

    The distribution of t is taken to the normal one (Wallace 1959), whose error is below 0.001 from 20 pairs on. 1 if
    fewer than LEAST_DIFFERING pairs differ at all.
    """
    if sum(one != 0 for one in differences) < LEAST_DIFFERING:
        return 1.0
    pairs = len(differences)
    spread = stdev(differences)
    if spread == 0:
        return 0.0
    t, freedom = fmean(differences) / spread * math.sqrt(pairs), pairs - 1
    normal = (8 * freedom + 1) / (8 * freedom + 3) * math.sqrt(freedom * math.log1p(t * t / freedom))
    return 2 * NormalDist().cdf(-normal)


def holm(chances: Mapping[Key, float], level: float = LEVEL) -> set[Key]:
    """The keys of what holds together: the chance that any of them does not is below the level (Holm 1979).

    The smallest chance must be below level / n, the next below level / (n - 1), and so on, up to the first that is not.
    """
    held: set[Key] = set()
    for left, key in zip(range(len(chances), 0, -1), sorted(chances, key=lambda key: chances[key]), strict=True):
        if chances[key] * left >= level:
            break
        held.add(key)
    return held
