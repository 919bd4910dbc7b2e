"""The power is cut at random moments: what was acknowledged is there, in its order, and nothing is half done.

The store works on a disk that forgets what was not synced (power.py), with the log kept short, so that checkpoints are
frequent. At random operations we look at what a cut would leave; at the last one everything stops, and the next life of
the store goes on from that. `--cuts` says how many looks the long form takes, in pieces of `A_PIECE`.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import DBAPIError

from bellringer.server.base import opening
from bellringer.server.store import Act, SeatKept
from bellringer.server.store import store as module
from bellringer.server.store.database import PAGE_BYTES, make_pages_small, prepare
from bellringer.server.store.json_columns import inflated
from bellringer.server.store.store import Store
from bellringer.server.store.writer import OWED, Line, Owed, Receipt
from tests.server.apsw_driver import Driver
from tests.server.power import Disk, DiskFile, DiskVFS, write_out
from tests.server.services import kept_table
from tests.server.test_store import TABLES, migrations

pytestmark = pytest.mark.unhurried

NAME = "bellringer.sqlite3"
QUICK, A_PIECE = 150, 500  # looks of the quick form, and of each piece of the long one
WRITES, OTHERS = 0.03, 0.4  # before how many of the writes, and of all other operations, we look
LONGEST_LIFE = 800  # operations
LIVES = 12  # on one database, before another begins
LOG_PAGES, MOST_LOG_PAGES = 40, 100  # small, so that logs are begun anew often
START_LOOKS = 15  # of a start that makes or changes the database; the long form looks at every operation

Key = tuple[int, int]  # a table's number and an act's; 0: the table itself


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The quick form, and the pieces of the long one."""
    if "looks" in metafunc.fixturenames:
        count = -(-metafunc.config.getoption("cuts") // A_PIECE)
        long = [pytest.param(n, A_PIECE, id=f"piece-{n:02}", marks=pytest.mark.soak) for n in range(1, count + 1)]
        metafunc.parametrize(("seed", "looks"), [pytest.param(0, QUICK, id="quick"), *long])


@dataclass(frozen=True)
class Look:
    """What a cut would leave. `operation`: before which; `acknowledged`: how many orders were known to be stored."""

    operation: str
    acknowledged: int
    image: dict[str, bytes]


@dataclass
class Machine:
    """A disk and what was asked of it. `orders`: all that was to be stored, in its order, with what confirms it."""

    disk: Disk
    driver: Driver
    dice: random.Random
    chances: tuple[float, float] = (WRITES, OTHERS)
    last: int = 0  # the operation at which the power is cut; 0: never
    count: int = 0
    orders: list[tuple[Key, Receipt | None]] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def look(self, operation: str) -> None:
        """Before each operation: look at what a cut would leave, or cut the power."""
        self.count += 1
        is_last = self.count == self.last
        if is_last or self.dice.random() < self.chances[not operation.startswith("write")]:
            self.looks.append(Look(operation, self.acknowledged(), self.disk.left(self.dice)))
        if is_last:
            self.disk.cut()

    def acknowledged(self) -> int:
        """How many orders are known to be stored; those of lives before are."""
        is_stored = [receipt is None or (receipt.is_done and not receipt.error) for _, receipt in self.orders]
        return len(is_stored) - is_stored[::-1].index(True) if True in is_stored else 0

    def begin_life(self, image: dict[str, bytes], last: int = 0) -> None:
        """Start again with what is on the disk."""
        self.disk.load(image)
        self.count, self.last, self.looks = 0, last, []

    def end_life(self) -> None:
        """What a program does when its machine is dead: none of it reaches the disk."""
        self.disk.is_quiet = True
        self.driver.close_all()

    @property
    def path(self) -> Path:
        """The database."""
        return self.disk.folder / NAME


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A machine with an empty disk, on which stores of this test work."""
    folder = tmp_path / "disk"
    folder.mkdir()
    disk, driver = Disk(folder), Driver("power")
    found = Machine(disk, driver, random.Random(14))
    disk.looks, vfs = found.look, DiskVFS("power", disk)
    monkeypatch.setattr(module, "create_engine", partial(create_engine, module=driver))
    monkeypatch.setattr(opening, "sqlite3", driver)
    yield found
    found.end_life()
    vfs.unregister()


# a life of the store


@dataclass
class Life:
    """What happens at a store until the power is cut."""

    machine: Machine
    dice: random.Random
    store: Store
    acts: dict[int, int] = field(default_factory=dict)  # how many each table has
    lost_early: list[Line] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def go_on(self) -> None:
        """Do one thing after the other."""
        self.store.write_behind(self.lose)
        self.acts = {kept.id: len(self.store.acts(kept)) for kept in self.store.running()}
        doings = (self.make_table, self.act, self.act, self.act, self.store.changes.flush, self.save, self.read)
        while not self.machine.disk.is_dead:
            self.dice.choice(doings if self.acts else (self.make_table,))()

    def lose(self, line: Line) -> None:
        """Nothing is lost while the disk works."""
        if not self.machine.disk.is_dead:
            self.lost_early.append(line)

    def order(self, key: Key, change: Callable[[], object]) -> None:
        """Have something stored."""
        owed = Owed()
        token = OWED.set(owed)
        self.machine.orders.append((key, Receipt(lambda: None)))
        change()
        OWED.reset(token)
        self.machine.orders[-1] = (key, owed.receipts[-1])

    def make_table(self) -> None:
        """A new table."""
        number = 1 + max((key[0] for key, _ in self.machine.orders), default=0)
        seats = (SeatKept(0, None, "Anna"), SeatKept(1, bot="random"))
        table = replace(kept_table("rattus", 2), address=f"table {number}", seats=seats, host=None)
        self.order((number, 0), lambda: self.store.add_table(table))
        self.acts[number] = 0

    def act(self) -> None:
        """Some acts at some tables."""
        for _ in range(self.dice.randint(1, 12)):
            number = self.dice.choice(list(self.acts))
            self.acts[number] += 1
            n, table = self.acts[number], replace(kept_table("rattus", 2), id=number)
            position = {"number": n, "rest": self.dice.randbytes(self.dice.randrange(400)).hex()}
            act = Act(n, n % 2, "move", "word", n, 0, 0)
            self.order((number, n), partial(self.store.add_act, table, act, "running", n, str(n), position))

    def save(self) -> None:
        """The maintenance moves the log into the database, beside the writer."""

        def checkpoint() -> None:
            with suppress(DBAPIError):
                self.store.log.checkpoint()

        self.threads.append(threading.Thread(target=checkpoint))
        self.threads[-1].start()

    def read(self) -> None:
        """Somebody looks on."""
        self.store.running()

    def end(self) -> None:
        """Let the threads end."""
        for thread in self.threads:
            thread.join()
        self.store.changes.close()
        assert self.lost_early == []


def live(machine: Machine, image: dict[str, bytes], dice: random.Random) -> list[Look]:
    """Let a store live on a disk until the power is cut; what cuts would leave, the last of them what it has left."""
    machine.begin_life(image, last=dice.randint(20, LONGEST_LIFE))
    life = None
    try:
        life = Life(machine, dice, Store(machine.path))
        log = life.store.log
        log.long, log.most = LOG_PAGES * PAGE_BYTES, MOST_LOG_PAGES * PAGE_BYTES
        life.go_on()
    except DBAPIError:
        if not machine.disk.is_dead:
            raise
    if life is not None:
        life.end()
    machine.end_life()
    return machine.looks


# what must be true


def faults(machine: Machine, look: Look, folder: Path) -> list[str]:
    """What is wrong with what a cut leaves, by Python's own SQLite."""
    with closing(sqlite3.connect(write_out(look.image, folder) / NAME)) as base:
        opening.read_all_texts(base)
        try:
            if found := damage(base):
                return found
            if ("acts",) not in base.execute("select name from sqlite_master").fetchall():
                return ["no database"] if look.acknowledged else []
            keys = base.execute("select id, 0 from tables union select table_id, number from acts").fetchall()
            return [*order_faults(machine, look, set(keys)), *half_done(base)]
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # whose words may quote what is damaged
            return [str(error)]


def damage(base: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with a database."""
    found = [line for (line,) in base.execute("pragma integrity_check") if line != "ok"]
    return found or [str(row) for row in base.execute("pragma foreign_key_check")]


def order_faults(machine: Machine, look: Look, keys: set[Key]) -> list[str]:
    """All that was acknowledged must be there, and nothing without what was ordered before."""
    ordered = [key for key, _ in machine.orders]
    found = [f"lost: {key}" for key in ordered[: look.acknowledged] if key not in keys]
    return found + [f"out of order: {key}" for key in sorted(keys ^ set(ordered[: len(keys)]))]


def half_done(base: sqlite3.Connection) -> list[str]:
    """An act, where its table stands, and its position are stored together; a table and its seats are, too."""
    rows = base.execute(
        "select tables.id, pending, (select count(*) from acts where table_id = tables.id),"
        " (select max(acts.number) from acts where table_id = tables.id), positions.number, document,"
        " (select count(*) from seats where table_id = tables.id) from tables left join positions on id = table_id"
    )
    found = []
    for table, pending, count, newest, number, document, seats in rows:
        there = {pending, count, newest or 0, number or 0, inflated(document)["number"] if document else 0}
        if len(there) > 1 or seats != 2:
            found.append(f"half done: table {table}, {there}, {seats} seats")
    return found


def survived(folder: Path) -> int:
    """How many orders outlived a cut."""
    with closing(sqlite3.connect(folder / NAME)) as base:
        if ("acts",) not in base.execute("select name from sqlite_master").fetchall():
            return 0
        return int(base.execute("select (select count(*) from tables) + (select count(*) from acts)").fetchone()[0])


def cut_again_and_again(
    machine: Machine, dice: random.Random, looks: int, folder: Path
) -> tuple[Counter[str], list[str]]:
    """Cut the power until so many looks were taken, or one had faults. Before which operations they were; the faults.

    Every so many lives begin with an empty disk.
    """
    moments: Counter[str] = Counter()
    wrong: list[str] = []
    image: dict[str, bytes] = {}
    lives = 0
    while moments.total() < looks:
        if lives % LIVES == 0:
            machine.orders, image = [], {}
        lives += 1
        for look in live(machine, image, dice):
            wrong += faults(machine, look, folder)
            moments[look.operation] += 1
            image = look.image
        if wrong:
            break
        machine.orders = [(key, None) for key, _ in machine.orders[: survived(folder)]]
    return moments, wrong


@pytest.mark.slow
def test_what_was_acknowledged_outlives_every_power_cut(
    machine: Machine, tmp_path: Path, seed: int, looks: int
) -> None:
    machine.dice.seed(f"disk {seed}")
    moments, wrong = cut_again_and_again(machine, random.Random(f"power {seed}"), looks, tmp_path / "left")
    print(f"{moments.total()} looks: {dict(moments)}")
    assert wrong == []
    common = {"write wal", "sync wal", "write base"}
    assert common | ({"sync base", "truncate wal"} if looks > QUICK else set()) <= set(moments)


def unsynced(connection: Any, record: Any) -> None:
    """Prepare a connection so that it waits for no disk at a commit."""
    prepare(connection, record)
    connection.execute("PRAGMA synchronous=NORMAL")


@pytest.mark.parametrize("fault", ["a store that does not sync", "a disk that does not sync"])
def test_what_is_not_synced_is_found_missing(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    if fault == "a store that does not sync":
        monkeypatch.setattr(module, "prepare", unsynced)
    else:
        monkeypatch.setattr(DiskFile, "xSync", lambda self, flags: None)
    many = 20 * QUICK  # it ends at the first fault; when that comes hangs on which changes the writer stores together
    assert cut_again_and_again(machine, random.Random(1), many, tmp_path / "left")[1]


# starts that make the database, or change it


def nothing(_: Path) -> dict[str, bytes]:
    """A first start."""
    return {}


def of_shape(path: Path, shape: str) -> dict[str, bytes]:
    """A database of an older shape, with a table whose last change is in a log that a kill has left."""
    store = Store(path)
    bots = (SeatKept(0, bot="random"), SeatKept(1, bot="random"))
    store.add_table(replace(kept_table("rattus", 2), host=None, seats=bots))
    with store.engine.begin() as connection:
        command.downgrade(migrations(store, connection), shape)
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("UPDATE tables SET changed = 77")
        return {path.name: path.read_bytes() for path in path.parent.glob(f"{NAME}*") if path.suffix != ".sqlite3-shm"}


def of_large_pages(path: Path) -> dict[str, bytes]:
    """A database with larger pages."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("PRAGMA page_size=4096")
        base.execute("PRAGMA journal_mode=WAL")
    return of_shape(path, "0003")


BEFORE: dict[str, Callable[[Path], dict[str, bytes]]] = {
    "no database": nothing,
    "shape 1": partial(of_shape, shape="0001"),
    "shape 3": partial(of_shape, shape="0003"),
    "large pages": of_large_pages,
}


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [pytest.param(0, id="quick"), pytest.param(3, id="long", marks=pytest.mark.soak)])
@pytest.mark.parametrize("before", BEFORE)
def test_a_start_that_is_cut_off_can_be_made_again(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, rounds: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, "create_engine", create_engine)
        image = BEFORE[before](tmp_path / NAME)
    machine.chances = (1.0, 1.0)
    looks: list[Look] = []
    for _ in range(max(rounds, 1)):
        machine.begin_life(image)
        start(machine)
        looks += machine.looks
    machine.chances = (0.0, 0.0)
    for look in looks if rounds else random.Random(before).sample(looks, START_LOOKS):
        with closing(sqlite3.connect(write_out(look.image, tmp_path / "left") / NAME)) as base:
            assert damage(base) == []
        machine.begin_life(look.image)
        names, changed = start(machine)
        assert names == TABLES | {"alembic_version"}
        assert changed == ([] if before == "no database" else [77]), f"cut before {look.operation}"


def test_a_new_folder_is_certain_before_anything_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[int] = set()
    monkeypatch.setattr(os, "fsync", lambda opened: synced.add(os.fstat(opened).st_ino))
    Store(tmp_path / "new" / "newer" / NAME).close()
    assert {tmp_path.stat().st_ino, (tmp_path / "new").stat().st_ino} <= synced
    synced.clear()
    Store(tmp_path / "new" / "newer" / NAME).close()
    assert not synced


def start(machine: Machine) -> tuple[set[str], list[int]]:
    """What a server does with its database when it starts; what is there then."""
    make_pages_small(machine.path)
    store = Store(machine.path)
    found = set(inspect(store.engine).get_table_names()), [kept.changed for kept in store.running()]
    machine.end_life()
    return found
