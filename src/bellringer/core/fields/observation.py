"""A flat numeric observation, for learning: a view as floats, each in a place of its own.

It is made from the view alone, so it can tell nothing that the view does not. A value that is missing (a hidden
prestige, an argument that the ask's kind does not have) leaves zeros; where that can happen, the first float of the
span says whether the value is there. The box is left out: it stays the same for a whole game.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bellringer.core.fields.entries import BySeat, Seen
from bellringer.core.fields.kinds import ABSENT, Kind, Name
from bellringer.core.fields.table import FieldTable

Path = tuple[str | int, ...]
TOP = -1  # the ask on top is the last


@dataclass(frozen=True)
class Span:
    """Some floats of an observation: `width` of them from `first` on. `words`: what they mean."""

    name: str
    first: int
    width: int
    words: str


@dataclass(frozen=True)
class Source:
    """Where in a view the floats of a span come from. `is_flagged`: the first says whether it is there."""

    path: Path
    kind: Kind
    is_flagged: bool

    @property
    def name(self) -> str:
        """`players.red.coins`."""
        return ".".join(str(part) for part in self.path if part != TOP)

    @property
    def words(self) -> str:
        """What the floats mean."""
        return f"1 if there; {self.kind.words}" if self.is_flagged else self.kind.words

    def width(self, seats: int) -> int:
        """How many floats."""
        return self.is_flagged + self.kind.width(seats)

    def fill(self, view: Any, out: array[float], at: int, seats: int) -> None:
        """Write them."""
        self.kind.fill_if_there(part_of(view, self.path), self.is_flagged, out, at, seats)


class Observer:
    """Makes the observations of a game at tables with a certain number of seats."""

    def __init__(self, table: FieldTable, seats: int) -> None:
        self.seats, self.width = seats, 0
        self.sources = tuple(sources(table, seats))
        spans = []
        for source in self.sources:
            spans.append(Span(source.name, self.width, source.width(seats), source.words))
            self.width += spans[-1].width
        self.spans = tuple(spans)

    def floats(self, view: dict[str, Any]) -> array[float]:
        """A view as floats."""
        found = array("f", bytes(4 * self.width))
        for source, span in zip(self.sources, self.spans, strict=True):
            source.fill(view, found, span.first, self.seats)
        return found


@cache
def observer_of(table: FieldTable, seats: int) -> Observer:
    """The observer of a game's tables with that many seats."""
    return Observer(table, seats)


def sources(table: FieldTable, seats: int) -> Iterator[Source]:
    """Everything that a view can hold at that many seats, in the order of the table; the ask on top comes last."""
    for entry in table.entries:
        if isinstance(entry, BySeat):
            for seat in table.seat_names[:seats]:
                for inner, _, _ in entry.fields:
                    yield from source_of(inner, (entry.name, seat))
        elif isinstance(entry, Seen):
            yield from source_of(entry, ())
    yield Source(("asks", TOP, "ask"), Name([name for name, _, _ in table.asks.kinds]), True)
    yield Source(("asks", TOP, "seats"), table.asks.seats, True)
    for argument, kind in table.asks.arguments.items():
        yield Source(("asks", TOP, argument), kind, True)


def source_of(entry: Seen, around: Path) -> Iterator[Source]:
    """Where the floats of one entry come from, if any view has it."""
    if entry.is_viewed:
        yield Source((*around, entry.view_name), entry.viewed, entry.may_be_missing)


def part_of(view: Any, path: Path) -> Any:
    """What lies at a path of a view."""
    for key in path:
        if not view or (isinstance(key, str) and key not in view):
            return ABSENT
        view = view[key]
    return view
