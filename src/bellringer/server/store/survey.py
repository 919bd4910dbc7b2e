"""Reading every row of a database, so that it is known what can't be read before anybody asks for it.

A server does it beside everything else after its start, and `bellringer check` at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Table, column, inspect, select

from bellringer.server.store.bar_rows import bar_of
from bellringer.server.store.brought_rows import brought_of
from bellringer.server.store.host_rows import TAKEN_OVER, host_act_of, taken_over_of
from bellringer.server.store.models import (
    ActRow,
    AsideRow,
    BarRow,
    Base,
    BroughtRow,
    HostActRow,
    ReviewRow,
    SayingRow,
    SeatRow,
    TableRow,
)
from bellringer.server.store.parsing import parsed
from bellringer.server.store.review_rows import review_of
from bellringer.server.store.rows import aside_of, check_line, seat_of
from bellringer.server.store.store import Store

PLACE = "lies at"  # what no column is called
STEP = 100  # rows that are read at once

Reader = Callable[[Mapping[Any, Any]], object]


def read_rows(store: Store) -> Iterator[type[Base]]:
    """Read all rows, some with each step; the store notes what can't be read. Raises DBAPIError.

    A step holds no transaction open after it: a long one would keep the write-ahead log from being begun anew.
    """
    for model in (mapper.class_ for mapper in Base.registry.mappers):
        for rows in steps(store, model):
            if model is TableRow:
                store.read_tables([row["id"] for row in rows])
            else:
                store.aside.readable(reader_of(model), rows)
            yield model


def reader_of(model: type[Base]) -> Reader:
    """What reads a row by itself, without its table. What is sealed is read with the game (rebuilding.py)."""
    readers: dict[type[Base], Reader] = {
        SeatRow: seat_of,
        HostActRow: read_host_act,
        SayingRow: partial(read_line, SayingRow),
        AsideRow: aside_of,
        BarRow: bar_of,
        BroughtRow: brought_of,
        ReviewRow: review_of,
        ActRow: partial(parsed, ActRow),
    }
    return readers.get(model, partial(parsed, model))


def read_host_act(row: Mapping[Any, Any]) -> None:
    """Read what the host wanted, or that a link was used. Raises BadRow."""
    if host_act_of(row).what == TAKEN_OVER:
        taken_over_of(row)


def read_line(model: type[SayingRow], row: Mapping[Any, Any]) -> None:
    """Read a line of the chat, whichever seats its table has. Raises BadRow."""
    parsed(model, row)
    check_line(model, row)


def steps(store: Store, model: type[Base]) -> Iterator[Sequence[Mapping[Any, Any]]]:
    """The rows of a table in the order in which they lie there, some at a time."""
    place, last = place_of(model), None
    while True:
        statement = select(*model.__table__.columns, place.label(PLACE)).order_by(place).limit(STEP)
        if last is not None:
            statement = statement.where(place > last)
        with store.engine.connect() as connection:
            rows = connection.execute(statement).mappings().all()
        if not rows:
            return
        last = rows[-1][PLACE]
        yield [{name: value for name, value in row.items() if name != PLACE} for row in rows]


def place_of(model: type[Base]) -> ColumnElement[Any]:
    """What tells where a row lies: its number of SQLite's own, or its key where it has none."""
    table = inspect(model).local_table
    assert isinstance(table, Table)
    if table.dialect_options["sqlite"]["with_rowid"]:
        return column("rowid")
    (key,) = inspect(model).primary_key
    return key
