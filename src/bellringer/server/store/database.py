"""A database's file and its write-ahead log: made, migrated, connected to, and the log bounded."""

from __future__ import annotations

from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.folder import shape_of, shapes
from bellringer.server.base.metrics import CHECKPOINT
from bellringer.server.base.opening import opened, read_all_texts

PAGE_BYTES = 1_024  # of a new database; an act changes some six pages, and the log has each of them whole
LOG_BYTES = 4 << 20  # of the write-ahead log, above which it is begun anew
MOST_LOG_BYTES = 16 << 20  # above which who writes does that first, and does not leave it to the maintenance
PATIENTLY, BRIEFLY = 5_000, 250  # milliseconds to wait for another connection: to write, and to begin the log anew


class Log:
    """The write-ahead log beside a database: what was written lies there until it is moved into the database's file."""

    def __init__(self, engine: Engine, path: Path, *, long: int = LOG_BYTES, most: int = MOST_LOG_BYTES) -> None:
        """`path`: of the database. `long`, `most`: bytes, as above."""
        self.engine, self.long, self.most = engine, long, most
        self.path = path.with_name(f"{path.name}-wal")
        CHECKPOINT.set_to_current_time()  # until the first one, which is late only if nothing is moved since now
        self.must_go = False  # whether something lies in it that was removed from the database
        self._tried_at = 0  # how long it was when a writer last tried to begin it anew

    @property
    def is_long(self) -> bool:
        """Whether so much lies in the write-ahead log that it should be begun anew."""
        return self.path.exists() and self.path.stat().st_size > self.long

    def checkpoint(self) -> None:
        """Move the write-ahead log into the database's file. It waits for the disk, so call it in a thread.

        Most is moved beside the writers, which only go on writing behind it. When much lies there all the same, they
        wait for the little that is left, and begin the log anew.
        """
        with self.engine.connect() as connection:
            _, pages, moved = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
            if pages == moved:
                CHECKPOINT.set_to_current_time()
            if self.is_long or self.must_go:
                self._begin_anew(connection)

    def _begin_anew(self, connection: Connection) -> None:
        """Move all of the write-ahead log into the database's file and cut it, unless somebody reads it for long."""
        connection.exec_driver_sql(f"PRAGMA busy_timeout={BRIEFLY}")
        must_go, self.must_go = self.must_go, False  # what is removed meanwhile sets it once more
        is_busy = True  # also when the disk fails
        try:
            is_busy, _, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        finally:
            self.must_go |= must_go and bool(is_busy)
            connection.exec_driver_sql(f"PRAGMA busy_timeout={PATIENTLY}")

    def bound(self) -> None:
        """Begin the log anew when writers were faster than the maintenance.

        While somebody reads the log for long, or the disk fails, it is tried again only when it has grown by as much
        once more: a move seldom waits for it, and none is lost by it. The maintenance tells of a disk that fails.
        """
        length = self.path.stat().st_size if self.path.exists() else 0
        if length < self.most:
            self._tried_at = 0
        elif length > self._tried_at + self.long:
            self._tried_at = length
            with suppress(DBAPIError), self.engine.connect() as connection:
                self._begin_anew(connection)


def prepare(connection: Any, _: Any) -> None:
    """What every connection to SQLite needs: readers beside a writer. What was acknowledged outlives a power cut."""
    read_all_texts(connection)
    cursor = connection.cursor()
    for pragma in (
        f"page_size={PAGE_BYTES}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={PATIENTLY}",
        "wal_autocheckpoint=0",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def make_pages_small(path: Path) -> None:
    """Give a database of an older version pages of the present size. Nobody else may have it open."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with closing(opened(path, isolation_level=None)) as connection:
        if connection.execute("PRAGMA page_size").fetchone() != (PAGE_BYTES,):
            for statement in ("PRAGMA journal_mode=DELETE", f"PRAGMA page_size={PAGE_BYTES}", "VACUUM"):
                connection.execute(statement)


def migrate(engine: Engine) -> None:
    """Migrate a database to the newest schema; a new one gets it at once. Who is killed in the middle has not begun.

    Alembic is imported here, so that the usual start, which finds nothing to do, is quick.
    """
    with engine.connect() as connection:
        inner: Any = connection.connection  # it hands all to SQLite's
        if shape_of(inner) == shapes()[-1]:
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("bellringer.server.store").joinpath("migrations")))
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # by itself a transaction begins only before rows are changed
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
