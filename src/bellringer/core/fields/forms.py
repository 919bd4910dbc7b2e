"""How a field stands in an observation: which numbers it has, what each of them says, and how they are read.

A kind gives the form of its fields. A game gives those that its kinds can't, in the `Observed` of its table of fields:
there a compiled function reads the numbers, or another member of the struct is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bellringer.core.compiled.observing import (
    ASKED_FORM,
    EACH_HOT_FORM,
    LOOKER_FORM,
    MEMBERS_FORM,
    NUMBER_FORM,
    NUMBERS_FORM,
    ONE_HOT_FORM,
    READ_FORM,
    Readers,
)
from bellringer.core.fields.look import Look

if TYPE_CHECKING:
    from bellringer.core.fields.kinds import Kind

__all__ = [
    "ASKED_FORM",
    "EACH_HOT_FORM",
    "LOOKER_FORM",
    "MEMBERS_FORM",
    "NUMBERS_FORM",
    "NUMBER_FORM",
    "ONE_HOT_FORM",
    "READ_FORM",
    "Direct",
    "Form",
    "Observed",
    "Read",
    "There",
    "relative",
]


@dataclass(frozen=True)
class Form:
    """The numbers of one span.

    `kind`: what a step writes (observing.pxd). `words`: what the numbers mean. `parts`: what each says. `scale`: what
    a usual large value is; floats are divided by it. `first`, `places`, `each`: the number that stands at the first
    place, and by number the place, or -1. `is_turned`: its numbers are seats. `reader`: the name of a function.
    `width`: how many numbers a step writes for one of `each`.
    """

    kind: int
    words: str
    parts: tuple[str, ...]
    scale: float = 1
    first: int = 0
    places: tuple[int, ...] = ()
    each: tuple[int, ...] = ()
    width: int = 0
    is_turned: bool = False
    reader: str = ""


class There:
    """What there can be at a table: how many seats, and which of some names. Made from a look at its undealt state."""

    def __init__(self, look: Look, in_play: Mapping[tuple[str, ...], Sequence[int]]) -> None:
        self.look, self.seats, self._in_play = look, look.seats, in_play

    def numbers(self, names: Sequence[str]) -> tuple[int, ...]:
        """The numbers of those of these names that can come up at the table."""
        names = tuple(names)
        return tuple(self._in_play.get(names, range(len(names))))

    def places(self, names: Sequence[str]) -> tuple[int, ...]:
        """For each of these names its place among those that can come up, or -1."""
        there = self.numbers(names)
        return tuple(there.index(number) if number in there else -1 for number in range(len(names)))

    def parts(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those of these names that can come up."""
        return tuple(names[number] for number in self.numbers(names))

    @property
    def seat_parts(self) -> tuple[str, ...]:
        """The seats, clockwise from the one that looks."""
        return relative(self.seats)


def relative(seats: int) -> tuple[str, ...]:
    """Seats by how far they are from the one that looks, clockwise: `seat 0` is that seat itself."""
    return tuple(f"seat {number}" for number in range(seats))


@dataclass(frozen=True)
class Read:
    """A span that a compiled function of the game reads.

    `words`: what its numbers mean; `parts`: what each says, at a table. `places`: the names of what it lists, of which
    the function is given the places. `is_own`: only about the seat that looks. `reader`: the name of the function, if
    it is not that of the entry.
    """

    words: str
    parts: Callable[[There], Sequence[str]] = lambda there: ("",)
    places: Sequence[str] = ()
    scale: float = 1
    is_own: bool = False
    reader: str = ""

    def form(self, name: str, there: There) -> Form:
        """Its form at a table."""
        parts = tuple(self.parts(there))
        return Form(
            READ_FORM,
            self.words,
            parts,
            self.scale,
            places=there.places(self.places),
            width=len(parts),
            reader=self.reader or name,
        )


@dataclass(frozen=True)
class Direct:
    """A span that is a member of the struct, as a kind says it."""

    kind: Kind
    member: str


@dataclass(frozen=True)
class Observed:
    """What a game says of its observations beside its table of fields.

    `readers`: its compiled functions. `spans`: by the names of entries (`coins`, `players.coins`) what their kinds
    do not say; None for one that is left out. `in_play`: by lists of names the numbers of those that can come up at
    a table.
    `can_be`: by a look at the table and a name whether an entry, an ask (`ask.hire`) or an argument of asks
    (`asks.steps`) can be anything but zero there.
    """

    readers: Readers | None = None
    spans: Mapping[str, Read | Direct | None] = field(default_factory=dict)
    in_play: Callable[[Look], Mapping[tuple[str, ...], Sequence[int]]] = lambda look: {}
    can_be: Callable[[Look, str], bool] = lambda look, name: True
