"""Which numbers a member of the struct can hold: the compiled rules index arrays by them, and look at none again.

Every entry of a table says it of its members: by its kind, or by one of these classes where no document has the number
as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bellringer.core.errors import PositionError

WORD = 64  # bits of the largest number of a struct


class Range(Protocol):
    """Some numbers, or lists of numbers."""

    def wrong(self, number: Any, seats: int) -> str:
        """Why a table of so many seats can't have this number, or nothing."""


def outside(number: int, least: int, most: int) -> str:
    """Why a number is not in a range, or nothing."""
    return "" if least <= number <= most else f"must be from {least} to {most}, not {number}"


def outside_set(bits: int, places: int) -> str:
    """Why a bit set has other members than the first so many, or nothing."""
    return "" if bits >= 0 and bits >> places == 0 else f"must be a set of the first {places}, not {bits:#x}"


def wrong_list(numbers: Sequence[Any], one: Range, least: int, most: int, seats: int) -> str:
    """Why a list can't be, or nothing: it has so many items, and each is in its range."""
    if reason := outside(len(numbers), least, most):
        return f"the length {reason}"
    return next((reason for number in numbers if (reason := one.wrong(number, seats))), "")


@dataclass(frozen=True)
class Bits:
    """A bit set of so many places."""

    places: int

    def wrong(self, number: int, seats: int) -> str:
        return outside_set(number, self.places)


@dataclass(frozen=True)
class WordsOfBits:
    """A bit set of so many places in two numbers."""

    places: int

    def wrong(self, number: Sequence[int], seats: int) -> str:
        if reason := wrong_list(number, Bits(WORD), 2, 2, seats):
            return reason
        return outside_set(number[0] | number[1] << WORD, self.places)


@dataclass(frozen=True)
class Each:
    """A list of exactly so many."""

    one: Range
    count: int

    def wrong(self, number: Sequence[Any], seats: int) -> str:
        return wrong_list(number, self.one, self.count, self.count, seats)


@dataclass(frozen=True)
class ForEachSeat:
    """A list by seat."""

    one: Range

    def wrong(self, number: Sequence[Any], seats: int) -> str:
        return wrong_list(number, self.one, seats, seats, seats)


def check_range(number: Any, held: Range, path: str, seats: int) -> None:
    """Refuse a number that the struct must not hold. Raises PositionError."""
    if reason := held.wrong(number, seats):
        raise PositionError(path, reason)
