"""Looking whether a database is whole, and whether all that it holds can be played on. It changes nothing."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bellringer.server.folder import is_empty, shape_of, shapes
from bellringer.server.keys import Keys, NoKey, read_keys
from bellringer.server.live_game import LiveGame
from bellringer.server.rule_changes import change_now, changes_of
from bellringer.server.store import TableKept
from bellringer.server.store.reading import ReadStore, reading
from bellringer.server.store.store import Store

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
        with closing(reading(path)) as connection:
            if is_empty(connection):
                yield Finding("database", False, EMPTY)
                return
            yield whole(connection)
            yield linked(connection)
            shape = shape_of(connection)
        yield known(shape)
        if shape == shapes()[-1]:
            keys = keys_in(key_file)
            with closing(ReadStore(path, keys)) as store:
                yield opened(store, key_file, keys)
                yield versions(store)
                yield rebuilt(store)
    except NoKey as error:
        yield Finding("keys", False, str(error))
    except sqlite3.Error as error:
        yield Finding("database", False, f"it can't be read: {error}")


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


def opened(store: Store, key_file: Path | None, keys: Keys | None) -> Finding:
    """Whether these are the server's keys, and open all unfinished tables. What is not opened is not looked into."""
    known, locked = store.known_keys(), store.locked()
    words = f"{len(locked)} tables are sealed and were not looked into" if locked else "no table waits for a key"
    if keys is None:
        words += f": there are no keys in {key_file}" if locked or known else ""
        words += f"; the server signs with {known[-1].hex()}, and makes no other key" if known else ""
        return Finding("keys", True, words)
    if (is_own := store.is_own(keys)) and not locked:
        return Finding("keys", True, "nothing is sealed by a key that is not here")
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
    """Whether every running game can be built again, and stands where its last position says."""
    tables, found = [kept for kept in store.running() if kept.seed], []
    for kept in tables:
        try:
            fault = fault_of(store, kept)
        except Exception as error:  # whose words may tell what is hidden
            fault = f"can't be rebuilt ({type(error).__name__})"
        if fault:
            found.append(f"table {kept.id} {fault}")
    if not found:
        sealed = " that are not sealed" if store.locked() else ""
        return Finding("tables", True, f"all {len(tables)} running games{sealed} can be rebuilt")
    return Finding("tables", False, told(found, f"{len(found)} of {len(tables)} running games are damaged"))


def fault_of(store: Store, kept: TableKept) -> str:
    """What is wrong with a running game; empty if nothing. Raises whatever building it raises."""
    acts, changes, last = store.acts(kept), store.rule_changes(kept), store.position(kept)
    if changes_of(kept):
        change_now(kept, acts, changes, last)
        return ""
    live = LiveGame(kept, acts, store.sayings(kept), (), changes)
    number, position = last if last is not None else (len(acts), live.table.position())
    if not is_after_all_people(live, number):
        return f"has {len(acts)} acts, but a last position after act {number}"
    if number < len(acts):
        live = LiveGame(kept, acts[:number], (), (), [change for change in changes if change.number <= number])
    return "" if position == live.table.position() else "does not stand where its last position says"


def is_after_all_people(live: LiveGame, number: int) -> bool:
    """Whether only bots have moved after so many acts."""
    later = live.acts[number:]
    return number <= len(live.acts) and all(act.kind == "move" and live.bot_of(act.seat, "bot") for act in later)


def told(found: list[Any], words: str) -> str:
    """What was found, in short."""
    more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"{words}: {'; '.join(map(str, found[:SHOWN]))}{more}" if found else words
