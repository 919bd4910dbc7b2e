"""Whether things come equally often: Pearson's chi-square by hand, since the seeds are fixed and the verdicts too."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable
from typing import Any

SURE = 4.0  # standard deviations: fair dice fail one test in thirty thousand, and these are always the same dice


def critical(degrees: int, sure: float = SURE) -> float:
    """What chi-square stays below, by Wilson and Hilferty's cube root: 29.1 for 5 degrees, 167 for a hundred."""
    part = 2 / (9 * degrees)
    return degrees * (1 - part + sure * math.sqrt(part)) ** 3


def chi_square(found: Counter[Any], possible: Collection[Hashable]) -> float:
    """The sum over all that is possible of the squared distance from the even share, in shares."""
    share = found.total() / len(possible)
    return sum((found[one] - share) ** 2 / share for one in possible)


def comes_evenly(found: Counter[Any], possible: Collection[Hashable]) -> bool:
    """Nothing else comes, and of what is possible everything equally often."""
    if set(found) - set(possible):
        return False
    assert found.total() >= 5 * len(possible), "too few tries to tell"
    return len(possible) == 1 or chi_square(found, possible) < critical(len(possible) - 1)
