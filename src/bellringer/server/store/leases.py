"""Which server holds a table: one at a time, by a lease with a number that grows.

What a server has in memory of a table is a copy, made when the lease had a certain number. Each transaction compares
that number for every table that it changes. If another server has taken a lease meanwhile, nothing of that table is
stored: the copy is old. A server takes a lease with its first change of the table. It keeps the lease until it ends
itself, or gives no sign of life for a while.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, union_all, update

from bellringer.core.errors import BellringerError
from bellringer.server.store.columns import MOST_NUMBER
from bellringer.server.store.models import AbsenceRow, LeaseRow, TableRow, WorkerRow
from bellringer.server.store.parsing import SetAside, parsed
from bellringer.server.store.values.kept import now

ALIVE_FOR = 30_000  # milliseconds after its last sign of life (Maintenance.save_often) for which a server holds tables
NOBODY = 0  # no server's number

# A table's lease, and of who holds it when they were there last, and until when they count as alive. Without one: None.
WITH_HOLDER = select(LeaseRow.table_id, LeaseRow.number, LeaseRow.worker, WorkerRow.seen, WorkerRow.ends).join(
    WorkerRow, WorkerRow.id == LeaseRow.worker, isouter=True
)

# The highest number that a server has or had, as far as such a row is sound.
KNOWN = union_all(select(WorkerRow.id), select(LeaseRow.worker)).subquery()
HIGHEST = select(func.max(KNOWN.c.id)).where(KNOWN.c.id < MOST_NUMBER, func.typeof(KNOWN.c.id) == "integer")


class Held(BellringerError):
    """Another server holds a table, and is alive."""


class LeaseLost(BellringerError):
    """Another server has taken a table since it was read here."""


@dataclass(frozen=True)
class Lease:
    """A table's lease when the table was read. `number`: 0 if nobody has ever held the table.

    `absence`: from when to when nobody gave a sign of life who held it; None if it needs not be taken from anybody.
    """

    number: int = 0
    absence: tuple[int, int] | None = None


class Leases:
    """The leases of a database, as one server sees them. Without a beginning there is no server, and none is needed."""

    def __init__(self, engine: Engine, aside: SetAside) -> None:
        self.engine, self.aside = engine, aside
        self.worker: int | None = None  # this server's number

    # the server's life

    def begin(self, is_alone: bool) -> None:
        """Begin as a server that takes leases. `is_alone`: no other one lives, so that all leases have ended."""
        at = now()
        with self.engine.begin() as connection:
            highest = connection.execute(HIGHEST).scalar_one() or 0
            if is_alone:
                connection.execute(delete(WorkerRow))
            connection.execute(insert(WorkerRow).values(id=highest + 1, seen=at, ends=at + ALIVE_FOR))
        self.worker = highest + 1

    def live_on(self, connection: Connection) -> None:
        """Give a sign of life, by which all tables are held a while longer.

        A server that counted as dead for a moment, as after a laptop's sleep, lets go of its tables: others may have
        read them since. It takes each anew with its next change.
        """
        at = now()
        is_own = WorkerRow.id == self.worker
        if connection.execute(select(WorkerRow.id).where(is_own, WorkerRow.ends <= at)).first() is not None:
            connection.execute(update(LeaseRow).where(LeaseRow.worker == self.worker).values(worker=NOBODY))
        self._put(connection, seen=at, ends=at + ALIVE_FOR)

    def end(self, connection: Connection) -> None:
        """Let go of all tables."""
        at = now()
        self._put(connection, seen=at, ends=at)

    def _put(self, connection: Connection, **values: int) -> None:
        connection.execute(update(WorkerRow).where(WorkerRow.id == self.worker).values(**values))

    # reading

    def read(self, address: str) -> Lease:
        """The lease of a table, to be asked for before anything of the table is read. Raises Held, BadRow."""
        statement = WITH_HOLDER.join(TableRow, TableRow.id == LeaseRow.table_id).where(TableRow.address == address)
        with self.engine.connect() as connection:
            row = connection.execute(statement).mappings().one_or_none()
        if row is None:
            return Lease()
        parsed(LeaseRow, {name: row[name] for name in ("table_id", "number", "worker")})
        if row["worker"] == self.worker:
            return Lease(row["number"])
        if is_alive(row):
            raise Held(f"table {row['table_id']} is held by server {row['worker']}")
        return Lease(row["number"], None if row["seen"] is None else (row["seen"], now()))

    def absences(self, table: int) -> list[tuple[int, int]]:
        """The times in which nobody held a table, between the last sign of life of one server and the next server."""
        columns = select(*AbsenceRow.__table__.columns).where(AbsenceRow.table_id == table).order_by(AbsenceRow.number)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).mappings().all()
        return [(row["stopped"], row["started"]) for row in self.aside.readable(partial(parsed, AbsenceRow), rows)]

    # storing

    def secure(self, connection: Connection, read: Mapping[int, Lease | None]) -> dict[int, Lease]:
        """Take or compare the leases of tables, within a transaction that changes them. Raises LeaseLost.

        `read`: each table's lease when it was read; None for one that nothing is known of. Returns what they are after
        the transaction.
        """
        if self.worker is None or not read:
            return {}
        rows = connection.execute(WITH_HOLDER.where(LeaseRow.table_id.in_(list(read)))).mappings()
        there = {row["table_id"]: row for row in rows}
        return {table: self._secured(connection, table, there.get(table), lease) for table, lease in read.items()}

    def _secured(self, connection: Connection, table: int, row: Mapping[Any, Any] | None, read: Lease | None) -> Lease:
        number = 0 if row is None else row["number"]
        if read is not None and read.number != number:
            raise LeaseLost(f"table {table} was read under lease {read.number}, and is now under lease {number}")
        is_own = row is not None and row["worker"] == self.worker
        if row is not None and is_alive(row):
            if is_own:
                return Lease(number)
            raise LeaseLost(f"table {table} is held by server {row['worker']}")
        self._take(connection, table, number + 1)
        if read is not None and read.absence is not None:
            stopped, started = read.absence
            values = {"table_id": table, "number": number + 1, "stopped": stopped, "started": started}
            connection.execute(insert(AbsenceRow).values(**values))
        return Lease(number + 1)

    def _take(self, connection: Connection, table: int, number: int) -> None:
        if number == 1:
            connection.execute(insert(LeaseRow).values(table_id=table, number=number, worker=self.worker))
        else:
            values = {"number": number, "worker": self.worker}
            connection.execute(update(LeaseRow).where(LeaseRow.table_id == table).values(**values))


def is_alive(row: Mapping[Any, Any]) -> bool:
    """Whether who holds a lease counts as alive."""
    return isinstance(row["ends"], int) and row["ends"] > now()
