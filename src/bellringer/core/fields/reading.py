"""A position document being read: the struct's numbers, each worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from bellringer.core.errors import PositionError

Found = TypeVar("Found")


class Entry(Protocol):
    """What a reading knows of an entry of the table. `keys`: of the numbers that it gives."""

    @property
    def keys(self) -> Sequence[str]: ...
    def read(self, reading: Reading) -> object: ...


class Entries(Protocol):
    """What a reading knows of the table of fields, which is built from all that reads."""

    @property
    def usual_seats(self) -> int: ...
    @property
    def seat_names(self) -> tuple[str, ...]: ...
    @property
    def records(self) -> str: ...
    @property
    def defaults(self) -> Mapping[str, Any]: ...
    @property
    def readers(self) -> Mapping[str, Callable[[Reading], None]]: ...
    @property
    def entries(self) -> Sequence[Entry]: ...
    @property
    def asked(self) -> Mapping[str, Mapping[str, tuple[int, ...]]]: ...
    def most_asked(self, ask: str, card: str = "") -> int: ...


class Reading:
    """A document and what has been read of it.

    `raw`: the document, whose shape is that of the schema. `reading["coins"]` is the number of a member, or a list by
    seat. So a default may depend on anything else in the table.
    """

    def __init__(self, table: Entries, raw: Mapping[str, Any]) -> None:
        self.table, self.raw = table, raw
        self.seats: int = raw.get("seats", table.usual_seats)
        self.seat_names = table.seat_names[: self.seats]
        records = raw.get(table.records, {})
        self.players: list[Mapping[str, Any]] = [records.get(seat, {}) for seat in self.seat_names]
        self.numbers: dict[str, Any] = {}
        self._found: dict[Any, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self.numbers:
            self.table.readers[key](self)
        return self.numbers[key]

    def said(self, name: str) -> Any:
        """What the document says of a field, or its default if that is a plain value."""
        return self.raw.get(name, self.table.defaults.get(name))

    @property
    def phase(self) -> str:
        """What the game is doing."""
        return str(self.said("phase"))

    def once(self, rule: Callable[[Reading], Found]) -> Found:
        """What a rule says of this reading, worked out the first time only."""
        if rule not in self._found:
            self._found[rule] = rule(self)
        found: Found = self._found[rule]
        return found

    def read_all(self) -> dict[str, Any]:
        """All numbers. Raises PositionError."""
        for seat in self.raw.get(self.table.records, {}):
            check_seat(seat, self.table.records, self)
        for entry in self.table.entries:
            if not entry.keys or not self.numbers.keys() >= set(entry.keys):
                entry.read(self)
        return self.numbers


def check_seat(seat: str, path: str, reading: Reading) -> None:
    """Refuse a seat that does not play."""
    if seat not in reading.seat_names:
        raise PositionError(path, f"{seat} does not play; at this table are {', '.join(reading.seat_names)}")
