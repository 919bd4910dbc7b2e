"""The moments of a game: what it was like when each of its events was told.

A move may bring many events, and a table keeps the state before the move alone. So the move is made once more on a
copy, where the state is kept at each event (`State.watched`). That costs a table nothing while nobody looks back, and a
moment knows no page: whoever tells a game, as it goes on or afterwards, draws it as the present (`Moment.table`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bellringer.core.tables.table import Table


@dataclass(frozen=True)
class Moment:
    """The game when an event was told. Nobody is asked in it.

    `number`: of the event; -1 is the beginning, before any. `table`: as it was then, with the events up to this one.
    `acting`: the seat whose move has brought it; None for what the deal has brought.
    """

    number: int
    table: Table
    acting: int | None = None


def before(table: Table, number: int) -> Moment:
    """The moment before an event was told: that of the event before it, or the question that its move answered."""
    turn = turn_of(table, number)
    if turn is not None and table.events_of_turn(turn).start == number:
        return Moment(number - 1, table.at(table.state_before(turn), number, turn))
    return next(moments(table, number - 1, number), Moment(-1, table.at(table.state_before(0), 0, 0)))


def at(table: Table, count: int) -> Moment:
    """The moment when so many events had been told, at most all of them."""
    beginning = Moment(-1, table.at(table.state_before(0), 0, 0))
    return next(moments(table, count - 1, count), beginning) if count > 0 else beginning


def question_after(table: Table, count: int) -> Table:
    """A copy of the game where so many events had been told and the move that brought the last of them was over.

    Whoever is asked there can be answered, by the game's own luck.
    """
    turn = turn_of(table, count - 1)
    turns = 0 if turn is None else turn + 1
    if turns == table.moves_played:
        return table.copy()
    return table.at(table.state_before(turns), table.events_of_turn(turns).start, turns)


def moments(table: Table, first: int, end: int | None = None) -> Iterator[Moment]:
    """The moments of the events from `first` up to `end`, exclusive; up to the newest event for None."""
    first, end = max(0, first), table.event_count if end is None else min(end, table.event_count)
    turn = turn_of(table, first)
    for number in range(first, min(end, dealt(table))):
        yield Moment(number, table.at(table.state_before(0), number + 1, 0))
    turns = range(0 if turn is None else turn, table.moves_played)
    state = table.state_before(turns.start) if turns else None
    for one in turns:
        assert state is not None
        told = table.events_of_turn(one)
        if told.start >= end:
            return
        for number, found in zip(told, table.make_again(state, one), strict=True):
            if first <= number < end:
                yield Moment(number, table.at(found, number + 1, one + 1), table.seat_of_turn(one))


def dealt(table: Table) -> int:
    """How many events the deal has brought. The deal is over in one go, so all of them show what was dealt."""
    return table.events_of_turn(0).start if table.moves_played else table.event_count


def turn_of(table: Table, number: int) -> int | None:
    """The number of the move that brought an event; None for one of the deal."""
    turn = bisect_right(range(table.moves_played), number, key=lambda one: table.events_of_turn(one).start) - 1
    return turn if turn >= 0 else None
