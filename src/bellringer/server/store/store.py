"""Reading and writing the database: SQLite in write-ahead mode. What a function writes is stored whole or not at all.

Reading takes parts of a millisecond and waits for nobody. A server has its changes stored by a thread (writer.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import structlog
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Engine,
    Executable,
    Select,
    create_engine,
    delete,
    event,
    exists,
    func,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import aliased

from bellringer.core.contract.game import Document
from bellringer.server.base.disk import sync_names
from bellringer.server.base.keys import ID_BYTES, SEALED, Keys, key_of
from bellringer.server.base.trouble import kind_of
from bellringer.server.store.brought_rows import BroughtStore
from bellringer.server.store.company_rows import CompanyStore
from bellringer.server.store.database import Log, migrate, prepare
from bellringer.server.store.json_columns import deflated
from bellringer.server.store.leases import Leases
from bellringer.server.store.models import (
    IS_PAST,
    IS_UNFINISHED,
    ActRow,
    PositionRow,
    RuleChangeRow,
    RunRow,
    SayingRow,
    SeatRow,
    ServerKeyRow,
    TableRow,
    UserRow,
)
from bellringer.server.store.parsing import BadRow, SetAside, parsed
from bellringer.server.store.repeat_rows import RepeatStore
from bellringer.server.store.review_rows import ReviewStore
from bellringer.server.store.rows import (
    ADD_ACT,
    COUNT_WAITING_FOR,
    OVERWRITE,
    PUT_ENDING,
    PUT_PLACE,
    PUT_STANDING,
    USER_OF_KEY,
    NewAct,
    act_of,
    ended,
    in_places,
    overwritten,
    place_values,
    position_of,
    position_values,
    rule_change_of,
    saying_of,
    seat_of,
    seat_values,
    silence_of,
    table_of,
    touched,
    user_of,
)
from bellringer.server.store.values.beginnings import mark_text
from bellringer.server.store.values.fair import Fair, fair_text
from bellringer.server.store.values.kept import GONE, Act, RuleChange, Saying, SeatKept, TableKept, User, now
from bellringer.server.store.vault import BEGINNING, UNFINISHED, Vault, keys_for
from bellringer.server.store.writer import Changes, Item, Line, Writer

TOGETHER = 100  # tables that are read at once where all are
RUNS = 1_000  # of the server that are remembered
MOST_GIVEN = 2**30  # a number that is given out: after it, since a damaged row may have the last one that there is
KeyTrouble = Literal["missing", "other"]

log = structlog.get_logger()


class Store:
    """An open database with the newest schema."""

    def __init__(self, path: Path, key_file: Path | None = None) -> None:
        """`key_file`: with the keys that hide running games; without one nothing is hidden."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            sync_names(path.parent)
        path.touch(mode=0o600)  # it holds the seeds
        self._use(
            path,
            create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True),
        )
        event.listen(self.engine, "connect", prepare)
        migrate(self.engine)
        if key_file is not None:
            self.vault = Vault(self._own_keys(key_file))
        self._seal_old()

    def _use(self, path: Path, engine: Engine) -> None:
        """Read and write a database through an engine, at first without any keys."""
        self.log = Log(engine, path)
        self.engine = engine
        self.aside = SetAside()
        self.vault = Vault(None)
        self.leases = Leases(engine, self.aside)
        self.changes = Changes(engine, self.leases)
        self.company = CompanyStore(engine, self.changes, self.aside)
        self.repeats = RepeatStore(engine, self.changes)
        self.brought = BroughtStore(engine, self.changes, self.aside)
        self.reviews = ReviewStore(engine, self.changes, self.aside)
        self.key_trouble: KeyTrouble | None = None  # why there are no keys
        self._highest: dict[type[UserRow | TableRow | RunRow], int] = {}  # numbers of rows that were given out
        self.run: int | None = None

    # keys

    def _own_keys(self, key_file: Path) -> Keys | None:
        """The keys of this folder's server from their file; others are as good as none, as nothing here is theirs.

        A folder that has known no keys yet gets those of the file, or new ones.
        """
        is_first = not self._key_rows() and not self._sealed_by()
        keys = keys_for(key_file, is_first)
        if keys is None:
            self.key_trouble = "missing"
        elif not self.is_own(keys):
            self.key_trouble, keys = "other", None
            log.error("the keys are those of another server", key_file=str(key_file))
        elif keys.public not in self.known_keys():
            self.note_key(keys.public)
        return keys

    def is_own(self, keys: Keys) -> bool:
        """Whether keys are those of this folder's server; where it can't be read, whether they open what is sealed."""
        rows, known = self._key_rows(), self.known_keys()
        if keys.public in known or len(rows) == len(known) > 0:
            return keys.public in known
        sealed_by = self._sealed_by(UNFINISHED)
        return not (rows or sealed_by) or any(number in keys.sealing for number in sealed_by)

    def known_keys(self) -> list[bytes]:
        """The public keys by which this folder's server signs or has signed, the oldest first."""
        found = self.aside.readable(partial(parsed, ServerKeyRow), self._key_rows())
        return [row["public"] for row in sorted(found, key=lambda row: row["at"])]

    def _key_rows(self) -> list[Mapping[Any, Any]]:
        with self.engine.connect() as connection:
            return list(connection.execute(select(*ServerKeyRow.__table__.columns)).mappings())

    def note_key(self, public: bytes) -> None:
        """Store that this folder's server signs by a key from now on."""
        with self.engine.begin() as connection:
            connection.execute(insert(ServerKeyRow).values(public=public, at=now()).on_conflict_do_nothing())

    def _sealed_by(self, status: Sequence[str] = ()) -> dict[bytes, int]:
        """The ids of the keys that seal something, with the number of tables; `status`: of those alone."""
        head = func.substr(TableRow.seed, 1, len(SEALED) + ID_BYTES)
        statement = select(head, func.count()).where(func.substr(TableRow.seed, 1, len(SEALED)) == SEALED)
        if status:
            statement = statement.where(TableRow.status.in_(status))
        with self.engine.connect() as connection:
            heads = connection.execute(statement.group_by(head)).all()
        return {key_of(head): count for head, count in heads}

    def count_locked(self) -> int:
        """How many unfinished tables wait for a key."""
        mine = () if self.vault.keys is None else self.vault.keys.sealing
        return sum(count for number, count in self._sealed_by(UNFINISHED).items() if number not in mine)

    def count_other_keys(self) -> int:
        """How many unfinished tables older keys have sealed, which can be opened by these."""
        keys = self.vault.keys
        if keys is None:
            return 0
        older = set(keys.sealing) - {keys.newest}
        return sum(count for number, count in self._sealed_by(UNFINISHED).items() if number in older)

    def _seal_old(self) -> None:
        """Seal the running games of a server that had no keys, and leave nothing of what they hide in the file.

        Where the file is damaged that is left out: the server starts, and tells what is wrong.
        """
        try:
            with self.engine.begin() as connection:
                count = self.vault.seal_all(connection)
            if count:
                self.overwrite_freed()
        except DBAPIError as error:
            if kind_of(error) != "damaged":
                raise
            log.error("running games can't be sealed", exc_info=error)

    def seal_anew(self) -> int:
        """Seal all running games with the newest key. Returns how many they are."""
        with self.engine.begin() as connection:
            count = self.vault.seal_all(connection, is_anew=True)
        self.overwrite_freed()
        return count

    def overwrite_freed(self) -> None:
        """Leave nothing in the database's file and its log of what was written over."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def locked(self) -> list[int]:
        """The numbers of the unfinished tables that wait for a key."""
        columns = select(TableRow.id, TableRow.seed).where(TableRow.status.in_(UNFINISHED)).order_by(TableRow.id)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).all()
        return self.vault.locked((row.id, row.seed) for row in rows if isinstance(row.seed, bytes))

    def close(self) -> None:
        """Store what waits, and close the database."""
        self.note_run()
        if self.run is not None:
            self.changes.put(self.leases.end)
        self.changes.close()
        self.log.checkpoint()
        self.engine.dispose()

    def write_behind(self, lost: Callable[[Line], None]) -> None:
        """From now on have changes stored by a thread. `lost`: called there with the line of what can't be stored."""
        self.changes.writer = Writer(self.engine, self.leases, self.log.bound, lost)

    # when the server ran

    def begin_run(self, is_alone: bool = True) -> None:
        """Store that a server starts. `is_alone`: no other one uses the database, as the lock on its folder says."""
        at = now()
        self.leases.begin(is_alone)
        number = self._new_number(RunRow)
        with self.engine.begin() as connection:
            connection.execute(delete(RunRow).where(RunRow.id < number - RUNS))
            connection.execute(insert(RunRow).values(id=number, began=at, seen=at))
        self.run = number

    def note_run(self) -> None:
        """Store that the server still runs."""
        if self.run is not None:
            statement = update(RunRow).where(RunRow.id == self.run).values(seen=now())

            def change(connection: Connection) -> None:
                connection.execute(statement)
                self.leases.live_on(connection)

            self.changes.put(change)

    def note_pause(self, stopped: int, started: int) -> None:
        """Store that live clocks stood still between two times, as if no server had run."""
        if self.run is not None:
            before, self.run = self.run, self._new_number(RunRow)
            old = update(RunRow).where(RunRow.id == before).values(seen=stopped)
            new = insert(RunRow).values(id=self.run, began=started, seen=started)

            def change(connection: Connection) -> None:
                connection.execute(old)
                connection.execute(new)

            self.changes.put(change)

    def pauses(self) -> list[tuple[int, int]]:
        """The times between which no server ran, the oldest first."""
        return [(before["seen"], after["began"]) for before, after in pairwise(self._runs())]

    def last_seen(self) -> int:
        """When a server ran last; now, if none ever did."""
        return max((run["seen"] for run in self._runs()), default=now())

    def _runs(self) -> list[dict[str, Any]]:
        with self.engine.connect() as connection:
            rows = connection.execute(select(*RunRow.__table__.columns).order_by(RunRow.id)).mappings().all()
        return self.aside.readable(partial(parsed, RunRow), rows)

    # people

    def user(self, key_hash: bytes) -> User | None:
        """The user with that key hash; None for an unknown one, or whose row can't be read: it needs a new name."""
        row = self._row_of(key_hash)
        return None if row is None else next(iter(self.aside.readable(user_of, [row])), None)

    def _row_of(self, key_hash: bytes) -> Mapping[str, Any] | None:
        with self.engine.connect() as connection:
            return connection.execute(USER_OF_KEY, {"key_hash": key_hash}).mappings().one_or_none()  # type: ignore[return-value]

    def remember(self, key_hash: bytes, name: str, known: User | None = None) -> User:
        """Store a user by key hash and name. `known`: the same user under the name until now."""
        row = {"id": known.id} if known is not None else self._row_of(key_hash)
        number = self._new_number(UserRow) if row is None else row["id"]
        at = now()
        statement = insert(UserRow).values(id=number, key_hash=key_hash, name=name, created=at, seen=at)
        statement = statement.on_conflict_do_update(index_elements=["key_hash"], set_={"name": name})
        self.changes.put(lambda connection: connection.execute(statement))
        return User(number, name)

    def _new_number(self, kind: type[UserRow | TableRow | RunRow]) -> int:
        """A number that no row has, nor any that waits to be stored."""
        with self.engine.connect() as connection:
            highest = connection.execute(select(func.max(kind.id)).where(kind.id < MOST_GIVEN)).scalar_one() or 0
        self._highest[kind] = max(highest, self._highest.get(kind, 0)) + 1
        return self._highest[kind]

    # tables

    def add_table(self, table: TableKept) -> TableKept:
        """Store a new table with its seats. Returns it with its id."""
        number = self._new_number(TableRow)
        values = asdict(table) | {"id": number}
        seats = [seat_values(number, seat) for seat in values.pop("seats")]
        values["options"] = json.dumps(table.options, ensure_ascii=False, separators=(",", ":"))
        values["fair"] = fair_text(table.fair)
        values["seed"] = self.vault.sealed_seed(table.address, table.seed)
        values |= self._beginning_values(number, table)

        def change(connection: Connection) -> None:
            connection.execute(insert(TableRow).values(**values))
            connection.execute(insert(SeatRow), seats)
            connection.execute(ended(number))

        self.changes.put(change, number)
        return replace(table, id=number)

    def _beginning_values(self, number: int, table: TableKept) -> dict[str, Any]:
        found = table.beginning
        if found is None:
            return {"beginning": None, "position": None}
        sealed = self.vault.sealed_position(number, BEGINNING, 0, found.data, table.status)
        return {"beginning": mark_text(found.mark), "position": sealed}

    def table(self, address: str) -> TableKept | None:
        """A table by its address. Raises BadRow for one that can't be read."""
        return self._table(TableRow.address == address)

    def table_by_number(self, number: str) -> TableKept | None:
        """A table by its number, as the log has it. Raises BadRow for one that can't be read."""
        if not number.isascii() or not number.isdecimal() or len(number) > 9:
            return None
        return self._table(TableRow.id == int(number))

    def _table(self, is_meant: ColumnElement[bool]) -> TableKept | None:
        found: list[TableKept | BadRow] = self._found(select(TableRow).where(is_meant))
        for one in found:
            if isinstance(one, BadRow):
                self.aside.note(one)
                raise one
            return one
        return None

    def put_seats(self, table: TableKept, seats: Iterable[SeatKept]) -> None:
        """Store some seats of a table."""
        statements = [
            update(SeatRow)
            .where(SeatRow.table_id == table.id, SeatRow.number == seat.number)
            .values(person_id=seat.user, name=seat.name, bot=seat.bot, seen=seat.seen)
            for seat in seats
        ]
        self._put(table, *statements, *touched(table))

    def put_seen(self, table: TableKept, number: int, seen: int) -> None:
        """Store how many events a seat's user has seen."""
        self._put(
            table, update(SeatRow).where(SeatRow.table_id == table.id, SeatRow.number == number).values(seen=seen)
        )

    def put_places(self, table: TableKept, places: Sequence[int]) -> None:
        """Store the places of a finished table's seats."""
        values = place_values(table.id, places)
        self.changes.put(lambda connection: connection.execute(PUT_PLACE, values), table.id)

    def put_status(self, table: TableKept, status: str, pending: int = 0, ended_by: str = "") -> None:
        """Store a table's status."""
        self._put(table, *touched(table, status=status, pending=pending, ended_by=ended_by))

    def put_watching(self, table: TableKept, watching: str) -> None:
        """Store who may look on."""
        self._put(table, *touched(table, watching=watching))

    def put_host(self, table: TableKept, host: int) -> None:
        """Store who has the part of a table's maker."""
        self._put(table, *touched(table, host=host))

    def begin(self, table: TableKept, pending: int, position: Document | None = None) -> None:
        """Store that the game begins, at the table's `created` time and by its versions of the rules."""
        values = {"status": "running", "pending": pending, "created": table.created, "versions": table.versions}
        self._put(table, *touched(table, **values), *overwritten(self.vault, table, 0, position, "running"))

    def put_fair(self, table: TableKept, fair: Fair, status: str) -> None:
        """Store the seats' part in a deal, and whether the table deals now."""
        self._put(table, *touched(table, fair=fair_text(fair), status=status))

    def put_void(self, table: TableKept, fair: Fair, users: Iterable[int]) -> None:
        """Store that a table's deal is void, and count that against these users.

        Its seed is opened, as at the end of a game: nothing is ever dealt from it, and the table outlives its key.
        """
        counted = update(UserRow).where(UserRow.id.in_(list(users))).values(withheld=UserRow.withheld + 1)
        statements = (*touched(table, fair=fair_text(fair), status="void"), counted)

        def change(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)
            self._open_all(connection, table.id, "void")

        self.changes.put(change, table.id)

    def withheld(self, users: Iterable[int]) -> dict[int, int]:
        """How many deals are void since the nonce of a user did not come, for those who have any."""
        columns = select(UserRow.id, UserRow.withheld).where(UserRow.id.in_(list(users)), UserRow.withheld > 0)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).mappings().all()
        found = self.aside.readable(partial(parsed, UserRow), rows)
        return {row["id"]: row["withheld"] for row in found}

    def has_part(self, address: str, user: User) -> bool:
        """Whether a user has made a table, whose row may be damaged, or sits there."""
        is_part = (TableRow.host == user.id) | (SeatRow.person_id == user.id)
        found = select(TableRow.id).join(SeatRow, SeatRow.table_id == TableRow.id, isouter=True)
        with self.engine.connect() as connection:
            return connection.execute(found.where(TableRow.address == address, is_part)).first() is not None

    def silent(self, users: Iterable[int], since: int) -> set[int]:
        """Which users have let a deal fail since a time. A seat that was handed over meanwhile blames nobody."""
        columns = select(SeatRow.person_id, TableRow.id, TableRow.fair).join(TableRow, TableRow.id == SeatRow.table_id)
        is_late = SeatRow.person_id.in_(list(users)) & (SeatRow.ended >= since)
        with self.engine.connect() as connection:
            rows = connection.execute(columns.where(is_late, TableRow.status == "void")).mappings().all()
        return {person for person, voided in self.aside.readable(silence_of, rows) if voided >= since}

    def put_rematch(self, table: TableKept, made: TableKept) -> None:
        """Store which table is the rematch of another."""
        self._put(table, *touched(table, rematch=made.address), others=(made.id,))

    def _put(self, table: TableKept, *statements: Executable, others: Iterable[int] = ()) -> None:
        """Store a change of a table, which is several statements. `others`: tables that it changes, too."""

        def change(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        self.changes.put(change, table.id, *others)

    # what happens

    def add_act(
        self,
        table: TableKept,
        act: Act,
        status: str,
        pending: int,
        ended_by: str,
        position: Document | None = None,
        places: Sequence[int] = (),
    ) -> None:
        """Store an act and the table's state after it. `places`: of the seats, once the game is over."""
        new = NewAct(table.id, act, now(), status, pending, ended_by, position)
        if (status, ended_by) == (table.status, table.ended_by) and status in UNFINISHED:
            self.changes.put(Item(self._add_acts, new), table.id)
        else:
            self.changes.put(lambda connection: self._add_ending(connection, new, places), table.id)

    def _add_acts(self, connection: Connection, new: Sequence[NewAct]) -> None:
        """Store acts that end nothing. Of what each table has once only the last is written."""
        connection.execute(ADD_ACT, [self._act_values(one) for one in new])
        connection.execute(PUT_STANDING, [one.standing for one in {one.table: one for one in new}.values()])
        placed = {one.table: one for one in new if one.position is not None}
        if placed:
            connection.execute(OVERWRITE, [self._position_values(one) for one in placed.values()])

    def _add_ending(self, connection: Connection, new: NewAct, places: Sequence[int]) -> None:
        """Store an act that ends a game, or comes after its end."""
        connection.execute(ADD_ACT, self._act_values(new))
        connection.execute(PUT_ENDING, new.ending)
        connection.execute(ended(new.table))
        if places:
            connection.execute(PUT_PLACE, place_values(new.table, places))
        if new.position is not None:
            connection.execute(OVERWRITE, self._position_values(new))
        self._open_all(connection, new.table, new.status)

    def _act_values(self, new: NewAct) -> dict[str, Any]:
        return {"table_id": new.table, **self.vault.sealed_act(new.table, vars(new.act), new.status)}

    def _position_values(self, new: NewAct) -> dict[str, Any]:
        assert new.position is not None
        return position_values(self.vault, new.table, new.act.number, new.position, new.status)

    def _open_all(self, connection: Connection, table: int, status: str) -> None:
        """Open what was hidden while a game ran, once it is over, or its deal void."""
        if self.vault.keys is not None and not self.vault.hides(status):
            self.vault.rewrite(connection, table, status)

    def acts(self, table: TableKept) -> list[Act]:
        """All acts of a table, in order. Raises NoKey, BadRow."""
        columns = (ActRow.number, ActRow.seat, ActRow.kind, ActRow.word, ActRow.asked, ActRow.at, ActRow.spent,
                   ActRow.salt, ActRow.sealed)  # fmt: skip
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(ActRow.table_id == table.id).order_by(ActRow.number))
            return [act_of(table, row, self.vault) for row in rows.mappings()]

    # positions, and changes of rules

    def position(self, table: TableKept) -> tuple[int, Document] | None:
        """The last position of a table, and the number of the act before it. Raises NoKey, BadRow."""
        columns = select(PositionRow.number, PositionRow.document).where(PositionRow.table_id == table.id)
        with self.engine.connect() as connection:
            row = connection.execute(columns).mappings().one_or_none()
        return None if row is None else position_of(table, row, self.vault)

    def put_position(self, table: TableKept, number: int, position: Document) -> None:
        """Store the position of a table after so many acts."""
        self._put(table, *overwritten(self.vault, table, number, position, table.status))

    def rule_changes(self, table: TableKept) -> list[RuleChange]:
        """The changes of a table's rules, in order. Raises NoKey, BadRow."""
        statement = select(RuleChangeRow).where(RuleChangeRow.table_id == table.id).order_by(RuleChangeRow.number)
        columns = statement.with_only_columns(*RuleChangeRow.__table__.columns)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).mappings().all()
        return [rule_change_of(row, self.vault) for row in rows]

    def add_rule_change(self, table: TableKept, change: RuleChange, act: Act, pending: int) -> None:
        """Store a change of a table's rules and where the table goes on from. What users have seen is counted anew."""
        values = {"before": change.before, "after": change.after, "dropped": change.dropped}
        where = {"status": table.status, "ended_by": table.ended_by, "pending": pending, "versions": change.after}
        plain = deflated(change.position)
        document = self.vault.sealed_position(table.id, "change", change.number, plain, table.status)
        statements: list[Executable] = [
            insert(ActRow).values(table_id=table.id, **self.vault.sealed_act(table.id, vars(act), table.status)),
            insert(RuleChangeRow).values(table_id=table.id, number=change.number, document=document, **values),
            update(SeatRow).where(SeatRow.table_id == table.id).values(seen=0),
            *touched(table, **where),
            *overwritten(self.vault, table, change.number, change.position, table.status),
        ]

        def store(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)
            self._open_all(connection, table.id, table.status)

        self.changes.put(store, table.id)

    def add_saying(self, table: TableKept, saying: Saying) -> None:
        """Store a line of the chat."""
        self._put(table, insert(SayingRow).values(table_id=table.id, **vars(saying)))

    def sayings(self, table: TableKept) -> list[Saying]:
        """The chat of a table. A line that can't be read is gone."""
        columns = select(*SayingRow.__table__.columns).where(SayingRow.table_id == table.id)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).mappings().all()
        found = self.aside.readable(lambda row: saying_of(row, len(table.seats)), rows)
        return in_places(found, lambda number: Saying(number, 0, "", 0, GONE))

    # lists

    def running(self) -> list[TableKept]:
        """All tables with a running game."""
        return self._tables(select(TableRow).where(TableRow.status == "running"))

    def played(self) -> Iterator[TableKept]:
        """All tables with a game, running or over, some read at a time; those that can't be read are left out."""
        last = 0
        while True:
            statement = select(TableRow.id).where(TableRow.status.in_(("running", "over")), TableRow.id > last)
            with self.engine.connect() as connection:
                numbers = list(connection.execute(statement.order_by(TableRow.id).limit(TOGETHER)).scalars())
            if not numbers:
                return
            yield from self._tables(select(TableRow).where(TableRow.id.in_(numbers)).order_by(TableRow.id))
            last = numbers[-1]

    def dealing(self) -> list[TableKept]:
        """All tables that wait for the nonces of their seats."""
        return self._tables(select(TableRow).where(TableRow.status == "dealing"))

    def unchanged_since(self, status: str, at: int) -> list[TableKept]:
        """The tables of a status that have not changed since a time."""
        return self._tables(select(TableRow).where(TableRow.status == status, TableRow.changed < at))

    def open_tables(self, most: int) -> list[TableKept]:
        """Tables with open seats on which anyone may sit, the newest first."""
        found = self._tables(
            select(TableRow)
            .where(TableRow.status == "waiting", TableRow.joining == "anyone")
            .order_by(TableRow.changed.desc())
            .limit(most)
        )
        return [table for table in found if table.seed]

    def shown_tables(self, most: int) -> list[TableKept]:
        """Running games that anyone may watch, those that changed last first."""
        one, other = aliased(SeatRow), aliased(SeatRow)
        with_others = exists().where(
            one.table_id == TableRow.id, other.table_id == TableRow.id, one.person_id < other.person_id
        )
        is_shown = (TableRow.watching == "anyone") | ((TableRow.watching == "company") & with_others)
        found = self._tables(
            select(TableRow).where(TableRow.status == "running", is_shown).order_by(TableRow.changed.desc()).limit(most)
        )
        return [table for table in found if table.seed]

    def tables_of(self, user: User, most: int, is_over: bool = False) -> list[TableKept]:
        """The tables where a user sits or is the host: unfinished ones, or over and void ones; the newest first."""
        found = past_of(user.id, most) if is_over else unfinished_of(user.id)
        newest = select(TableRow).where(TableRow.id.in_(found)).order_by(TableRow.changed.desc(), TableRow.id.desc())
        return self._tables(newest.limit(most))

    def count_unfinished(self, host: User | None = None) -> int:
        """The number of unfinished tables, of one host or of all."""
        statement = select(func.count()).select_from(TableRow)
        if host is None:
            statement = statement.where(TableRow.status.in_(UNFINISHED))
        else:
            statement = statement.where(TableRow.host == host.id, IS_UNFINISHED)
        with self.engine.connect() as connection:
            return connection.execute(statement).scalar_one()

    def has_played_before(self, user: User, table: TableKept) -> bool:
        """Whether a user has played the game of a table at an older one."""
        older = (TableRow.game == table.game) & (TableRow.id < table.id) & TableRow.status.in_(("running", "over"))
        found = select(SeatRow.table_id).join(TableRow, TableRow.id == SeatRow.table_id)
        with self.engine.connect() as connection:
            return connection.execute(found.where(SeatRow.person_id == user.id, older).limit(1)).first() is not None

    def count_waiting_for(self, user: User) -> int:
        """The number of tables where a user must decide."""
        with self.engine.connect() as connection:
            return int(connection.execute(COUNT_WAITING_FOR, {"person": user.id}).scalar_one())

    def is_well(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return bool(connection.execute(select(1)).scalar_one())

    def _tables(self, statement: Select[TableRow]) -> list[TableKept]:
        """Tables with their seats, without those that can't be read."""
        tables = self._found(statement)
        for one in tables:
            if isinstance(one, BadRow):
                self.aside.note(one)
        return [one for one in tables if isinstance(one, TableKept)]

    def read_tables(self, numbers: Sequence[int]) -> None:
        """Read some tables, so that it is known which of them can't be read."""
        self._tables(select(TableRow).where(TableRow.id.in_(numbers)))

    def _found(self, statement: Select[TableRow]) -> list[TableKept | BadRow]:
        """Tables with their seats; what is wrong with one, in its place."""
        columns = statement.with_only_columns(*TableRow.__table__.columns)
        with self.engine.connect() as connection:
            rows = connection.execute(columns).mappings().all()
            seats: dict[int, list[Mapping[Any, Any]]] = {row["id"]: [] for row in rows}
            columns_of_seats = select(*SeatRow.__table__.columns).where(SeatRow.table_id.in_(list(seats)))
            for seat in connection.execute(columns_of_seats.order_by(SeatRow.number)).mappings():
                seats[seat["table_id"]].append(seat)
        return [self._read(row, seats[row["id"]]) for row in rows]

    def _read(self, row: Mapping[Any, Any], seats: Sequence[Mapping[Any, Any]]) -> TableKept | BadRow:
        try:
            return table_of(row, [seat_of(seat) for seat in seats], self.vault)
        except BadRow as error:
            return error


def unfinished_of(person: int) -> CompoundSelect[Any]:
    """The numbers of the unfinished tables where a person sits or is the host; no others are looked at."""
    seated = select(SeatRow.table_id).where(SeatRow.person_id == person, SeatRow.ended.is_(None))
    return seated.union(select(TableRow.id).where(TableRow.host == person, IS_UNFINISHED))


def past_of(person: int, most: int) -> CompoundSelect[Any]:
    """The numbers of tables that are over or void: the newest where a person sits, and the newest of the host."""
    seated = select(SeatRow.table_id, SeatRow.ended).where(SeatRow.person_id == person, SeatRow.ended > 0).distinct()
    newest = seated.order_by(SeatRow.ended.desc(), SeatRow.table_id.desc()).limit(most).subquery()
    made = select(TableRow.id).where(TableRow.host == person, IS_PAST)
    newest_made = made.order_by(TableRow.changed.desc(), TableRow.id.desc()).limit(most).subquery()
    return select(newest.c.table_id).union(select(newest_made.c.id))
