"""Hints: the move that the best bot would make for a seat, from what the seat may see."""

from __future__ import annotations

from bellringer.bots.analysis import MoveThought
from bellringer.server.base.turns import Path
from bellringer.server.base.workers import Workers
from bellringer.server.errors import Refused, Stale
from bellringer.server.tables.memory.room import Room


class Hints:
    """Thinks for people. `level`: of the bots that take the places of people; `iterations`: of the search."""

    def __init__(self, workers: Workers, level: str, iterations: int) -> None:
        self.workers, self.level, self.iterations = workers, level, iterations

    async def find(self, room: Room, seat: int, who: Path = ()) -> MoveThought:
        """The move that the best bot would make. `who`: whose turn it is to have it.

        Raises Refused when nothing is asked or the table gives no hints, Stale when the question was answered while the
        bot thought.
        """
        live = room.game
        if not room.kept.gives_hints:
            raise Refused("no-hints", "this table gives no hints", 403)
        if seat not in live.pending or live.bot_of(seat, self.level):
            raise Refused("nothing-asked", "nothing is asked of the seat now")
        asked = live.holders[seat].asked
        thoughts = await self.workers.think(live.table, seat, self.iterations, who)
        if live.ended_by or live.holders[seat].asked != asked:
            raise Stale(live.holders[seat].asked)
        return thoughts.moves[0]
