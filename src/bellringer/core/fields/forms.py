"""How a field stands in an observation: which numbers it has, what each of them says, and how they are read.

A kind gives the form of its fields (kinds.py), and a game those that its kinds can't (observed.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bellringer.core.fields.look import Look


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
        """What of these names can come up."""
        return tuple(names[number] for number in self.numbers(names))

    @property
    def seat_parts(self) -> tuple[str, ...]:
        """The seats, clockwise from the one that looks."""
        return relative(self.seats)


def relative(seats: int) -> tuple[str, ...]:
    """Seats by how far they are from the one that looks, clockwise: `seat 0` is that seat itself."""
    return tuple(f"seat {number}" for number in range(seats))
