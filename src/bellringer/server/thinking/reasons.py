"""Why one move is better than another, for people at a table, by what their seat knows.

Who has asked is told the rest first. What a why takes is shared out in turns, as hints are.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import structlog

from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.review.advice import why_of
from bellringer.review.results import Why
from bellringer.server.base.turns import Path
from bellringer.server.base.workers import Workers
from bellringer.server.errors import Refused
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room

Asked = tuple[int, int | None, tuple[str, str]]  # a seat, the number of its question, two moves

log = structlog.get_logger()


@dataclass(frozen=True)
class Compared:
    """Two moves of a seat, by their names. `asked`, `state`: the question, and the game as it was then."""

    seat: int
    asked: int | None
    moves: tuple[str, str]
    state: State

    def is_asked(self, live: LiveGame) -> bool:
        """Whether the question is still asked."""
        return not live.ended_by and live.holders[self.seat].asked == self.asked


class Reasons:
    """Finds out why. `spawn`: lets a task of the server's run."""

    def __init__(self, workers: Workers, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self.workers, self.spawn = workers, spawn
        self.known: WeakKeyDictionary[LiveGame, dict[Asked, Why]] = WeakKeyDictionary()  # of what is asked now

    async def find(self, room: Room, compared: Compared | None, who: Path = ()) -> Why | None:
        """Why the first move is better or worse than the second; `who`: whose turn it is to know.

        None where nothing is compared, where the game does not say whence its points come, where too many wait, and
        once the question was answered.
        """
        if compared is None:
            return None
        live, key = room.game, (compared.seat, compared.asked, compared.moves)
        known = self.known.setdefault(live, {})
        for other in [other for other in known if live.holders[other[0]].asked != other[1]]:
            del known[other]
        if key in known:
            return known[key]
        slices = why_of(find(room.kept.game), compared.state, compared.seat, compared.moves)
        try:
            found = await self.workers.work_off("hints", who, slices, lambda: compared.is_asked(live))
        except Refused:  # or the server is stopping
            return None
        if found is not None:
            known[key] = found
        return found

    def tell(self, room: Room, compared: Compared, who: Path, tell: Callable[[Why | None], object]) -> None:
        """Tell why once it is known, or that it will not be."""
        self.spawn(self._tell(room, compared, who, tell))

    async def _tell(self, room: Room, compared: Compared, who: Path, tell: Callable[[Why | None], object]) -> None:
        found = None
        try:
            found = await self.find(room, compared, who)
        except Exception:
            log.exception("a why failed", game=room.kept.game)
        tell(found)
