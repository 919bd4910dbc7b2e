"""Turns at something of which there is little: whoever asks for much waits behind himself, not others behind him."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bellringer.server.live_game import Refused


class Turns:
    """Lets so many go on at once; those who wait do so in turn, one of each person after the other.

    `most`: how many may wait, and `most_each` of one person; who comes after that is refused as busy.
    """

    def __init__(self, places: int, most: int = 10_000, most_each: int = 10_000) -> None:
        self.free, self.most, self.most_each = places, most, most_each
        self.waiting: OrderedDict[object, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self.waiting.values()))

    @asynccontextmanager
    async def taken(self, who: object) -> AsyncIterator[None]:
        """Wait for somebody's turn, and have it as long as the block runs. Raises Refused when too many wait."""
        if self.free:
            self.free -= 1
        else:
            await self._wait(who)
        try:
            yield
        finally:
            self._go_on()

    async def _wait(self, who: object) -> None:
        if len(self) >= self.most or len(self.waiting.get(who, ())) >= self.most_each:
            raise Refused("busy", "too many wait for this already; come back in a while", 503)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was this one's turn, just as it went away
                self._go_on()
            raise

    def _go_on(self) -> None:
        """Give a place that has become free to the next who waits."""
        while self.waiting:
            who, mine = self.waiting.popitem(last=False)
            next_one = mine.popleft()
            if mine:
                self.waiting[who] = mine  # behind all others
            if not next_one.done():
                next_one.set_result(None)
                return
        self.free += 1
