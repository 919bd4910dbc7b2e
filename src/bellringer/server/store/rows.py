"""From what is kept to the database's rows and back, and the statements that all changes of a table share."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Executable,
    Row,
    String,
    Update,
    bindparam,
    case,
    func,
    literal_column,
    null,
    select,
    text,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from bellringer.core.game import Document
from bellringer.server.store.driven import Driven
from bellringer.server.store.fair import fair_of
from bellringer.server.store.kept import Act, SeatKept, TableKept, now
from bellringer.server.store.models import ActRow, PositionRow, SeatRow, TableRow, UserRow
from bellringer.server.store.vault import UNFINISHED, Vault

# What every act executes.
ADD_ACT = Driven(insert(ActRow), [column.name for column in ActRow.__table__.columns])
PUT_STANDING = Driven(
    text(
        "UPDATE tables SET changed = new.column2, pending = new.column3"
        " FROM (VALUES (:table, :changed, :pending)) AS new WHERE tables.id = new.column1"
    )
)
# What an act executes that ends a game: the index by status would be written at every act that puts one.
ENDING = ("changed", "pending", "status", "ended_by")
PUT_ENDING = Driven(
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in ENDING})
)
PUT_PLACE = (
    update(SeatRow)
    .where(SeatRow.table_id == bindparam("table"), SeatRow.number == bindparam("seat"))
    .values(place=bindparam("new_place"))
)
NEW_POSITION = insert(PositionRow)
OVERWRITE = NEW_POSITION.on_conflict_do_update(
    index_elements=["table_id"],
    set_={"number": NEW_POSITION.excluded.number, "document": NEW_POSITION.excluded.document},
)
PUT_POSITION = Driven(OVERWRITE, [column.name for column in PositionRow.__table__.columns])

# What every page asks.
USER_OF_KEY = Driven(select(UserRow.id, UserRow.name).where(UserRow.key_hash == bindparam("key_hash")))
# The sign keeps SQLite from the index by status, where all running tables of the server are.
IS_RUNNING = literal_column("+tables.status", String) == "running"
COUNT_WAITING_FOR = Driven(
    select(func.count(func.distinct(TableRow.id)))
    .join(SeatRow, SeatRow.table_id == TableRow.id)
    .where(
        SeatRow.person_id == bindparam("person"),
        SeatRow.ended.is_(None),
        IS_RUNNING,
        TableRow.pending.op("&")(func.pow(2, SeatRow.number)) != 0,
    )
)


@dataclass(frozen=True)
class NewAct:
    """An act that is to be stored, and what its table is after it. `changed`: when that was."""

    table: int
    act: Act
    changed: int
    status: str
    pending: int
    ended_by: str
    position: Document | None

    @property
    def standing(self) -> dict[str, Any]:
        """The values of PUT_STANDING."""
        return {"table": self.table, "changed": self.changed, "pending": self.pending}

    @property
    def ending(self) -> dict[str, Any]:
        """The values of PUT_ENDING."""
        return {"table": self.table, **{f"new_{name}": getattr(self, name) for name in ENDING}}


def place_values(table: int, places: Sequence[int]) -> list[dict[str, int]]:
    """The values by which PUT_PLACE puts the places of all seats."""
    return [{"table": table, "seat": seat, "new_place": place} for seat, place in enumerate(places)]


def touched(table: TableKept, **values: object) -> tuple[Update, Update]:
    """The statements that a table has changed now."""
    return update(TableRow).where(TableRow.id == table.id).values(changed=now(), **values), ended(table.id)


def ended(table: int) -> Update:
    """The statement that the seats of a table tell when it ended, as its row has it.

    It must follow whatever changes a status, or a finished table. It writes nothing where the seats tell it already.
    """
    at = case((TableRow.status.in_(UNFINISHED), null()), (TableRow.status == "closed", 0), else_=TableRow.changed)
    found = select(at).where(TableRow.id == table).scalar_subquery()
    return update(SeatRow).where(SeatRow.table_id == table, SeatRow.ended.is_distinct_from(found)).values(ended=found)


def overwritten(
    vault: Vault, table: TableKept, number: int, position: Document | None, status: str
) -> list[Executable]:
    """The statement that puts a position in the place of the table's last one, if there is a position."""
    if position is None:
        return []
    return [OVERWRITE.values(position_values(vault, table.id, number, position, status))]


def position_values(vault: Vault, table: int, number: int, position: Document, status: str) -> dict[str, Any]:
    """The values of a position's row, as a table of that status has it."""
    document = vault.sealed_position(table, "position", number, deflated(position), status)
    return {"table_id": table, "number": number, "document": document}


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
    return SeatKept(row.number, row.person_id, row.name, row.bot, row.seen, row.place)


def table_of(row: Row[Any], seats: Sequence[SeatKept], vault: Vault) -> TableKept:
    """The table of a row. Its seed is empty while the key is missing."""
    values = dict(row._mapping)
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in
               json.loads(values.pop("options")).items()}  # fmt: skip
    fair = fair_of(values["fair"])
    return TableKept(**{**values, "seats": tuple(seats), "options": options, "fair": fair,
                        "seed": vault.seed(row.address, row.seed)})  # fmt: skip
