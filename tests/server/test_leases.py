"""One server at a time holds a table: changes of an old copy are refused, and clocks skip when nobody held it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from bellringer.core.chance import NONCE_BYTES
from bellringer.server.base.settings import unlimited
from bellringer.server.errors import Refused
from bellringer.server.people.known import People
from bellringer.server.store import User
from bellringer.server.store.health import Health
from bellringer.server.store.leases import ALIVE_FOR, LeaseLost
from bellringer.server.store.models import ActRow, SeatRow, TableRow
from bellringer.server.store.store import Store
from bellringer.server.store.writer import OWED, Line, NotStored, Owed
from bellringer.server.tables.deal.dealing import Dealing
from bellringer.server.tables.making.giving_way import GivingWay
from bellringer.server.tables.making.shares import Shares
from bellringer.server.tables.making.table_setup import TableSetup
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.memory.timekeeper import together
from bellringer.server.tables.requests import SeatRequest, TableRequest
from bellringer.server.tables.verbs.playing import Playing
from tests.server.services import run_apart

pytestmark = pytest.mark.unhurried

MINUTE = 60_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The wall's time, in milliseconds, which stands still until a test moves it."""
    found = [1_800_000_000_000]
    monkeypatch.setattr(
        "bellringer.server.store.values.kept.time", SimpleNamespace(time_ns=lambda: found[0] * 1_000_000)
    )
    return found


class Worker:
    """One of several servers on one database: its open tables, and the verbs that change them."""

    def __init__(self, data: Path, *, is_alone: bool = False) -> None:
        path = data / "bellringer.sqlite3"
        self.store = Store(path, data / "keys")
        self.store.begin_run(is_alone)
        health = Health(self.store, path, lambda _: asyncio.sleep(0))
        tables = self.tables = OpenTables(self.store, health)
        self.people = People(self.store)
        self.dealing = Dealing(tables, self.store)
        self.playing = Playing(tables, self.store, "random", unlimited())
        giving_way = GivingWay(tables, self.store, Shares(), self.playing, unlimited())
        self.setup = TableSetup(tables, self.store, self.dealing, giving_way, Shares(), unlimited())
        self.lost: list[int | None] = []
        self.store.write_behind(self._lose)

    def _lose(self, line: Line) -> None:
        self.lost.append(line.table)

    def live_on(self) -> None:
        """Give a sign of life."""
        self.store.note_run()
        self.store.changes.flush()

    def make(self, host: User, *seats: str, clock: str = "none", commitment: str = "") -> Room:
        """A new table; a seat is `me`, `here` or `open`."""
        wanted = TableRequest("rattus", tuple(map(SeatRequest, seats)), watching="anyone", clock=clock)
        room = self.setup.make(host, wanted, commitment=commitment)
        self.store.changes.flush()
        return room

    async def found(self, address: str) -> Room:
        """A table that is there."""
        room = await self.tables.find(address)
        assert room is not None
        return room

    def move(self, room: Room) -> None:
        """Whoever is asked makes any move, which is stored."""
        self.unstored_move(room)
        self.store.changes.flush()

    def unstored_move(self, room: Room) -> None:
        """Whoever is asked makes any move."""
        live = room.game
        seat = live.pending[0]
        asked = live.holders[seat].asked
        assert asked is not None
        self.playing.move(room, seat, asked, random.Random(len(live.acts)).choice(live.table.legal_names(seat)))

    def acts(self, room: Room) -> int:
        """How many acts of a table are stored."""
        with self.store.engine.connect() as connection:
            return len(connection.execute(select(ActRow.number).where(ActRow.table_id == room.kept.id)).all())


async def refused(worker: Worker, room: Room, change: Callable[[], object]) -> None:
    """A change is not stored, no answer tells of it, and the worker loses this table, and no other."""
    owed = Owed()
    token = OWED.set(owed)
    try:
        change()
    finally:
        OWED.reset(token)
    before = len(worker.lost)
    with pytest.raises(NotStored) as told:
        await owed.settled()
    assert isinstance(told.value.__cause__, LeaseLost)
    lost = [table for table in worker.lost[before:] if table is not None]  # both give out the next number of a run
    assert lost == [room.kept.id]


def test_what_an_old_copy_would_change_is_refused(tmp_path: Path, clock: list[int]) -> None:
    """An act, a seat and a nonce that come late: the table is with another server, which has taken an ended lease."""

    async def work() -> None:
        first = Worker(tmp_path, is_alone=True)
        anna, ben, cleo = (first.people.introduce(name, name) for name in ("Anna", "Ben", "Cleo"))
        played, own = first.make(anna, "me", "here"), first.make(anna, "me", "here")
        seated = first.make(anna, "me", "open", "open")
        nonce = b"n" * NONCE_BYTES
        dealt = first.make(anna, "me", "open", commitment=sha256(nonce).hexdigest())
        dealt.streams[asyncio.Event()] = f"user {anna.id}"
        first.setup.sit(dealt, 1, ben, "Ben")
        first.move(played)
        second = Worker(tmp_path)
        for room in (played, own, seated, dealt):
            with pytest.raises(Refused) as told:
                await second.found(room.address)
            assert (told.value.code, told.value.status) == ("elsewhere", 503)

        clock[0] += ALIVE_FOR
        there = {room.address: await second.found(room.address) for room in (played, seated, dealt)}
        assert there[played.address].game.chain.head == played.game.chain.head
        assert there[dealt.address].kept.status == "dealing"
        second.move(there[played.address])
        second.setup.sit(there[seated.address], 1, cleo, "Cleo")
        second.dealing.reveal(there[dealt.address], 0, nonce.hex())
        second.store.changes.flush()
        assert there[dealt.address].kept.status == "running"

        before = facts(second)
        await refused(first, played, lambda: first.unstored_move(played))
        await refused(first, seated, lambda: first.setup.sit(seated, 1, ben, "Ben"))
        await refused(first, dealt, lambda: first.dealing.reveal(dealt, 0, nonce.hex()))
        assert facts(second) == before and not second.lost, "nothing of it is stored"
        first.move(own)
        assert first.acts(own) == 1, "a table that nobody took goes on"
        for worker in (first, second):
            worker.store.close()

    run_apart(work)


def test_a_copy_from_before_another_servers_change_is_refused_after_a_sleep(tmp_path: Path, clock: list[int]) -> None:
    """Who counted as dead for a while takes each table anew, so that what others read meanwhile is known to be old."""

    async def work() -> None:
        first, second = Worker(tmp_path, is_alone=True), Worker(tmp_path)
        anna = first.people.introduce("Anna", "Anna")
        rooms = [first.make(anna, "me", "here") for _ in range(2)]
        clock[0] += ALIVE_FOR
        second.live_on()
        read = [await second.found(room.address) for room in rooms]
        first.move(rooms[0])  # before its next sign of life
        first.live_on()
        first.move(rooms[1])  # after it
        for room in read:
            await refused(second, room, lambda room=room: second.unstored_move(room))  # type: ignore[misc]
        assert [first.acts(room) for room in rooms] == [1, 1]
        for worker in (first, second):
            worker.store.close()

    run_apart(work)


def test_clocks_go_on_without_the_time_in_which_nobody_held_the_table(tmp_path: Path, clock: list[int]) -> None:
    """From the last sign of life of one server to the next one, however often the table passes on after that."""

    async def work() -> None:
        first = Worker(tmp_path, is_alone=True)
        anna = first.people.introduce("Anna", "Anna")
        room = first.make(anna, "me", "here", clock="live-10")
        first.move(room)
        (seat,) = room.game.pending
        for _ in range(8):
            clock[0] += MINUTE // 4
            first.live_on()
        clock[0] += 5 * MINUTE
        for _ in range(2):  # the second one lets its tables go when it ends
            worker = Worker(tmp_path)
            live = (await worker.found(room.address)).game
            assert live.holders[seat].running(clock[0]) == 2 * MINUTE
            worker.playing.say(await worker.found(room.address), seat, "Good evening")
            worker.store.close()
        first.store.changes.close()

    run_apart(work)


def test_a_server_that_is_alone_needs_nobodys_leave(tmp_path: Path, clock: list[int]) -> None:
    """After a kill, too: the lock on the folder says that nobody else is there."""

    async def work() -> None:
        killed = Worker(tmp_path, is_alone=True)
        room = killed.make(killed.people.introduce("Anna", "Anna"), "me", "here")
        killed.move(room)
        killed.store.changes.flush()
        clock[0] += 1
        worker = Worker(tmp_path, is_alone=True)
        worker.move(await worker.found(room.address))
        assert worker.acts(room) == 2
        await refused(killed, room, lambda: killed.unstored_move(room))
        worker.store.close()
        killed.store.changes.close()

    run_apart(work)


def test_pauses_that_overlap_count_once() -> None:
    """What ends before it begins, as by a clock that was set back, is no pause."""
    assert together([(5, 9), (1, 3), (7, 12), (12, 13), (20, 15), (2, 3)]) == [(1, 3), (5, 13)]
    assert together([]) == []


def facts(worker: Worker) -> list[list[Any]]:
    """All rows of what happens at tables."""
    with worker.store.engine.connect() as connection:
        return [list(connection.execute(select(*row.__table__.columns))) for row in (ActRow, SeatRow, TableRow)]
