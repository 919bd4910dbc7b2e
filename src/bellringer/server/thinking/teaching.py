"""A teaching bot: it stops a bad move before it counts, says what it costs, and asks whether it is meant.

It judges within a second, or the move counts. It stores nothing: what it has said of a question is in memory beside the
table, and is worked out again, the same, where that was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import structlog

from bellringer.core.contract.registry import find
from bellringer.review.judging import USUAL, Effort, Verdict, judge_slices
from bellringer.server.base.metrics import TAUGHT, thoughts_of
from bellringer.server.base.turns import Path
from bellringer.server.base.workers import Workers
from bellringer.server.errors import Refused
from bellringer.server.store import Act
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking.reasons import Compared

LEAST = {"blunders": 0.10, "mistakes": 0.05, "all": 0.02}  # of win chance that a move must lose, by the table's choice
SPARE = 2.0  # seconds that a clock must have left besides, for a move to be judged

Answer = tuple[int, int, str]  # a seat, the number of its question, and a move
Judging = asyncio.Task[Verdict | None]
Spawn = Callable[[Coroutine[Any, Any, Verdict | None]], Judging]

log = structlog.get_logger()


@dataclass(frozen=True)
class Stopped:
    """A move that does not count yet. `compared`: it, and the bot's, for their why."""

    verdict: Verdict
    compared: Compared


class Teacher:
    """Judges moves of people. `seconds`: within which; `move`: makes one (Playing.move).

    `spawn`: lets a task of the server's run; `effort`: how much it thinks.
    """

    def __init__(
        self,
        workers: Workers,
        seconds: float,
        move: Callable[[Room, int, int, str], Act],
        spawn: Spawn,
        *,
        effort: Effort = USUAL,
    ) -> None:
        self.workers, self.seconds, self.move, self.spawn, self.effort = workers, seconds, move, spawn, effort
        self.judged: WeakKeyDictionary[LiveGame, dict[Answer, Judging]] = WeakKeyDictionary()  # of what is asked now

    async def stops(
        self, room: Room, seat: int, asked: int, name: str, then: str = "", who: Path = ()
    ) -> Stopped | None:
        """Why a move is not made yet; None if it may be made now. `who`: whose turn it is to be judged.

        With `then`, the answer to the question that the move leads to, the move is made here, if it is good; then its
        answer is judged. Raises Stale, IllegalMove, Refused for a move that can't be made.
        """
        if room.kept.teaches == "off":
            return None
        stopped = await self._stops(room, seat, asked, name, who)
        if stopped is not None or not then:
            return stopped
        if room.is_gone:  # the table is found anew, and both moves are made there
            return None
        number, live = self.move(room, seat, asked, name).number, room.game
        if live.holders[seat].asked != number or then not in live.table.legal_names(seat):
            return None
        return await self._stops(room, seat, number, then, who)

    async def _stops(self, room: Room, seat: int, asked: int, name: str, who: Path) -> Stopped | None:
        live = room.game
        if live.may_move(seat, asked, name) is not None or self._is_in_haste(live, seat):
            return None
        compared = Compared(seat, asked, (name, name), live.table.state)
        verdict = await self._verdict(room, compared, who)
        if verdict is None or not verdict.is_bad(LEAST[room.kept.teaches]) or not compared.is_asked(live):
            return None
        TAUGHT.labels("stopped").inc()
        return Stopped(verdict, Compared(seat, asked, (name, verdict.better), compared.state))

    def _is_in_haste(self, live: LiveGame, seat: int) -> bool:
        """Whether a clock would run out while the move is judged."""
        left = live.window_left(seat, now()), live.seconds_left(seat, now())
        return any(seconds is not None and seconds < self.seconds + SPARE for seconds in left)

    async def _verdict(self, room: Room, compared: Compared, who: Path) -> Verdict | None:
        """What a move loses; None if that is not known in time. The same move that is sent twice is judged once."""
        live = room.game
        assert compared.asked is not None
        judged, answer = self.judged.setdefault(live, {}), (compared.seat, compared.asked, compared.moves[0])
        for other in [other for other in judged if live.holders[other[0]].asked != other[1]]:
            del judged[other]
        task = judged.get(answer)
        if task is None:
            task = judged[answer] = self.spawn(self._weigh(room, compared, who))
        found: Verdict | None = None
        with suppress(TimeoutError):
            async with asyncio.timeout(self.seconds):
                found = await asyncio.shield(task)
        if found is None:
            judged.pop(answer, None)
            TAUGHT.labels("late").inc()
        return found

    async def _weigh(self, room: Room, compared: Compared, who: Path) -> Verdict | None:
        """Judge a move; None once the question is answered, where too many wait, and when the server stops."""
        live, game = room.game, find(room.kept.game)
        try:
            slices = judge_slices(game, compared.state, compared.seat, compared.moves[0], self.effort)
            with thoughts_of("teacher").time():
                return await self.workers.work_off("teacher", who, slices, lambda: compared.is_asked(live))
        except Refused:
            return None
        except Exception:
            log.exception("a move could not be judged", game=game.name)
            return None
