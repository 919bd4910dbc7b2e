"""Reading and writing the database. Each function that writes is one transaction.

SQLite in write-ahead mode; the calls take parts of a millisecond and are made by the server's one loop, so that no two
write at once.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Row, Select, bindparam, create_engine, delete, event, func, select, update
from sqlalchemy.dialects.sqlite import insert

from bellringer.core.game import Document
from bellringer.server.store.company import CompanyStore
from bellringer.server.store.models import (
    ActRow,
    PositionRow,
    RuleChangeRow,
    RunRow,
    SayingRow,
    SeatRow,
    TableRow,
    UserRow,
)
from bellringer.server.store.repeats import RepeatStore

UNFINISHED = ("waiting", "running")
RUNS = 1_000  # of the server that are remembered
LOG_PAGES = 1_000  # in the write-ahead log, above which it is begun anew
MOST_LOG_PAGES = 4_000  # above which who writes does that first, and does not leave it to the maintenance
PAGE_BYTES = 4_096
PATIENTLY, BRIEFLY = 5_000, 250  # milliseconds to wait for another connection: to write, and to begin the log anew

# What every act executes, made once: building a statement takes longer than executing it.
ADD_ACT = insert(ActRow)
PUT_STANDING = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in ("changed", "status", "pending", "ended_by")})
)
NEW_POSITION = insert(PositionRow)
PUT_POSITION = NEW_POSITION.on_conflict_do_update(
    index_elements=["table_id"],
    set_={"number": NEW_POSITION.excluded.number, "document": NEW_POSITION.excluded.document},
)


@dataclass(frozen=True)
class User:
    """Somebody who sits at tables."""

    id: int
    name: str


@dataclass(frozen=True)
class SeatKept:
    """A seat: `user` is the id of who sits there, `bot` the bot's name; both empty while it is open."""

    number: int
    user: int | None = None
    name: str = ""
    bot: str = ""
    seen: int = 0

    @property
    def is_open(self) -> bool:
        """Whether nobody sits there."""
        return self.user is None and not self.bot


@dataclass(frozen=True)
class Act:
    """Something that a seat did. Acts are numbered from 1 in order.

    `word`: the name of a move; how many decisions an undo takes back, if more than one.
    """

    number: int
    seat: int
    kind: str
    word: str
    asked: int
    at: int
    spent: int

    @property
    def height(self) -> int:
        """How many decisions stand more than before: one less for each that is taken back."""
        if self.kind in ("undo", "back"):
            return -int(self.word or 1)
        return int(self.kind == "move")


@dataclass(frozen=True)
class Saying:
    """A line of the chat. `kind`: `say`, or `sign`; then `text` is the sign's name."""

    number: int
    seat: int
    text: str
    at: int
    kind: str = "say"


@dataclass(frozen=True)
class RuleChange:
    """The rules changed under a table: by which act, from which versions to which, and from where it went on.

    `dropped`: how many moves, the last ones, the new rules did not allow.
    """

    number: int
    before: str
    after: str
    dropped: int
    position: Document


@dataclass(frozen=True)
class TableKept:
    """A table as it is stored. `id` is the database's own; `address` is the end of the page's URL."""

    id: int
    address: str
    game: str
    seats: tuple[SeatKept, ...]
    options: Mapping[str, Any]
    seed: bytes
    host: int | None
    clock: str
    joining: str
    watching: str
    status: str
    ended_by: str
    pending: int
    created: int
    changed: int
    rematch: str | None
    versions: str = "1"  # of the rules by which it is played, as a record writes them


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """An open database with the newest schema."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it holds the seeds
        self.log = path.with_name(f"{path.name}-wal")
        self.engine = create_engine(
            f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(self.engine, "connect", prepare)
        migrate(self.engine)
        self.company = CompanyStore(self.engine)
        self.repeats = RepeatStore(self.engine)
        self._tried_at_pages = 0  # of the log, when a writer last tried to begin it anew
        self.run: int | None = None

    def close(self) -> None:
        """Close the database."""
        self.note_run()
        self.checkpoint()
        self.engine.dispose()

    @property
    def is_log_long(self) -> bool:
        """Whether so much lies in the write-ahead log that it should be begun anew."""
        return self.log.exists() and self.log.stat().st_size > LOG_PAGES * PAGE_BYTES

    def checkpoint(self) -> None:
        """Move the write-ahead log into the database's file. It waits for the disk, so call it in a thread.

        Most is moved beside the writers, which only go on writing behind it. When much lies there all the same, they
        wait for the little that is left, and begin the log anew.
        """
        with self.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()[1]
            if pages > LOG_PAGES:
                self._begin_log_anew(connection)

    def _begin_log_anew(self, connection: Connection) -> None:
        """Move all of the write-ahead log into the database's file and cut it, unless somebody reads it for long."""
        connection.exec_driver_sql(f"PRAGMA busy_timeout={BRIEFLY}")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql(f"PRAGMA busy_timeout={PATIENTLY}")

    def _bound_log(self) -> None:
        """Begin the log anew when writers were faster than the maintenance.

        While somebody reads the log for long it is tried again only when it has grown by as much once more, so that a
        move seldom waits for it.
        """
        pages = self.log.stat().st_size // PAGE_BYTES
        if pages < MOST_LOG_PAGES:
            self._tried_at_pages = 0
        elif pages > self._tried_at_pages + LOG_PAGES:
            with self.engine.connect() as connection:
                self._begin_log_anew(connection)
            self._tried_at_pages = self.log.stat().st_size // PAGE_BYTES

    # when the server ran

    def begin_run(self) -> None:
        """Store that a server starts."""
        at = now()
        with self.engine.begin() as connection:
            connection.execute(delete(RunRow).where(RunRow.id < select(func.max(RunRow.id)).scalar_subquery() - RUNS))
            self.run = connection.execute(insert(RunRow).values(began=at, seen=at).returning(RunRow.id)).scalar_one()

    def note_run(self) -> None:
        """Store that the server still runs."""
        if self.run is not None:
            with self.engine.begin() as connection:
                connection.execute(update(RunRow).where(RunRow.id == self.run).values(seen=now()))

    def note_pause(self, stopped: int, started: int) -> None:
        """Store that live clocks stood still between two times, as if no server had run."""
        if self.run is not None:
            with self.engine.begin() as connection:
                connection.execute(update(RunRow).where(RunRow.id == self.run).values(seen=stopped))
                new = insert(RunRow).values(began=started, seen=started).returning(RunRow.id)
                self.run = connection.execute(new).scalar_one()

    def pauses(self) -> list[tuple[int, int]]:
        """The times between which no server ran, the oldest first."""
        with self.engine.connect() as connection:
            runs = connection.execute(select(RunRow.began, RunRow.seen).order_by(RunRow.id)).all()
        return [(before.seen, after.began) for before, after in pairwise(runs)]

    # people

    def user(self, key_hash: bytes) -> User | None:
        """The user with that key hash; None for an unknown one."""
        with self.engine.connect() as connection:
            row = connection.execute(select(UserRow.id, UserRow.name).where(UserRow.key_hash == key_hash)).one_or_none()
        return None if row is None else User(row.id, row.name)

    def remember(self, key_hash: bytes, name: str) -> User:
        """Store a user by key hash and name."""
        statement = insert(UserRow).values(key_hash=key_hash, name=name, created=now())
        statement = statement.on_conflict_do_update(index_elements=["key_hash"], set_={"name": name})
        with self.engine.begin() as connection:
            row = connection.execute(statement.returning(UserRow.id, UserRow.name)).one()
        return User(row.id, row.name)

    # tables

    def add_table(self, table: TableKept) -> TableKept:
        """Store a new table with its seats. Returns it with its id."""
        values = asdict(table)
        del values["id"]
        seats = values.pop("seats")
        values["options"] = json.dumps(table.options, ensure_ascii=False, separators=(",", ":"))
        with self.engine.begin() as connection:
            number = connection.execute(insert(TableRow).values(**values).returning(TableRow.id)).scalar_one()
            connection.execute(insert(SeatRow), [seat_values(number, seat) for seat in seats])
        return replace(table, id=number)

    def table(self, address: str) -> TableKept | None:
        """A table by its address."""
        return next(iter(self._tables(select(TableRow).where(TableRow.address == address))), None)

    def put_seats(self, table: TableKept, seats: Iterable[SeatKept]) -> None:
        """Store some seats of a table."""
        with self.engine.begin() as connection:
            for seat in seats:
                values = seat_values(table.id, asdict(seat))
                connection.execute(
                    update(SeatRow)
                    .where(SeatRow.table_id == table.id, SeatRow.number == seat.number)
                    .values(person_id=values["person_id"], name=seat.name, bot=seat.bot, seen=seat.seen)
                )
            self._touch(connection, table.id)

    def put_seen(self, table: TableKept, number: int, seen: int) -> None:
        """Store how many events a seat's user has seen."""
        with self.engine.begin() as connection:
            connection.execute(
                update(SeatRow).where(SeatRow.table_id == table.id, SeatRow.number == number).values(seen=seen)
            )

    def put_status(self, table: TableKept, status: str, pending: int = 0, ended_by: str = "") -> None:
        """Store a table's status."""
        with self.engine.begin() as connection:
            self._touch(connection, table.id, status=status, pending=pending, ended_by=ended_by)

    def begin(self, table: TableKept, pending: int, position: Document | None = None) -> None:
        """Store that the game begins, at the table's `created` time and by its versions of the rules."""
        values = {"status": "running", "pending": pending, "created": table.created, "versions": table.versions}
        with self.engine.begin() as connection:
            self._touch(connection, table.id, **values)
            self._overwrite(connection, table.id, 0, position)

    def put_rematch(self, table: TableKept, address: str) -> None:
        """Store the address of the table's rematch."""
        with self.engine.begin() as connection:
            self._touch(connection, table.id, rematch=address)

    def _touch(self, connection: Connection, number: int, **values: object) -> None:
        connection.execute(update(TableRow).where(TableRow.id == number).values(changed=now(), **values))

    # what happens

    def add_act(
        self, table: TableKept, act: Act, status: str, pending: int, ended_by: str, position: Document | None = None
    ) -> None:
        """Store an act and the table's state after it."""
        self._bound_log()
        with self.engine.begin() as connection:
            connection.execute(ADD_ACT, {"table_id": table.id, **vars(act)})
            connection.execute(
                PUT_STANDING,
                {"table": table.id, "new_changed": now(), "new_status": status, "new_pending": pending,
                 "new_ended_by": ended_by},
            )  # fmt: skip
            self._overwrite(connection, table.id, act.number, position)

    def acts(self, table: TableKept) -> list[Act]:
        """All acts of a table, in order."""
        columns = (ActRow.number, ActRow.seat, ActRow.kind, ActRow.word, ActRow.asked, ActRow.at, ActRow.spent)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(ActRow.table_id == table.id).order_by(ActRow.number))
            return [Act(*row) for row in rows]

    # positions, and changes of rules

    def position(self, table: TableKept) -> tuple[int, Document] | None:
        """The last position of a table, and the number of the act before it."""
        columns = select(PositionRow.number, PositionRow.document).where(PositionRow.table_id == table.id)
        with self.engine.connect() as connection:
            row = connection.execute(columns).one_or_none()
        return None if row is None else (row.number, inflated(row.document))

    def put_position(self, table: TableKept, number: int, position: Document) -> None:
        """Store the position of a table after so many acts."""
        with self.engine.begin() as connection:
            self._overwrite(connection, table.id, number, position)

    def _overwrite(self, connection: Connection, table: int, number: int, position: Document | None) -> None:
        if position is not None:
            values = {"table_id": table, "number": number, "document": deflated(position)}
            connection.execute(PUT_POSITION, values)

    def rule_changes(self, table: TableKept) -> list[RuleChange]:
        """The changes of a table's rules, in order."""
        statement = select(RuleChangeRow).where(RuleChangeRow.table_id == table.id).order_by(RuleChangeRow.number)
        columns = statement.with_only_columns(*RuleChangeRow.__table__.columns)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).all()
        return [RuleChange(row.number, row.before, row.after, row.dropped, inflated(row.document)) for row in rows]

    def add_rule_change(self, table: TableKept, change: RuleChange, act: Act, pending: int) -> None:
        """Store a change of a table's rules and where the table goes on from. What users have seen is counted anew."""
        values = {"before": change.before, "after": change.after, "dropped": change.dropped}
        where = {"status": table.status, "ended_by": table.ended_by, "pending": pending, "versions": change.after}
        document = deflated(change.position)
        with self.engine.begin() as connection:
            connection.execute(ADD_ACT, {"table_id": table.id, **vars(act)})
            connection.execute(
                insert(RuleChangeRow).values(table_id=table.id, number=change.number, document=document, **values)
            )
            connection.execute(update(SeatRow).where(SeatRow.table_id == table.id).values(seen=0))
            self._touch(connection, table.id, **where)
            self._overwrite(connection, table.id, change.number, change.position)

    def add_saying(self, table: TableKept, saying: Saying) -> None:
        """Store a line of the chat."""
        with self.engine.begin() as connection:
            connection.execute(insert(SayingRow).values(table_id=table.id, **vars(saying)))

    def sayings(self, table: TableKept) -> list[Saying]:
        """The chat of a table."""
        columns = (SayingRow.number, SayingRow.seat, SayingRow.text, SayingRow.at, SayingRow.kind)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(SayingRow.table_id == table.id).order_by(SayingRow.number))
            return [Saying(*row) for row in rows]

    # lists

    def running(self) -> list[TableKept]:
        """All tables with a running game."""
        return self._tables(select(TableRow).where(TableRow.status == "running"))

    def unchanged_since(self, status: str, at: int) -> list[TableKept]:
        """The tables of a status that have not changed since a time."""
        return self._tables(select(TableRow).where(TableRow.status == status, TableRow.changed < at))

    def open_tables(self, most: int) -> list[TableKept]:
        """Tables with open seats on which anyone may sit, the newest first."""
        return self._tables(
            select(TableRow)
            .where(TableRow.status == "waiting", TableRow.joining == "anyone")
            .order_by(TableRow.changed.desc())
            .limit(most)
        )

    def shown_tables(self, most: int) -> list[TableKept]:
        """Running games that anyone may watch, those that changed last first."""
        return self._tables(
            select(TableRow)
            .where(TableRow.status == "running", TableRow.watching == "anyone")
            .order_by(TableRow.changed.desc())
            .limit(most)
        )

    def tables_of(self, user: User, most: int, is_over: bool = False) -> list[TableKept]:
        """The tables where a user sits or is the host: unfinished ones, or those that are over; the newest first."""
        seated = select(SeatRow.table_id).where(SeatRow.person_id == user.id)
        status = TableRow.status == "over" if is_over else TableRow.status.in_(UNFINISHED)
        return self._tables(
            select(TableRow)
            .where(status, TableRow.id.in_(seated) | (TableRow.host == user.id))
            .order_by(TableRow.changed.desc())
            .limit(most)
        )

    def count_unfinished(self, host: User | None = None) -> int:
        """The number of unfinished tables, of one host or of all."""
        statement = select(func.count()).select_from(TableRow).where(TableRow.status.in_(UNFINISHED))
        if host is not None:
            statement = statement.where(TableRow.host == host.id)
        with self.engine.connect() as connection:
            return connection.execute(statement).scalar_one()

    def count_waiting_for(self, user: User) -> int:
        """The number of tables where a user must decide."""
        is_asked = TableRow.pending.op("&")(func.pow(2, SeatRow.number))
        statement = (
            select(func.count(func.distinct(TableRow.id)))
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(SeatRow.person_id == user.id, TableRow.status == "running", is_asked != 0)
        )
        with self.engine.connect() as connection:
            return connection.execute(statement).scalar_one()

    def is_well(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return bool(connection.execute(select(1)).scalar_one())

    def _tables(self, statement: Select[TableRow]) -> list[TableKept]:
        """Tables with their seats."""
        columns = statement.with_only_columns(*TableRow.__table__.columns)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).all()
            wanted = [row.id for row in rows]
            seats = connection.execute(
                select(*SeatRow.__table__.columns).where(SeatRow.table_id.in_(wanted)).order_by(SeatRow.number)
            ).all()
        return [table_of(row, [seat_of(seat) for seat in seats if seat.table_id == row.id]) for row in rows]


def deflated(position: Document) -> bytes:
    """Compress a position for its row, to some 800 bytes."""
    return zlib.compress(json.dumps(position, separators=(",", ":")).encode())


def inflated(data: bytes) -> Document:
    """Read a position from its row."""
    found: Document = json.loads(zlib.decompress(data))
    return found


def seat_values(table: int, seat: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a seat's row."""
    values = dict(seat)
    return {"table_id": table, "person_id": values.pop("user"), **values}


def seat_of(row: Row[Any]) -> SeatKept:
    """The seat of a row."""
    return SeatKept(row.number, row.person_id, row.name, row.bot, row.seen)


def table_of(row: Row[Any], seats: Sequence[SeatKept]) -> TableKept:
    """The table of a row."""
    values = dict(row._mapping)
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in
               json.loads(values.pop("options")).items()}  # fmt: skip
    return TableKept(**{**values, "seats": tuple(seats), "options": options})


def prepare(connection: Any, _: Any) -> None:
    """What every connection to SQLite needs: readers beside a writer. What was acknowledged outlives a killed server;
    a power cut may take the last moments, never the order of what is left."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"busy_timeout={PATIENTLY}",
        "wal_autocheckpoint=0",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Migrate a database to the newest schema; a new one gets it at once."""
    config = Config()
    config.set_main_option("script_location", str(files("bellringer.server.store").joinpath("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
