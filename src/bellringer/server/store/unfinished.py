"""All unfinished tables in short: who made each and who sits there, for when there is little room for more."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from bellringer.server.store.models import IS_UNFINISHED, SeatRow, TableRow

SITS = SeatRow.person_id.is_not(None)
# Two thousand tables with their seats are read within milliseconds: no options, seeds, and parts in deals.
ALL = (
    select(
        TableRow.id,
        TableRow.address,
        TableRow.host,
        TableRow.status,
        func.group_concat(SeatRow.person_id.distinct()),
        func.count(SeatRow.name.distinct()).filter(SITS),
    )
    .join(SeatRow, SeatRow.table_id == TableRow.id, isouter=True)
    .where(IS_UNFINISHED)
    .group_by(TableRow.id)
)


@dataclass(frozen=True)
class Unfinished:
    """An unfinished table. `seated`: the ids of who sits there; `names`: how many names they have, all together."""

    number: int
    address: str
    host: int | None
    status: str
    seated: frozenset[int]
    names: int


def unfinished(connection: Connection) -> list[Unfinished]:
    """All of them, as far as they are stored."""
    rows = connection.execute(ALL).all()
    return [
        Unfinished(number, address, host, status, numbers_in(seated), names)
        for number, address, host, status, seated, names in rows
    ]


def numbers_in(text: object) -> frozenset[int]:
    """The numbers in a text with commas between them, or in none."""
    return frozenset(int(word) for word in str(text or "").split(",") if word.isdecimal())
