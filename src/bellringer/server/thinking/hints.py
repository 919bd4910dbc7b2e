"""Hints: the move that the best bot would make for a seat, from what the seat may see."""

from __future__ import annotations

from dataclasses import dataclass

from bellringer.bots.analysis import MoveThought
from bellringer.review.advice import next_best
from bellringer.server.base.turns import Path
from bellringer.server.base.workers import Workers
from bellringer.server.errors import Refused, Stale
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking.reasons import Compared


@dataclass(frozen=True)
class Hint:
    """What the best bot would do. `compared`: with the next best move; None where only one is sensible."""

    best: MoveThought
    compared: Compared | None


class Hints:
    """Thinks for people. `level`: of the bots that take the places of people; `iterations`: of the search."""

    def __init__(self, workers: Workers, level: str, iterations: int) -> None:
        self.workers, self.level, self.iterations = workers, level, iterations

    async def find(self, room: Room, seat: int, who: Path = ()) -> Hint:
        """The move that the best bot would make. `who`: whose turn it is to have it.

        Raises Refused when nothing is asked or the table gives no hints, Stale when the question was answered while the
        bot thought.
        """
        live = room.game
        if not room.kept.gives_hints:
            raise Refused("no-hints", "this table gives no hints", 403)
        if seat not in live.pending or live.bot_of(seat, self.level):
            raise Refused("nothing-asked", "nothing is asked of the seat now")
        asked, state = live.holders[seat].asked, live.table.state
        moves = (await self.workers.think(live.table, seat, self.iterations, who)).moves
        if live.ended_by or live.holders[seat].asked != asked:
            raise Stale(live.holders[seat].asked)
        best, other = moves[0], next_best(moves)
        return Hint(best, None if other is None else Compared(seat, asked, (best.name, other.name), state))
