"""Whom the host has barred, and until when: rows that go when they are over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, text

from bellringer.server.store.host_rows import overwrite
from bellringer.server.store.models import BarRow
from bellringer.server.store.parsing import SetAside, bad_row, parsed


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


def all_bars(connection: Connection, aside: SetAside) -> list[Bar]:
    """All that are kept, also some that are just over. What is no bar, as a damaged row, is set aside."""
    return aside.readable(bar_of, connection.execute(ALL).mappings().all())


def bar_of(row: Mapping[Any, Any]) -> Bar:
    """A bar, of a person or of a network. Raises BadRow."""
    found = parsed(BarRow, row)
    if (found["person_id"] is None) == (found["network"] is None):
        raise bad_row(BarRow, row, "network")
    return Bar(found["id"], found["person_id"], found["network"], found["at"], found["ends"])


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
