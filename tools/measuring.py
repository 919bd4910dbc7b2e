"""What a measurement tells of the server's process, its write-ahead log and the machine, looked at while it runs.

The log counts its pages in the file `-shm` (https://www.sqlite.org/walformat.html), and all that a change writes goes
through the log. How busy the machine was belongs to every figure: what other processes used is told with it.
"""

from __future__ import annotations

import asyncio
import os
import platform
import resource
import sqlite3
import statistics
import struct
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

__all__ = [
    "DATABASE",
    "PAGE_BYTES",
    "LogWatch",
    "Watch",
    "allow_many_files",
    "children_of",
    "machine_words",
    "memory_of",
    "of_all",
    "quantile",
    "seconds_of_additions",
    "used_seconds",
]

Number = TypeVar("Number", int, float)

DATABASE = "bellringer.sqlite3"
EVERY = 0.05  # seconds between two looks at the log, which begins anew after some thousand pages
MEMORY_EVERY = 1.0
PAGE_BYTES = resource.getpagesize()
FRAME_HEAD = 24  # bytes before each page in the log
INDEX = struct.Struct(
    "=3IBBH6I"
)  # version, -, change, is ready, byte order, page size, last frame, pages, 2 sums, 2 salts
SETTLING = 0.1  # the part of a run before its memory counts: tables are built, caches filled


def quantile(times: Sequence[float], part: float) -> float:
    """The value below which that part of the others lies; 0 without any."""
    found = sorted(times)
    return found[min(len(found) - 1, int(len(found) * part))] if found else 0.0


def busy_seconds() -> float:
    """The processor time that all processes of the machine have used."""
    words = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _wait, *rest = (int(word) for word in words)
    return (user + nice + system + sum(rest[:3])) / os.sysconf("SC_CLK_TCK")


ADDING = """
import time
before, total = time.process_time(), 0
for number in range(1_000_000):
    total += number
print(time.process_time() - before)
"""


def seconds_of_additions() -> float:
    """The processor time in which Python adds ten million numbers now, on all cores at once.

    It tells a slow machine from a fast one. Cores that are two halves of one are slow together alone.
    """
    command = [sys.executable, "-I", "-S", "-c", ADDING]
    adding = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in os.sched_getaffinity(0)]
    return 10 * statistics.mean(float(one.communicate()[0]) for one in adding)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, and that run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it may just have ended
            state, parent, *_ = path.read_text().rpartition(")")[2].split()
            if int(parent) == pid and state != "Z":
                found.append(int(path.parent.name))
    return found


def used_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """The bytes that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES


def of_all(measure: Callable[[int], Number], pid: int, children: Iterable[int] | None = None) -> Number:
    """What is measured of a process and of those that it has started, or of these children, together."""
    found = measure(pid)
    for child in children_of(pid) if children is None else children:
        with suppress(OSError, IndexError):  # it may just have ended
            found += measure(child)
    return found


@dataclass
class LogWatch:
    """Counts the bytes that go into a write-ahead log, however often it begins anew, and its greatest size."""

    path: Path  # of the database
    written: int = 0
    longest: int = 0
    _salts: tuple[int, int] = (0, 0)
    _frames: int = 0

    def look(self) -> None:
        """Count what has come since the last look."""
        log, index = (self.path.with_name(self.path.name + end) for end in ("-wal", "-shm"))
        try:
            self.longest = max(self.longest, log.stat().st_size)
            with index.open("rb") as file:
                found = INDEX.unpack(file.read(INDEX.size))
        except (OSError, struct.error):  # the server has just begun, or ended
            return
        page = 65_536 if found[5] == 1 else found[5]
        frames, salts = found[6], (found[10], found[11])
        is_anew = salts != self._salts or frames < self._frames
        self.written += (frames if is_anew else frames - self._frames) * (page + FRAME_HEAD)
        self._frames, self._salts = frames, salts


@dataclass
class Watch:
    """What there is to see of a server from outside, while it runs. All is seen within `watching`."""

    pid: int
    data: Path
    began: float = 0.0
    seconds: float = 0.0
    memory: list[tuple[float, int]] = field(default_factory=list)  # when, and how many bytes
    log: LogWatch = field(init=False)
    acts: int = 0
    server: float = 0.0  # processor time in seconds, of the server, of this process and of all others
    driver: float = 0.0
    others: float = 0.0
    loads: list[float] = field(default_factory=list)  # of the last minute, at the beginning and at the end
    additions: float = field(default_factory=seconds_of_additions)  # before anything begins

    def __post_init__(self) -> None:
        self.log = LogWatch(self.data / DATABASE)

    def begin(self) -> None:
        """What happened before is not counted."""
        self.log.look()
        self.log.written, self.log.longest = 0, 0
        self.acts = -count_acts(self.data)
        self.server, self.driver, self.others = self._used(-1)
        self.loads.append(os.getloadavg()[0])
        self.began = time.monotonic()

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Look while what is within runs. Raises at its end what has kept this from looking."""
        self.begin()
        task = asyncio.create_task(self.watch())
        try:
            yield
            if task.done():
                task.result()
            self.end()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def watch(self) -> None:
        """Look until cancelled."""
        due = 0.0
        while True:
            self.log.look()
            if (at := time.monotonic() - self.began) >= due:
                self.memory.append((at, of_all(memory_of, self.pid)))
                due = at + MEMORY_EVERY
            await asyncio.sleep(EVERY)

    def end(self) -> None:
        """Count up to here. The server still runs."""
        self.log.look()
        self.seconds = time.monotonic() - self.began
        self.memory.append((self.seconds, of_all(memory_of, self.pid)))
        self.acts += count_acts(self.data)
        server, driver, busy = self._used(1)
        self.server, self.driver = self.server + server, self.driver + driver
        self.others = max(0.0, self.others + busy - self.server - self.driver)
        self.loads.append(os.getloadavg()[0])

    def _used(self, sign: int) -> tuple[float, float, float]:
        return (
            sign * of_all(used_seconds, self.pid),
            sign * time.process_time(),
            sign * busy_seconds(),
        )

    def growth(self) -> float:
        """By which part the memory of the second half is more than that of the first; the beginning does not count."""
        first = SETTLING * self.seconds
        halves = [[size for at, size in self.memory if (at > self.seconds / 2) is is_late and at >= first]
                  for is_late in (False, True)]  # fmt: skip
        if not all(halves):
            return 0.0
        return statistics.median(halves[1]) / statistics.median(halves[0]) - 1

    def figures(self) -> dict[str, Any]:
        """What was seen, as a document."""
        return {
            "seconds": round(self.seconds, 1),
            "memory_mib": {
                "first": round(self.memory[0][1] / 2**20, 1),
                "most": round(max(size for _, size in self.memory) / 2**20, 1),
                "growth_of_second_half": round(self.growth(), 4),
            },
            "log": {
                "longest_bytes": self.log.longest,
                "written_bytes": self.log.written,
                "acts": self.acts,
                "bytes_an_act": round(self.log.written / self.acts) if self.acts else None,
            },
            "machine": {
                "date": datetime.now(UTC).isoformat(timespec="minutes"),
                "cores": len(os.sched_getaffinity(0)),
                "python": platform.python_version(),
                "load_average": [round(load, 2) for load in self.loads],
                "cores_of_server": round(self.server / self.seconds, 2),
                "cores_of_driver": round(self.driver / self.seconds, 2),
                "cores_of_others": round(self.others / self.seconds, 2),
                "seconds_of_additions": [round(self.additions, 2), round(seconds_of_additions(), 2)],
            },
        }


BUSY = 0.1  # of the cores: above this, others have a part in what is measured


def machine_words(machine: dict[str, Any]) -> str:
    """How busy the machine was, in a sentence."""
    cores, others = machine["cores"], machine["cores_of_others"]
    state = "busy with other work" if others > BUSY * cores else "otherwise idle"
    return (
        f"{machine['date']}, {cores} cores, Python {machine['python']}, {state}: server {machine['cores_of_server']}, "
        f"driver {machine['cores_of_driver']}, others {others} cores; load average {machine['load_average'][0]} to "
        f"{machine['load_average'][-1]}; ten million additions take {machine['seconds_of_additions'][0]} s before and "
        f"{machine['seconds_of_additions'][1]} s after it."
    )


def count_acts(data: Path) -> int:
    """How many acts are stored."""
    with closing(sqlite3.connect(f"file:{data / DATABASE}?mode=ro", uri=True)) as base:
        found: int = base.execute("SELECT count(*) FROM acts").fetchone()[0]
    return found


def allow_many_files() -> None:
    """Let this process, and those that it starts, open as many files as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
