"""Where the points of a table came from: what each seat gained, lost, placed or moved, by its source.

No table keeps that. Whoever wants to know has the moves made once more, while the rules enter it in a block beside the
state (`State.traced`); so play itself carries nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.contract.sources import BEGINNING, SourceTable
from bellringer.core.errors import OptionError

RawFlow = tuple[int, int, int, int, int]  # event, seat, column, source, amount; the numbers are the game's
BEFORE = ""  # the column of what a table began with


@dataclass(frozen=True)
class Flow:
    """What one source brought to a seat, or took from it.

    `event`: the number of the event that tells of it; -1 for what the table began with. `column`: what it is counted
    by, as the game names it; BEFORE for what the table began with.
    """

    event: int
    seat: int
    column: str
    source: str
    amount: int


@dataclass(frozen=True)
class Sources:
    """Everything that the seats of a table have gained and lost, in order."""

    table: SourceTable
    seats: int
    flows: tuple[Flow, ...]

    def until(self, event: int) -> Sources:
        """What had come up to the moment of an event (core/tables/moments.py)."""
        return Sources(self.table, self.seats, tuple(flow for flow in self.flows if flow.event <= event))

    def total(self, seat: int, columns: Iterable[str] | None = None, source: str | None = None) -> int:
        """How much a seat has by a source, or by all, in some columns, or in all that count for the score.

        Over all columns losses are taken off, so that it is the score, or a source's part of it.
        """
        return sum(
            flow.amount * (self.worth(flow.column) if columns is None else 1)
            for flow in self.flows
            if flow.seat == seat and source in (None, flow.source) and (columns is None or flow.column in columns)
        )

    def worth(self, column: str) -> int:
        """What one in a column adds to the score."""
        return 1 if column == BEFORE else self.table.scores[column]

    def by_source(self, seat: int) -> dict[str, dict[str, int]]:
        """By the source, in the order of the game's list, what it brought in each column; without those of nothing."""
        sums: Counter[tuple[str, str]] = Counter()
        for flow in self.flows:
            if flow.seat == seat:
                sums[flow.source, flow.column] += flow.amount
        found: dict[str, dict[str, int]] = {}
        for name in self.table.names:
            columns = {column: sums[name, column] for column in (BEFORE, *self.table.columns) if sums[name, column]}
            if columns:
                found[name] = columns
        return found


def sources(game: Game, beginning: State, traced: Iterable[tuple[int, list[RawFlow]]]) -> Sources:
    """What was traced of a table, by names. Raises OptionError for a game that does not say where points come from.

    `traced`: of each move the number of its first event, and its flows.
    """
    names = game.sources
    if names is None:
        raise OptionError(f"{game.name} does not say where its points come from")
    found = [
        Flow(-1, seat, BEFORE, BEGINNING, beginning.score(seat))
        for seat in range(beginning.seats)
        if beginning.score(seat)
    ]
    for first, flows in traced:
        for event, seat, column, source, amount in flows:
            found.append(Flow(first + event, seat, names.columns[column], names.names[source], amount))
    return Sources(names, beginning.seats, tuple(found))
