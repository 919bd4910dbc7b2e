"""A net as integers, as it lies in a file."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from bellringer.core.errors import OptionError

CEILING = 2047  # of a hidden unit, in 1/256
HIDDEN_BITS = 8  # a hidden unit has the unit 2^-8


class NetError(OptionError):
    """A net can't be used."""


class NetPart(NamedTuple):
    """A net for some numbers of seats."""

    seats: tuple[int, ...]
    width: int
    first_bits: int
    last_bits: int
    bias: array[int]
    own: array[int]
    others: tuple[array[int], ...]
    table: array[int]
    last: array[int]


class NetFile(NamedTuple):
    """All parts of a game's net, and its card."""

    game: str
    layout: str
    parts: tuple[NetPart, ...]
    card: dict[str, Any]
