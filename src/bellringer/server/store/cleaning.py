"""What goes by itself: tables that were closed before a game, and people who have left nothing here.

A game that was begun is kept for ever, and so is everybody who has a part in one. These are functions of a connection,
each a small step, so that nobody waits long for the writer and the log stays short. The newest row always stays: no
number is given out twice.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, delete, exists, func, or_, select, update

from bellringer.server.store.host_rows import overwrite
from bellringer.server.store.models import (
    AbsenceRow,
    ActRow,
    AsideRow,
    BarRow,
    LeaseRow,
    MuteRow,
    PositionRow,
    RematchRow,
    ReportRow,
    ReviewRow,
    RuleChangeRow,
    SayingRow,
    SeatRow,
    TableRow,
    UserRow,
)
from bellringer.server.store.values.beginnings import LESSON

# Rows of tables.
BESIDE = (SeatRow, ActRow, PositionRow, RuleChangeRow, SayingRow, AsideRow, ReportRow, RematchRow, LeaseRow, AbsenceRow,
          ReviewRow)  # fmt: skip


def put_seen(connection: Connection, people: Collection[int], at: int, since: int) -> None:
    """Store that people were seen at a time; who was so since another one is left as it is."""
    is_meant = UserRow.id.in_(list(people)) & (UserRow.seen < since)
    connection.execute(update(UserRow).where(is_meant).values(seen=at))


def remove_closed(connection: Connection, before: int, most: int) -> int:
    """Remove some tables that were closed before a time, at which nothing was done but learnt. Returns how many."""
    is_old = (TableRow.status == "closed") & (TableRow.changed < before)
    newest = select(func.max(TableRow.id)).scalar_subquery()
    is_nothing = ~exists().where(ActRow.table_id == TableRow.id) | TableRow.beginning.startswith(LESSON)
    found = select(TableRow.id).where(is_old, is_nothing, TableRow.id < newest)
    tables = list(connection.execute(found.limit(most)).scalars())
    if tables:
        overwrite(connection)
        for row in BESIDE:
            connection.execute(delete(row).where(row.table_id.in_(tables)))
        connection.execute(delete(TableRow).where(TableRow.id.in_(tables)))
    return len(tables)


def remove_strangers(
    connection: Connection, after: int, before: int, here: Collection[int], most: int
) -> tuple[int | None, list[int]]:
    """Look at the next people after a number, and remove those who have nothing and were not seen since a time.

    `here`: those who are here now. Returns the last number that was looked at, None at the end, and who has gone.
    """
    numbers = select(UserRow.id).where(UserRow.id > after).order_by(UserRow.id).limit(most)
    looked_at = list(connection.execute(numbers).scalars())
    if not looked_at:
        return None, []
    newest = select(func.max(UserRow.id)).scalar_subquery()
    is_next = UserRow.id.between(looked_at[0], looked_at[-1]) & (UserRow.id < newest)
    found = select(UserRow.id).where(is_next, UserRow.seen < before, ~has_something())
    gone = [person for person in connection.execute(found).scalars() if person not in here]
    if gone:
        overwrite(connection)
        connection.execute(delete(MuteRow).where(MuteRow.person_id.in_(gone)))
        connection.execute(delete(UserRow).where(UserRow.id.in_(gone)))
    return looked_at[-1], gone


def has_something() -> ColumnElement[bool]:
    """Whether somebody sits or sat at a table, has made one, has said or reported a line there, is muted or barred."""
    return or_(
        exists().where(SeatRow.person_id == UserRow.id),
        exists().where(TableRow.host == UserRow.id),
        exists().where(AsideRow.person_id == UserRow.id),
        exists().where(ReportRow.person_id == UserRow.id),
        exists().where(MuteRow.muted_id == UserRow.id),
        exists().where(BarRow.person_id == UserRow.id),
        exists().where(RematchRow.person_id == UserRow.id),
    )
