"""apsw with the face of Python's sqlite3, as far as SQLAlchemy and the store need it: transactions begin as there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import apsw

BEGINS = ("INSERT", "UPDATE", "DELETE", "REPLACE")  # statements before which sqlite3 begins a transaction


class Error(Exception):
    """As in the DBAPI, as all that follow; `sqlite_errorcode` says which error of SQLite's it is."""

    sqlite_errorcode: int = 0


class DatabaseError(Error):
    """Something of the database's."""


class OperationalError(DatabaseError):
    """Something that is not the program's fault."""


class IntegrityError(DatabaseError):
    """A constraint refuses it."""


class ProgrammingError(DatabaseError):
    """The program's fault."""


def told(error: apsw.Error) -> Error:
    """An error as sqlite3 has it."""
    found = (IntegrityError if isinstance(error, apsw.ConstraintError) else OperationalError)(str(error))
    found.sqlite_errorcode = getattr(error, "result", 0)
    return found


class Cursor:
    """Executes a statement at once and keeps its rows."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self.connection, self.rowcount, self.lastrowid = connection, -1, 0
        self.description: Sequence[Any] | None = None
        self.rows: Iterator[Any] = iter(())

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        """Execute a statement."""
        base = self.connection.base
        is_change = sql.lstrip()[:7].upper().startswith(BEGINS)
        try:
            if is_change and self.connection.isolation_level is not None and not base.in_transaction:
                base.execute("BEGIN")
            cursor = base.cursor()
            cursor.exec_trace = self._see
            self.rows = iter(cursor.execute(sql, values).fetchall())
        except apsw.Error as error:
            raise told(error) from error
        self.rowcount = base.changes() if is_change else -1
        self.lastrowid = base.last_insert_rowid()
        return self

    def _see(self, cursor: apsw.Cursor, sql: str, values: Any) -> bool:
        """The names of the columns are known only while a statement is executed."""
        self.description = [(name, None, None, None, None, None, None) for name, *_ in cursor.get_description()] or None
        return True

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> Cursor:
        """Execute a statement for each row of values."""
        count = 0
        for row in rows:
            self.execute(sql, row)
            count += self.rowcount
        self.rowcount = count
        return self

    def fetchone(self) -> Any:
        """The next row."""
        return next(self.rows, None)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows."""
        return [row for _, row in zip(range(size or self.arraysize), self.rows, strict=False)]

    def fetchall(self) -> list[Any]:
        """The rows that are left."""
        return list(self.rows)

    def close(self) -> None:
        """Nothing is left open."""


class Connection:
    """A connection. Without an isolation level no transaction begins by itself."""

    def __init__(self, base: apsw.Connection, isolation_level: str | None) -> None:
        self.base, self.isolation_level = base, isolation_level

    def cursor(self) -> Cursor:
        """A new cursor."""
        return Cursor(self)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        """Execute a statement with a cursor of its own."""
        return self.cursor().execute(sql, values)

    def create_function(self, name: str, count: int, function: Callable[..., Any], deterministic: bool = False) -> None:
        """Add a function to the language."""
        self.base.create_scalar_function(name, function, count, deterministic=deterministic)

    def commit(self) -> None:
        """End the transaction, if there is one."""
        self._end("COMMIT")

    def rollback(self) -> None:
        """Take the transaction back, if there is one."""
        self._end("ROLLBACK")

    def _end(self, word: str) -> None:
        try:
            if self.base.in_transaction:
                self.base.execute(word)
        except apsw.Error as error:
            raise told(error) from error

    def close(self) -> None:
        """Close it."""
        self.base.close()


class Driver:
    """What SQLAlchemy asks of a driver module, and the store of `sqlite3`; connections go through a VFS."""

    paramstyle, threadsafety, apilevel = "qmark", 1, "2.0"
    sqlite_version_info = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    Binary = bytes
    Error, DatabaseError, OperationalError, IntegrityError = Error, DatabaseError, OperationalError, IntegrityError
    ProgrammingError = ProgrammingError
    InterfaceError = InternalError = DataError = NotSupportedError = DatabaseError

    def __init__(self, vfs: str) -> None:
        self.vfs = vfs
        self.opened: list[Connection] = []

    def connect(self, path: object, isolation_level: str | None = "", **_: Any) -> Connection:
        """Open a database."""
        try:
            self.opened.append(Connection(apsw.Connection(str(path), vfs=self.vfs), isolation_level))
        except apsw.Error as error:
            raise told(error) from error
        return self.opened[-1]

    def close_all(self) -> None:
        """Close all connections that are still open."""
        for connection in self.opened:
            connection.close()
        self.opened.clear()
