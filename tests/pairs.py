"""Matrices of tests: in `make test` every two values meet once, in `make soak` all of them do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import pytest

Row = dict[str, Any]  # a value for each name
Pair = frozenset[tuple[str, Any]]  # two names with a value each


def matrix(
    values: Mapping[str, Sequence[Any]],
    is_possible: Callable[..., bool] = lambda **_: True,
    is_usual: Callable[..., bool] = lambda **_: True,
) -> pytest.MarkDecorator:
    """Run a test with all combinations of some values that are possible; those that no pair needs are soaks.

    `is_possible`: is asked by the names of the values. So is `is_usual`, where pairs of some combinations are enough.
    """
    possible = [row for row in rows(values) if is_possible(**row)]
    chosen = covering([row for row in possible if is_usual(**row)])
    marked = [pytest.param(*row.values(), marks=() if row in chosen else pytest.mark.soak) for row in possible]
    return pytest.mark.parametrize(list(values), marked)


def rows(values: Mapping[str, Sequence[Any]]) -> list[Row]:
    """All combinations."""
    return [dict(zip(values, row, strict=True)) for row in product(*values.values())]


def covering(possible: Sequence[Row]) -> list[Row]:
    """A few combinations in which every two values meet that meet in any: always the one with the most new pairs."""
    missing, chosen = {pair for row in possible for pair in pairs(row)}, list[Row]()
    while missing:
        chosen.append(max(possible, key=lambda row: len(missing & pairs(row))))
        missing -= pairs(chosen[-1])
    return chosen


def pairs(row: Row) -> set[Pair]:
    """Every two values of a combination."""
    return {frozenset(pair) for pair in combinations(row.items(), 2)}
