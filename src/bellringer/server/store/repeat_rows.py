"""Reading and writing which requests came that may come again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from bellringer.server.store.models import RepeatRow
from bellringer.server.store.parsing import parsed
from bellringer.server.store.writer import Changes

LATEST = 10_000


@dataclass(frozen=True)
class Repeat:
    """A request that came. `fingerprint`: of all that it asked for; `number`: of the line that it was to add, or 0."""

    fingerprint: bytes
    number: int


class RepeatStore:
    """What an open database has of such requests, by the hashes of their keys."""

    def __init__(self, engine: Engine, changes: Changes) -> None:
        self.engine, self.changes = engine, changes
        self.latest: OrderedDict[bytes, Repeat] = OrderedDict()  # which may be about to be stored

    def find(self, key: bytes) -> Repeat | None:
        """The request that came with a key. Raises BadRow: it is not known whether it would be done twice."""
        if key in self.latest:
            return self.latest[key]
        columns = select(*RepeatRow.__table__.columns).where(RepeatRow.key == key)
        with self.engine.connect() as connection:
            row = connection.execute(columns).mappings().one_or_none()
        if row is None:
            return None
        values = parsed(RepeatRow, row)
        return Repeat(values["fingerprint"], values["number"])

    def put(self, key: bytes, repeat: Repeat, at: int) -> None:
        """Store a request before it is fulfilled; once more, if it was not."""
        statement = insert(RepeatRow).values(key=key, at=at, **vars(repeat))
        new = {"at": at, "number": repeat.number}
        put = statement.on_conflict_do_update(index_elements=["key"], set_=new)
        self.changes.put(lambda connection: connection.execute(put))
        self.latest[key] = repeat
        while len(self.latest) > LATEST:
            self.latest.popitem(last=False)

    def drop_old(self, before: int, most: int) -> None:
        """Forget the requests from before a time, and the oldest beyond a number."""
        newest = select(RepeatRow.at).order_by(RepeatRow.at.desc()).offset(most).limit(1)
        with self.engine.connect() as connection:
            found = connection.execute(newest).scalar_one_or_none()
        latest = found + 1 if isinstance(found, int) else 0  # a text of a damaged row is newer than all numbers
        statement = delete(RepeatRow).where(RepeatRow.at < max(before, latest))
        self.changes.put(lambda connection: connection.execute(statement))

    def count(self) -> int:
        """How many are kept."""
        with self.engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(RepeatRow)).scalar_one()
