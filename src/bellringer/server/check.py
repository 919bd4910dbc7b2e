"""Looking whether a database is whole, and whether all that it holds can be read and played on. It changes nothing.

Rows are read and games rebuilt by what the server does that with (parsing.py, rebuilding.py): what it would set aside
is named here.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from bellringer.server.disk import warn_of_readers
from bellringer.server.folder import is_empty, is_of_another, shape_of, shapes
from bellringer.server.keys import Keys, NoKey, read_keys
from bellringer.server.live_game import LiveGame
from bellringer.server.opening import opened
from bellringer.server.rebuilding import game_of
from bellringer.server.rule_changes import changes_of
from bellringer.server.store import TableKept
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.reading import ReadStore, reading
from bellringer.server.store.store import Store
from bellringer.server.store.survey import read_rows

FINDINGS = 100  # of a kind that are looked for
SHOWN = 5  # that are told
EMPTY = "it is empty: a start was interrupted, or this is no database of Bellringer; the next start fills it"


@dataclass(frozen=True)
class Finding:
    """What was looked at, whether it is well, and what there is to say."""

    name: str
    is_well: bool
    words: str


def check(path: Path, key_file: Path | None = None) -> Iterator[Finding]:
    """Look at everything, one thing after the other; a database that can't be read ends it.

    `key_file`: with the keys of the server, by which running games are sealed; it may be missing.
    """
    try:
        with settled(path) as (base, words):
            if words:
                yield Finding("journal", True, words)
            yield from look(base, key_file)
    except NoKey as error:
        yield Finding("keys", False, str(error))
    except (sqlite3.Error, OSError) as error:
        yield Finding("database", False, f"it can't be read: {error}")
    except DBAPIError as error:
        yield Finding("database", False, f"it can't be read: {error.orig}")


@contextmanager
def settled(path: Path) -> Iterator[tuple[Path, str]]:
    """A database that can be read without changing it, and what there is to say of that.

    Where a change was interrupted that is in no write-ahead log, whoever opens the file to write takes it back. That is
    done in a copy here.
    """
    journal = path.with_name(f"{path.name}-journal")
    if not journal.exists() or journal.stat().st_size == 0:
        yield path, ""
        return
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / path.name
        for one in (path, journal):
            shutil.copy(one, copied.with_name(one.name))
        opened(copied).close()
        yield copied, "a change was interrupted, which the next start takes back"


def look(path: Path, key_file: Path | None) -> Iterator[Finding]:
    """Look at a database that can be read. Raises NoKey, sqlite3.Error, DBAPIError."""
    with closing(reading(path)) as connection:
        if is_empty(connection):
            yield Finding("database", False, EMPTY)
            return
        yield whole(connection)
        yield linked(connection)
        shape, is_foreign = shape_of(connection), is_of_another(connection)
    yield known(None if is_foreign else shape)
    if shape == shapes()[-1] and not is_foreign:
        keys = keys_in(key_file)
        with closing(ReadStore(path, keys)) as store:
            yield fitting(store, key_file, keys)
            yield versions(store)
            yield rebuilt(store)
            yield read(store)


def whole(connection: sqlite3.Connection) -> Finding:
    """Whether the file is whole, by SQLite's own check."""
    found = [row[0] for row in connection.execute(f"PRAGMA integrity_check({FINDINGS})")]
    if found == ["ok"]:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        return Finding("database", True, f"whole, {pages * size / 1e6:.1f} MB")
    words = "damaged; restore a backup, or take what `sqlite3 FILE .recover` finds"
    return Finding("database", False, told(found, words))


def linked(connection: sqlite3.Connection) -> Finding:
    """Whether everything belongs to a table and a person that are there."""
    rows = connection.execute("PRAGMA foreign_key_check").fetchmany(FINDINGS)
    if not rows:
        return Finding("links", True, "every row belongs to a table and to people that are there")
    found = [f"{table} row {row} names no row of {parent}" for table, row, parent, _ in rows]
    return Finding("links", False, told(found, "rows that belong to nothing"))


def known(shape: str | None) -> Finding:
    """Whether this version of the program knows the shape of the database."""
    if shape is None:
        return Finding("shape", False, "this is no database of Bellringer")
    newest = shapes()[-1]
    if shape == newest:
        return Finding("shape", True, f"{shape}, the newest")
    if shape in shapes():
        words = f"{shape}; the next start brings it to {newest}, after which this can look at tables, too"
        return Finding("shape", True, words)
    return Finding("shape", False, f"{shape} is unknown here: it was written by a newer version of Bellringer")


def keys_in(path: Path | None) -> Keys | None:
    """The keys of a file; None if there is no such file. Raises NoKey for one that has no keys."""
    return read_keys(path) if path is not None and path.exists() else None


def fitting(store: Store, key_file: Path | None, keys: Keys | None) -> Finding:
    """Whether these are the server's keys, and open all unfinished tables. What is not opened is not looked into."""
    known, locked = store.known_keys(), store.locked()
    words = f"{len(locked)} tables are sealed and were not looked into" if locked else "no table waits for a key"
    if keys is None:
        words += f": there are no keys in {key_file}" if locked or known else ""
        words += f"; the server signs with {known[-1].hex()}, and makes no other key" if known else ""
        return Finding("keys", True, words)
    if (is_own := store.is_own(keys)) and not locked:
        words = "nothing is sealed by a key that is not here"
        return Finding("keys", True, "; ".join(filter(None, (words, warn_of_readers(key_file) if key_file else ""))))
    why = "lacks their key" if is_own else "has the keys of another server"
    return Finding("keys", False, told([f"table {number}" for number in locked], f"{words}; {key_file} {why}"))


def versions(store: Store) -> Finding:
    """By which rules the running games are played."""
    found = Counter(f"{kept.game} {kept.versions}" for kept in store.running())
    changed = [kept.id for kept in store.running() if has_changed(kept)]
    words = "; ".join(f"{name}: {count}" for name, count in found.most_common()) or "no game runs"
    if changed:
        words += f". The next start takes {len(changed)} of them to newer rules"
    return Finding("rules", True, words)


def has_changed(kept: TableKept) -> bool:
    """Whether a table will go on by other rules."""
    try:
        return bool(changes_of(kept))
    except Exception:  # said where the table is rebuilt
        return False


def rebuilt(store: Store) -> Finding:
    """Whether every game can be built again, and stands where its last position says."""
    count, found = Counter[str](), []
    for kept in store.played():
        if kept.seed:
            count[kept.status] += 1
            if fault := fault_in(store, kept):
                found.append(f"table {kept.id} {fault}")
    names = {"running": "running games", "over": "games that are over"}
    told_of = [f"{count[status]} {name}" for status, name in names.items() if count[status] or status == "running"]
    if found:
        return Finding("tables", False, told(found, f"{len(found)} of {' and '.join(told_of)} are damaged"))
    told_of[0] += " that are not sealed" if store.locked() else ""
    return Finding("tables", True, f"all {' and all '.join(told_of)} can be rebuilt")


def fault_in(store: Store, kept: TableKept) -> str:
    """What is wrong with a game; empty if nothing."""
    try:
        return fault_of(store, kept)
    except BadRow as error:
        return f"can't be rebuilt: {error}"
    except Exception as error:  # whose words may tell what is hidden
        return f"can't be rebuilt ({type(error).__name__})"


def fault_of(store: Store, kept: TableKept) -> str:
    """The same; what keeps the game from being rebuilt is raised."""
    found = game_of(store, kept)
    if found.change is not None:
        return ""
    live, acts = found.live, found.live.acts
    may_lack = (None, 0) if live.ended_by == "resigned" else (None,)  # before such games had places
    if any(seat.place not in (*may_lack, place) for seat, place in zip(kept.seats, live.places, strict=False)):
        return "has other places than its game led to"
    number, position = found.last if found.last is not None else (len(acts), live.table.position())
    if not is_after_all_people(live, number):
        return f"has {len(acts)} acts, but a last position after act {number}"
    if number < len(acts):
        live = LiveGame(kept, acts[:number], (), (), [change for change in live.changes if change.number <= number])
    return "" if position == live.table.position() else "does not stand where its last position says"


def read(store: Store) -> Finding:
    """Whether every row can be read, as the server reads it; what it would set aside is named."""
    for _ in read_rows(store):
        pass
    rows = [(table, row, column) for table, found in store.aside.rows.items() for row, column in found.items()]
    if not rows:
        return Finding("rows", True, "every row can be read")
    words = f"{len(rows)} can't be read, and are set aside by the server"
    return Finding("rows", False, told([f"row {row} of {table}: {column}" for table, row, column in rows], words))


def is_after_all_people(live: LiveGame, number: int) -> bool:
    """Whether only bots have moved after so many acts."""
    later = live.acts[number:]
    return number <= len(live.acts) and all(act.kind == "move" and live.bot_of(act.seat, "bot") for act in later)


def told(found: list[Any], words: str) -> str:
    """What was found, in short."""
    more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"{words}: {'; '.join(map(str, found[:SHOWN]))}{more}" if found else words
