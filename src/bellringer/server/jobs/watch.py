"""Reading the gauges: what is measured all the time, and what is looked at when somebody asks for the figures."""

from __future__ import annotations

import asyncio
import hmac
import os
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from starlette.requests import Request

from bellringer.server.base import metrics
from bellringer.server.base.disk import room_at
from bellringer.server.base.settings import Settings
from bellringer.server.drawing.process.apart import Drawing
from bellringer.server.store.store import Store
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.visitors.security import is_from_here

STEP = 0.1  # seconds that the task sleeps by which the loop is measured


def may_read(request: Request, token: str) -> bool:
    """Whether somebody may have the figures: who has the token; without one, this machine, but no proxy on it."""
    if token:
        sent = request.headers.get("authorization", "")
        return hmac.compare_digest(sent.encode(), f"Bearer {token}".encode())
    return is_from_here(request)


class Watch:
    """Measures what is in memory, what waits, and what lies on the disk."""

    def __init__(self, tables: OpenTables, store: Store, drawing: Drawing, settings: Settings) -> None:
        self.tables, self.store, self.health = tables, store, tables.health
        self.drawing, self.settings = drawing, settings
        self.bytes_at_start = resident()

    async def measure_loop(self) -> None:
        """Measure how late a task runs, for as long as the server lives."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + STEP
            await asyncio.sleep(STEP)
            metrics.LOOP_DELAY.observe(max(0.0, clock() - due))

    def read(self) -> None:
        """Set the gauges to what is so now."""
        store, health = self.store, self.health
        count = len(self.tables.rooms)
        metrics.TABLES.set(count)
        metrics.TABLE_BYTES.set(max(0, resident() - self.bytes_at_start) / max(1, count))
        metrics.QUEUE.labels("drawing").set(len(self.drawing.turns))
        metrics.QUEUE.labels("writes").set(store.changes.writer.length if store.changes.writer is not None else 0)
        metrics.WAL_BYTES.set(size(store.log.path))
        metrics.DATABASE_BYTES.set(size(self.settings.database))
        metrics.DISK_FREE.set(room_at(self.settings.data) or 0)
        metrics.STORING.set(health.is_storing)
        metrics.KEYS.set(store.vault.keys is not None)
        metrics.DAMAGED.set("damaged" in health.reasons())
        try:
            metrics.UNFINISHED.set(store.count_unfinished())
            metrics.WITHOUT_KEY.set(store.count_locked())
        except DBAPIError as error:  # the figures are wanted most when something is wrong
            health.note(error)


def size(path: Path) -> int:
    """The bytes of a file; 0 if there is none."""
    return path.stat().st_size if path.exists() else 0


def resident() -> int:
    """The bytes of memory that this process has; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
