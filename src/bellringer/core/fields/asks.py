"""What waits for an answer, in documents: each ask by its name, with its arguments and the seats that owe an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields.kinds import Kind, Seats
from bellringer.core.fields.look import Look
from bellringer.core.fields.ranges import check_range
from bellringer.core.fields.reading import Reading
from bellringer.core.fields.schema import Schema, one_of, record

Document = dict[str, Any]
RawAsk = tuple[int, int, int, int]  # kind, seats as a bit set, and the kind's two arguments
OVER = "over"


def nothing_asked(reading: Reading) -> list[RawAsk]:
    """Leave it to the rules to ask, as they go on from a state in which nothing waits."""
    return []


@dataclass(frozen=True)
class Asks:
    """The asks of a game.

    `kinds`: from 1, each with the names of its two arguments. `arguments`: their kinds. `usual`: the value of an
    argument that a document leaves out; one without such a value must be there. `most`: how many asks a document may
    have. `plain`: the asks of a document that has none; without it the rules ask what comes next. `check_stack` refuses
    asks that can't wait together, `check` a single one: `(reading, path, name, seats, about, more)`. `seen_as`: the ask
    as a look sees it, where not everybody sees it.
    """

    kinds: Sequence[tuple[str, str, str]]
    seats: Seats
    arguments: Mapping[str, Kind]
    most: int
    plain: Callable[[Reading], list[RawAsk]] = nothing_asked
    check: Callable[[Reading, str, str, list[int], int, int], None] | None = None
    check_stack: Callable[[Reading, Sequence[Document]], None] | None = None
    usual: Mapping[str, int] | None = None
    seen_as: Callable[[Look, RawAsk], RawAsk] | None = None

    def schema(self) -> Schema:
        """A list of asks, the top last."""
        properties = {"ask": one_of([name for name, _, _ in self.kinds]), "seats": self.seats.schema()}
        ask = record(properties | {name: kind.schema() for name, kind in self.arguments.items()})
        return {"type": "array", "items": {**ask, "required": ["ask", "seats"]}, "maxItems": self.most}

    # from the struct

    def document(self, ask: RawAsk, look: Look) -> Document:
        """An ask with its arguments by name."""
        kind, seats, *numbers = ask
        name, *arguments = self.kinds[kind - 1]
        found: Document = {"ask": name, "seats": self.seats.show(seats, look)}
        for argument, number in zip(arguments, numbers, strict=True):
            if argument:
                found[argument] = self.arguments[argument].show(number, look)
        return found

    def seen(self, ask: RawAsk, look: Look) -> Document:
        """An ask as a view has it."""
        return self.document(self.seen_as(look, ask) if self.seen_as else ask, look)

    # from a document

    def read(self, reading: Reading) -> list[RawAsk]:
        """The stack, the top last. Raises PositionError."""
        if "asks" not in reading.raw:
            return self.plain(reading)
        asks = reading.raw["asks"]
        if reading.phase == OVER and asks:
            raise PositionError("asks", "a game that is over asks nothing")
        if reading.phase != OVER and not asks:
            raise PositionError(
                "asks", "a game that goes on asks something; leave the field out for the plainest question"
            )
        if self.check_stack:
            self.check_stack(reading, asks)
        return [self.read_ask(ask, f"asks[{i}]", reading) for i, ask in enumerate(asks)]

    def read_ask(self, ask: Document, path: str, reading: Reading) -> RawAsk:
        """One ask. Raises PositionError, also for what the game's own check refuses."""
        name, kind = ask["ask"], self.number(ask["ask"])
        seats = self.seats.read(ask["seats"], f"{path}.seats", reading)
        about, more = self.read_arguments(ask, path, reading)
        playing = [reading.seat_names.index(seat) for seat in ask["seats"]]
        if self.check:
            self.check(reading, path, name, playing, about, more)
        return kind, seats, about, more

    def number(self, name: str) -> int:
        """The number of a kind."""
        return next(number for number, kind in enumerate(self.kinds, start=1) if kind[0] == name)

    def read_arguments(self, ask: Document, path: str, reading: Reading) -> Iterator[int]:
        """The numbers of both arguments, 0 where the kind has none."""
        name, *arguments = self.kinds[self.number(ask["ask"]) - 1]
        for said in ask:
            if said not in ("ask", "seats", *arguments):
                raise PositionError(f"{path}.{said}", f"{name} has no such argument")
        for argument in arguments:
            if argument and argument not in ask and argument not in (self.usual or {}):
                raise PositionError(path, f"{name} needs {argument}")
        return (self.read_argument(ask, argument, path, reading) for argument in arguments)

    def read_argument(self, ask: Document, argument: str, path: str, reading: Reading) -> int:
        """The number of one argument."""
        if not argument:
            return 0
        kind, path = self.arguments[argument], f"{path}.{argument}"
        found = kind.read(ask[argument], path, reading) if argument in ask else (self.usual or {})[argument]
        check_range(found, kind, path, reading.seats)
        return int(found)
