"""Positions and views of a game, written and read by its table of fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from bellringer.core.compiled.observing import Encoder
from bellringer.core.compiled.state import PLAIN_DICE, RuleBook, State
from bellringer.core.edges.shape import check_shape
from bellringer.core.errors import PositionError
from bellringer.core.fields.asks import RawAsk
from bellringer.core.fields.entries import BySeat, Entry, Field, Show
from bellringer.core.fields.kinds import Phase
from bellringer.core.fields.look import Look
from bellringer.core.fields.observation import Plan, plan_of
from bellringer.core.fields.reading import Reading
from bellringer.core.fields.table import FieldTable

Document = dict[str, Any]
ASKS = 1_000  # of which the names are kept
BOX = "box"  # under this name the numbers of a table's box are kept


class Codec(Protocol):
    """The compiled module that `tools/fields.py` writes: the struct's members by name, as plain numbers and lists."""

    def read(self, state: State) -> dict[str, Any]:
        """All members but those of the box; lists by seat are as long as there are seats."""

    def read_box(self, state: State) -> dict[str, Any]:
        """The members of the box."""

    def box(self, state: State) -> bytes:
        """The memory of the box: equal boxes have equal bytes."""

    def members(self, state: State) -> dict[str, tuple[int, int, int, bool]]:
        """Where each member lies: bytes before it, from item to item, of a number; whether that has a sign."""

    def write(self, state: State, seats: int, numbers: Mapping[str, Any]) -> None:
        """Write the members that `numbers` has; the caller has checked them."""


class Documents:
    """Writes and reads a game's documents by its table."""

    def __init__(self, table: FieldTable, codec: Codec, book: RuleBook) -> None:
        self.table, self.codec, self.book = table, codec, book
        self.positions: list[tuple[Entry, str, Show | None]] = [
            (entry, entry.key, entry.plain_show) if isinstance(entry, Field) else (entry, "", None)
            for entry in table.entries
        ]
        self.views: list[tuple[Entry, str, str, Show | None]] = [
            (entry, entry.view_name, entry.key, entry.plain_view) if isinstance(entry, Field) else (entry, "", "", None)
            for entry in table.entries
        ]
        self.choice_keys = [key for entry in table.choices for key in entry.keys]
        self.found_at: Callable[[Any], dict[Any, Any]] = lru_cache(maxsize=64)(lambda key: {})
        self.named = lru_cache(ASKS)(self._named)  # asked for each legal move in words

    # positions and views

    def look(self, state: State, seat: int | None, is_whole: bool = False) -> Look:
        """A look at a state: a seat's, or a spectator's, or one that sees all."""
        numbers, names = self.codec.read(state), self.table.seat_names[: state.seats]
        found = self.found_at((self.codec.box(state), state.seats, *[numbers[key] for key in self.choice_keys]))
        if BOX not in found:
            found[BOX] = self.codec.read_box(state)
        phase = Phase.OVER if state.over else self.table.phases[numbers["phase"]] if self.table.phases else ""
        return Look(state, numbers | found[BOX], seat, names, phase, found, is_whole)

    def numbers(self, state: State) -> dict[str, Any]:
        """The members of the struct by name, those of the box with them."""
        return self.look(state, None).numbers

    def begun(self, look: Look) -> Document:
        """The fields with which every document begins."""
        return {"game": self.table.game, "rules": self.table.rules, "seats": look.seats}

    def position(self, state: State) -> Document:
        """The whole state by names. `restore` makes the same bytes of it, except for events."""
        look = self.look(state, None, is_whole=True)
        found = self.begun(look)
        for entry, key, show in self.positions:
            if show is None:
                entry.write(found, look)
            else:
                found[entry.name] = show(look.numbers[key], look)
        found["asks"] = [self.table.asks.document(ask, look) for ask in state.asks]
        found["dice"] = "".join(f"{word:016x}" for word in state.dice)
        found["revealed"] = state.revealed
        if any(state.drawn):
            found["draws"] = list(state.drawn)  # without the key nobody can tell from it what comes
        return found

    def view(self, state: State, seat: int | None) -> Document:
        """What a seat sees, or a spectator (None): each entry that the table says they see, and no other."""
        return self.seen(self.look(state, seat))

    def seen(self, look: Look) -> Document:
        """What one look sees."""
        found, numbers = self.begun(look), look.numbers
        for entry, name, key, show in self.views:
            if show is None:
                entry.view(found, look)
            else:
                found[name] = show(numbers[key], look)
        found["asks"] = [self.table.asks.seen(ask, look) for ask in look.state.asks]
        return found

    def whole_view(self, state: State) -> Document:
        """A spectator's view, with each seat's own things and, where a rule asks row by row, all that any seat sees."""
        look = self.look(state, None)
        look.eyes = (1 << look.seats) - 1
        found = self.seen(look)
        for entry in self.table.entries:
            if isinstance(entry, BySeat):
                found[entry.name] = {seat: entry.seat_view(look.by(p), p) for p, seat in enumerate(look.seat_names)}
        return found

    def ask(self, state: State) -> tuple[str, Document]:
        """The ask on top, its name and arguments; an empty name when nothing is asked."""
        asks = state.asks
        if not asks:
            return "", {}
        name, arguments = self.named(asks[-1], state.seats)
        return name, {**arguments}

    def _named(self, ask: RawAsk, seats: int) -> tuple[str, Document]:
        """The name and arguments of an ask. They depend on the number of seats, and on nothing else of the state."""
        look = Look(State(self.book), {}, None, self.table.seat_names[:seats], "", {})
        found = self.table.asks.document(ask, look)
        return found.pop("ask"), found

    # observations

    def plan(self, state: State) -> Plan:
        """What the observations of a state's table hold, span by span."""
        return self.look(state, None).once_a_table(self.plan_at)

    def plan_at(self, look: Look) -> Plan:
        """The plan for a look's table."""
        return plan_of(self.table, self.codec.members(look.state), look)

    def encoder(self, state: State) -> Encoder:
        """What writes the observations of a state's table."""
        return self.look(state, None).once_a_table(self.encoder_at)

    def encoder_at(self, look: Look) -> Encoder:
        """The encoder for a look's table."""
        return Encoder(self.book, look.once_a_table(self.plan_at), self.table.observed.readers)

    # the table's choices, and its box

    def blank(self, seats: int, numbers: Mapping[str, Any]) -> State:
        """An undealt state with these members; all others are zero. Raises PositionError for one out of its range."""
        self.table.check_ranges(seats, numbers)
        return self.written(seats, numbers)

    def written(self, seats: int, numbers: Mapping[str, Any]) -> State:
        """A state with these members, each of which is in its range."""
        state = State(self.book)
        self.codec.write(state, seats, numbers)
        return state

    def box_of(self, state: State) -> Document:
        """What the state's box has that the shipped one has not."""
        found: Document = {}
        if self.table.box:
            self.table.box.write(found, self.look(state, None))
        return next(iter(found.values()), {})

    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        """Lay what `box_of` gave over an undealt state's box. Raises PositionError."""
        box, look = self.table.box, self.look(state, None, is_whole=True)
        if box is None:
            raise PositionError("", f"{self.table.title} has no box")
        raw = self.begun(look)
        for entry in self.table.choices:
            entry.write(raw, look)
        raw[box.name] = document
        check_shape(raw, self.table.schema)
        self.codec.write(state, look.seats, box.numbers(Reading(self.table, raw)))

    # from a document

    def restore(self, raw: Mapping[str, Any]) -> State:
        """The state of a document, whole or partial. Raises PositionError with the path of what is impossible."""
        check_shape(raw, self.table.schema)
        reading = Reading(self.table, raw)
        numbers = reading.read_all()
        asks = self.table.asks.read(reading)
        state = self.written(reading.seats, numbers | {"over": reading.phase == Phase.OVER})
        state.put_asks(asks)
        words = [int(raw["dice"][i : i + 16], 16) for i in range(0, 64, 16)] if "dice" in raw else PLAIN_DICE
        state.put_dice(words, raw.get("revealed", 0))
        state.put_drawn(raw.get("draws", ()))
        self.run_on(state, asks)
        return state

    def run_on(self, state: State, asks: Sequence[Any]) -> None:
        """Check the state against the laws and the asks, and run the rules on to the next choice."""
        self.check_laws(state, may_wait_for_nobody=not asks)
        if self.table.check_state:
            look = self.look(state, None, is_whole=True)
            self.table.check_state(state, [self.table.asks.document(ask, look) for ask in state.asks])
        if not state.over:
            state.settle()
            self.check_laws(state)
            self.check_answers(state)

    def check_answers(self, state: State) -> None:
        """Check that no answer to what is asked now would break a law: then something is asked that can't be."""
        for seat in state.pending:
            for move in state.legal(seat):
                after = state.copy()
                after.apply(seat, move)
                if law := after.broken_law:
                    reason = f"after an answer to {self.ask(state)[0]} the {self.table.laws[law - 1]} would not add up"
                    raise PositionError("asks", reason)

    def check_laws(self, state: State, may_wait_for_nobody: bool = False) -> None:
        """Check the laws of conservation. Before the rules have run on, a game may wait for nobody."""
        law = state.broken_law
        if law and not (may_wait_for_nobody and self.table.laws[law - 1] == "asks"):
            raise PositionError("", f"the {self.table.laws[law - 1]} do not add up")
