"""Services, people and servers that can be killed: what the tests of running tables share."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from inspect import isawaitable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from bellringer.server.base.settings import Settings, unlimited
from bellringer.server.errors import Refused
from bellringer.server.service import TableService
from bellringer.server.store import Act, SeatKept, TableKept, User
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import SeatRequest, TableRequest

Answer = TypeVar("Answer")
COMPANIES = [("notre-dame", n) for n in (2, 3, 4, 5)] + [("rattus", n) for n in (2, 3, 4, 5, 6)]
ENDS = [("notre-dame", 2), ("notre-dame", 5), ("rattus", 2), ("rattus", 6)]  # the fewest and the most of each
PATIENCE = 60.0  # seconds after which something that tests wait for will not happen


# a service in this process


@cache
def empty_database() -> bytes:
    """A database of the newest schema without a row: to bring one to that takes longer than most tests of a service."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite3"
        Store(path).engine.dispose()
        assert not path.with_name(f"{path.name}-wal").exists(), "not all of it is in the file"
        return path.read_bytes()


def begin_database(data: Path) -> None:
    """Give a folder such a database, unless it has one. What a real start does with a new folder is tested apart."""
    path = Settings(data).database
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(empty_database())


def with_service(
    data: Path,
    work: Callable[[TableService], Awaitable[Answer]],
    prepare: Callable[[TableService], object] = lambda service: None,
    **values: Any,
) -> Answer:
    """Open a service on a folder, do some work there, close it. Twice on one folder is a restart.

    Bots do not wait, and play at random where a user's seat is lent; `values` are settings. `prepare`: is handed the
    service before it opens.
    """

    begin_database(data)

    async def run() -> Answer:
        usual = {"data": data, "pace": 0.0, "grace": 0.0, "level": "random", "limits": unlimited()}
        service = TableService(Settings(**{**usual, **values}))
        prepare(service)
        await service.open()
        read_what_is_stored(service.store)
        try:
            return await work(service)
        finally:
            await service.close()

    return run_apart(run)


def read_what_is_stored(store: Store) -> None:
    """Let whoever reads wait until all is stored: a test asks at once, a page only after an answer."""
    connect = store.engine.connect

    def settled() -> Connection:
        writer = store.changes.writer
        if writer is not None and threading.current_thread() is not writer.thread:
            store.changes.flush()
        return connect()

    store.engine.connect = settled  # type: ignore[method-assign]


def run_apart(work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    """Run a coroutine in a loop of its own."""
    return apart(lambda: asyncio.run(work()))


def apart(work: Callable[[], Answer]) -> Answer:
    """Do something in a thread of its own: the thread of browser tests has a loop that never ends."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def introduced(service: TableService, name: str) -> User:
    """Somebody whom the service knows; the name is the key, so that a restart finds the same user."""
    return service.people.introduce(f"key of {name}", name)


def table_for(service: TableService, host: User, game: str, *seats: str, **more: Any) -> Room:
    """A new table; a seat is `me`, `here`, `open` or a bot's name."""
    sittings = tuple(
        SeatRequest(seat) if seat in ("me", "here", "open") else SeatRequest("bot", bot=seat) for seat in seats
    )
    return service.setup.make(host, TableRequest(game, sittings, **{"watching": "anyone", **more}))


async def until(is_so: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Let the service go on until something is so, which may have to be found."""
    end = asyncio.get_running_loop().time() + seconds
    while not (await found if isawaitable(found := is_so()) else found):
        assert asyncio.get_running_loop().time() < end, "it never came to that"
        await asyncio.sleep(0.002)


def answer_any(service: TableService, room: Room, dice: random.Random) -> Act | None:
    """A user at the table makes any legal move; None when no user is asked."""
    live = room.game
    people = [seat for seat in live.pending if not live.bot_of(seat, "bot")]
    if not people:
        return None
    seat = dice.choice(people)
    asked = live.holders[seat].asked
    assert asked is not None
    return service.playing.move(room, seat, asked, dice.choice(live.table.moves(seat)).name)


async def play_out(service: TableService, address: str, dice: random.Random) -> LiveGame:
    """People and bots play on to the end."""

    async def is_over() -> bool:
        room = await found_at(service, address)
        answer_any(service, room, dice)
        return bool(room.game.ended_by)

    await until(is_over)
    return (await found_at(service, address)).game


# a table without a service


def kept_table(game: str, seats: int, bots: tuple[int, ...] = (), **more: Any) -> TableKept:
    """A running table of people, with bots on some seats."""
    occupants = tuple(
        SeatKept(seat, bot="random") if seat in bots else SeatKept(seat, user=seat + 1, name=f"Person {seat}")
        for seat in range(seats)
    )
    values: dict[str, Any] = dict(
        id=1, address="table", game=game, seats=occupants, options={}, seed=bytes(range(32)), host=1, clock="none",
        joining="link", watching="anyone", status="running", ended_by="", pending=0, created=0, changed=0, rematch=None,
    )  # fmt: skip
    return TableKept(**{**values, **more})


def acted(live: LiveGame, seat: int, kind: str, word: str = "", at: int = 0) -> Act:
    """A seat does something, as the service lets it do it."""
    asked = live.holders[seat].asked if kind == "move" else None
    act = live.act(seat, kind, word, at, asked)
    live.do(act)
    return act


def moved(live: LiveGame, seat: int, at: int = 0, dice: random.Random | None = None) -> Act:
    """A seat makes its first legal move, or any."""
    moves = live.table.moves(seat)
    return acted(live, seat, "move", (dice.choice(moves) if dice else moves[0]).name, at)


# a server that can be killed


@dataclass
class Served:
    """`bellringer serve` in a process of its own, which can be killed and started again on the same tables."""

    data: Path
    options: tuple[str, ...] = ("--pace", "0", "--no-limits")
    url: str = ""
    process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start it on a free port; returns its address."""
        words = [sys.executable, "-m", "bellringer", "serve", "--port", "0", "--data", str(self.data), *self.options]
        with (self.data.parent / "server.log").open("a") as log:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert " at http://" in line, self.log()
        self.url = line.split(" at ")[1].split()[0].rstrip("/")
        return self.url

    def kill(self) -> None:
        """End it at once, in whatever it was doing."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self.process is not None:
            os.kill(self.process.pid, sign)
            self.process.wait(PATIENCE)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def log(self) -> str:
        """What it has written to its log."""
        return (self.data.parent / "server.log").read_text()


# what tests of the service ask again and again

WithService = Callable[..., Any]
Known = Callable[[TableService, str], User]


def refusal(function: Callable[..., object], *values: Any) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as refused:
        function(*values)
    return refused.value.code


async def refusal_of(answer: Awaitable[object]) -> str:
    """The code with which something is refused that has to be waited for."""
    with pytest.raises(Refused) as refused:
        await answer
    return refused.value.code


async def made_for(service: TableService, user: User, wanted: TableRequest, where: str, **more: Any) -> Room:
    """A new table, to which another gives way if one must."""
    way = await service.giving_way.find(user, where)
    return service.setup.make(user, wanted, where, way=way, **more)


def asked_of(room: Room, seat: int) -> int:
    """The number of the question that a seat is asked."""
    assert room.live is not None
    asked = room.live.holders[seat].asked
    assert asked is not None
    return asked


def any_name(room: Room, seat: int) -> str:
    """A legal move of a seat."""
    assert room.live is not None
    return room.live.table.moves(seat)[0].name


async def found_at(service: TableService, address: str) -> Room:
    """The table."""
    room = await service.tables.find(address)
    assert room is not None
    return room


def assert_kept(service: TableService, room: Room) -> None:
    """What is in memory is what is kept."""
    assert room.live is not None
    kept = service.store.table(room.address)
    assert kept is not None and replace(kept, changed=0) == replace(room.kept, changed=0, pending=kept.pending)
    assert kept.pending == (room.live.pending_people if kept.status == "running" else 0)
    acts = service.store.acts(room.kept)
    assert acts == room.live.acts
    assert bytes(LiveGame(kept, acts).table.state) == bytes(room.live.table.state)


def break_once(
    monkeypatch: pytest.MonkeyPatch,
    service: TableService,
    name: str,
    times: int = 1,
    is_time: Callable[[], bool] = lambda: True,
) -> list[int]:
    """What a function of the store writes can't be stored so many times, as with a full disk.

    The list has how many are to come. `is_time`: asked whether it breaks now.
    """
    whole, put, left = getattr(service.store, name), service.store.changes.put, [times]

    def fail(_: Connection) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    def write(*values: Any) -> object:
        if not left[0] or not is_time():
            return whole(*values)
        left[0] -= 1
        with monkeypatch.context() as patch:
            patch.setattr(service.store.changes, "put", lambda _, *tables: put(fail, *tables))
            return whole(*values)

    monkeypatch.setattr(service.store, name, write)
    return left


def deep_undo() -> LiveGame:
    """A table at which one seat may take back its last two decisions, and has made the one before."""
    dice = random.Random(5)
    while True:
        live = LiveGame(kept_table("notre-dame", 3, seed=dice.randbytes(32)))
        while live.pending:
            seat = dice.choice(live.pending)
            moved(live, seat, dice=dice)
            if [act.seat for act in live.acts[-3:]] == [seat] * 3 and can_undo_twice(live, seat):
                return live


def can_undo_twice(live: LiveGame, seat: int) -> bool:
    """Whether the seat's last two decisions can be taken back."""
    again = LiveGame(live.kept, live.acts)
    for _ in range(2):
        if not again.table.may_undo(seat):
            return False
        acted(again, seat, "undo")
    return True
