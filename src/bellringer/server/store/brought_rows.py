"""Reading and writing what people have brought: records and positions, which go after some days."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select

from bellringer.core.contract.registry import game_names
from bellringer.server.store.host_rows import overwrite
from bellringer.server.store.models import BroughtRow
from bellringer.server.store.parsing import SetAside, bad_row, blaming, parsed
from bellringer.server.store.review_rows import drop_loose
from bellringer.server.store.writer import Changes

MOST_BYTES = 262_144  # of a text that somebody brings: 256 KiB
COLUMNS = BroughtRow.__table__.columns
LIST = [column for column in COLUMNS if column.name != "data"]


@dataclass(frozen=True)
class Brought:
    """A record or a position. `owner`: the hash of the key of who has brought it; `data`: its text, deflated."""

    address: str
    owner: bytes
    game: str
    at: int
    data: bytes = b""


def brought_of(row: Mapping[Any, Any]) -> Brought:
    """What a row holds, or a part of it. Raises BadRow."""
    values = parsed(BroughtRow, row)
    if values["game"] not in game_names():
        raise bad_row(BroughtRow, row, "game")
    if "data" in values:
        with blaming(BroughtRow, row, "data"):
            text_in(values["data"])
    values.pop("id")
    return Brought(**values)


def text_in(data: bytes) -> str:
    """A text as it came. Raises zlib.error, ValueError for what is none, or is longer than may be brought."""
    reader = zlib.decompressobj()
    text = reader.decompress(data, MOST_BYTES)
    if not reader.eof:
        raise ValueError("this is no text that was brought")
    return text.decode()


class BroughtStore:
    """What an open database has of it."""

    def __init__(self, engine: Engine, changes: Changes, aside: SetAside) -> None:
        self.engine, self.changes, self.aside = engine, changes, aside

    def put(self, brought: Brought, most_each: int, most: int) -> None:
        """Keep something. Beyond so many, of its owner and of all, the oldest go."""

        def change(connection: Connection) -> None:
            overwrite(connection)
            connection.execute(insert(BroughtRow).values(**vars(brought)))
            for is_meant, many in ((BroughtRow.owner == brought.owner, most_each), (BroughtRow.id > 0, most)):
                newest = select(BroughtRow.id).where(is_meant).order_by(BroughtRow.id.desc()).offset(many)
                connection.execute(delete(BroughtRow).where(BroughtRow.id.in_(newest.limit(most))))
            drop_loose(connection)

        self.changes.put(change)

    def find(self, address: str) -> Brought | None:
        """What is kept at an address. Raises BadRow."""
        with self.engine.connect() as connection:
            row = connection.execute(select(*COLUMNS).where(BroughtRow.address == address)).mappings().one_or_none()
        return None if row is None else brought_of(row)

    def of_owner(self, owner: bytes, since: int) -> list[Brought]:
        """What somebody has brought since a time, the newest first, without the texts."""
        found = select(*LIST).where(BroughtRow.owner == owner, BroughtRow.at >= since).order_by(BroughtRow.id.desc())
        with self.engine.connect() as connection:
            rows = connection.execute(found).mappings().all()
        return self.aside.readable(brought_of, rows)

    def drop(self, address: str) -> None:
        """Remove something."""

        def change(connection: Connection) -> None:
            overwrite(connection)
            connection.execute(delete(BroughtRow).where(BroughtRow.address == address))
            drop_loose(connection)

        self.changes.put(change)

    def drop_old(self, before: int) -> None:
        """Remove what came before a time."""

        def change(connection: Connection) -> None:
            overwrite(connection)
            connection.execute(delete(BroughtRow).where(BroughtRow.at < before))
            drop_loose(connection)

        self.changes.put(change)
