"""The kinds of values that a field can have: how each stands in a document, in its schema, and in an observation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from bellringer.core.compiled.observing import (
    EACH_HOT_FORM,
    MEMBERS_FORM,
    NUMBER_FORM,
    NUMBERS_FORM,
    ONE_HOT_FORM,
)
from bellringer.core.fields.forms import Form, There
from bellringer.core.fields.look import Look
from bellringer.core.fields.ranges import outside, outside_set, wrong_list
from bellringer.core.fields.reading import Reading, check_seat
from bellringer.core.fields.schema import Schema, number, one_of, record, some_of

ABSENT: Any = object()  # what a view does not have, not even by name
NONE = -1  # the struct's number for no name


class Kind(ABC):
    """How a value of the struct stands elsewhere.

    `show` and `read` convert from the struct's number to the document and back. `form` says how it stands in an
    observation.
    """

    @abstractmethod
    def schema(self) -> Schema:
        """What a document may hold."""

    def show(self, value: Any, look: Look) -> Any:
        """The value as the document has it."""
        return value

    def read(self, said: Any, path: str, reading: Reading) -> Any:
        """The struct's number of what a document says. Raises PositionError."""
        return said

    def wrong(self, number: Any, seats: int) -> str:
        """Why the struct can't hold this number at a table of so many seats, or nothing (ranges.py)."""
        raise TypeError(f"{type(self).__name__} is a kind of documents only: say what the struct holds")

    def form(self, there: There, omit: Any = None) -> Form:
        """How the number of the struct is observed at a table. Raises TypeError for a kind that does not say.

        `omit`: the number that documents leave out, which everybody may know; it is all zeros.
        """
        raise TypeError(f"{type(self).__name__} does not say how it is observed: name a reader for it (forms.py)")


class Number(Kind):
    """A whole number in a range. `usual`: a usual large value, where the largest one never comes up."""

    def __init__(self, least: int, most: int, usual: int = 0) -> None:
        self.least, self.most, self.usual = least, most, usual or max(1, abs(least), abs(most))

    def schema(self) -> Schema:
        return number(self.least, self.most)

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, self.least, self.most)

    def form(self, there: There, omit: Any = None) -> Form:
        return Form(NUMBER_FORM, "the number", ("",), self.usual, width=1)


class Flag(Kind):
    """Yes or no."""

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def show(self, value: Any, look: Look) -> bool:
        return bool(value)

    def read(self, said: Any, path: str, reading: Reading) -> int:
        return int(said)

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, 0, 1)

    def form(self, there: There, omit: Any = None) -> Form:
        return Form(NUMBER_FORM, "1 for yes", ("",), width=1)


class Name(Kind):
    """One of these names, by its place among them."""

    first = 0  # the struct's number of the first name

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.place = {name: place for place, name in enumerate(self.names)}

    def schema(self) -> Schema:
        return one_of(self.names)

    def show(self, value: int, look: Look) -> str | None:
        return self.names[value]

    def read(self, said: Any, path: str, reading: Reading) -> int:
        return self.place[said]

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, 0, len(self.names) - 1)

    def form(self, there: There, omit: Any = None) -> Form:
        places, parts = there.places(self.names), there.parts(self.names)
        if isinstance(omit, int) and 0 <= omit - self.first < len(places):
            places = (*places[: omit - self.first], -1, *places[omit - self.first + 1 :])
        return Form(ONE_HOT_FORM, "1 at the name's place", parts, first=self.first, places=places, width=len(parts))


class OptionalName(Name):
    """One of these names, or none: null in documents, `first - 1` in the struct."""

    def __init__(self, names: Sequence[str], first: int = 0) -> None:
        super().__init__(names)
        self.first = first  # the struct's number of the first name

    def schema(self) -> Schema:
        return one_of((*self.names, None))

    def show(self, value: Any, look: Look) -> str | None:
        return None if value < self.first else self.names[value - self.first]

    def read(self, said: Any, path: str, reading: Reading) -> int:
        return self.first + (NONE if said is None else self.place[said])

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, self.first + NONE, self.first + len(self.names) - 1)


class Phase(Name):
    """What the game is doing; "over" when it has ended, in the struct the last phase and a flag in the head."""

    OVER = "over"

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__((*names, self.OVER))

    def show(self, value: Any, look: Look) -> str:
        return self.OVER if look.over else self.names[value]

    def read(self, said: Any, path: str, reading: Reading) -> int:
        return len(self.names) - 2 if said == self.OVER else self.place[said]

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, 0, len(self.names) - 2)


class Names(Kind):
    """Different ones of these names, in no order: a bit set in the struct."""

    def __init__(self, names: Sequence[str], most: int | None = None) -> None:
        self.names = tuple(names)
        self.most = len(self.names) if most is None else most
        self.bit = {name: 1 << place for place, name in enumerate(self.names)}
        self.names_in = lru_cache(maxsize=1024)(self._names_in)

    def _names_in(self, mask: int) -> tuple[str, ...]:
        return tuple(name for name, bit in self.bit.items() if mask & bit)

    def schema(self) -> Schema:
        return some_of(self.names, self.most)

    def show(self, value: Any, look: Look) -> list[str]:
        return [*self.names_in(value)] if value else []

    def read(self, said: Any, path: str, reading: Reading) -> int:
        return sum(self.bit[name] for name in said)

    def wrong(self, number: Any, seats: int) -> str:
        return outside_set(number, len(self.names)) or self.too_many(number)

    def too_many(self, mask: int) -> str:
        """Why a bit set has more members than there can be, or nothing."""
        return "" if mask.bit_count() <= self.most else f"there can be {self.most}, not {mask.bit_count()}"

    def form(self, there: There, omit: Any = None) -> Form:
        parts = there.parts(self.names)
        return Form(
            MEMBERS_FORM, "1 at the place of each name", parts, places=there.numbers(self.names), width=len(parts)
        )


class Seat(Name):
    """A seat at the table."""

    def read(self, said: Any, path: str, reading: Reading) -> int:
        check_seat(said, path, reading)
        return self.place[said]

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, 0, seats - 1)

    def form(self, there: There, omit: Any = None) -> Form:
        return one_seat(self.first, there)


class OptionalSeat(OptionalName):
    """A seat at the table, or none."""

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, self.first + NONE, self.first + seats - 1)

    def form(self, there: There, omit: Any = None) -> Form:
        return one_seat(self.first, there)


def one_seat(first: int, there: There) -> Form:
    """A seat, by how far it is clockwise from the one that looks."""
    parts = there.seat_parts
    return Form(ONE_HOT_FORM, "1 at the seat's place", parts, first=first, width=there.seats, is_turned=True)


class Seats(Names):
    """Seats at the table, in no order."""

    def __init__(self, names: Sequence[str], most: int | None = None, least: int = 0) -> None:
        super().__init__(names, most)
        self.least = least

    def schema(self) -> Schema:
        found = super().schema()
        return {**found, "minItems": self.least} if self.least else found

    def read(self, said: Any, path: str, reading: Reading) -> int:
        for seat in said:
            check_seat(seat, path, reading)
        return super().read(said, path, reading)

    def wrong(self, number: Any, seats: int) -> str:
        return outside_set(number, seats) or self.too_many(number)

    def form(self, there: There, omit: Any = None) -> Form:
        return Form(MEMBERS_FORM, "1 at the place of each seat", there.seat_parts, width=there.seats, is_turned=True)


class Counts(Kind):
    """How many there are of each of these names; a document leaves out those of which there are none."""

    def __init__(self, names: Sequence[str], most: int, usual: int = 0) -> None:
        self.names, self.most, self.usual = tuple(names), most, usual or most

    def schema(self) -> Schema:
        return record({name: number(0, self.most) for name in self.names})

    def show(self, value: Any, look: Look) -> dict[str, int]:
        return {name: n for name, n in zip(self.names, value, strict=True) if n}

    def read(self, said: Any, path: str, reading: Reading) -> list[int]:
        return [said.get(name, 0) for name in self.names]

    def wrong(self, number: Any, seats: int) -> str:
        return wrong_list(number, Number(0, self.most), len(self.names), len(self.names), seats)

    def form(self, there: There, omit: Any = None) -> Form:
        parts = there.parts(self.names)
        return Form(
            NUMBERS_FORM,
            "how many at each name's place",
            parts,
            self.usual,
            places=there.numbers(self.names),
            width=len(parts),
        )


class Items(Kind):
    """A list, of one kind. `or_count`: a document may say just how many there are."""

    def __init__(self, kind: Kind, most: int, least: int = 0, is_unique: bool = False, or_count: bool = False) -> None:
        self.kind, self.most, self.least, self.is_unique, self.or_count = kind, most, least, is_unique, or_count

    def schema(self) -> Schema:
        found: Schema = {"type": ["array", "integer"] if self.or_count else "array", "items": self.kind.schema()}
        found |= {"uniqueItems": True} if self.is_unique else {}
        found["maxItems"] = self.most
        found |= {"minItems": self.least} if self.least else {}
        return found | ({"minimum": 0, "maximum": self.most} if self.or_count else {})

    def show(self, value: Any, look: Look) -> list[Any]:
        show = self.kind.show
        return [show(one, look) for one in value]

    def read(self, said: Any, path: str, reading: Reading) -> list[Any]:
        return [self.kind.read(one, f"{path}[{i}]", reading) for i, one in enumerate(said)]

    def wrong(self, number: Any, seats: int) -> str:
        return wrong_list(number, self.kind, self.least, self.most, seats)


class ByPlace(Kind):
    """A value for each of these names; a document leaves out the empty ones. `empty`: what the struct has there."""

    def __init__(self, names: Sequence[str], kind: Kind, empty: Any) -> None:
        self.names, self.kind, self.empty = tuple(names), kind, empty

    def schema(self) -> Schema:
        return record({name: self.kind.schema() for name in self.names})

    def show(self, value: Any, look: Look) -> dict[str, Any]:
        show, empty = self.kind.show, self.empty
        return {name: show(one, look) for name, one in zip(self.names, value, strict=True) if one != empty}

    def read(self, said: Any, path: str, reading: Reading) -> list[Any]:
        return [
            self.kind.read(said[name], f"{path}.{name}", reading) if name in said else self.empty for name in self.names
        ]

    def wrong(self, number: Any, seats: int) -> str:
        if reason := outside(len(number), len(self.names), len(self.names)):
            return f"the length {reason}"
        taken = [one for one in number if one != self.empty]
        return wrong_list(taken, self.kind, 0, len(self.names), seats)

    def form(self, there: There, omit: Any = None) -> Form:
        inner = self.kind.form(there, omit=self.empty)
        if inner.kind != ONE_HOT_FORM:
            return super().form(there, omit)
        return Form(
            EACH_HOT_FORM,
            f"for each name: {inner.words}",
            tuple(f"{name} {part}" for name in there.parts(self.names) for part in inner.parts),
            first=inner.first,
            places=inner.places,
            each=there.numbers(self.names),
            width=inner.width,
            is_turned=inner.is_turned,
        )


class EachSeat(ByPlace):
    """A value for each seat."""

    def __init__(self, names: Sequence[str], kind: Kind) -> None:
        super().__init__(names, kind, empty=None)


class Record(Kind):
    """Values under names of their own, as a rule of a `Shown` makes them."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self.kinds = kinds

    def schema(self) -> Schema:
        return record({name: kind.schema() for name, kind in self.kinds.items()})
