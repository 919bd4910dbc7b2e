"""Copying a database while a server runs on it, and putting a copy in its place.

A file has its final name only when all of it is there, is checked, and is on the disk: a kill leaves at most a file
that begins with a dot, which the next call removes.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from bellringer.core.errors import OptionError
from bellringer.server.base.disk import to_disk
from bellringer.server.base.folder import check_writable, lock_of, shape_of, shapes
from bellringer.server.base.opening import opened
from bellringer.server.base.trouble import kind_of
from bellringer.server.store.reading import reading

PAGES = 1_000  # that are copied between two pauses: 1 MB
PAUSE = 0.005  # seconds, so that the disk is not busy with the copy alone
HEADER = b"SQLite format 3\0"
SUFFIXES = ("-wal", "-shm", "-journal")
PART = ".part"  # at the end of the name of a file that is not complete

Progress = Callable[[int, int], None]


def backup(
    database: Path, target: Path, *, overwrites: bool = False, progress: Progress | None = None, pages: int = PAGES
) -> None:
    """Copy a database into a file of its own, as it is at this moment. Raises OptionError, sqlite3.Error, OSError.

    `pages`: that are copied between two pauses.
    """
    check_target(database, target, overwrites)
    with beside(target) as begun:
        copy(database, begun, progress, pages)
        check_copy(begun)
        to_disk(begun)
        check_target(database, target, overwrites)  # meanwhile it may have come to be
        os.replace(begun, target)
        to_disk(target.parent)


def check_target(database: Path, target: Path, overwrites: bool) -> None:
    """Raises OptionError for a file in whose place no copy may come, such as the database of a server."""
    place = target.parent.resolve() / target.name
    own = database.resolve()
    if place in {own.with_name(own.name + suffix) for suffix in ("", *SUFFIXES)}:
        raise OptionError(f"{target} belongs to the database itself: choose another name")
    if not os.path.lexists(target):
        return
    if not overwrites:
        raise OptionError(f"{target} is there already: choose another name, or replace it with --force")
    if target.is_symlink() or not target.is_file() or not is_like_a_copy(target):
        raise OptionError(f"{target} is no backup, and --force replaces nothing else: choose another name")
    if target.samefile(database) or is_in_use(target, database.name):
        raise OptionError(f"{target} is the database of a server: choose another name")


def is_like_a_copy(target: Path) -> bool:
    """Whether a file begins as SQLite's do, or has nothing in it that could be lost."""
    with target.open("rb") as file:
        return file.read(len(HEADER)) in (HEADER, b"")


def is_in_use(target: Path, name: str) -> bool:
    """Whether a file has a log beside it, as a copy never has, or is what a data folder is for."""
    has_log = any(os.path.lexists(target.with_name(target.name + suffix)) for suffix in SUFFIXES)
    return has_log or (target.name == name and target.with_name("lock").exists())


def restore(source: Path, database: Path, *, overwrites: bool = False, progress: Progress | None = None) -> Path | None:
    """Put a copy into a data folder in which no server runs. Returns where the database that was there is kept.

    Raises OptionError, sqlite3.Error, OSError.
    """
    check_writable(database.parent)
    with lock_of(database.parent):
        if database.exists() and not overwrites:
            raise OptionError(f"{database.parent} has a database already: --force puts that one aside")
        with beside(database) as begun:
            copy(source, begun, progress)
            check_copy(begun)
            log_from_now_on(begun)
            to_disk(begun)
            kept = put_aside(database) if database.exists() else None
            os.replace(begun, database)
            to_disk(database.parent)
        return kept


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A file of a name of its own that is not complete, and locked, so that no other call takes it for a killed one's.

    It is removed at the end unless it has its final name by then.
    """
    remove_left(target)
    number, begun = new_locked(target)
    try:
        yield begun
    finally:
        remove(begun)
        os.close(number)


def new_locked(target: Path) -> tuple[int, Path]:
    """A new file, open and locked. One that another call removed before it was locked is made anew."""
    while True:
        number, name = tempfile.mkstemp(PART, f".{target.name}.", target.parent)  # for its owner alone: it holds seeds
        with suppress(OSError):  # where there are no locks its name is enough, and what a kill leaves stays
            fcntl.flock(number, fcntl.LOCK_EX)
        if os.path.exists(name):
            return number, Path(name)
        os.close(number)


def remove_left(target: Path) -> None:
    """Remove what killed calls have left: it is locked no more."""
    for path in target.parent.iterdir():
        if path.name.startswith(f".{target.name}.") and path.name.endswith(PART):
            with suppress(OSError), path.open("r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(path)


def remove(path: Path) -> None:
    """Remove a file after what SQLite has left beside it, so that a kill leaves nothing that nobody looks for."""
    for suffix in (*SUFFIXES, ""):
        remove_one(path.with_name(path.name + suffix))


def remove_one(path: Path) -> None:
    """Remove a file that may not be there."""
    with suppress(FileNotFoundError):
        path.unlink()


def copy(source: Path, target: Path, progress: Progress | None, pages: int = PAGES) -> None:
    """Copy a database in steps, all of one moment.

    The reading transaction keeps that moment: without it, every write of the server would begin the copy anew. In
    write-ahead mode it holds up no writer, only the cutting of the log.
    """
    with closing(reading(source)) as reader, closing(opened(target)) as writer:
        reader.isolation_level = None
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reader.backup(writer, pages=pages, sleep=PAUSE, progress=None if progress is None else told(progress))
        reader.execute("ROLLBACK")
        writer.execute("PRAGMA journal_mode=DELETE")  # the copy is one file, complete by itself


def log_from_now_on(copied: Path) -> None:
    """Let a copy be written by a write-ahead log, as a server writes it.

    Whoever changed that later could be stopped in the middle, and leave what nobody can read who may not write.
    """
    with closing(opened(copied)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


def told(progress: Progress) -> Callable[[int, int, int], None]:
    """What SQLite calls after each step, with the pages that are left and those in all."""
    return lambda status, left, pages: progress(pages - left, pages)


def check_copy(copied: Path) -> None:
    """Raises OptionError unless a copy is whole, ours, and of a version that is known here."""
    try:
        with closing(opened(copied)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
            shape = shape_of(connection)
    except sqlite3.DatabaseError as error:
        raise OptionError(f"the copy is damaged: {error}") from None
    if found != ("ok",):
        raise OptionError(f"the copy is damaged, as is what was copied: {found[0]}")
    if shape is None:
        raise OptionError("this is no database of Bellringer")
    if shape not in shapes():
        raise OptionError("this was written by a newer version of Bellringer: install that one")


def name_to_keep(database: Path) -> Path:
    """The second name of a database: with the time, and with a number where there is one of that second already."""
    name = f"{database.name}.{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = chain((name,), (f"{name}-{number}" for number in count(2)))
    return next(path for path in map(database.with_name, names) if not path.exists())


def put_aside(database: Path) -> Path:
    """Give a database a second name, under which it stays. A whole one takes its log into itself.

    The first name is given to the new one in a single step afterwards, so that there is a database under it always. No
    log stays beside that: it must never meet another database.
    """
    kept = name_to_keep(database)
    log, kept_log = (path.with_name(f"{path.name}-wal") for path in (database, kept))
    os.link(database, kept)
    if log.exists():
        os.link(log, kept_log)
    try:
        with closing(opened(database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
        remove_one(kept_log)
    except sqlite3.Error as error:
        if kind_of(error) != "damaged":
            remove(kept)
            raise OptionError(f"{database} is in use, or can't be read: {error}") from None
        for suffix in SUFFIXES:
            remove_one(database.with_name(database.name + suffix))
    to_disk(database.parent)
    return kept
