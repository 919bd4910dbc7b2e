"""What can be wrong with the database or its disk, told apart by SQLite's own codes.

People at a table get one sentence for each kind, and the log one line a minute: a full disk makes every move fail, and
thousands of tracebacks would only fill it further.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError, OperationalError

Kind = Literal["full", "locked", "damaged", "readonly", "failing"]

KINDS: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_CANTOPEN: "failing",
    sqlite3.SQLITE_IOERR: "failing",
}
CODES = {kind: f"store-{kind}" for kind in KINDS.values()}  # for programs, and the keys of the pages' words
SENTENCES: dict[Kind, str] = {
    "full": "the server's disk is full; nothing was changed",
    "locked": "another program holds the server's database; nothing was changed",
    "damaged": "the server's database is damaged here; nothing was changed",
    "readonly": "the server may not write its database; nothing was changed",
    "failing": "the server's disk fails; nothing was changed",
}
PRIMARY = 0xFF  # the part of an extended code that names the kind


def kind_of(error: BaseException | None) -> Kind | None:
    """The kind of trouble behind an error; None for one that is a fault of ours."""
    found = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(found, sqlite3.Error):
        code = getattr(found, "sqlite_errorcode", None)  # not every error comes from SQLite itself
        return None if code is None else KINDS.get(code & PRIMARY)
    return "failing" if isinstance(error, OperationalError) else None
