"""Measure a start: how soon a server with many tables shows a page, and how long until it has built its games anew.

    python -m tools.starting --running 1000 --finished 10000

It fills an empty folder with games of four people, played at random: running ones to half of their length, finished
ones as copies of a few. It starts `bellringer serve` there on loopback and asks for the first page and for a running
table as soon as the server says where it is. Then it waits until all running games are in memory, and prints a
Markdown table.
"""

from __future__ import annotations

import argparse
import random
import re
import sqlite3
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from bellringer.commands.progress import at_work
from bellringer.core.contract.registry import find, game_names
from bellringer.core.tables.table import scheme_of
from bellringer.server.base.settings import Settings
from bellringer.server.store import SeatKept, TableKept, User, new_fair
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import present_versions
from bellringer.server.tables.making.table_setup import new_address
from tools.measuring import Watch, machine_words, seconds_of_additions
from tools.visitors import serving

__all__ = ["LENGTH", "fill", "markdown", "start"]

SEATS = 4
LENGTH = 60  # moves of a running game: about half of one
TEMPLATES = 5  # finished games of each kind that are played; the others are copies of them
GOAL = 2.0  # seconds to the first page, of docs/reliability.md
IN_MEMORY = re.compile(r"^bellringer_tables_in_memory (\S+)$", re.MULTILINE)
PATIENCE = 600.0  # seconds


@dataclass(frozen=True)
class Started:
    """What was measured, in seconds from when the command was typed."""

    said: float  # until the server has said where it is
    first_page: float
    table: float
    all_built: float


def games(user: User) -> Iterator[LiveGame]:
    """Tables of every game in turn, whose games have begun."""
    dice = random.Random(0)
    while True:
        for game in game_names():
            seats = tuple(SeatKept(seat, user.id, f"Anna {seat}") for seat in range(SEATS))
            kept = TableKept(
                id=0, address=new_address(), game=game, seats=seats, options={}, seed=dice.randbytes(32), host=user.id,
                clock="none", joining="link", watching="anyone", status="running", ended_by="", pending=0,
                created=now(), changed=now(), rematch=None, chance=scheme_of(find(game)), fair=new_fair(SEATS),
            )  # fmt: skip
            yield LiveGame(replace(kept, versions=present_versions(kept)))


def play(store: Store, live: LiveGame, most: int) -> int:
    """Store a table and play so many moves at it. Returns its number."""
    dice, table = random.Random(live.kept.address), live.kept
    kept = store.add_table(table)
    store.begin(kept, live.pending_people, live.table.position())
    while live.pending and len(live.acts) < most:
        seat = dice.choice(live.pending)
        act = live.act(seat, "move", dice.choice(live.table.moves(seat)).name, now(), live.holders[seat].asked)
        live.do(act)
        status = "over" if live.ended_by else "running"
        store.add_act(kept, act, status, live.pending_people, live.ended_by, live.table.position())
    return kept.id


def fill(settings: Settings, running: int, finished: int) -> str:
    """Fill a data folder. Returns the address of the table that is rebuilt last."""
    settings.data.mkdir(parents=True, exist_ok=True)
    store = Store(settings.database, settings.key_file)
    store.write_behind(lambda line: sys.exit(f"starting: {line.failed}"))
    source = games(store.remember(b"key", "Anna"))
    lives = [next(source) for _ in range(running)]
    for live in lives:
        play(store, live, LENGTH)
    templates = [play(store, next(source), sys.maxsize) for _ in range(min(finished, TEMPLATES * len(game_names())))]
    store.close()
    with closing(sqlite3.connect(settings.database)) as base, base:
        for number in range(finished - len(templates)):
            copy(base, templates[number % len(templates)])
    return lives[-1].kept.address


def copy(base: sqlite3.Connection, number: int) -> None:
    """Copy a finished table with all that belongs to it."""
    (new,) = base.execute("SELECT max(id) + 1 FROM tables").fetchone()
    for table, key in (("tables", "id"), ("seats", "table_id"), ("acts", "table_id"), ("positions", "table_id")):
        names = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
        values = {key: "?1", **({"address": "?2"} if table == "tables" else {})}
        wanted = ", ".join(values.get(name, name) for name in names)
        given = (new, new_address(), number) if table == "tables" else (new, None, number)
        base.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {wanted} FROM {table} WHERE {key} = ?3", given)


def page(port: int, path: str) -> str:
    """What the server answers."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        found: str = answer.read().decode()
    return found


def start(data: Path, running: int, last: str) -> tuple[Started, Watch]:
    """Start a server, and time what comes."""
    additions = seconds_of_additions()
    began = time.monotonic()

    def passed() -> float:
        return time.monotonic() - began

    with serving(data, "--no-limits") as (port, pid):
        watch, said = Watch(pid, data, additions=additions), passed()
        watch.begin()
        page(port, "/")
        first_page = passed()
        page(port, f"/t/{last}")
        table = passed()
        while in_memory(port) < running and passed() < PATIENCE:
            time.sleep(0.1)
        all_built = passed()
        watch.end()
    return Started(said, first_page, table, all_built), watch


def in_memory(port: int) -> float:
    """How many tables the server has in memory."""
    found = IN_MEMORY.search(page(port, "/metrics"))
    if found is None:
        raise SystemExit("starting: the server's metrics do not tell how many tables are in memory")
    return float(found[1])


def markdown(found: Started, watch: Watch, size: int) -> str:
    """The report for people."""
    figures = watch.figures()
    memory = figures["memory_mib"]["most"]
    lines = [
        "| from when the command is typed, until | seconds |",
        "|---|--:|",
        f"| the server says where it is | {found.said:.2f} |",
        f"| the first page is there (goal: {GOAL:.0f}) | {found.first_page:.2f} |",
        f"| the page of the table that would be built last is there | {found.table:.2f} |",
        f"| all running games are in memory ({memory:.0f} MiB) | {found.all_built:.2f} |",
        "",
        f"Database of {size / 2**20:.0f} MiB. {machine_words(figures['machine'])}",
    ]
    return "\n".join(lines)


def main() -> int:
    """Fill, start, print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--running", type=int, default=1_000)
    parser.add_argument("--finished", type=int, default=10_000)
    given = parser.parse_args()
    if given.running < 1 or given.finished < 0:
        parser.error("--running: 1 or more; --finished: 0 or more")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder) / "data")
        last = fill(settings, given.running, given.finished)
        size = settings.database.stat().st_size
        found, watch = start(settings.data, given.running, last)
    print(markdown(found, watch, size))
    return 0


if __name__ == "__main__":
    sys.exit(at_work(main))
