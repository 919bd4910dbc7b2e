"""Reading and writing reviews: each belongs to a table, or to a record that was brought, and goes with it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, select

from bellringer.server.store.json_columns import json_of
from bellringer.server.store.models import BroughtRow, ReviewRow
from bellringer.server.store.parsing import SetAside, blaming, parsed
from bellringer.server.store.values.kept import now
from bellringer.server.store.writer import Changes

MOST_BYTES = 16 << 20  # of a document: several times that of the longest game with all its whys
BEGUN, WHOLE = "begun", "whole"
COLUMNS = ReviewRow.__table__.columns


@dataclass(frozen=True)
class ReviewOf:
    """Which game a review is of: the number of a table, or the address of a record that was brought."""

    table: int | None = None
    brought: str | None = None

    @property
    def is_meant(self) -> ColumnElement[bool]:
        """The condition that holds of its row alone."""
        return ReviewRow.table_id == self.table if self.table is not None else ReviewRow.brought == self.brought


@dataclass(frozen=True)
class ReviewKept:
    """A review as it is stored. `digest`: of the record; `document`: of the review, or of one that is only begun."""

    of: ReviewOf
    digest: str
    is_whole: bool
    document: dict[str, Any]


def review_of(row: Mapping[Any, Any]) -> ReviewKept:
    """What a row holds. Raises BadRow."""
    values = parsed(ReviewRow, row)
    with blaming(ReviewRow, row, "brought"):
        if (values["table_id"] is None) == (values["brought"] is None):
            raise ValueError("a review is of one game")
    with blaming(ReviewRow, row, "data"):
        document = document_in(values["data"])
    of = ReviewOf(values["table_id"], values["brought"])
    return ReviewKept(of, values["digest"], values["state"] == WHOLE, document)


def document_in(data: bytes) -> dict[str, Any]:
    """A document as it is kept. Raises zlib.error, ValueError, RecursionError."""
    reader = zlib.decompressobj()
    text = reader.decompress(data, MOST_BYTES)
    if not reader.eof:
        raise ValueError("this is no document of a review")
    return json_of(text.decode())


def drop_loose(connection: Connection) -> None:
    """Remove the reviews of what was brought and is there no more."""
    is_there = select(BroughtRow.address)
    connection.execute(delete(ReviewRow).where(ReviewRow.brought.is_not(None), ReviewRow.brought.not_in(is_there)))


class ReviewStore:
    """What an open database has of them."""

    def __init__(self, engine: Engine, changes: Changes, aside: SetAside) -> None:
        self.engine, self.changes, self.aside = engine, changes, aside

    def put(self, of: ReviewOf, digest: str, is_whole: bool, data: bytes) -> None:
        """Keep a review in the place of what there is of the same game. `data`: its document as text, deflated.

        What was brought may have been removed meanwhile: then nothing is kept.
        """
        values = {"table_id": of.table, "brought": of.brought, "digest": digest, "at": now(), "data": data,
                  "state": WHOLE if is_whole else BEGUN}  # fmt: skip

        def change(connection: Connection) -> None:
            connection.execute(delete(ReviewRow).where(of.is_meant))
            connection.execute(insert(ReviewRow).values(**values))
            drop_loose(connection)

        self.changes.put(change)

    def find(self, of: ReviewOf, digest: str) -> ReviewKept | None:
        """The review of a game, or a whole one of the same record elsewhere; None for none, or for another record's."""
        is_other = (ReviewRow.digest == digest) & (ReviewRow.state == WHOLE)
        for is_meant in (of.is_meant & (ReviewRow.digest == digest), is_other):
            with self.engine.connect() as connection:
                rows = connection.execute(select(*COLUMNS).where(is_meant).limit(1)).mappings().all()
            if found := self.aside.readable(review_of, rows):
                return found[0]
        return None
