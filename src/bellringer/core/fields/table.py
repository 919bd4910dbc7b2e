"""The table of fields of a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from bellringer.core.compiled.state import MOST_DRAW_KINDS, State
from bellringer.core.fields.asks import Asks
from bellringer.core.fields.entries import BySeat, Entry, Field, Listed, Part
from bellringer.core.fields.kinds import Phase
from bellringer.core.fields.observed import Observed
from bellringer.core.fields.ranges import Range, check_range
from bellringer.core.fields.reading import Reading
from bellringer.core.fields.schema import Schema, number, one_of, record

Document = dict[str, Any]


@dataclass(frozen=True, eq=False)
class FieldTable:
    """Everything that a game's documents hold, in order. entries.py explains the classes of entries.

    `title`: the game's name for people. `rules`: the version of the rules. `seats`: fewest, most. `laws`: names of the
    laws of conservation. `check_state`: refuses asks of a document for what only the rules can tell, from its state.
    `asked`: about how many each card asks, by the ask and the card, as the rules have it from the same file.
    `observed`: what of the fields stands in observations otherwise than their kinds say.
    """

    game: str
    title: str
    rules: int
    seats: tuple[int, int]
    usual_seats: int
    seat_names: tuple[str, ...]
    entries: tuple[Entry, ...]
    asks: Asks
    laws: Sequence[str]
    check_state: Callable[[State, Sequence[Document]], None] | None = None
    asked: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    observed: Observed = field(default_factory=Observed)
    readers: Mapping[str, Callable[[Reading], None]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "readers", {key: read for one in self.entries for key, read in readers_of(one)})

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The defaults of fields that are plain values."""
        fields = [entry for entry in self.entries if isinstance(entry, Field)]
        return {one.name: one.default for one in fields if not callable(one.default)}

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """What the game can be doing, by the numbers of the struct; empty when the table has no phase."""
        kinds = [entry.kind for entry in self.entries if isinstance(entry, Field) and entry.name == "phase"]
        return kinds[0].names if kinds and isinstance(kinds[0], Phase) else ()

    @cached_property
    def box(self) -> Part | None:
        """The entry with what a table's box has of its own."""
        return next((entry for entry in self.entries if isinstance(entry, Part)), None)

    @cached_property
    def records(self) -> str:
        """The name of the entry with a record for each seat; empty when there is none."""
        return next((entry.name for entry in self.entries if isinstance(entry, BySeat)), "")

    @cached_property
    def choices(self) -> tuple[Entry, ...]:
        """What the table has chosen: the entries before its box."""
        return self.entries[: self.entries.index(self.box)] if self.box else ()

    def most_asked(self, ask: str, card: str = "") -> int:
        """The largest number about which any card asks this, or the one that is named; 0 if it does not."""
        cards = self.asked.get(ask, {})
        return max((max(numbers) for name, numbers in cards.items() if card in ("", name)), default=0)

    @cached_property
    def ranges(self) -> dict[str, Range]:
        """What each member of the struct can hold, by its name among the numbers."""
        found: dict[str, Range] = {}
        for entry in self.entries:
            found |= entry.ranges
        return found

    def check_ranges(self, seats: int, numbers: Mapping[str, Any]) -> None:
        """Refuse numbers that the compiled rules must not see: they index arrays by them. Raises PositionError."""
        for key, found in numbers.items():
            check_range(found, self.ranges[key], key, seats)

    @property
    def members(self) -> list[str | Listed]:
        """The members of the struct, in the order of the table."""
        return [member for entry in self.entries for member in entry.members]

    @property
    def leaves(self) -> list[tuple[str, Entry]]:
        """Every entry that stands for itself, with its path; entries by seat one by one."""
        found: list[tuple[str, Entry]] = []
        for entry in self.entries:
            inner = entry.entries if isinstance(entry, BySeat) else None
            found += [(f"{entry.name}.{one.name}", one) for one in inner] if inner else [(entry.name, entry)]
        return found

    @cached_property
    def schema(self) -> str:
        """The JSON Schema of a position, as text."""
        properties: Schema = {
            "$schema": {"type": "string"},
            "game": one_of((self.game,)),
            "rules": number(1, self.rules),
            "seats": number(*self.seats),
        }
        properties |= {entry.name: schema for entry in self.entries if (schema := entry.schema()) is not None}
        properties["asks"] = self.asks.schema()
        properties["dice"] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
        properties["revealed"] = number(0, 65535)
        properties["draws"] = {"type": "array", "items": number(0, 65535), "maxItems": MOST_DRAW_KINDS}
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"A position of {self.title}, whole or partial",
            **record(properties),
            "required": ["game"],
        }
        return json.dumps(schema, indent=1)


def readers_of(entry: Entry) -> list[tuple[str, Callable[[Reading], None]]]:
    """The functions that read the numbers of an entry, by the number."""
    if isinstance(entry, BySeat):
        return [(key, partial(entry.read_field, one=one)) for one, key, _ in entry.fields if key]
    return [(key, entry.read) for key in entry.keys]
