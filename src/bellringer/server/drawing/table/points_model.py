"""Where the points came from, ready for the template: a bar a seat, split by kinds of sources, and tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bellringer.core.contract.sources import BEGINNING
from bellringer.core.tables.sources import BEFORE, Sources
from bellringer.server.drawing.table.page_model import PageModel, SeatModel

WIDTH = 240  # of the chart's bars, in its own units
LEAST = 15  # width of a segment that has room for its number, and another one for each further digit
DIGIT = 8

Cells = tuple[int, ...]


@dataclass(frozen=True)
class Segment:
    """What one kind of sources brought to a seat, or took from it. `kind`: its number in the chart's key."""

    kind: int
    x: float
    width: float
    amount: int

    @property
    def is_told(self) -> bool:
        """Whether its number has room on it."""
        return self.width >= LEAST + DIGIT * (len(str(self.amount)) - 1)

    @property
    def middle(self) -> float:
        """Where the number stands."""
        return self.x + self.width / 2


@dataclass(frozen=True)
class SeatBar:
    """A seat's bar. Losses lie on the left of the chart's zero."""

    seat: SeatModel
    who: str
    total: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Row:
    """A source and what it brought, by seats or by columns. `amounts`: None where it brought nothing."""

    words: str
    amounts: tuple[int | None, ...]


@dataclass(frozen=True)
class SeatTable:
    """All sources of one seat, by what they are counted by."""

    seat: SeatModel
    who: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class PointsModel:
    """Where the points of a table came from, in a reader's words."""

    model: PageModel
    sources: Sources

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of sources that have brought something, in the game's order, in words."""
        return tuple(self.words_of_kind(kind) for kind in self._kinds)

    @cached_property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(
            kind
            for kind in (BEGINNING, *self.sources.table.kinds)
            if any(self.of_kind(seat, kind) for seat in self.seats)
        )

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.sources.seats)

    def words_of_kind(self, kind: str) -> str:
        """A kind of sources, in the key."""
        rules, language = self.model.rules, self.model.language
        return rules.source_words(kind, language) if kind == BEGINNING else rules.kind_words(kind, language)

    @cached_property
    def _net(self) -> tuple[dict[str, int], ...]:
        """By seat and source, what it did to the score."""
        return tuple(
            {source: sum(n * self.sources.worth(column) for column, n in columns.items())
             for source, columns in self.sources.by_source(seat).items()}
            for seat in self.seats
        )  # fmt: skip

    def of_kind(self, seat: int, kind: str) -> int:
        """What a kind of sources did to a seat's score."""
        names = (BEGINNING,) if kind == BEGINNING else self.sources.table.kinds[kind]
        return sum(self._net[seat].get(name, 0) for name in names)

    # the chart

    @cached_property
    def _amounts(self) -> list[Cells]:
        return [tuple(self.of_kind(seat, kind) for kind in self._kinds) for seat in self.seats]

    @property
    def scale(self) -> float:
        """Units of the chart a point."""
        most = max((sum(n for n in own if n > 0) for own in self._amounts), default=0)
        least = max((-sum(n for n in own if n < 0) for own in self._amounts), default=0)
        return WIDTH / max(1, most + least)

    @property
    def zero(self) -> float:
        """Where the bars begin."""
        return max((-sum(n for n in own if n < 0) for own in self._amounts), default=0) * self.scale

    @property
    def bars(self) -> tuple[SeatBar, ...]:
        """A bar for each seat, in the order of the table."""
        return tuple(
            SeatBar(
                seat, self.model.who(seat), self.sources.total(seat.number), self.segments(self._amounts[seat.number])
            )
            for seat in self.model.seats
        )

    def segments(self, amounts: Cells) -> tuple[Segment, ...]:
        """What a bar is made of: gains to the right, losses to the left."""
        scale, right, left, found = self.scale, self.zero, self.zero, []
        for kind, amount in enumerate(amounts):
            width = abs(amount) * scale
            if amount > 0:
                found.append(Segment(kind, right, width, amount))
                right += width
            elif amount < 0:
                left -= width
                found.append(Segment(kind, left, width, amount))
        return tuple(found)

    # the tables

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every source that did something to a score, by seats."""
        found = (
            (name, tuple(self._net[seat].get(name) or None for seat in self.seats)) for name in self.sources.table.names
        )
        return tuple(Row(self.words(name), amounts) for name, amounts in found if any(amounts))

    @property
    def totals(self) -> Cells:
        """The scores."""
        return tuple(self.sources.total(seat) for seat in self.seats)

    @property
    def tables(self) -> tuple[SeatTable, ...]:
        """For each seat all its sources, by the columns in which they brought anything."""
        return tuple(table for seat in self.model.seats if (table := self.table_of(seat)).rows)

    def table_of(self, seat: SeatModel) -> SeatTable:
        """All sources of a seat."""
        by_source = self.sources.by_source(seat.number)
        columns = [
            column
            for column in (BEFORE, *self.sources.table.columns)
            if any(column in brought for brought in by_source.values())
        ]
        rows = tuple(
            Row(self.words(name), tuple(brought.get(column) for column in columns))
            for name, brought in by_source.items()
        )
        return SeatTable(seat, self.model.who(seat), tuple(self.head(column) for column in columns), rows)

    def head(self, column: str) -> str:
        """What stands above a column."""
        return self.words(BEGINNING) if column == BEFORE else self.model.rules.column_words(column, self.model.language)

    def name(self, seat: SeatModel, who: str) -> str:
        """Whose a table is: a person, and the colour of the seat; that alone where it is all that is known."""
        return seat.words if who == seat.words else f"{who}, {seat.words}"

    def words(self, source: str) -> str:
        """A source in words."""
        return self.model.rules.source_words(source, self.model.language)
