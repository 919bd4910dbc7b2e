"""A database with running tables, and rows of it that are damaged in every column: what tests of damage share."""

from __future__ import annotations

import random
import secrets
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, Integer, LargeBinary

from bellringer.server.service import TableService
from bellringer.server.store import Aside, Report
from bellringer.server.store.models import Base
from bellringer.server.store.values.kept import now
from tests.server.services import answer_any, table_for, with_service

NAME = "bellringer.sqlite3"
KEYS = {"Anna": "a" * 43, "Ben": "b" * 43, "": "c" * 43}  # the last one is nobody's yet
NOT_TEXT = b"caf\xe9\xff"  # no UTF-8
KINDS: dict[str, Any] = {
    "null": None,
    "empty": "",
    "no JSON": "{",
    "other JSON": "[1]",
    "other type": 2.5,
    "unknown word": "nonsense",
    "huge": 2**62,
    "no text": NOT_TEXT,
}
# Columns that hold any text, or what they held before: these may be well, whatever is written there.
FREE = {("people", "name"), ("seats", "name"), ("sayings", "text"), ("asides", "name"), ("asides", "text"),
        ("acts", "word"), ("tables", "rematch")}  # fmt: skip
MAY_BE_WELL = {("seats", "bot", "empty"), ("tables", "ended_by", "empty"), ("acts", "kind", "empty"),
               ("host_acts", "what", "unknown word"), ("runs", "id", "huge"),
               ("repeats", "at", "null"), ("repeats", "at", "other type"), ("host_acts", "id", "huge"),
               ("bars", "id", "huge"), ("brought", "id", "huge"), ("brought", "address", "unknown word"),
               ("reviews", "id", "huge"), ("reviews", "brought", "unknown word"), ("reviews", "brought", "huge"),
               ("brought", "address", "huge"),
               ("bars", "person_id", "null"),
               ("tables", "id", "huge")}  # fmt: skip
OF_A_TABLE = ("tables", "seats", "acts", "positions", "rule_changes", "sayings", "asides", "reports", "rematches",
              "leases")  # fmt: skip
PASSING = ("probes", "workers")  # what a server writes and removes at once, or the next start removes
Place = tuple[str, str]  # a table of the database, and a column


def places() -> list[Place]:
    """All columns of all tables but those that hold nothing for long."""
    tables = Base.metadata.sorted_tables
    return [(table.name, column.name) for table in tables if table.name not in PASSING for column in table.columns]


def may_be_well(place: Place, kind: str) -> bool:
    """Whether a value of a kind may be well in a column."""
    if (*place, kind) in MAY_BE_WELL:
        return True
    column = Base.metadata.tables[place[0]].columns[place[1]]
    if kind == "null":
        return bool(column.nullable)
    is_text = not isinstance(column.type, (Integer, BigInteger, LargeBinary))
    if kind == "other type":
        return is_text and place in FREE  # SQLite makes a text of it
    return kind != "no text" and is_text and place in FREE


def prepared(data: Path) -> dict[Place, str]:
    """Fill a data folder; returns, for each column, which row of its table is to be damaged there, as SQL has it.

    Two tables and two people are left as they are: those with the highest numbers.
    """
    wanted = [place for place in places() if place[0] in OF_A_TABLE]
    numbers = with_service(data, lambda service: tables_in(service, len(wanted)))
    with closing(sqlite3.connect(data / NAME)) as base, base:
        found = {place: f"table_id = {number}" for place, number in zip(wanted, numbers, strict=False)}
        found |= {place: f"{where} AND number = 0" for place, where in found.items() if place[0] == "seats"}
        for place, where in found.items():
            if place[0] == "rule_changes":  # its rules have changed, which the next start finds
                base.execute(f"UPDATE tables SET versions = '1, base 7' WHERE {where.replace('table_id', 'id')}")
    with_service(data, rebuild_all)
    with closing(sqlite3.connect(data / NAME)) as base, base:
        found |= {place: where.replace("table_id", "id") for place, where in found.items() if place[0] == "tables"}
        for place in (place for place in places() if place not in found):
            found[place] = f"rowid = {add_row(base, place[0])}" if place[0] != "repeats" else repeat(base)
    return found


async def tables_in(service: TableService, count: int) -> list[int]:
    """Make so many tables and two more, at each of which something of everything has happened."""
    anna, ben = (service.people.introduce(KEYS[name], name) for name in ("Anna", "Ben"))
    found, company = list[int](), service.store.company
    for number in range(count + 2):
        room = table_for(service, anna, "rattus", "me", "here", joining="anyone")
        answer_any(service, room, random.Random(number))
        service.playing.say(room, 0, "Good evening")
        company.add_aside(room.kept.id, Aside(1, ben.id, "Ben", "They play well", 5))
        company.add_report(room.kept.id, Report("table", 1, ben.id, 5))
        company.put_answer(room.kept.id, anna.id, "offer")
        found.append(room.kept.id)
    return found


async def rebuild_all(service: TableService) -> None:
    """Have all tables in memory once."""
    for kept in service.store.running():
        await service.tables.find(kept.address)


def add_row(base: sqlite3.Connection, table: str) -> int:
    """Another row of a table; returns its number."""
    is_first = base.execute(f"SELECT 1 FROM {table}").fetchone() is None
    rows: dict[str, tuple[str, tuple[Any, ...]]] = {
        "people": ("key_hash, name, created, seen, withheld", (secrets.token_bytes(32), "Cleo", 5, 5, 1)),
        "runs": ("began, seen", (5, 6)),
        "absences": ("table_id, number, stopped, started", (1, secrets.randbelow(2**31), 5, 6)),
        "mutes": ("person_id, muted_id", (1, 2) if is_first else (2, 1)),
        "host_acts": ("at, what, wanted, state, answer", (5, "close", '{"table": 1}', "done", "{}")),
        "server_keys": ("public, at", (secrets.token_bytes(32), 5)),
        "brought": (
            "address, owner, game, at, data",
            (secrets.token_urlsafe(12), secrets.token_bytes(32), "rattus", now(), zlib.compress(b"{}")),
        ),
        "reviews": (
            "brought, digest, state, at, data",
            (secrets.token_urlsafe(12), secrets.token_hex(32), "begun", now(), zlib.compress(b"{}")),
        ),
        "bars": ("network, at, ends", (secrets.token_bytes(32), 5, now() + 10**7)),
    }
    names, values = rows[table]
    added = base.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})", values).lastrowid
    assert added is not None
    return added


def repeat(base: sqlite3.Connection) -> str:
    """Another request that may come again, whose table has no row numbers."""
    key = secrets.token_bytes(32)
    base.execute("INSERT INTO repeats VALUES (?, ?, 0, ?)", (key, key, now()))
    return f"key = x'{key.hex()}'"


def damage(data: Path, places: dict[Place, str], kind: str) -> dict[Place, str]:
    """Write a wrong value of a kind into these columns of these rows; returns the numbers of those that took it."""
    done = dict[Place, str]()
    with unguarded(data / NAME), closing(sqlite3.connect(data / NAME, isolation_level=None)) as base:
        for (table, column), where in places.items():
            try:
                changed = base.execute(f"UPDATE {table} SET {column} = {sql_of(KINDS[kind])} WHERE {where}").rowcount
            except sqlite3.IntegrityError:  # SQLite's own number of a row holds nothing else
                continue
            assert changed == 1, (table, column, where)
            done[table, column] = where.split()[2]
    return done


def sql_of(value: Any) -> str:
    """A value as SQL has it; bytes as a text that is none."""
    if isinstance(value, bytes):
        return f"CAST(x'{value.hex()}' AS TEXT)"
    return "NULL" if value is None else repr(value)


@contextmanager
def unguarded(path: Path) -> Iterator[None]:
    """For a while a database lets its columns be empty, as only damage makes them."""
    with closing(sqlite3.connect(path)) as base:
        shapes = base.execute("SELECT sql, name FROM sqlite_master WHERE type = 'table'").fetchall()
    put_shapes(path, [(sql.replace(" NOT NULL", ""), name) for sql, name in shapes])
    yield
    put_shapes(path, shapes)


def put_shapes(path: Path, shapes: list[tuple[str, str]]) -> None:
    """Tell SQLite what columns tables have, without looking at their rows."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("PRAGMA writable_schema=ON")
        base.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", shapes)
