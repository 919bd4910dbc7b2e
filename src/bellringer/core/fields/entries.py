"""The entries of a table of fields, a class for each way in which documents and the struct can belong together.

| entry | in the struct | in a position | in a view |
|---|---|---|---|
| `Field` | a member | yes | for who sees it |
| `Shown` | no: a rule makes it from members | if `in_position` | for who sees it |
| `Said` | no | read, never written | no |
| `Part` | several members | as the game's own rules write and read them | for who sees it |
| `BySeat` | for each of its fields a list by seat | yes | seat by seat |
| `Follows` | a member, worked out when a position is read | no | no |
| `Kept` | a member that stays zero so far | no | no |

Who sees an entry is a rule `(look, about)`: `about` is the seat or the row in which the entry stands, None elsewhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields.kinds import ABSENT, Kind, OptionalSeat
from bellringer.core.fields.look import Look
from bellringer.core.fields.ranges import ForEachSeat, Range, check_range
from bellringer.core.fields.reading import Reading
from bellringer.core.fields.schema import Schema, record

Document = dict[str, Any]
SeenBy = Callable[[Look, Any], bool]
Show = Callable[[Any, Look], Any]
NOT_DEALT = "not dealt anew"  # said of what is hidden, but follows from what everybody saw


def ALL(look: Look, about: Any) -> bool:
    """Everybody sees it, a spectator too."""
    return True


def NOBODY(look: Look, about: Any) -> bool:
    """No view has it. This is the default of entries that do not say who sees them."""
    return False


def OWNER(look: Look, about: Any) -> bool:
    """The seat to which it belongs sees it."""
    return look.seat is not None and look.seat == about


@dataclass(frozen=True)
class Listed:
    """A member that is an array, of which another member counts the part in use.

    `key`: the name of the part in use among the numbers. `from_end`: that part lies at the end, the last item first.
    """

    member: str
    count: str
    key: str
    from_end: bool = False


class Entry(ABC):
    """What every entry of a table can be asked."""

    name: str  # in documents; empty for what they do not have

    @property
    def members(self) -> tuple[str | Listed, ...]:
        """The members of the struct that it stands for."""
        return ()

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What its members are called among the numbers."""
        return tuple(one.key if isinstance(one, Listed) else one for one in self.members)

    @property
    def ranges(self) -> dict[str, Range]:
        """What each of its members can hold, by what it is called among the numbers."""
        return {}

    def schema(self) -> Schema | None:
        """What a document may hold; None when it has no such field."""
        return None

    @abstractmethod
    def read(self, reading: Reading) -> None:
        """Add its numbers to the reading. Raises PositionError."""

    def write(self, found: Document, look: Look) -> None:
        """Add it to a position."""
        return None

    def view(self, found: Document, look: Look) -> None:
        """Add it to a view."""
        return None


class Seen(Entry):
    """An entry that a document holds under its name, and a view for who sees it."""

    kind: Kind
    seen: SeenBy
    dealt: str
    instead: Any
    phases: tuple[str, ...] = ()
    omit: Any = ABSENT
    view_name: str
    viewed: Kind

    @abstractmethod
    def value(self, look: Look, about: Any, number: Any) -> Any:
        """What a document has of it."""

    def put(self, found: Document, look: Look, about: Any, number: Any) -> None:
        """Add it to the part of a position that is about a seat or a row."""
        if (self.phases and look.phase not in self.phases) or number == self.omit:
            return
        value = self.value(look, about, number)
        if value is not ABSENT:
            found[self.name] = value

    def put_in_view(self, found: Document, look: Look, about: Any, number: Any) -> None:
        """Add what is seen of it to the part of a view that is about a seat or a row."""
        if (self.phases and look.phase not in self.phases) or number == self.omit:
            return
        if self.seen is ALL or self.seen(look, about):
            value = self.value(look, about, number)
        else:
            value = self.instead(number) if callable(self.instead) else self.instead
        if value is not ABSENT:
            found[self.view_name] = value

    @property
    def plain_show(self) -> Show | None:
        """The function that makes its value in positions, if that needs the number alone."""
        return None

    @property
    def plain_view(self) -> Show | None:
        """The function that makes its value in views, if everybody always sees it and it needs the number alone."""
        return self.plain_show if self.seen is ALL else None

    @property
    def is_viewed(self) -> bool:
        """Whether some view has it."""
        return self.seen is not NOBODY or self.instead is not ABSENT


@dataclass(frozen=True)
class Field(Seen):
    """A member of the struct that documents have as a field.

    `default`: the value of a field that a document leaves out: a value as in a document, or a rule of the reading (in
    `BySeat`: and the seat) that gives the number of the struct. `dealt`: the part of `determinize` that deals it anew.
    `instead`: what a view has where it isn't seen: nothing, a value, or a function of the number. `check`: looks at
    what was read. `phases`: those in which it means something; documents of others leave it out. `omit`: the number
    that documents leave out, which everybody may know; in an observation it is all zeros. `show`, `read_by`: rules for
    a number that the kind alone does not give. `shown_as`, `viewed_as`: another name, another kind in views. `holds`:
    what the struct can hold, where the kind can't say it.
    """

    name: str
    kind: Kind
    member: str | Listed = ""
    default: Any = None
    seen: SeenBy = NOBODY
    dealt: str = ""
    instead: Any = ABSENT
    check: Callable[[Reading], None] | None = None
    phases: tuple[str, ...] = ()
    omit: Any = ABSENT
    show: Callable[..., Any] | None = None
    read_by: Callable[..., Any] | None = None
    shown_as: str = ""
    viewed_as: Kind | None = None
    holds: Range | None = None
    view_name: str = field(init=False)
    viewed: Kind = field(init=False)

    def __post_init__(self) -> None:
        if callable(self.instead) and self.viewed_as is None:
            raise TypeError(f"{self.name}: views have something else instead, so say as which kind (viewed_as)")
        object.__setattr__(self, "view_name", self.shown_as or self.name)
        object.__setattr__(self, "viewed", self.viewed_as or self.kind)

    @property
    def members(self) -> tuple[str | Listed, ...]:
        return (self.member,)

    @cached_property
    def key(self) -> str:
        """What it is called among the numbers."""
        return self.keys[0]

    @property
    def held(self) -> Range:
        """The numbers that the struct can hold."""
        return self.holds or self.kind

    @property
    def ranges(self) -> dict[str, Range]:
        return {self.key: self.held}

    @property
    def plain_show(self) -> Show | None:
        return None if self.phases or self.show or self.omit is not ABSENT else self.kind.show

    def schema(self) -> Schema:
        return self.kind.schema()

    def value(self, look: Look, about: Any, number: Any) -> Any:
        if self.show is None:
            return self.kind.show(number, look)
        return self.show(look) if about is None else self.show(look, about)

    def write(self, found: Document, look: Look) -> None:
        self.put(found, look, None, look.numbers[self.key])

    def view(self, found: Document, look: Look) -> None:
        self.put_in_view(found, look, None, look.numbers[self.key])

    def read(self, reading: Reading) -> None:
        reading.numbers[self.key] = self.number(reading, reading.raw, self.name)
        if self.check:
            self.check(reading)

    def number(self, reading: Reading, said: Mapping[str, Any], path: str, *seat: int) -> Any:
        """The number of the struct, which is in its range, from the part of a document that has or lacks the field."""
        found = self.worked_out(reading, said, path, *seat)
        check_range(found, self.held, path, reading.seats)
        return found

    def worked_out(self, reading: Reading, said: Mapping[str, Any], path: str, *seat: int) -> Any:
        """The number as kind or rule give it."""
        if self.phases and said.get(self.name) and reading.phase not in self.phases:
            raise PositionError(path, f"nothing in the phase {reading.phase}; only in {', '.join(self.phases)}")
        if self.read_by:
            return self.read_by(reading, *seat)
        if self.name in said:
            return self.kind.read(said[self.name], path, reading)
        if callable(self.default):
            return self.default(reading, *seat)
        return self.kind.read(self.default, path, reading)


@dataclass(frozen=True)
class Shown(Seen):
    """A field of documents that a rule of the look (in `BySeat`: and the seat) makes; it may say ABSENT.

    `in_position`: positions have it too.
    """

    name: str
    kind: Kind
    rule: Callable[..., Any]
    seen: SeenBy = NOBODY
    in_position: bool = False
    dealt: str = ""
    instead: Any = ABSENT
    view_name: str = field(init=False)
    viewed: Kind = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "view_name", self.name)
        object.__setattr__(self, "viewed", self.kind)

    def schema(self) -> Schema | None:
        return self.kind.schema() if self.in_position else None

    def value(self, look: Look, about: Any, number: Any) -> Any:
        return self.rule(look) if about is None else self.rule(look, about)

    def put(self, found: Document, look: Look, about: Any, number: Any) -> None:
        if self.in_position:
            super().put(found, look, about, number)

    def write(self, found: Document, look: Look) -> None:
        self.put(found, look, None, None)

    def view(self, found: Document, look: Look) -> None:
        self.put_in_view(found, look, None, None)

    def read(self, reading: Reading) -> None:
        return None


@dataclass(frozen=True)
class Said(Entry):
    """A field that a document may have, for other entries to read."""

    name: str
    kind: Kind

    def schema(self) -> Schema:
        return self.kind.schema()

    def read(self, reading: Reading) -> None:
        return None


@dataclass(frozen=True)
class Part(Entry):
    """Several members at once, in a form of the game's own, such as what a table's box has of its own.

    `held`: what each member can hold. `show`: a rule of the look; documents leave out what it finds empty. `read_by`:
    all the numbers, from the reading. Observations leave it out: it stays the same for a whole game.
    """

    name: str
    form: Callable[[], Schema]
    held: Mapping[str, Range]
    show: Callable[[Look], Document]
    read_by: Callable[[Reading], dict[str, Any]]
    seen: SeenBy = NOBODY

    @property
    def members(self) -> tuple[str | Listed, ...]:
        return tuple(self.held)

    @property
    def ranges(self) -> dict[str, Range]:
        return dict(self.held)

    def schema(self) -> Schema:
        return self.form()

    def write(self, found: Document, look: Look) -> None:
        if shown := self.show(look):
            found[self.name] = shown

    def view(self, found: Document, look: Look) -> None:
        if self.seen(look, None):
            self.write(found, look)

    def read(self, reading: Reading) -> None:
        reading.numbers |= self.numbers(reading)

    def numbers(self, reading: Reading) -> dict[str, Any]:
        """All its numbers, each in its range. Raises PositionError."""
        found = self.read_by(reading)
        for member, held in self.held.items():
            check_range(found[member], held, f"{self.name}.{member}", reading.seats)
        return found


@dataclass(frozen=True)
class BySeat(Entry):
    """A record for each seat, under its name. `schema_first`: fields that the schema has before the others."""

    name: str
    seat_names: tuple[str, ...]
    entries: tuple[Field | Shown | Said, ...]
    schema_first: tuple[str, ...] = ()
    fields: tuple[tuple[Field | Shown, str, Show | None], ...] = field(init=False)
    views: tuple[tuple[Field | Shown, str, Show | None], ...] = field(init=False)

    def __post_init__(self) -> None:
        fields = [(one, one.keys[0] if one.keys else "") for one in self.entries if not isinstance(one, Said)]
        object.__setattr__(self, "fields", tuple((one, key, one.plain_show) for one, key in fields))
        object.__setattr__(self, "views", tuple((one, key, one.plain_view) for one, key in fields if one.is_viewed))

    @property
    def members(self) -> tuple[str | Listed, ...]:
        return tuple(member for entry in self.entries for member in entry.members)

    @property
    def ranges(self) -> dict[str, Range]:
        return {one.key: ForEachSeat(one.held) for one in self.entries if isinstance(one, Field)}

    def schema(self) -> Schema:
        found = {entry.name: schema for entry in self.entries if (schema := entry.schema()) is not None}
        seat = {name: found[name] for name in (*self.schema_first, *found)}
        return record({name: record(seat) for name in self.seat_names})

    def write(self, found: Document, look: Look) -> None:
        found[self.name] = {seat: self.seat_document(look, p) for p, seat in enumerate(look.seat_names)}

    def seat_document(self, look: Look, p: int) -> Document:
        """All of one seat."""
        found: Document = {}
        for one, key, show in self.fields:
            number = look.numbers[key][p] if key else None
            if show is None:
                one.put(found, look, p, number)
            else:
                found[one.name] = show(number, look)
        return found

    def view(self, found: Document, look: Look) -> None:
        found[self.name] = {seat: self.seat_view(look, p) for p, seat in enumerate(look.seat_names)}

    def seat_view(self, look: Look, p: int) -> Document:
        """What the look sees of one seat."""
        found: Document = {}
        for one, key, show in self.views:
            number = look.numbers[key][p] if key else None
            if show is None:
                one.put_in_view(found, look, p, number)
            else:
                found[one.view_name] = show(number, look)
        return found

    def read(self, reading: Reading) -> None:
        for one, key, _ in self.fields:
            if key and key not in reading.numbers:
                self.read_field(reading, one)

    def read_field(self, reading: Reading, one: Field | Shown) -> None:
        """One field of all seats."""
        if isinstance(one, Field):
            reading.numbers[one.key] = [
                one.number(reading, said, f"{self.name}.{seat}.{one.name}", p)
                for p, (seat, said) in enumerate(zip(reading.seat_names, reading.players, strict=True))
            ]
            if one.check:
                one.check(reading)


@dataclass(frozen=True)
class Follows(Entry):
    """A member that follows from others when a document is read, by a rule of the reading. `held`: what it can hold."""

    member: str
    held: Range
    rule: Callable[[Reading], Any]
    name: str = field(default="", init=False)

    @property
    def members(self) -> tuple[str | Listed, ...]:
        return (self.member,)

    @property
    def ranges(self) -> dict[str, Range]:
        return {self.member: self.held}

    def read(self, reading: Reading) -> None:
        found = self.rule(reading)
        check_range(found, self.held, self.member, reading.seats)
        reading.numbers[self.member] = found


@dataclass(frozen=True)
class Kept(Entry):
    """A member that no document has. `why`: why it follows from the rest, or stays zero."""

    member: str
    why: str
    name: str = field(default="", init=False)

    @property
    def members(self) -> tuple[str | Listed, ...]:
        return (self.member,)

    @property
    def keys(self) -> tuple[str, ...]:
        return ()

    def read(self, reading: Reading) -> None:
        return None


def viewer(names: tuple[str, ...]) -> Shown:
    """The seat whose view it is; null: a spectator's."""

    def whose(look: Look) -> str | None:
        return None if look.seat is None else names[look.seat]

    return Shown("seat", OptionalSeat(names), whose, seen=ALL)
