"""Whom the host has barred, and until when: rows that go when they are over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, text

from bellringer.server.store.hosting import overwrite
from bellringer.server.store.models import BarRow


@dataclass(frozen=True)
class Bar:
    """A person, or a network by its keyed hash, who is barred from a time to another, in milliseconds."""

    number: int
    person: int | None
    network: bytes | None
    at: int
    ends: int


@dataclass(frozen=True)
class Meant:
    """Whom a bar is about: people by their ids, networks by keyed hashes, other bars by their numbers."""

    people: Collection[int] = ()
    networks: Collection[bytes] = ()
    numbers: Collection[int] = ()

    @classmethod
    def of(cls, wanted: Mapping[str, Any]) -> Meant:
        """From what the host wants, as it is stored."""
        hashes = [bytes.fromhex(word) for word in wanted.get("networks", ())]
        return cls(tuple(wanted.get("people", ())), hashes, tuple(wanted.get("numbers", ())))

    @property
    def rows(self) -> ColumnElement[bool]:
        """The rows of these."""
        return or_(
            BarRow.person_id.in_(list(self.people)),
            BarRow.network.in_(list(self.networks)),
            BarRow.id.in_(list(self.numbers)),
        )


# Without types, by which SQLAlchemy would fail at a damaged row.
ALL = text("SELECT id, person_id, network, at, ends FROM bars ORDER BY id")


def all_bars(connection: Connection) -> list[Bar]:
    """All that are kept, also some that are just over. What is no bar, as a damaged row, is left out."""
    return [Bar(*row) for row in connection.execute(ALL) if is_bar(*row)]


def is_bar(number: object, person: object, network: object, at: object, ends: object) -> bool:
    """Whether a row has what a bar has: two times, and a person or a hash."""
    is_somebody = isinstance(person, int) if network is None else person is None and isinstance(network, bytes)
    return isinstance(number, int) and is_somebody and isinstance(at, int) and isinstance(ends, int)


def put(connection: Connection, meant: Meant, at: int, ends: int) -> None:
    """Bar people and networks; a bar of the same that is there already ends now."""
    drop(connection, meant)
    whom = [*((person, None) for person in meant.people), *((None, network) for network in meant.networks)]
    rows = [{"person_id": person, "network": network, "at": at, "ends": ends} for person, network in whom]
    connection.execute(insert(BarRow), rows)


def drop(connection: Connection, meant: Meant) -> int:
    """End some bars. Returns how many."""
    overwrite(connection)
    return connection.execute(delete(BarRow).where(meant.rows)).rowcount


def drop_over(connection: Connection, at: int, longest: int) -> int:
    """Remove the bars that are over, and those of networks that would last longer than they may, from a wrong date."""
    overwrite(connection)
    is_over = (BarRow.ends <= at) | (BarRow.network.is_not(None) & (BarRow.ends > at + longest))
    return connection.execute(delete(BarRow).where(is_over)).rowcount
