"""Turns at something of which there is little: whoever asks for much waits behind himself, not others behind him."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass

from bellringer.server.live_game import Refused

LATER_ONES = 4  # while both kinds wait, one turn in so many is for those who can wait

Line = OrderedDict[object, deque[asyncio.Future[None]]]  # those who wait, by person; the next one first


@dataclass(slots=True)
class Turn:
    """Somebody's turn, as the context of a block."""

    turns: Turns
    who: object
    can_wait: bool

    async def __aenter__(self) -> None:
        await self.turns.enter(self.who, self.can_wait)

    async def __aexit__(self, *_: object) -> None:
        self.turns.leave()


class Turns:
    """Lets so many go on at once; those who wait do so in turn, one of each person after the other.

    `most`: how many may wait, and `most_each` of one person; who comes after that is refused as busy.
    """

    def __init__(self, places: int, most: int = 10_000, most_each: int = 10_000) -> None:
        self.free, self.most, self.most_each = places, most, most_each
        self.waiting, self.later = Line(), Line()
        self.count = 0  # of those who wait
        self.given = 0  # turns, while both kinds waited

    def __len__(self) -> int:
        """How many wait."""
        return self.count

    def taken(self, who: object, *, can_wait: bool = False) -> Turn:
        """Wait for somebody's turn, and have it as long as the block runs. Raises Refused when too many wait.

        `can_wait`: most of those who can't go first.
        """
        return Turn(self, who, can_wait)

    async def enter(self, who: object, can_wait: bool) -> None:
        """Wait for a place. Raises Refused when too many wait."""
        if self.free > 0:
            self.free -= 1
        else:
            await self._wait(who, self.later if can_wait else self.waiting)

    async def _wait(self, who: object, line: Line) -> None:
        if len(self) >= self.most or len(line.get(who, ())) >= self.most_each:
            raise Refused("busy", "too many wait for this already; come back in a while", 503)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.setdefault(who, deque()).append(mine)
        self.count += 1
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was this one's turn, just as it went away
                self.leave()
            raise

    def add(self, places: int) -> None:
        """Let so many more go on at once, or fewer."""
        self.free += places
        self._let_in()

    def let_by(self, who: object) -> None:
        """Let somebody who waits go on at once, beside those whose turn it is."""
        for mine in (*self.waiting.pop(who, ()), *self.later.pop(who, ())):
            self.count -= 1
            self._enter(mine)

    def go_first(self, who: object) -> None:
        """Put somebody who could wait among those who can't."""
        if (mine := self.later.pop(who, None)) is not None:
            self.waiting.setdefault(who, deque()).extend(mine)

    def leave(self) -> None:
        """Give up a place."""
        self.free += 1
        self._let_in()

    def _let_in(self) -> None:
        """Give the places that are free to those who wait."""
        while self.free > 0 and (line := self._next_line()):
            who, mine = line.popitem(last=False)
            next_one = mine.popleft()
            self.count -= 1
            if mine:
                line[who] = mine  # behind all others
            self._enter(next_one)

    def _next_line(self) -> Line:
        """Those of whom one has the next turn."""
        if not self.waiting or not self.later:
            return self.waiting or self.later
        self.given += 1
        return self.waiting if self.given % LATER_ONES else self.later

    def _enter(self, mine: asyncio.Future[None]) -> None:
        """Give a place to one who waits, unless he has gone away."""
        if not mine.done():
            self.free -= 1
            mine.set_result(None)
