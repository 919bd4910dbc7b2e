"""A stored row becomes a value, or is set aside: the one place where what the database holds is believed.

What a column may hold follows from its type in models.py, and from what stands there beside it. What does not hold
raises BadRow, which names the table, the row and the column, and never tells what was found there. Who reads many rows
sets such a one aside and goes on with the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

import structlog
from sqlalchemy import BigInteger, Column, LargeBinary, String, inspect

from bellringer.core.errors import BellringerError
from bellringer.server.store.columns import HOLDS, MOST_NUMBER, Holds, can_be_written
from bellringer.server.store.models import Base

LATEST = 253_402_300_799_999  # the last millisecond of the year 9999, in which dates end
MOST_LETTERS = 1_000_000  # of a text whose column has no bound of its own
MOST_TOLD = 100  # rows of a table that the log names; all are counted
MOST_COUNTED = 100_000

Found = TypeVar("Found")
Row = TypeVar("Row")

log = structlog.get_logger()


class BadRow(BellringerError):
    """A row that can't be read. `row`: its number, or numbers; `column`: the one that is wrong."""

    def __init__(self, table: str, row: str, column: str) -> None:
        self.table, self.row, self.column = table, row, column
        super().__init__(f"row {row} of {table} can't be read: {column}")


def parsed(model: type[Base], row: Mapping[Any, Any]) -> dict[str, Any]:
    """The values of a row, or of some of its columns, as their columns may hold them. Raises BadRow."""
    checks = checks_of(model)
    for name, value in row.items():
        if not checks[name](value):
            raise bad_row(model, row, name)
    return dict(row)


@contextmanager
def blaming(model: type[Base], row: Mapping[Any, Any], column: str) -> Iterator[None]:
    """Whatever goes wrong in reading a column further is a fault of the row. Raises BadRow."""
    try:
        yield
    except BadRow:
        raise
    except Exception:  # whose words may tell what is hidden
        raise bad_row(model, row, column) from None


def bad_row(model: type[Base], row: Mapping[Any, Any], column: str) -> BadRow:
    """The error that names a row: by its numbers, or by a hash of other keys, which are nobody's to know."""
    keys = [row[key.key] for key in inspect(model).primary_key if key.key in row]
    names = "/".join(str(key) if type(key) is int else f"#{sha256(repr(key).encode()).hexdigest()[:8]}" for key in keys)
    return BadRow(model.__tablename__, names, column)


# what a column may hold


@cache
def checks_of(model: type[Base]) -> dict[str, Holds]:
    """What each column of a table may hold."""
    return {column.key: check_of(column) for column in inspect(model).columns}


def check_of(column: Column[Any]) -> Holds:
    """What a column may hold: what its type says and, where it is told in models.py, what is more."""
    holds, more = type_check(column), column.info.get(HOLDS)
    is_optional = column.nullable

    def is_held(value: Any) -> bool:
        if value is None:
            return bool(is_optional)
        return holds(value) and (more is None or more(value))

    return is_held


def type_check(column: Column[Any]) -> Holds:
    """What a column may hold by its type: no text for a number, and no bytes that are no text."""
    if isinstance(column.type, LargeBinary):
        return lambda value: type(value) is bytes
    if isinstance(column.type, String):
        most = column.type.length or MOST_LETTERS
        return lambda value: type(value) is str and len(value) <= most and can_be_written(value)
    highest = LATEST if isinstance(column.type, BigInteger) else MOST_NUMBER
    return lambda value: type(value) is int and 0 <= value <= highest


# what is set aside


class SetAside:
    """The rows of a database that could not be read: each is told once in the log, and counted.

    A command that tells of them itself has no log (`is_quiet`).
    """

    def __init__(self, is_quiet: bool = False) -> None:
        self.is_quiet = is_quiet
        self.rows: dict[str, dict[str, str]] = {}  # by table: the rows, and a column of each

    def note(self, error: BadRow) -> None:
        """Set a row aside."""
        if not self.count(error) or self.is_quiet:
            return
        known = self.rows[error.table]
        if len(known) <= MOST_TOLD:
            log.error("a row can't be read and is set aside", table=error.table, row=error.row, column=error.column)
        elif len(known) == MOST_TOLD + 1:
            log.error("more rows can't be read: bellringer check names them", table=error.table)

    def count(self, error: BadRow) -> bool:
        """Count a row; whether it was not counted before."""
        known = self.rows.setdefault(error.table, {})
        if error.row in known or len(known) >= MOST_COUNTED:
            return False
        known[error.row] = error.column
        return True

    def readable(self, read: Callable[[Row], Found], rows: Iterable[Row]) -> list[Found]:
        """What is read from some rows, without those that can't be."""
        found = []
        for row in rows:
            try:
                found.append(read(row))
            except BadRow as error:
                self.note(error)
        return found

    def counts(self) -> dict[str, int]:
        """How many rows of each table are set aside."""
        return {table: len(rows) for table, rows in sorted(self.rows.items())}
