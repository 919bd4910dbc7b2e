"""Reading and writing what is kept. Each function that writes is one transaction: all of it is there, or nothing.

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
from bellringer.server.store.models import (
    ActRow,
    PersonRow,
    PositionRow,
    RuleChangeRow,
    RunRow,
    SayingRow,
    SeatRow,
    TableRow,
)

UNFINISHED = ("waiting", "running")
RUNS = 1_000  # of the server that are remembered

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
class Person:
    """Somebody who sits at tables."""

    id: int
    name: str


@dataclass(frozen=True)
class SeatKept:
    """A seat: `person` is the id of who sits there, `bot` the bot's name; both empty while it is open."""

    number: int
    person: int | None = None
    name: str = ""
    bot: str = ""
    seen: int = 0

    @property
    def is_open(self) -> bool:
        """Whether nobody sits there."""
        return self.person is None and not self.bot


@dataclass(frozen=True)
class Act:
    """Something that a seat did, in the order of `number`, from 1."""

    number: int
    seat: int
    kind: str
    word: str
    asked: int
    at: int
    spent: int


@dataclass(frozen=True)
class Saying:
    """A line of the chat."""

    number: int
    seat: int
    text: str
    at: int


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
    """A table as it is kept. `id` is the database's own, `address` the one that people know."""

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
    """A database, opened and brought to the newest shape."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it holds the seeds
        self.engine = create_engine(
            f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(self.engine, "connect", prepare)
        migrate(self.engine)
        self.run: int | None = None

    def close(self) -> None:
        """Let go of the file."""
        self.note_run()
        self.checkpoint()
        self.engine.dispose()

    def checkpoint(self) -> None:
        """Bring what was written into the file itself. It waits for the disk: to be called beside the loop."""
        with self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    # when the server ran

    def begin_run(self) -> None:
        """A server begins its work."""
        at = now()
        with self.engine.begin() as connection:
            connection.execute(delete(RunRow).where(RunRow.id < select(func.max(RunRow.id)).scalar_subquery() - RUNS))
            self.run = connection.execute(insert(RunRow).values(began=at, seen=at).returning(RunRow.id)).scalar_one()

    def note_run(self) -> None:
        """The server still runs."""
        if self.run is not None:
            with self.engine.begin() as connection:
                connection.execute(update(RunRow).where(RunRow.id == self.run).values(seen=now()))

    def pauses(self) -> list[tuple[int, int]]:
        """From when to when no server ran, the oldest first."""
        with self.engine.connect() as connection:
            runs = connection.execute(select(RunRow.began, RunRow.seen).order_by(RunRow.id)).all()
        return [(before.seen, after.began) for before, after in pairwise(runs)]

    # people

    def person(self, key_hash: bytes) -> Person | None:
        """Who has that key."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(PersonRow.id, PersonRow.name).where(PersonRow.key_hash == key_hash)
            ).one_or_none()
        return None if row is None else Person(row.id, row.name)

    def remember(self, key_hash: bytes, name: str) -> Person:
        """Know a person by that key from now on, and by that name."""
        statement = insert(PersonRow).values(key_hash=key_hash, name=name, created=now())
        statement = statement.on_conflict_do_update(index_elements=["key_hash"], set_={"name": name})
        with self.engine.begin() as connection:
            row = connection.execute(statement.returning(PersonRow.id, PersonRow.name)).one()
        return Person(row.id, row.name)

    # tables

    def add_table(self, table: TableKept) -> TableKept:
        """Keep a new table, with its seats; its id is given here."""
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
        """Who sits on some seats of a table from now on."""
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
        """Up to which event a seat's person has looked."""
        with self.engine.begin() as connection:
            connection.execute(
                update(SeatRow).where(SeatRow.table_id == table.id, SeatRow.number == number).values(seen=seen)
            )

    def put_status(self, table: TableKept, status: str, pending: int = 0, ended_by: str = "") -> None:
        """Where a table stands."""
        with self.engine.begin() as connection:
            self._touch(connection, table.id, status=status, pending=pending, ended_by=ended_by)

    def begin(self, table: TableKept, pending: int, position: Document | None = None) -> None:
        """The game begins, at the time that the table has as `created`, by the rules that it has."""
        values = {"status": "running", "pending": pending, "created": table.created, "versions": table.versions}
        with self.engine.begin() as connection:
            self._touch(connection, table.id, **values)
            self._overwrite(connection, table.id, 0, position)

    def put_rematch(self, table: TableKept, address: str) -> None:
        """Which table comes after this one."""
        with self.engine.begin() as connection:
            self._touch(connection, table.id, rematch=address)

    def _touch(self, connection: Connection, number: int, **values: object) -> None:
        connection.execute(update(TableRow).where(TableRow.id == number).values(changed=now(), **values))

    # what happens

    def add_act(
        self, table: TableKept, act: Act, status: str, pending: int, ended_by: str, position: Document | None = None
    ) -> None:
        """Keep what a seat did, and where the table stands after it."""
        with self.engine.begin() as connection:
            connection.execute(ADD_ACT, {"table_id": table.id, **vars(act)})
            connection.execute(
                PUT_STANDING,
                {"table": table.id, "new_changed": now(), "new_status": status, "new_pending": pending,
                 "new_ended_by": ended_by},
            )  # fmt: skip
            self._overwrite(connection, table.id, act.number, position)

    def acts(self, table: TableKept) -> list[Act]:
        """All that happened at a table, in order."""
        columns = (ActRow.number, ActRow.seat, ActRow.kind, ActRow.word, ActRow.asked, ActRow.at, ActRow.spent)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(ActRow.table_id == table.id).order_by(ActRow.number))
            return [Act(*row) for row in rows]

    # positions, and changes of rules

    def position(self, table: TableKept) -> tuple[int, Document] | None:
        """The last position of a table, and the number of the act that led to it."""
        columns = select(PositionRow.number, PositionRow.document).where(PositionRow.table_id == table.id)
        with self.engine.connect() as connection:
            row = connection.execute(columns).one_or_none()
        return None if row is None else (row.number, inflated(row.document))

    def put_position(self, table: TableKept, number: int, position: Document) -> None:
        """Keep the position of a table after so many acts."""
        with self.engine.begin() as connection:
            self._overwrite(connection, table.id, number, position)

    def _overwrite(self, connection: Connection, table: int, number: int, position: Document | None) -> None:
        if position is not None:
            values = {"table_id": table, "number": number, "document": deflated(position)}
            connection.execute(PUT_POSITION, values)

    def rule_changes(self, table: TableKept) -> list[RuleChange]:
        """Where the rules changed under a table, in order."""
        statement = select(RuleChangeRow).where(RuleChangeRow.table_id == table.id).order_by(RuleChangeRow.number)
        columns = statement.with_only_columns(*RuleChangeRow.__table__.columns)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).all()
        return [RuleChange(row.number, row.before, row.after, row.dropped, inflated(row.document)) for row in rows]

    def add_rule_change(self, table: TableKept, change: RuleChange, act: Act, pending: int) -> None:
        """The rules have changed under a table: keep from where it goes on. What people have seen counts anew."""
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
        """Keep a line of the chat."""
        with self.engine.begin() as connection:
            connection.execute(insert(SayingRow).values(table_id=table.id, **vars(saying)))

    def sayings(self, table: TableKept) -> list[Saying]:
        """The chat of a table."""
        columns = (SayingRow.number, SayingRow.seat, SayingRow.text, SayingRow.at)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(SayingRow.table_id == table.id).order_by(SayingRow.number))
            return [Saying(*row) for row in rows]

    # lists

    def running(self) -> list[TableKept]:
        """All tables at which a game runs."""
        return self._tables(select(TableRow).where(TableRow.status == "running"))

    def unchanged_since(self, status: str, at: int) -> list[TableKept]:
        """Tables at which nothing has happened since a time."""
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
        """Games that run and that anyone may watch, the liveliest first."""
        return self._tables(
            select(TableRow)
            .where(TableRow.status == "running", TableRow.watching == "anyone")
            .order_by(TableRow.changed.desc())
            .limit(most)
        )

    def tables_of(self, person: Person, most: int, is_over: bool = False) -> list[TableKept]:
        """Where a person sits, or is the host: tables that wait or run, or those that are over; the newest first."""
        seated = select(SeatRow.table_id).where(SeatRow.person_id == person.id)
        status = TableRow.status == "over" if is_over else TableRow.status.in_(UNFINISHED)
        return self._tables(
            select(TableRow)
            .where(status, TableRow.id.in_(seated) | (TableRow.host == person.id))
            .order_by(TableRow.changed.desc())
            .limit(most)
        )

    def count_unfinished(self, host: Person | None = None) -> int:
        """How many tables wait or run, of one host or in all."""
        statement = select(func.count()).select_from(TableRow).where(TableRow.status.in_(UNFINISHED))
        if host is not None:
            statement = statement.where(TableRow.host == host.id)
        with self.engine.connect() as connection:
            return connection.execute(statement).scalar_one()

    def count_waiting_for(self, person: Person) -> int:
        """At how many tables a person is to decide."""
        is_asked = TableRow.pending.op("&")(func.pow(2, SeatRow.number))
        statement = (
            select(func.count(func.distinct(TableRow.id)))
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(SeatRow.person_id == person.id, TableRow.status == "running", is_asked != 0)
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
    """A position as a row has it: some 800 bytes."""
    return zlib.compress(json.dumps(position, separators=(",", ":")).encode())


def inflated(data: bytes) -> Document:
    """And back."""
    found: Document = json.loads(zlib.decompress(data))
    return found


def seat_values(table: int, seat: Mapping[str, Any]) -> dict[str, Any]:
    """A seat as a row."""
    values = dict(seat)
    return {"table_id": table, "person_id": values.pop("person"), **values}


def seat_of(row: Row[Any]) -> SeatKept:
    """A row as a seat."""
    return SeatKept(row.number, row.person_id, row.name, row.bot, row.seen)


def table_of(row: Row[Any], seats: Sequence[SeatKept]) -> TableKept:
    """A row as a table."""
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
        "busy_timeout=5000",
        "wal_autocheckpoint=0",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Bring a database to the newest shape; a new one gets it at once."""
    config = Config()
    config.set_main_option("script_location", str(files("bellringer.server.store").joinpath("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
