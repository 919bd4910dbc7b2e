"""Matrices of tests: in `make test` every two values meet once, or each comes once; in `make soak` all of them meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import pytest

Row = dict[str, Any]  # a value for each name
Meeting = frozenset[tuple[str, Any]]  # some names with a value each


def matrix(
    values: Mapping[str, Sequence[Any]],
    is_possible: Callable[..., bool] = lambda **_: True,
    is_usual: Callable[..., bool] = lambda **_: True,
    meeting: int = 2,
) -> pytest.MarkDecorator:
    """Run a test with all combinations of some values that are possible; those that no pair needs are soaks.

    `is_possible`: is asked by the names of the values. So is `is_usual`, where pairs of some combinations are enough.
    `meeting`: how many values meet in `make test`; 1 where a case takes seconds.
    """
    possible = [row for row in rows(values) if is_possible(**row)]
    chosen = covering([row for row in possible if is_usual(**row)], meeting)
    marked = [pytest.param(*row.values(), marks=() if row in chosen else pytest.mark.soak) for row in possible]
    return pytest.mark.parametrize(list(values), marked)


def rows(values: Mapping[str, Sequence[Any]]) -> list[Row]:
    """All combinations."""
    return [dict(zip(values, row, strict=True)) for row in product(*values.values())]


def covering(possible: Sequence[Row], meeting: int = 2) -> list[Row]:
    """A few combinations in which so many values meet as meet in any: always the one with the most new meetings."""
    missing, chosen = {one for row in possible for one in meetings(row, meeting)}, list[Row]()
    while missing:
        chosen.append(max(possible, key=lambda row: len(missing & meetings(row, meeting))))
        missing -= meetings(chosen[-1], meeting)
    return chosen


def meetings(row: Row, meeting: int) -> set[Meeting]:
    """Every two values of a combination, or each, or every three."""
    return {frozenset(some) for some in combinations(row.items(), meeting)}
