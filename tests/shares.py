"""Shares of the long tests: `--share 2/5` runs the second fifth of them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import TypeVar

ALL = (1, 1)
T = TypeVar("T")


def share(text: str) -> tuple[int, int]:
    """The words of `--share`: which share, of how many."""
    which, _, count = text.partition("/")
    if not (which.isdecimal() and count.isdecimal() and 1 <= int(which) <= int(count)):
        raise ArgumentTypeError(f"{text!r} is not a share, such as 2/5")
    return int(which), int(count)


def in_share(items: list[T], is_long: Callable[[T], bool], which: int, count: int) -> list[T]:
    """All items but the long ones of other shares. Neighbours, which take equally long, come into different shares."""
    number, found = 0, []
    for item in items:
        if not is_long(item) or number % count == which - 1:
            found.append(item)
        number += is_long(item)
    return found
