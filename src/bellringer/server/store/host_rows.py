"""What the host of a server reads and changes: lists, the removal of people and words, the log of all that.

What is changed are functions of a connection, for whoever writes: a command, or the writer of a server.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, or_, select, update

from bellringer.server.store.json_columns import json_of
from bellringer.server.store.models import (
    AsideRow,
    BarRow,
    Base,
    BroughtRow,
    HostActRow,
    MuteRow,
    RematchRow,
    ReportRow,
    SayingRow,
    SeatRow,
    TableRow,
    UserRow,
)
from bellringer.server.store.parsing import BadRow, SetAside, blaming, parsed
from bellringer.server.store.review_rows import drop_loose
from bellringer.server.store.values.kept import GONE, REMOVED, now
from bellringer.server.store.vault import UNFINISHED

TAKEN_OVER = "taken-over"  # what is noted when a link was used
TOGETHER = 500  # tables that are asked for at once
SECONDS_KEPT = 60  # that an answer stays which nobody shall keep
PASSING = ("addresses",)  # whose answers those are
ACT = HostActRow.__table__.columns


@dataclass(frozen=True)
class HostAct:
    """Something that the host wants, and what came of it. `state`: asked, done or refused."""

    number: int
    at: int
    what: str
    wanted: Mapping[str, Any]
    state: str
    answer: Mapping[str, Any]


@dataclass(frozen=True)
class Handed:
    """A seat that somebody had until it was handed over. `first`, `last`: the numbers of the lines of that time.

    `to`: who got it when it was last handed over, by id; None where an older note does not say.
    """

    table: int
    seat: int
    first: int
    last: int
    to: int | None


class HostStore:
    """The host's part of an open database."""

    def __init__(self, engine: Engine, aside: SetAside | None = None) -> None:
        """`aside`: where what can't be read is counted."""
        self.engine, self.aside = engine, aside or SetAside()

    # what the host wants

    def ask(self, what: str, wanted: Mapping[str, Any]) -> int:
        """Store what the host wants. Returns its number."""
        with self.engine.begin() as connection:
            return note(connection, what, wanted, "asked")

    def acts(self, state: str | None = None, most: int = 1_000) -> list[HostAct]:
        """What the host wanted, the oldest first: the last so many, or those in a state."""
        statement = select(*ACT).order_by(HostActRow.id.desc()).limit(most)
        if state is not None:
            statement = statement.where(HostActRow.state == state)
        with self.engine.connect() as connection:
            rows = connection.execute(statement).mappings().all()
        return self.aside.readable(host_act_of, list(reversed(rows)))

    def act(self, number: int) -> HostAct:
        """One of them. Raises BadRow."""
        with self.engine.connect() as connection:
            return host_act_of(connection.execute(select(*ACT).where(HostActRow.id == number)).mappings().one())

    def blank(self, number: int) -> None:
        """Forget the addresses of one answer, in the write-ahead log, too, unless somebody reads that now."""
        with self.engine.begin() as connection:
            is_blanked = blank(connection, number)
        if is_blanked:
            with self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    # lists

    def tables(self, status: Sequence[str], most: int) -> list[dict[str, Any]]:
        """Tables with who sits there, those that changed last first."""
        columns = (TableRow.id, TableRow.address, TableRow.game, TableRow.status, TableRow.ended_by, TableRow.host,
                   TableRow.created, TableRow.changed)  # fmt: skip
        statement = select(*columns).order_by(TableRow.changed.desc(), TableRow.id.desc()).limit(most)
        if status:
            statement = statement.where(TableRow.status.in_(status))
        with self.engine.connect() as connection:
            found = self._readable(TableRow, connection.execute(statement).mappings().all())
            for table in found:
                seats = select(SeatRow.number, SeatRow.person_id, SeatRow.name, SeatRow.bot)
                rows = connection.execute(seats.where(SeatRow.table_id == table["id"]).order_by(SeatRow.number))
                table["seats"] = self._readable(SeatRow, rows.mappings().all())
        return found

    def _readable(self, model: type[Base], rows: Sequence[Mapping[Any, Any]]) -> list[dict[str, Any]]:
        """The values of some columns, without the rows that can't be read."""
        return self.aside.readable(partial(parsed, model), rows)

    def people(self, name: str) -> list[dict[str, Any]]:
        """The people of a name, or whose name has it as a part, with how many seats they have."""
        seats = select(func.count()).where(SeatRow.person_id == UserRow.id).scalar_subquery()
        statement = select(UserRow.id, UserRow.name, UserRow.created, seats.label("seats"))
        statement = statement.where(UserRow.name.icontains(name, autoescape=True)).order_by(UserRow.id)
        with self.engine.connect() as connection:
            rows = connection.execute(statement.limit(200)).mappings().all()
        return self.aside.readable(person_of, rows)

    def reports(self) -> list[dict[str, Any]]:
        """The lines that people have reported, with how many have, the newest report first."""
        people, at = func.count().label("people"), func.max(ReportRow.at).label("at")
        columns = select(TableRow.id.label("table"), TableRow.address, ReportRow.place, ReportRow.line, people, at)
        grouped = columns.join(TableRow, TableRow.id == ReportRow.table_id)
        grouped = grouped.group_by(ReportRow.table_id, ReportRow.place, ReportRow.line).order_by(at.desc())
        with self.engine.connect() as connection:
            rows = self.aside.readable(report_of, connection.execute(grouped).mappings().all())
            return [{**row, **spoken(connection, row["table"], row["place"], row["line"])} for row in rows]

    def tables_with(self, person: int) -> list[str]:
        """The addresses of all tables where a person sits or sat, is the host, or has said something."""
        seated = select(SeatRow.table_id).where(SeatRow.person_id == person)
        spoke = select(AsideRow.table_id).where(AsideRow.person_id == person)
        is_there = or_(TableRow.id.in_(seated), TableRow.id.in_(spoke), TableRow.host == person)
        with self.engine.connect() as connection:
            is_there |= TableRow.id.in_({handed.table for handed in handed_on(connection, person)})
            return list(connection.execute(select(TableRow.address).where(is_there)).scalars())

    def address_of(self, table: int) -> str | None:
        """The address of a table by its number."""
        with self.engine.connect() as connection:
            return connection.execute(select(TableRow.address).where(TableRow.id == table)).scalar_one_or_none()

    def unfinished_of(self, people: Sequence[int]) -> list[str]:
        """The addresses of the unfinished tables that some people have made, the oldest first."""
        is_meant = TableRow.host.in_(people) & TableRow.status.in_(UNFINISHED)
        with self.engine.connect() as connection:
            return list(connection.execute(select(TableRow.address).where(is_meant).order_by(TableRow.id)).scalars())

    def bars(self) -> list[dict[str, Any]]:
        """Who is barred now, with names of people."""
        columns = select(
            BarRow.id.label("number"), BarRow.person_id.label("person"), UserRow.name, BarRow.at, BarRow.ends
        )
        joined = columns.join(UserRow, UserRow.id == BarRow.person_id, isouter=True)
        with self.engine.connect() as connection:
            is_sound = (func.typeof(BarRow.at) == "integer") & (func.typeof(BarRow.ends) == "integer")
            rows = connection.execute(joined.where(is_sound, BarRow.ends > now()).order_by(BarRow.id))
            return [dict(row._mapping) for row in rows]

    def numbers_of(self, addresses: Sequence[str]) -> list[int]:
        """The numbers of some tables that are not finished, by their addresses."""
        found: list[int] = []
        with self.engine.connect() as connection:
            for first in range(0, len(addresses), TOGETHER):
                is_meant = TableRow.address.in_(addresses[first : first + TOGETHER]) & TableRow.status.in_(UNFINISHED)
                found += connection.execute(select(TableRow.id).where(is_meant)).scalars()
        return found

    def taken(self, table: int) -> Counter[str]:
        """How often each part of a table was taken over by a link: `host`, or the number of a seat.

        Raises BadRow for a note that can't be read: a link that was used must not work again.
        """
        is_meant = (HostActRow.what == TAKEN_OVER) & HostActRow.wanted.contains(f'"table": {table},')
        with self.engine.connect() as connection:
            found = connection.execute(select(*ACT).where(is_meant)).mappings().all()
        return Counter(str(taken_over_of(row)["seat"]) for row in found)

    def has_person(self, person: int) -> bool:
        """Whether there is such a person."""
        with self.engine.connect() as connection:
            return connection.execute(select(UserRow.id).where(UserRow.id == person)).one_or_none() is not None


# what rows are, as far as they can be read: all of these raise BadRow


def host_act_of(row: Mapping[Any, Any]) -> HostAct:
    """What the host wanted, from its row."""
    values = parsed(HostActRow, row)
    for column in ("wanted", "answer"):
        with blaming(HostActRow, row, column):
            values[column] = json_of(values[column])
    return HostAct(*values.values())


def taken_over_of(row: Mapping[Any, Any]) -> dict[str, Any]:
    """What is noted when a link was used, from its row."""
    wanted = dict(host_act_of(row).wanted)
    with blaming(HostActRow, row, "wanted"):
        numbers = [wanted["table"], *(wanted.get(name, 0) for name in ("lines", "from"))]
        if not all(type(number) is int for number in numbers) or type(wanted["seat"]) not in (int, str):
            raise ValueError("these are no numbers")
    return wanted


def person_of(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A person of a list, with the number of seats."""
    values = dict(row)
    seats = values.pop("seats")
    return {**parsed(UserRow, values), "seats": seats}


def report_of(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A reported line of a list."""
    values = dict(row)
    parsed(ReportRow, {"table_id": values["table"], **{name: values[name] for name in ("place", "line", "at")}})
    return {**values, **parsed(TableRow, {"address": values["address"]})}


# what is changed


def note(connection: Connection, what: str, wanted: Mapping[str, Any], state: str) -> int:
    """Store what the host wants, or has brought about. Returns its number."""
    row = {"at": now(), "what": what, "wanted": json.dumps(wanted), "state": state, "answer": "{}"}
    return connection.execute(insert(HostActRow).values(**row).returning(HostActRow.id)).scalar_one()


def answer(
    connection: Connection, number: int, state: str, found: Mapping[str, Any], wanted: Mapping[str, Any] | None = None
) -> None:
    """Store what came of something that the host wanted. `wanted`: what stays of that, if not all of it."""
    values = {"state": state, "answer": json.dumps(found, ensure_ascii=False)}
    if wanted is not None:
        overwrite(connection)
        values["wanted"] = json.dumps(wanted)
    connection.execute(update(HostActRow).where(HostActRow.id == number).values(**values))


def blank(connection: Connection, number: int | None = None, seconds: float = SECONDS_KEPT) -> int:
    """Forget addresses that were asked for: those of one answer, or all that were not read within so many seconds.

    Returns of how many answers.
    """
    is_passing = HostActRow.what.in_(PASSING) & (HostActRow.answer != "{}")
    is_meant = HostActRow.at < now() - 1000 * seconds if number is None else HostActRow.id == number
    overwrite(connection)
    return connection.execute(update(HostActRow).where(is_passing, is_meant).values(wanted="{}", answer="{}")).rowcount


def overwrite(connection: Connection) -> None:
    """Have SQLite write zeros over what is removed, rather than leave it in the file."""
    connection.exec_driver_sql("PRAGMA secure_delete=ON")


def remove_person(connection: Connection, person: int) -> dict[str, int]:
    """Take a person's name, key and words out of everything that is kept; seats, acts and records stay."""
    overwrite(connection)
    own_key = select(UserRow.key_hash).where(UserRow.id == person).scalar_subquery()
    connection.execute(delete(BroughtRow).where(BroughtRow.owner == own_key))
    drop_loose(connection)
    values = {"name": REMOVED, "key_hash": secrets.token_bytes(32), "withheld": 0}  # no key has that hash
    connection.execute(update(UserRow).where(UserRow.id == person).values(**values))
    seats = connection.execute(update(SeatRow).where(SeatRow.person_id == person).values(name=REMOVED)).rowcount
    for handed in handed_on(connection, person):  # a seat keeps its name when it is handed over
        is_meant = (SeatRow.table_id == handed.table) & (SeatRow.number == handed.seat) & (SeatRow.name != REMOVED)
        if handed.to is not None:  # who has sat down there since, before the game, has brought another name
            is_meant &= SeatRow.person_id == handed.to
        seats += connection.execute(update(SeatRow).where(is_meant).values(name=REMOVED)).rowcount
    connection.execute(update(AsideRow).where(AsideRow.person_id == person).values(name=REMOVED))
    lines = silence(connection, person)
    connection.execute(delete(MuteRow).where(or_(MuteRow.person_id == person, MuteRow.muted_id == person)))
    connection.execute(delete(RematchRow).where(RematchRow.person_id == person))
    return {"seats": seats, "lines": lines}


def remove_words(connection: Connection, person: int) -> int:
    """Take out all that a person has said. Returns how many lines."""
    overwrite(connection)
    return silence(connection, person)


def remove_line(connection: Connection, table: int, place: str, line: int) -> int:
    """Take out the words of one line of a table. Returns how many lines."""
    overwrite(connection)
    row = SayingRow if place == "table" else AsideRow
    found = update(row).where(row.table_id == table, row.number == line, row.kind != GONE)
    return connection.execute(found.values(text="", kind=GONE)).rowcount


def silence(connection: Connection, person: int) -> int:
    """Take out the words of all lines of a person, and leave the lines, whose numbers others name."""
    values, count = {"text": "", "kind": GONE}, 0
    held = select(SeatRow.table_id, SeatRow.number).where(SeatRow.person_id == person)
    for table, seat in connection.execute(held).all():
        lines = update(SayingRow).where(SayingRow.table_id == table, SayingRow.seat == seat, SayingRow.kind != GONE)
        count += connection.execute(lines.values(**values)).rowcount
    for handed in handed_on(connection, person):
        is_there = (SayingRow.table_id == handed.table) & (SayingRow.seat == handed.seat) & (SayingRow.kind != GONE)
        lines = update(SayingRow).where(is_there, SayingRow.number.between(handed.first, handed.last))
        count += connection.execute(lines.values(**values)).rowcount
    asides = update(AsideRow).where(AsideRow.person_id == person, AsideRow.kind != GONE)
    return count + connection.execute(asides.values(**values)).rowcount


def handed_on(connection: Connection, person: int) -> list[Handed]:
    """The seats that somebody had until they were handed over."""
    statement = select(*ACT).where(HostActRow.what == TAKEN_OVER).order_by(HostActRow.id)
    found: list[tuple[int, int, int, int]] = []
    last, holders = dict[tuple[int, int], int](), dict[tuple[int, int], int | None]()
    for wanted in SetAside().readable(taken_over_of, connection.execute(statement).mappings().all()):
        if wanted["seat"] != "host" and "from" in wanted:  # older notes do not say whose the seat was
            seat = wanted["table"], wanted["seat"]
            if wanted["from"] == person:
                found.append((*seat, last.get(seat, 0) + 1, wanted["lines"]))
            last[seat], holders[seat] = wanted["lines"], wanted.get("to")
    return [Handed(*handed, holders[handed[:2]]) for handed in found]


def spoken(connection: Connection, table: int, place: str, line: int) -> dict[str, Any]:
    """Who has said a line, and what."""
    if place == "aside":
        columns = select(AsideRow.person_id.label("person"), AsideRow.name, AsideRow.text, AsideRow.kind)
        statement = columns.where(AsideRow.table_id == table, AsideRow.number == line)
    else:
        columns = select(SeatRow.person_id.label("person"), SeatRow.name, SayingRow.text, SayingRow.kind)
        joined = columns.join(SeatRow, (SeatRow.table_id == SayingRow.table_id) & (SeatRow.number == SayingRow.seat))
        statement = joined.where(SayingRow.table_id == table, SayingRow.number == line)
    row = connection.execute(statement).mappings().one_or_none()
    if row is not None and type(row["person"]) in (int, type(None)):
        with suppress(BadRow):
            return {"person": row["person"], **parsed(AsideRow, {name: row[name] for name in ("name", "text", "kind")})}
    return {"person": None, "name": "", "text": "", "kind": GONE}
