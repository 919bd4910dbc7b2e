"""Threads of low priority in which bots and hints think. The search releases the interpreter while it thinks."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bellringer import bots
from bellringer.bots.analysis import Thoughts, named
from bellringer.bots.search import Search
from bellringer.core.state import State
from bellringer.core.table import Table
from bellringer.server.metrics import THOUGHTS, queued

Answer = TypeVar("Answer")
LOWER = 5  # how much more patient a thinking thread is than one that answers pages, in steps of nice


class Workers:
    """A few threads for tables with users, and one for bots among themselves, so that no user waits for those."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "bot", initializer=be_patient)
        self.spare = ThreadPoolExecutor(1, "spare", initializer=be_patient)

    async def choose(self, bot: str, seed: int, table: Table, seat: int, is_awaited: bool = True) -> str:
        """A bot's move. The table may go on meanwhile: the bot gets a copy. `is_awaited`: a user plays there, too."""
        names = table.move_names
        pool = self.pool if is_awaited else self.spare
        with queued("bots" if is_awaited else "spare-bots"), THOUGHTS.labels(bots.parts_of(bot)[0]).time():
            return names[await self._run(pool, choose_number, bot, seed, table.state, seat)]

    async def think(self, table: Table, seat: int, iterations: int) -> Thoughts:
        """What the best bot thinks of a seat's moves. The table may go on meanwhile: the bot gets a copy."""
        search = Search(0, iterations=iterations)
        with queued("hints"), THOUGHTS.labels("hint").time():
            return named(table, seat, await self._run(self.pool, search.analyse, table.state, seat))

    async def _run(self, pool: ThreadPoolExecutor, function: Callable[..., Answer], *values: object) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(pool, function, *values)

    def close(self) -> None:
        """End the threads without waiting for results."""
        for pool in (self.pool, self.spare):
            pool.shutdown(wait=False, cancel_futures=True)


def choose_number(bot: str, seed: int, state: State, seat: int) -> int:
    """A bot's choice in a position."""
    return bots.make(bot, seed).choose_number(state, seat)


def be_patient() -> None:
    """Lower this thread's priority, so that pages are answered first; not every system allows that."""
    if hasattr(os, "setpriority"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWER)
        except OSError:
            return
