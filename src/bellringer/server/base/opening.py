"""Opening a database file of SQLite: the one way in, for servers and for commands.

Its texts are read whatever bytes they have, so that one damaged text stops no other row; parsing.py finds it. The
words of its tables are read at once, so that bytes there which are no text are called damage, as SQLite calls the rest.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

UNREADABLE = "the names and shapes of its tables can't be read"


def opened(where: Path | str, **values: Any) -> sqlite3.Connection:
    """A connection to a file, or to what an address of SQLite's names. Raises sqlite3.Error."""
    connection: sqlite3.Connection = sqlite3.connect(where, **values)
    try:
        read_all_texts(connection)
        for row in connection.execute("SELECT name, tbl_name, sql FROM sqlite_master").fetchall():
            "".join(filter(None, row)).encode()
    except UnicodeError:  # in the words with which SQLite tells what is wrong, or in those that it has read
        connection.close()
        raise unreadable() from None
    except BaseException:
        connection.close()
        raise
    return connection


def read_all_texts(connection: sqlite3.Connection) -> None:
    """Let a connection read bytes that are no text as halves of letters, instead of failing."""
    connection.text_factory = lambda data: data.decode(errors="surrogateescape")


def unreadable() -> sqlite3.DatabaseError:
    """The error of a damaged schema, as SQLite itself would raise it."""
    error = sqlite3.DatabaseError(UNREADABLE)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error
