"""A position document being read: the struct's numbers, each worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from bellringer.core.fields.kinds import check_seat

if TYPE_CHECKING:
    from bellringer.core.fields.table import FieldTable

Found = TypeVar("Found")


class Reading:
    """A document and what has been read of it.

    `raw`: the document, whose shape is that of the schema. `reading["coins"]` is the number of a member, or a list by
    seat. So a default may depend on anything else in the table.
    """

    def __init__(self, table: FieldTable, raw: Mapping[str, Any]) -> None:
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
