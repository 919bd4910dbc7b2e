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

from bellringer.core.shown.words import Words, labelled
from bellringer.server.base.disk import warn_of_readers
from bellringer.server.base.folder import is_empty, is_of_another, shape_of, shapes
from bellringer.server.base.keys import Keys, NoKey, read_keys
from bellringer.server.base.language import words_in
from bellringer.server.base.opening import opened
from bellringer.server.store import TableKept
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.reading import ReadStore, reading
from bellringer.server.store.store import Store
from bellringer.server.store.survey import read_rows
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rebuilding import game_of
from bellringer.server.tables.live.rule_changes import changes_of

FINDINGS = 100  # of a kind that are looked for
SHOWN = 5  # that are told


@dataclass(frozen=True)
class Finding:
    """What was looked at, whether it is well, and what there is to say."""

    name: str
    is_well: bool
    words: str


def check(path: Path, key_file: Path | None = None, language: str = "en") -> Iterator[Finding]:
    """Look at everything, one thing after the other; a database that can't be read ends it.

    `key_file`: with the keys of the server, by which running games are sealed; it may be missing.
    """
    say = words_in(language)
    try:
        with settled(path) as (base, was_interrupted):
            if was_interrupted:
                yield Finding("journal", True, say("check.interrupted"))
            yield from look(base, key_file, say)
    except NoKey as error:
        yield Finding("keys", False, str(error))
    except (sqlite3.Error, OSError) as error:
        yield Finding("database", False, say("check.unreadable", error=error))
    except DBAPIError as error:
        yield Finding("database", False, say("check.unreadable", error=error.orig))


@contextmanager
def settled(path: Path) -> Iterator[tuple[Path, bool]]:
    """A database that can be read without changing it, and whether a change was interrupted.

    Where a change was interrupted that is in no write-ahead log, whoever opens the file to write takes it back. That is
    done in a copy here.
    """
    journal = path.with_name(f"{path.name}-journal")
    if not journal.exists() or journal.stat().st_size == 0:
        yield path, False
        return
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / path.name
        for one in (path, journal):
            shutil.copy(one, copied.with_name(one.name))
        opened(copied).close()
        yield copied, True


def look(path: Path, key_file: Path | None, say: Words) -> Iterator[Finding]:
    """Look at a database that can be read. Raises NoKey, sqlite3.Error, DBAPIError."""
    with closing(reading(path)) as connection:
        if is_empty(connection):
            yield Finding("database", False, say("check.empty"))
            return
        yield whole(connection, say)
        yield linked(connection, say)
        shape, is_foreign = shape_of(connection), is_of_another(connection)
    yield known(None if is_foreign else shape, say)
    if shape == shapes()[-1] and not is_foreign:
        keys = keys_in(key_file)
        with closing(ReadStore(path, keys)) as store:
            yield fitting(store, key_file, keys, say)
            yield versions(store, say)
            yield rebuilt(store, say)
            yield read(store, say)


def whole(connection: sqlite3.Connection, say: Words) -> Finding:
    """Whether the file is whole, by SQLite's own check."""
    found = [row[0] for row in connection.execute(f"PRAGMA integrity_check({FINDINGS})")]
    if found == ["ok"]:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        return Finding("database", True, say("check.whole", size=f"{pages * size / 1e6:.1f}"))
    return Finding("database", False, told(found, say("check.damaged"), say))


def linked(connection: sqlite3.Connection, say: Words) -> Finding:
    """Whether everything belongs to a table and a person that are there."""
    rows = connection.execute("PRAGMA foreign_key_check").fetchmany(FINDINGS)
    if not rows:
        return Finding("links", True, say("check.linked"))
    found = [say("check.loose", table=table, row=row, parent=parent) for table, row, parent, _ in rows]
    return Finding("links", False, told(found, say("check.unlinked"), say))


def known(shape: str | None, say: Words) -> Finding:
    """Whether this version of the program knows the shape of the database."""
    if shape is None:
        return Finding("shape", False, say("check.foreign"))
    newest = shapes()[-1]
    if shape == newest:
        return Finding("shape", True, say("check.newest", shape=shape))
    if shape in shapes():
        return Finding("shape", True, say("check.older", shape=shape, newest=newest))
    return Finding("shape", False, say("check.newer", shape=shape))


def keys_in(path: Path | None) -> Keys | None:
    """The keys of a file; None if there is no such file. Raises NoKey for one that has no keys."""
    return read_keys(path) if path is not None and path.exists() else None


def fitting(store: Store, key_file: Path | None, keys: Keys | None, say: Words) -> Finding:
    """Whether these are the server's keys, and open all unfinished tables. What is not opened is not looked into."""
    known, locked = store.known_keys(), store.locked()
    words = say("check.sealed", n=len(locked)) if locked else say("check.none_waits")
    if keys is None:
        words += say("check.no_keys", path=key_file) if locked or known else ""
        words += say("check.signs", key=known[-1].hex()) if known else ""
        return Finding("keys", True, words)
    if (is_own := store.is_own(keys)) and not locked:
        readers = say("check.readable", path=key_file) if key_file and warn_of_readers(key_file) else ""
        return Finding("keys", True, "; ".join(filter(None, (say("check.all_open"), readers))))
    why = say("check.lacks", path=key_file) if is_own else say("check.strange", path=key_file)
    return Finding("keys", False, told([say("check.table", number=number) for number in locked], words + why, say))


def versions(store: Store, say: Words) -> Finding:
    """By which rules the running games are played."""
    found = Counter(f"{kept.game} {kept.versions}" for kept in store.running())
    changed = [kept.id for kept in store.running() if has_changed(kept)]
    counts = [labelled(say.language, name, count) for name, count in found.most_common()]
    words = "; ".join(counts) or say("check.no_game")
    if changed:
        words += say("check.to_newer", n=len(changed))
    return Finding("rules", True, words)


def has_changed(kept: TableKept) -> bool:
    """Whether a table will go on by other rules."""
    try:
        return bool(changes_of(kept))
    except Exception:  # said where the table is rebuilt
        return False


def rebuilt(store: Store, say: Words) -> Finding:
    """Whether every game can be built again, and stands where its last position says."""
    count, found = Counter[str](), []
    for kept in store.played():
        if kept.seed:
            count[kept.status] += 1
            if fault := fault_in(store, kept, say):
                found.append(f"{say('check.table', number=kept.id)} {fault}")
    is_partly = store.locked() and not found
    n = count["running"]
    running = say("check.running_open", n=n) if is_partly else say("check.running", n=n)
    games = say("check.both", running=running, over=say("check.over", n=count["over"])) if count["over"] else running
    if found:
        return Finding("tables", False, told(found, say("check.some_damaged", n=len(found), games=games), say))
    return Finding("tables", True, say("check.rebuilt", games=games))


def fault_in(store: Store, kept: TableKept, say: Words) -> str:
    """What is wrong with a game; empty if nothing."""
    try:
        return fault_of(store, kept, say)
    except BadRow as error:
        return say("check.broken", why=error)
    except Exception as error:  # whose words may tell what is hidden
        return say("check.broken", why=type(error).__name__)


def fault_of(store: Store, kept: TableKept, say: Words) -> str:
    """What is wrong with a game; what keeps it from being rebuilt is raised."""
    found = game_of(store, kept)
    if found.change is not None:
        return ""
    live, acts = found.live, found.live.acts
    may_lack = (None, 0) if live.ended_by == "resigned" else (None,)  # before such games had places
    if any(seat.place not in (*may_lack, place) for seat, place in zip(kept.seats, live.places, strict=False)):
        return say("check.other_places")
    number, position = found.last if found.last is not None else (len(acts), live.table.position())
    if not is_after_all_people(live, number):
        return say("check.other_act", n=len(acts), number=number)
    if number < len(acts):
        live = LiveGame(kept, acts[:number], (), (), [change for change in live.changes if change.number <= number])
    return "" if position == live.table.position() else say("check.other_position")


def read(store: Store, say: Words) -> Finding:
    """Whether every row can be read, as the server reads it; what it would set aside is named."""
    for _ in read_rows(store):
        pass
    rows = [(table, row, column) for table, aside in store.aside.rows.items() for row, column in aside.items()]
    if not rows:
        return Finding("rows", True, say("check.readable_rows"))
    found = [say("check.row", table=table, row=row, column=column) for table, row, column in rows]
    return Finding("rows", False, told(found, say("check.unreadable_rows", n=len(rows)), say))


def is_after_all_people(live: LiveGame, number: int) -> bool:
    """Whether only bots have moved after so many acts."""
    later = live.acts[number:]
    return number <= len(live.acts) and all(act.kind == "move" and live.bot_of(act.seat, "bot") for act in later)


def told(found: list[Any], words: str, say: Words) -> str:
    """What was found, in short."""
    more = say("check.more", n=len(found) - SHOWN) if len(found) > SHOWN else ""
    return say("check.list", what=words, found="; ".join(map(str, found[:SHOWN]))) + more if found else words
