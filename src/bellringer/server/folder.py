"""What must be so before a server begins: a folder that can be written, that nobody else has, with a whole database.

Everything else is refused in one sentence, before the server says where it listens.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import IO

from bellringer.core.errors import OptionError
from bellringer.core.files import check_ordinary
from bellringer.server.trouble import Kind, kind_of

TRIED_BYTES = 65_536  # that must find room
PATIENCE = 5.0  # seconds to wait for another program that has the database
WORDS: dict[Kind | None, str] = {
    "full": "the disk is full: make room",
    "locked": "another program holds it: end that one",
    "damaged": "it is damaged: see docs/hosting.md about `bellringer check` and `bellringer restore`",
    "readonly": "it can't be written: give it to the user who runs the server",
    "failing": "the disk fails",
}


def lock_of(data: Path) -> IO[bytes]:
    """Lock a data folder while the returned file is open. Raises OptionError if another server has it."""
    path = data / "lock"
    if path.exists():
        check_ordinary(path)
    file = path.open("ab")  # what it has in it stays, wherever it may lead
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise OptionError(f"another server has its tables in {data}; name another folder with --data") from None
    return file


def check_folder(data: Path, database: Path) -> None:
    """Raises OptionError for a data folder that a server can't use."""
    check_writable(data)
    lock_of(data).close()
    if database.exists():
        check_ordinary(database)
        check_database(database)


def check_writable(data: Path) -> None:
    """Make the folder if there is none, and try to write in it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data, prefix=".try-") as file:
            file.write(bytes(TRIED_BYTES))
    except OSError as error:
        raise OptionError(
            f"the data folder {data} can't be written ({os.strerror(error.errno or 0)}): "
            "give it to the user who runs the server, or name another with --data"
        ) from None


def check_database(path: Path) -> None:
    """Try to read a database, and to begin writing. Raises OptionError."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            shape = shape_of(connection)
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise OptionError(f"the database {path} can't be opened: {WORDS.get(kind_of(error), error)}") from None
    if shape is not None and shape not in shapes():
        raise OptionError(f"the database {path} was written by a newer version of Bellringer: install that one")


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether a database has nothing in it, as after a start that was interrupted at once."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def shape_of(connection: sqlite3.Connection) -> str | None:
    """The migration at which a database stands; None for an empty one."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if found is None else str(found[0])


def shapes() -> list[str]:
    """All migrations that this version knows, the oldest first: they are numbered in their files' names."""
    folder = files("bellringer.server.store").joinpath("migrations", "versions")
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(".py"))
    return sorted(name.partition("_")[0] for name in names if name[:1].isdigit())
