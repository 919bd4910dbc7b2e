"""Bots and hints think here: in threads of low priority, since the search lets the interpreter go while it thinks."""

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

Answer = TypeVar("Answer")
LOWER = 5  # how much more patient a thinking thread is than one that answers pages, in steps of nice


class Workers:
    """A few threads that think; and one for bots among themselves, so that no person waits for those."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "bot", initializer=be_patient)
        self.spare = ThreadPoolExecutor(1, "spare", initializer=be_patient)

    async def choose(self, bot: str, seed: int, table: Table, seat: int, is_awaited: bool = True) -> str:
        """A bot's move. The table may go on meanwhile: the bot gets a copy. `is_awaited`: a person plays there, too."""
        names = table.move_names
        pool = self.pool if is_awaited else self.spare
        return names[await self._run(pool, choose_number, bot, seed, table.state, seat)]

    async def think(self, table: Table, seat: int, iterations: int) -> Thoughts:
        """What the best bot thinks of a seat's moves. The table may go on meanwhile: the bot gets a copy."""
        search = Search(0, iterations=iterations)
        return named(table, seat, await self._run(self.pool, search.analyse, table.state, seat))

    async def _run(self, pool: ThreadPoolExecutor, function: Callable[..., Answer], *values: object) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(pool, function, *values)

    def close(self) -> None:
        """Let the threads end; nobody waits for a thought any more."""
        for pool in (self.pool, self.spare):
            pool.shutdown(wait=False, cancel_futures=True)


def choose_number(bot: str, seed: int, state: State, seat: int) -> int:
    """A bot's choice in a position."""
    return bots.make(bot, seed).choose_number(state, seat)


def be_patient() -> None:
    """Let pages be answered first. Not everywhere may a thread say so."""
    if hasattr(os, "setpriority"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWER)
        except OSError:
            return
