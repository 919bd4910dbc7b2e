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

from bellringer.core.edges.files import check_ordinary
from bellringer.core.errors import OptionError
from bellringer.server.base.opening import opened
from bellringer.server.base.trouble import Kind, kind_of

TRIED_BYTES = 65_536  # that must find room
SHAPE = "alembic_version"  # the table that tells the shape of the others
OURS = ("people", "tables", "seats", "acts")  # which have been there from the first shape on
FOREIGN = "this is no database of Bellringer, but of another program: name another folder; nothing was written"
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
        raise OptionError(f"another server has its tables in {data}: stop that one, or name another folder") from None
    return file


def check_folder(data: Path, database: Path) -> None:
    """Raises OptionError for a data folder that a server can't use."""
    check_writable(data)
    refuse_foreign(database)
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
            "give it to the user who runs the server, or name another folder"
        ) from None


def refuse_foreign(path: Path) -> None:
    """Raises OptionError for a database of another program, into which and beside which nothing is written."""
    if not path.exists():
        return
    if path.with_name(f"{path.name}-journal").exists():  # without which the file says nothing
        return
    try:
        with closing(opened(f"{path.absolute().as_uri()}?mode=ro{unlogged(path)}", uri=True)) as connection:
            is_foreign = is_of_another(connection)
    except sqlite3.Error:  # which is told when the database is tried
        return
    if is_foreign:
        raise OptionError(f"{path}: {FOREIGN}")


def unlogged(path: Path) -> str:
    """What tells SQLite to put nothing beside a file that has no write-ahead log: so nobody writes it now."""
    return "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"


def check_database(path: Path) -> None:
    """Try to read a database, and to begin writing. Raises OptionError."""
    try:
        with closing(opened(path, isolation_level=None, timeout=PATIENCE)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            is_foreign, shape = is_of_another(connection), shape_of(connection)
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise OptionError(f"the database {path} can't be opened: {WORDS.get(kind_of(error), error)}") from None
    if is_foreign:
        raise OptionError(f"{path}: {FOREIGN}")
    if shape is not None and shape not in shapes():
        raise OptionError(f"the database {path} was written by a newer version of Bellringer: install that one")


def is_of_another(connection: sqlite3.Connection) -> bool:
    """Whether a database is another program's: it has tables, and not those that every shape of ours has."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return bool(names - {SHAPE}) and not names > {SHAPE, *OURS}


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether a database has nothing in it, as after a start that was interrupted at once."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def shape_of(connection: sqlite3.Connection) -> str | None:
    """The migration at which a database stands; None for an empty one."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SHAPE,)).fetchone():
        return None
    found = connection.execute(f"SELECT version_num FROM {SHAPE}").fetchone()
    return None if found is None else str(found[0])


def shapes() -> list[str]:
    """All migrations that this version knows, the oldest first: they are numbered in their files' names."""
    folder = files("bellringer.server.store").joinpath("migrations", "versions")
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(".py"))
    return sorted(name.partition("_")[0] for name in names if name[:1].isdigit())
