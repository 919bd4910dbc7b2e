"""The real server as a process of its own: started on a port that is free, killed, started again on the same data."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from bellringer.core.tables.table import Table
from bellringer.server.base.settings import Settings
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame

NAME = "table.example"  # by which its browsers find it too, as a computer in the house is found: no secure origin
PATIENCE = 60.0  # seconds for what a page has sent, on a machine that has much else to do

# The kernel gives outgoing connections a port from 32768 on. One of those could be taken while a killed server is away.
LISTENED = range(10_000, 32_000)


def free_port() -> int:
    """A port on loopback that nobody has, and that no outgoing connection is given."""
    while True:
        port = random.choice(LISTENED)
        with closing(socket.socket()) as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@dataclass
class Server:
    """`bellringer serve` on a folder. `pace`: seconds that its bots wait."""

    data: Path
    pace: float = 0.0
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def named_url(self) -> str:
        """The same by a name, where browsers take nothing for secure."""
        return f"http://{NAME}:{self.port}"

    def count_streams(self) -> int:
        """How many pages and programs listen."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=60) as answer:
            found = re.search(r"^bellringer_streams (\d+)", answer.read().decode(), re.MULTILINE)
        assert found is not None
        return int(found[1])

    def start(self) -> None:
        """Start it, on the port that it had before, and wait until it listens."""
        asked = ["serve", "--port", str(self.port), "--data", str(self.data), "--pace", str(self.pace), "--no-limits"]
        asked += ["--name", NAME]
        with (self.data.parent / "server-log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bellringer", *asked], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Bellringer is at http://" in line, f"the server did not start: {line!r} {self.said()}"

    def said(self) -> str:
        """What it wrote about itself: its errors, that is."""
        log = self.data.parent / "server-log"
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()
        self.process = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """Killed within the block, started again after it, whatever happens there."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    def stop(self) -> None:
        """End it politely; by force if it does not listen."""
        if "store" in self.__dict__:
            self.store.close()
            del self.__dict__["store"]
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None

    # what it has kept

    @cached_property
    def store(self) -> Store:
        """Its database, for reading."""
        return Store(Settings(self.data).database, Settings(self.data).key_file)

    def count_acts(self, address: str) -> int:
        """How many acts there are of a table."""
        return len(self.live(address).acts)

    def until_acts(self, address: str, count: int) -> None:
        """Wait until there are so many acts of a table."""
        end = time.monotonic() + PATIENCE
        while self.count_acts(address) < count:
            assert time.monotonic() < end, f"{self.count_acts(address)} acts, not {count}"
            time.sleep(0.02)

    def live(self, address: str) -> LiveGame:
        """A table, built anew from the database."""
        kept = self.store.table(address)
        assert kept is not None
        return LiveGame(kept, self.store.acts(kept))

    def table(self, address: str) -> Table:
        """The game at a table."""
        return self.live(address).table
