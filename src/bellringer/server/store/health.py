"""Whether the server can keep what happens: it tries a write, and looks through its database once after a start.

While nothing can be kept, bots and clocks wait; as soon as a write succeeds again, the tables whose acts were lost are
built anew from what is kept, and everything goes on.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any, Literal

import structlog
from sqlalchemy import delete, insert
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.disk import room_at
from bellringer.server.base.opening import opened
from bellringer.server.base.trouble import PRIMARY, Kind, kind_of
from bellringer.server.store.models import ProbeRow
from bellringer.server.store.store import Store
from bellringer.server.store.survey import read_rows
from bellringer.server.store.values.kept import now

FRESH = 1.0  # seconds for which the result of a write is good enough
RETRY = 1.0  # seconds between two tries while nothing can be kept
PROBE_BYTES = 16_384  # that a probe writes: several pages, as a busy table does
LITTLE_ROOM = 64 << 20  # bytes of free disk under which a host should know
OUT_OF_REACH = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)  # which say nothing of damage
GONE = sqlite3.SQLITE_IOERR_FSTAT  # the same, of a folder that was taken away in the middle of a look
PAUSE = 0.01  # seconds between two steps in which rows are read: each takes one or two milliseconds
FINDINGS = 10  # of the first look through the database that are counted

log = structlog.get_logger()


class Health:
    """What is known of the database. `heal`: builds the tables at some addresses anew, and wakes their bots."""

    def __init__(
        self,
        store: Store,
        path: Path,
        heal: Callable[[Iterable[str]], Awaitable[None]],
        *,
        fresh: float = FRESH,
        retry: float = RETRY,
        little_room: int = LITTLE_ROOM,
    ) -> None:
        self.store, self.path, self.heal = store, path, heal
        self.fresh, self.retry, self.little_room = fresh, retry, little_room
        self.trouble: Kind | None = None  # why the last write failed
        self.since = 0  # when what was not stored had come, in milliseconds
        self.checked: Literal["running", "passed", "failed", "stopped"] = "running"
        self.rows: Literal["running", "read", "stopped"] = "running"
        self.locked = 0  # how many tables wait for a key, when it was last looked at
        self.is_short = False  # whether nearly as many tables are there as there may be, at that time
        self.enough = 0  # how many tables may be there before that is so; 0: any number
        self.lost: set[str] = set()  # the tables that had to forget an act
        self.is_damaged = False
        self._tried = -inf
        self._one = asyncio.Lock()
        self._alarm = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "check")
        self._looking: sqlite3.Connection | None = None
        self._is_closing = threading.Event()

    @property
    def is_storing(self) -> bool:
        """Whether what happens is kept, as far as is known."""
        return self.trouble is None

    def note(self, error: BaseException | None, address: str = "", since: int = 0) -> None:
        """Take note of an error, and of the table that it threw back. `since`: when what failed had come; 0 for now.

        Where the database is damaged at one table, all others go on: whether anything can be kept is tried then.
        """
        kind = kind_of(error)
        if address:
            self.lost.add(address)
        if kind == "damaged":
            self.is_damaged = True
        elif kind is not None:
            self.since = self.since if self.trouble else since or now()
            self.trouble = kind
        if kind is not None and (address or not self.is_storing):
            self._alarm.set()

    async def document(self) -> dict[str, Any]:
        """The state in words, after a write of its own unless the last one is fresh."""
        await self.probe()
        reasons = list(self.reasons())
        state = "degraded" if reasons else "well"
        known = {"well": not reasons, "state": state, "reasons": reasons, "check": self.checked}
        return {**known, "tables_without_key": self.locked, "rows": self.rows, "set_aside": self.store.aside.counts()}

    def reasons(self) -> Iterable[str]:
        """What is not as it should be."""
        if self.trouble is not None:
            yield self.trouble
        if (self.is_damaged or self.checked == "failed") and self.trouble != "damaged":
            yield "damaged"
        if self.store.aside.rows:
            yield "set-aside"
        if self.store.key_trouble is not None:
            yield f"keys-{self.store.key_trouble}"
        elif self.locked:
            yield "keys-lacking"
        if self.is_short:
            yield "little-room-for-tables"
        room = room_at(self.path.parent)  # None makes a write fail, which is told already
        if self.trouble != "full" and room is not None and room < self.little_room:
            yield "little-room"

    # trying a write

    async def watch(self) -> None:
        """While nothing can be kept, try again and again; then let the tables go on that were thrown back."""
        while True:
            await self._alarm.wait()
            await asyncio.sleep(self.retry)
            if self.trouble == "full":
                await asyncio.to_thread(self._make_room)
            await self.probe()
            if self.is_storing:
                self._alarm.clear()
                lost, self.lost = self.lost, set()
                log.warning("the database is written again", tables=len(lost))
                await self.heal(lost)

    async def probe(self) -> None:
        """Try a write, at most one in a second whoever asks."""
        clock = asyncio.get_running_loop().time
        async with self._one:
            if clock() - self._tried >= self.fresh:
                at = now()
                try:
                    await asyncio.to_thread(self._write)
                except Exception as error:
                    self.note(error, since=at)
                    self.since = self.since if self.trouble else at
                    self.trouble = kind_of(error) or "failing"
                    self._alarm.set()
                    log.error("the database can't be written", exc_info=error)
                else:
                    self.trouble = None
                    with suppress(DBAPIError):  # damaged where the tables are: that is told when one is asked for
                        self.locked = await asyncio.to_thread(self.store.count_locked)
                        count = await asyncio.to_thread(self.store.count_unfinished)
                        self.is_short = 0 < self.enough <= count
                self._tried = clock()

    def _make_room(self) -> None:
        """Cut the write-ahead log, which may be what fills the disk."""
        with suppress(DBAPIError), self.store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def _write(self) -> None:
        """Write some pages, and let go of them in the same transaction, so that the file does not grow.

        Raises FileNotFoundError if nobody could open what is written to: it would be gone with this server's end.
        """
        self.path.stat()
        with self.store.engine.begin() as connection:
            connection.execute(delete(ProbeRow))  # if damage has left one
            connection.execute(insert(ProbeRow).values(id=1, at=now(), filling=bytes(PROBE_BYTES)))
            connection.execute(delete(ProbeRow))

    # looking through the database

    async def look_through(self) -> None:
        """Look through the whole database, beside everything else: 500 MB take seconds, and no page waits."""
        self.checked = await asyncio.get_running_loop().run_in_executor(self._thread, self._quick_check)
        if self.checked == "failed":
            log.error("the database is damaged: look at it with bellringer check, restore a backup")
        elif self.checked == "stopped":
            log.info("the database was not looked through to its end: the next start does it")
        self.rows = await asyncio.get_running_loop().run_in_executor(self._thread, self._read_rows)

    def _read_rows(self) -> Literal["read", "stopped"]:
        """Read all rows, so that those that can't be read are known, in a small part of the time."""
        reading = read_rows(self.store)
        while not self._is_closing.wait(PAUSE):
            try:
                if next(reading, None) is None:
                    return "read"
            except DBAPIError as error:  # damaged, which is told already, or out of reach
                log.info("the rows were not read to their end", trouble=kind_of(error))
                break
        return "stopped"

    def _quick_check(self) -> Literal["passed", "failed", "stopped"]:
        """SQLite's own quick check, over a connection that can only read."""
        try:
            where = f"{self.path.absolute().as_uri()}?mode=ro"
            self._looking = opened(where, uri=True, check_same_thread=False)
            found = self._looking.execute(f"PRAGMA quick_check({FINDINGS})").fetchall()
        except sqlite3.OperationalError as error:  # interrupted, out of reach, or it can't be read
            code = getattr(error, "sqlite_errorcode", 0)
            is_reached = code & PRIMARY not in OUT_OF_REACH and code != GONE
            return "failed" if kind_of(error) and is_reached else "stopped"
        except sqlite3.DatabaseError:
            return "failed"
        finally:
            if self._looking is not None:
                self._looking.close()
                self._looking = None
        return "passed" if found == [("ok",)] else "failed"

    def close(self) -> None:
        """Stop looking."""
        self._is_closing.set()
        if (looking := self._looking) is not None:
            with suppress(sqlite3.ProgrammingError):  # it has just come to its end
                looking.interrupt()
        self._thread.shutdown(wait=True)
