"""A server killed again and again: what it acknowledged is there, once, and every table goes on.

It is killed in the middle of play; while it starts, on an empty folder, too; while a checkpoint moves its log into the
database; and while another process makes a backup, which must come out whole. `--kills` says how many kills the long
form makes, in pieces of `A_PIECE`, each with a folder of its own.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bellringer.cli import main
from bellringer.core.records import record
from bellringer.core.records.verify import verify
from bellringer.server import serve
from bellringer.server.base.keys import read_keys, usual_key_file
from bellringer.server.base.settings import Settings, unlimited
from bellringer.server.store import database
from bellringer.server.store.vault import Vault
from bellringer.server.tables.live.live_game import MOST_BEHIND
from tests.server.services import PATIENCE, Served

QUICK, A_PIECE = 5, 50  # kills of the quick form, and of each piece of the long one
AS_TYPED = 1  # kills of `bellringer serve` itself; the rest begin from a process that has all modules loaded
MOST_PLAY = 25  # what is acknowledged between two kills: up to so many acts, and then some milliseconds more
EARLY = 0.15  # how many of the kills in play come before anybody has acted
MOMENTS = ("play", "start", "checkpoint", "first start", "backup")  # each once, and then by chance
SHARES = (5, 2, 2, 1, 2)
LOG_BYTES, MOST_LOG_BYTES = 48 << 10, 160 << 10  # small, so that checkpoints are frequent
NAME = "bellringer.sqlite3"
COMPANIES = [
    ("notre-dame", ("me", "random", "random")),
    ("notre-dame", ("me", "me", "random", "random", "random")),
    ("rattus", ("me", "random")),
    ("rattus", ("random", "me", "random", "me", "random", "me")),
]

MANY = [(game, seats, changes_mind) for game, seats in COMPANIES for changes_mind in (False, True)]
FEW = [(*COMPANIES[1], True), (*COMPANIES[2], False)]  # of the quick form

Done = tuple[int, int, str, str]  # number, seat, kind, word
FORKS = multiprocessing.get_context("forkserver")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The quick form, and the pieces of the long one."""
    if "kills" in metafunc.fixturenames:
        count = -(-metafunc.config.getoption("kills") // A_PIECE)
        long = [pytest.param(n, A_PIECE, id=f"piece-{n:02}", marks=pytest.mark.soak) for n in range(1, count + 1)]
        metafunc.parametrize(("seed", "kills"), [pytest.param(0, QUICK, id="quick"), *long])


# the server


def serve_on(data: Path, log: Path, told: Connection) -> None:
    """What `bellringer serve --port 0` does, in this process."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    database.LOG_BYTES, database.MOST_LOG_BYTES = LOG_BYTES, MOST_LOG_BYTES
    settings = Settings(data=data, pace=0.0, grace=0.0, level="random", limits=unlimited())
    serve.serve(settings, "127.0.0.1", 0, is_json=True, opens=False, say=told.send)


@dataclass
class Forked:
    """The same server without the seconds that loading its modules takes."""

    data: Path
    process: Any = None

    def begin(self) -> Connection:
        """Let it start on a free port; what its address will come from."""
        hearing, telling = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=serve_on, args=(self.data, self.data.parent / "forked.log", telling))
        self.process.start()
        telling.close()
        return hearing

    def start(self) -> str:
        """Start it on a free port; returns its address."""
        with closing(self.begin()) as hearing:
            assert hearing.poll(4 * PATIENCE), "the server did not start"
            url: str = hearing.recv()
        return url.rstrip("/")

    def kill(self) -> None:
        """End it at once, in whatever it was doing."""
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.join(PATIENCE)
            self.process.close()
            self.process = None


# a user who does not give up


@dataclass
class Player:
    """Plays one table after the other in a thread of its own, and sends again what was not answered.

    `acts`: what the server acknowledged, by table.
    """

    url: Callable[[], str]
    game: str
    seats: tuple[str, ...]
    changes_mind: bool  # takes moves back, lends seats and comes back
    dice: random.Random
    is_last: threading.Event
    acts: dict[str, list[Done]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)
    cut: int = 0  # requests that were sent to a server that did not live to answer
    error: BaseException | None = None
    wire: http.client.HTTPConnection | None = None

    def play(self) -> None:
        """Play until no more games shall begin, and the last one to its end."""
        try:
            while not self.is_last.is_set():
                address = self.make()
                while self.step(address):
                    pass
                self.finished.append(address)
        except BaseException as error:  # told by the test
            self.error = error
        finally:
            self.hang_up()

    def make(self) -> str:
        """A new table."""
        seats = [{"kind": "me"} if seat == "me" else {"kind": "bot", "bot": seat} for seat in self.seats]
        made = self.ask("POST", "/tables", name="Anna", game=self.game, seats=seats)
        address: str = made["table"]["id"]
        self.keys[address], self.acts[address] = made["key"], []
        return address

    def step(self, address: str) -> bool:
        """Answer what is asked; False once the game is over."""
        shown = self.ask("GET", f"/tables/{address}", address)
        if shown["status"] == "over":
            return False
        assert shown["acts"] >= max((act[0] for act in self.acts[address]), default=0), "an act has gone"
        for seat in shown["pending"]:
            if self.seats[seat] == "me":
                self.answer(address, seat)
        return True

    def answer(self, address: str, seat: int) -> None:
        """One thing that a seat does."""
        path = f"/tables/{address}"
        view = self.ask("GET", f"{path}/view?seat={seat}", address)
        if view["asked"] is None:
            return
        if self.changes_mind and self.dice.random() < 0.1:
            # A lost answer is asked for again, and meanwhile the bot may have played the game to its end.
            self.ask("POST", f"{path}/lend", address, allowed=(409,), seat=seat)
            self.ask("POST", f"{path}/return", address, allowed=(409,), seat=seat)
            return
        move = self.dice.choice(view["moves"])["name"]
        done = self.ask("POST", f"{path}/moves", address, seat=seat, asked=view["asked"], move=move)
        assert (done["seat"], done["kind"], done["word"]) == (seat, "move", move)
        self.note(address, done)
        if self.changes_mind and self.dice.random() < 0.3:
            self.note(
                address, self.ask("POST", f"{path}/undo", address, allowed=(409,), seat=seat, acts=done["number"])
            )

    def note(self, address: str, done: Any) -> None:
        """Remember what was acknowledged."""
        if "number" in done:
            self.acts[address].append((done["number"], done["seat"], done["kind"], done["word"]))

    def ask(self, method: str, path: str, address: str = "", allowed: tuple[int, ...] = (), **sent: Any) -> Any:
        """Send a request until it is answered, over as many servers as it takes."""
        headers = {"content-type": "application/json"}
        if address:
            headers["authorization"] = f"Bearer {self.keys[address]}"
        end = time.monotonic() + 4 * PATIENCE
        while True:
            try:
                status, text = self.send(method, f"/api/v1{path}", json.dumps(sent) if sent else None, headers)
                break
            except (OSError, http.client.HTTPException) as error:
                self.hang_up()
                self.cut += not isinstance(error, ConnectionRefusedError)
                assert time.monotonic() < end, f"no answer to {method} {path}"
                time.sleep(0.02)
        assert status in (200, 201, *allowed), f"{method} {path} {sent}: {status} {text}"
        return text if path.endswith("/record") else json.loads(text)

    def send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        """Send a request once."""
        if self.wire is None:
            self.wire = http.client.HTTPConnection(urlsplit(self.url()).netloc, timeout=PATIENCE)
        self.wire.request(method, path, body, headers)
        answer = self.wire.getresponse()
        return answer.status, answer.read().decode()

    def hang_up(self) -> None:
        """Let go of the connection."""
        if self.wire is not None:
            self.wire.close()
            self.wire = None


# what must be true


def kept_acts(data: Path) -> dict[str, list[Done]]:
    """All acts by table, read from a copy: the server's own files are left as the kill left them."""
    with tempfile.TemporaryDirectory() as copy:
        for path in data.glob(f"{NAME}*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, copy)
        return acts_in(Path(copy) / NAME)


def acts_in(path: Path) -> dict[str, list[Done]]:
    """All acts by table in a database, which must be whole."""
    columns = ("number", "seat", "kind", "word", "asked", "at", "spent", "salt", "sealed")
    vault = Vault(read_keys(usual_key_file()))
    found: dict[str, list[Done]] = {}
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma integrity_check").fetchall() == [("ok",)]
        if ("acts",) not in base.execute("select name from sqlite_master").fetchall():
            return found  # the first start was killed
        shown = ", ".join(("address", "id", *columns))
        rows = base.execute(f"select {shown} from acts join tables on id = table_id order by address, number")
        for address, table, *values in rows:
            act = vault.act(table, dict(zip(columns, values, strict=True)))
            found.setdefault(address, []).append((act["number"], act["seat"], act["kind"], act["word"]))
        newest = "select max(number) from acts where acts.table_id = positions.table_id"
        behind = f"select max(coalesce(({newest}), 0) - number), min(coalesce(({newest}), 0) - number) from positions"
        most, least = base.execute(behind).fetchone()
        assert most is None or 0 <= least <= most < MOST_BEHIND, "a last position is too old, or of no act"
    return found


def assert_all_there(acknowledged: dict[str, list[Done]], kept: dict[str, list[Done]]) -> None:
    """Every act that somebody was told of is kept, and no number is left out."""
    for address, acts in acknowledged.items():
        there = kept.get(address, [])
        assert [act[0] for act in there] == list(range(1, len(there) + 1))
        assert set(acts) <= set(there), f"gone: {sorted(set(acts) - set(there))}"


def assert_recorded(player: Player, address: str, acts: list[Done]) -> None:
    """The record of a finished game has the moves that were kept and not taken back, and it replays."""
    text = player.ask("GET", f"/tables/{address}/record", address)
    assert all(check.ok for check in verify(text)), text
    moves: list[tuple[int, str]] = []
    for _, seat, kind, word in acts:
        if kind == "move":
            moves.append((seat, word))
        elif kind == "undo":
            moves.pop()
    assert record.replay(text).history == moves
    if not player.changes_mind:  # then every act is a move, and has the number that it has in the record
        assert {(number, moves[number - 1]) for number, *_ in player.acts[address]} == {
            (number, (seat, word)) for number, seat, _, word in player.acts[address]
        }


def copy_of(players: list[Player]) -> dict[str, list[Done]]:
    """What was acknowledged until now."""
    return {address: list(acts) for player in players for address, acts in list(player.acts.items())}


def let_play(players: list[Player], dice: random.Random, most: int = MOST_PLAY) -> None:
    """Wait until a random moment: after some acts, or while the server is still beginning."""

    def acts() -> int:
        return sum(len(done) for player in players for done in list(player.acts.values()))

    wanted = acts() + (0 if dice.random() < EARLY else dice.randint(1, most))
    end = time.monotonic() + PATIENCE
    while acts() < wanted and not any(player.error for player in players):
        assert time.monotonic() < end, "the server has stopped answering"
        time.sleep(0.001)
    time.sleep(dice.random() * 0.05)


# the moments


@dataclass
class Killer:
    """Kills servers on one folder at moments of every kind."""

    served: Served
    players: list[Player]
    url: list[str]
    dice: random.Random
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.forked = Forked(self.served.data)
        self.server: Served | Forked = self.served

    def kill_at(self, moment: str) -> None:
        """Kill the server at such a moment, look whether all is there, and start it again."""
        let_play(self.players, self.dice)
        backed_up = None
        if moment == "checkpoint":
            self.wait_for_checkpoint()
        elif moment == "first start":
            self.kill_first_start()
        elif moment == "backup":
            backed_up = self.begin_backup()
        self.server.kill()
        if backed_up is not None:
            backed_up()
        if moment == "start":
            self.kill_start()
        assert_all_there(copy_of(self.players), kept_acts(self.served.data))
        self.counts[moment] += 1
        self.server = self.served if self.counts.total() < AS_TYPED else self.forked
        self.url[0] = self.server.start()

    def kill_start(self) -> None:
        """Kill a server that begins, before or soon after it says its address."""
        with closing(self.forked.begin()) as hearing:
            hearing.poll(self.dice.random() * 2)
            time.sleep(self.dice.random() * 0.2)
            self.forked.kill()

    def kill_first_start(self) -> None:
        """Kill a server that begins on an empty folder, at any moment of that; then it begins as ever."""
        fresh = Forked(self.served.data.parent / f"fresh {self.counts.total()}" / "data")
        fresh.data.parent.mkdir()
        with closing(fresh.begin()):
            while not (fresh.data / NAME).exists():
                time.sleep(0.0005)
            time.sleep(self.dice.random() * 0.3)
            fresh.kill()
        try:
            url = urlsplit(fresh.start())
            with closing(http.client.HTTPConnection(url.netloc, timeout=PATIENCE)) as wire:
                wire.request("GET", "/healthz")
                assert wire.getresponse().status == 200
        finally:
            fresh.kill()

    def wait_for_checkpoint(self) -> None:
        """Wait until the log is being moved into the database: only then is the database's own file written."""
        path, end = self.served.data / NAME, time.monotonic() + PATIENCE
        written = path.stat().st_mtime_ns
        while path.stat().st_mtime_ns == written:
            assert time.monotonic() < end, "no checkpoint came"
            time.sleep(0.0002)
        time.sleep(self.dice.random() * 0.004)

    def begin_backup(self) -> Callable[[], None]:
        """Let another process copy the database, and come back in its middle. Returned: a check of how it ended."""
        before = copy_of(self.players)
        target = self.served.data.parent / f"backup {self.counts.total()}.sqlite3"
        process = FORKS.Process(target=back_up, args=(self.served.data, target))
        process.start()
        end = time.monotonic() + PATIENCE
        while not any(path.stat().st_size for path in target.parent.glob(f"*{target.name}*")):
            assert time.monotonic() < end and process.exitcode is None, "no backup was begun"
            time.sleep(0.0005)
        time.sleep(self.dice.random() * 0.02)

        def ended() -> None:
            process.join(4 * PATIENCE)
            assert process.exitcode == 0, "the backup failed"
            saved = acts_in(target)
            assert_all_there(before, saved)
            assert_all_there(saved, kept_acts(self.served.data))
            process.close()

        return ended


def back_up(data: Path, target: Path) -> None:
    """Copy a running database, by `bellringer backup` where there is one, else by SQLite's own online backup."""
    if "backup" in main.commands:
        main(["backup", str(data), str(target)], standalone_mode=False)
        return
    with closing(sqlite3.connect(data / NAME)) as base, closing(sqlite3.connect(target)) as copied:
        base.execute("BEGIN")
        base.execute("SELECT count(*) FROM tables").fetchone()  # all of one moment, whatever is written meanwhile
        base.backup(copied, pages=8, sleep=0.002)


def moments(kills: int, dice: random.Random) -> list[str]:
    """Moments of every kind."""
    return [*MOMENTS, *dice.choices(MOMENTS, SHARES, k=kills - len(MOMENTS))]


@pytest.mark.slow
def test_a_killed_server_has_all_that_it_acknowledged_and_every_table_ends(
    served: Served, seed: int, kills: int
) -> None:
    FORKS.set_forkserver_preload(["bellringer.server.serve", "tests.server.test_kill"])
    url, is_last = [served.url], threading.Event()
    players = [
        Player(
            lambda: url[0], game, seats, changes_mind, random.Random(f"{game} {seats} {changes_mind} {seed}"), is_last
        )
        for game, seats, changes_mind in (FEW if kills <= QUICK else MANY)
    ]
    threads = [threading.Thread(target=player.play) for player in players]
    killer = Killer(served, players, url, random.Random(50 + seed))
    try:
        for thread in threads:
            thread.start()
        for moment in moments(kills, killer.dice):
            killer.kill_at(moment)
        is_last.set()
        for thread in threads:
            thread.join(4 * PATIENCE)
        assert [player.error for player in players] == [None] * len(players)
        assert_ended(players, kept_acts(served.data))
    finally:
        is_last.set()
        killer.server.kill()
        for player in players:
            player.hang_up()
    acts = sum(len(done) for player in players for done in player.acts.values())
    print(f"{killer.counts.total()} kills: {dict(killer.counts)}; {acts} acts acknowledged")
    assert sum(player.cut for player in players) >= kills, "most kills came while nobody played"


def assert_ended(players: list[Player], kept: dict[str, list[Done]]) -> None:
    """Every table has come to its end, with the moves that were made there."""
    for player in players:
        assert player.finished == list(player.acts), "a table is stuck"
        for address in player.finished:
            assert_recorded(player, address, kept[address])
    assert_all_there(copy_of(players), kept)
