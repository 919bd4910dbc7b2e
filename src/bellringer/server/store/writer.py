"""How changes come into the database: by a thread of its own, so that nobody waits for the disk or another process.

All changes that wait when a transaction begins are stored by that one transaction: under load, one wait for the disk
serves many. A transaction waits a little for more changes, such as other bots' moves, until somebody waits for one that
is there; it never begins right after another one. Who must not tell of a change before it is stored asks for what is
`Owed`.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from bellringer.server.base.metrics import WRITES
from bellringer.server.store.leases import Lease, Leases
from bellringer.server.store.values.kept import now

Found = TypeVar("Found")
Change = Callable[[Connection], object]
MOST_TOGETHER = 500  # changes of one transaction
GATHER = 0.02  # seconds that a change waits for others, while nobody waits for it
BETWEEN = 0.012  # seconds from the beginning of a transaction to that of the next, at least, even if somebody waits


@dataclass(slots=True)
class Item:
    """A change that can be made together with others of its kind, by fewer statements.

    `make`: makes such changes, by their values, in their order.
    """

    make: Callable[[Connection, Sequence[Any]], object]
    value: Any

    def __call__(self, connection: Connection) -> None:
        """Make it alone."""
        self.make(connection, (self.value,))


def make_all(connection: Connection, changes: Iterable[Change]) -> None:
    """Make changes in their order, those of one kind that follow one another together."""
    for make, found in groupby(changes, key=lambda change: change.make if isinstance(change, Item) else None):
        if make is not None:
            make(connection, [part.value for part in found if isinstance(part, Item)])
            continue
        for change in found:
            change(connection)


class NotStored(Exception):
    """What somebody was to be told could not be stored."""


class Receipt:
    """What becomes of a change: `error` is what kept it from being stored. `hurry`: has it stored now.

    A Future would bring a lock and a condition of its own with each of some hundred changes a second.
    """

    __slots__ = ("error", "hurry", "is_done", "waiting")
    LOCK = threading.Lock()  # of all receipts: each holds it for a moment

    def __init__(self, hurry: Callable[[], None]) -> None:
        self.hurry = hurry
        self.is_done = False
        self.error: BaseException | None = None
        self.waiting: list[Callable[[], object]] = []

    def settle(self, error: BaseException | None = None) -> None:
        """Tell all who wait that it is stored, or why not."""
        with self.LOCK:
            self.error = error
            self.is_done = True  # last: it is read without the lock
            waiting, self.waiting = self.waiting, []
        for wake in waiting:
            wake()

    def when_done(self, wake: Callable[[], object]) -> None:
        """Have something called once it is settled: at once, or in the thread that stores."""
        with self.LOCK:
            if not self.is_done:
                self.waiting.append(wake)
                return
        wake()

    def wait(self, seconds: float | None = None) -> BaseException | None:
        """What kept it from being stored, if anything did, as soon as that is known. Raises TimeoutError."""
        settled = threading.Event()
        self.when_done(settled.set)
        if not settled.wait(seconds):
            raise TimeoutError("the change is not stored yet")
        return self.error


@dataclass(eq=False)
class Line:
    """Changes that build on each other, those of one table: after one that failed, none is stored any more.

    What belongs to no table (None) is a line of its own. `lease`: the table's when it was read; None for one that was
    not. `since`: when the first change came that failed.
    """

    table: int | None = None
    lease: Lease | None = None
    failed: BaseException | None = None
    since: int = 0
    last: Receipt | None = None

    @property
    def is_stored(self) -> bool:
        """Whether nothing waits to be stored."""
        return self.last is None or self.last.is_done


@dataclass
class Owed:
    """What must be stored before an answer may leave: the answer's own changes, and those of the tables it is about."""

    receipts: list[Receipt] = field(default_factory=list)
    lines: dict[Line, None] = field(default_factory=dict)

    async def settled(self) -> None:
        """Wait until all that there is now is stored. Raises NotStored."""
        waits = [*self.receipts, *(line.last for line in self.lines if line.last is not None)]
        self.receipts.clear()
        for receipt in waits:
            if not receipt.is_done:
                await done(receipt)
            if receipt.error is not None:
                raise NotStored from receipt.error


async def done(receipt: Receipt) -> None:
    """Wait for a receipt, with as few turns of the loop as can be: each may draw a page in between."""
    receipt.hurry()
    loop = asyncio.get_running_loop()
    waiter: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not waiter.done():
            waiter.set_result(None)

    def wake_there() -> None:
        with suppress(RuntimeError):  # the loop has ended, and with it who waited
            loop.call_soon_threadsafe(wake)

    receipt.when_done(wake_there)
    await waiter


OWED: ContextVar[Owed | None] = ContextVar("owed", default=None)  # of the request that is answered


def tell_of(line: Line) -> None:
    """Say that the answer to this request tells of a table."""
    if (owed := OWED.get()) is not None:
        owed.lines[line] = None


@dataclass(slots=True)
class Order:
    """A change that is to be stored. `lines`: those that it belongs to, and builds on; `at`: when it came."""

    change: Change
    lines: tuple[Line, ...]
    receipt: Receipt
    at: int = field(default_factory=now)


class Writer:
    """A thread that stores changes in the order in which they come.

    `before`: called in the thread before each transaction. `lost`: called there with each line that has failed, before
    anybody is told.
    """

    def __init__(
        self,
        engine: Engine,
        leases: Leases,
        before: Callable[[], None],
        lost: Callable[[Line], None],
        *,
        gather: float = GATHER,
        between: float = BETWEEN,
        most_together: int = MOST_TOGETHER,
    ) -> None:
        self.gather, self.between, self.most_together = gather, between, most_together
        self.engine, self.leases, self.before, self.lost = engine, leases, before, lost
        self.orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self.is_awaited = threading.Event()  # whether somebody waits for what is in the queue
        self.connection: Connection | None = None  # for one transaction after the other, until one fails
        self.begun = 0.0  # when the last transaction began, by the performance counter
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    def put(self, change: Change, *lines: Line) -> Receipt:
        """Have a change stored, after all that came before."""
        order = Order(change, lines, Receipt(self.is_awaited.set))
        for line in lines:
            line.last = order.receipt
        self.orders.put(order)
        return order.receipt

    @property
    def length(self) -> int:
        """How many changes wait."""
        return self.orders.qsize()

    def close(self) -> None:
        """Store everything that waits, and end the thread."""
        self.orders.put(None)
        self.is_awaited.set()
        self.thread.join()

    def _work(self) -> None:
        is_open = True
        while is_open:
            found = [self.orders.get()]
            self.is_awaited.wait(self.gather)
            time.sleep(max(0.0, self.begun + self.between - time.perf_counter()))
            self.is_awaited.clear()  # before the queue is read: whoever waits from now on is in it, or comes after it
            while len(found) < self.most_together and not self.orders.empty():
                found.append(self.orders.get())
            is_open = None not in found
            self._store([order for order in found if order is not None])
        self._let_go()

    def _store(self, orders: list[Order]) -> None:
        """Store orders by one transaction; where one of them is at fault, each by its own."""
        sound = [order for order in orders if self._is_sound(order)]
        try:
            self.before()
            self._commit(sound)
        except Exception as error:
            if len(sound) == 1 or is_locked(error):
                self._fail(sound, error)
            else:
                for order in sound:
                    self._store([order])
        else:
            for order in sound:
                order.receipt.settle()

    def _is_sound(self, order: Order) -> bool:
        """Whether all that an order builds on was stored; else it fails, too."""
        error = next((line.failed for line in order.lines if line.failed is not None), None)
        if error is not None:
            self._fail([order], error)
        return error is None

    def _commit(self, orders: list[Order]) -> None:
        """Store orders by one transaction."""
        if not orders:
            return
        self.begun = time.perf_counter()
        if self.connection is None:  # kept: to take one from the pool and give it back costs as much as some changes
            self.connection = self.engine.connect()
        try:
            with made(self.connection, self.leases, (line for order in orders for line in order.lines)):
                make_all(self.connection, (order.change for order in orders))
        except BaseException:
            self._let_go()
            raise
        WRITES.observe(time.perf_counter() - self.begun)

    def _let_go(self) -> None:
        """Give the connection back."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.close()

    def _fail(self, orders: list[Order], error: BaseException) -> None:
        """Say that orders are not stored, and store nothing that builds on them."""
        for order in orders:
            for line in order.lines:
                if line.failed is None:
                    line.failed, line.since = error, order.at
                    self.lost(line)
            order.receipt.settle(error)


@contextmanager
def made(connection: Connection, leases: Leases, lines: Iterable[Line]) -> Iterator[None]:
    """A transaction in which changes of some lines are made, under the leases of their tables. Raises LeaseLost."""
    by_table = {line.table: line for line in lines if line.table is not None}
    with connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # so that nobody takes a lease between its being read and the end
        held = leases.secure(connection, {table: line.lease for table, line in by_table.items()})
        yield
    for table, lease in held.items():
        by_table[table].lease = lease


def is_locked(error: Exception) -> bool:
    """Whether another process has held the database for too long; then it is of no use to try again at once."""
    return isinstance(error, OperationalError) and getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


class Changes:
    """Where a database's changes go: into the database at once, or to a writer once it has one."""

    def __init__(self, engine: Engine, leases: Leases) -> None:
        self.engine, self.leases = engine, leases
        self.writer: Writer | None = None
        self.lines: dict[int, Line] = {}  # of the tables, by their numbers
        self.together: list[tuple[Change, Collection[int | None]]] | None = None  # what is to be stored as one change

    def line(self, table: int) -> Line:
        """The line of a table."""
        return self.lines.setdefault(table, Line(table))

    def put(self, change: Change, *tables: int) -> None:
        """Make a change, of some tables or of none. With a writer it is stored soon; this request's answer waits."""
        self._put(change, tables or (None,))

    def _put(self, change: Change, tables: Collection[int | None]) -> None:
        """Make a change. `tables`: None among them stands for what belongs to no table."""
        if self.together is not None:
            self.together.append((change, tables))
            return
        lines = [Line() if table is None else self.line(table) for table in tables]
        if self.writer is None:
            with self.engine.connect() as connection, made(connection, self.leases, lines):
                change(connection)
            return
        receipt = self.writer.put(change, *lines)
        if (owed := OWED.get()) is not None:
            owed.receipts.append(receipt)

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """Have all changes that are put in the block stored as one: all or none. A block within it belongs to it.

        Nothing may be awaited in the block: what others put meanwhile would belong to it, too.
        """
        if self.together is not None:
            yield
            return
        parts: list[tuple[Change, Collection[int | None]]] = []
        self.together = parts
        try:
            yield
        finally:  # with an error, too: what was put before it is in memory
            self.together = None
            tables = dict.fromkeys(table for _, own in parts for table in own)
            if parts:
                self._put(lambda connection: [change(connection) for change, _ in parts], tables)

    async def stored(self, change: Callable[..., Found], *values: object) -> Found:
        """Make a change of no table after all that waits, and go on when it is stored. Returns what it returns.

        `values`: what it is called with after the connection. Raises what kept it from being stored.
        """
        found: list[Found] = []

        def noted(connection: Connection) -> None:
            found[:] = [change(connection, *values)]  # a second time, if another change of the same transaction failed

        if self.writer is None:
            self.put(noted)
        else:
            receipt = self.writer.put(noted, Line())
            await done(receipt)
            if receipt.error is not None:
                raise receipt.error
        return found[0]

    def forget_stored(self, tables: Collection[int]) -> None:
        """Drop the lines of all but some tables, as far as nothing waits there."""
        for table, line in list(self.lines.items()):
            if table not in tables and line.is_stored and line.failed is None:
                del self.lines[table]

    def flush(self) -> None:
        """Wait until all that waits is stored, or could not be."""
        if self.writer is not None:
            receipt = self.writer.put(lambda _: None)
            receipt.hurry()
            receipt.wait()

    def close(self) -> None:
        """Store what waits; from then on changes are stored at once."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None
