"""Numbered games in batches, played by workers that may die and come: how large a batch is, what becomes of a lost one.

Nothing here knows what the workers are: `arena/cluster.py` has those of a Ray cluster. A batch is a few numbers; its
answer comes later. It should take some seconds, since each costs the one who asked about the same, however long it is.
"""

from __future__ import annotations

import hashlib
import math
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from bellringer.core.edges.files import read_bytes
from bellringer.core.errors import BellringerError

BATCH_SECONDS = 4.0  # what a batch should take
GROWTH = 4  # a batch is at most so many times as large as the largest that was answered
MOST_NUMBERS = 20_000  # in a batch, so that an answer is no burden
AHEAD = 2  # batches for each place of a worker: one that is played, and one that waits
MOST_LOSSES = 8  # a batch whose worker died so often is the reason itself
LOOK_UP = 0.2  # seconds between two looks at Ctrl-C
SECONDS_TO_END = 0.3  # for batches that are ending anyway: Ray may crash if it is told to drop one just then
COUNT_PLACES = 2.0  # seconds between two looks at how many workers there are
FADING = 0.9  # of what earlier batches took, kept at each new one
WHAT_PLAYS = ("core", "games", "bots", "arena", "training")  # the packages on which a game depends
NOT_OF_THE_BUILD = {".so", ".pyc", ".c", ".svg", ".md"}  # differ from machine to machine, or change no game

ON_HAND: dict[str, Any] = {}  # in a worker's process: what it plays, by a name that nothing else has

Found = TypeVar("Found")
Numbers = Sequence[int]
Play = Callable[[Iterable[int]], Found]


class WorkersFailed(BellringerError):
    """The workers can't play: they are not reached, are another version, or die again and again."""


@dataclass(frozen=True)
class Answer:
    """What a worker made of a batch. `found`: what came of it; `error`: why it could not, if that can be told.

    `rest`: what it has not played, since it was told to stop. `seconds`: how long it took.
    """

    found: Any
    rest: Numbers
    error: BellringerError | None
    seconds: float


class Crew(Protocol):
    """Workers, wherever they are."""

    def places(self) -> int:
        """How many batches they can play at the same time now; 0 while there is no worker."""

    def submit(self, numbers: Numbers) -> Future[Answer]:
        """Let somebody play a batch."""

    def is_loss(self, error: BaseException) -> bool:
        """Whether a batch failed since its worker died, so that it has to be played again."""

    def stop(self) -> None:
        """Drop the batches that wait, and let those that are played end with the game at hand."""


@dataclass(frozen=True)
class Batch:
    """Games that are played by one worker, and how often it was lost."""

    numbers: Numbers
    losses: int = 0


class Sizes:
    """How many games the next batch has: so many that it takes some seconds, and fewer towards the end."""

    def __init__(self, batch_seconds: float = BATCH_SECONDS) -> None:
        self.batch_seconds = batch_seconds
        self.games = self.seconds = 0.0
        self.largest = 0

    def note(self, games: int, seconds: float) -> None:
        """Learn from an answer. What was learned earlier fades."""
        self.games = FADING * self.games + games
        self.seconds = FADING * self.seconds + seconds
        self.largest = max(self.largest, games)

    def next(self, rest: int, places: int) -> int:
        """The size of the next batch, when `rest` games are not begun, and there are so many places."""
        if not self.largest:
            return 1
        wanted = self.batch_seconds * self.games / self.seconds if self.seconds else MOST_NUMBERS
        fair = math.ceil(rest / (AHEAD * max(1, places)))
        return max(1, min(int(min(wanted, MOST_NUMBERS)), GROWTH * self.largest, fair))


class Batches:
    """Lets a crew play numbered games. `take` gets what each batch found, in the order in which they end."""

    def __init__(
        self,
        crew: Crew,
        numbers: Iterator[int],
        count: int,
        take: Callable[[Any], None],
        batch_seconds: float = BATCH_SECONDS,
    ) -> None:
        self.crew, self.numbers, self.rest, self.take = crew, numbers, count, take
        self.sizes, self.lost = Sizes(batch_seconds), list[Batch]()
        self.running: dict[Future[Answer], Batch] = {}
        self.ended: SimpleQueue[Future[Answer]] = SimpleQueue()
        self.places, self.counted = 0, -math.inf
        self.is_stopped = False

    def play(self, stopping: Callable[[], None] | None) -> None:
        """Play all. On KeyboardInterrupt call `stopping`, take what the games at hand bring, and raise it again."""
        try:
            self.fill()
            while self.running:
                self.wait()
                self.fill()
        except KeyboardInterrupt:
            if stopping:
                stopping()
            raise
        finally:
            self.end()

    def fill(self) -> None:
        """Hand out batches, the lost ones first, until there are enough for all workers."""
        if time.monotonic() - self.counted > COUNT_PLACES:
            self.places, self.counted = self.crew.places(), time.monotonic()
        while len(self.running) < max(1, AHEAD * self.places) and (batch := self.next_batch()):
            future = self.crew.submit(batch.numbers)
            self.running[future] = batch
            future.add_done_callback(self.ended.put)

    def next_batch(self) -> Batch | None:
        """A batch to play; None if all are begun."""
        if self.lost:
            return self.lost.pop()
        numbers = tuple(islice(self.numbers, self.sizes.next(self.rest, self.places)))
        self.rest -= len(numbers)
        return Batch(numbers) if numbers else None

    def wait(self) -> None:
        """Wait a little for the next batch that ends, and take it."""
        try:
            future = self.ended.get(timeout=LOOK_UP)
        except Empty:
            return
        self.note(future, self.running.pop(future))

    def note(self, future: Future[Answer], batch: Batch) -> None:
        """Take what a batch found, or see to it that it is played again."""
        if future.cancelled() or (error := future.exception()) is not None:
            self.note_failure(None if future.cancelled() else error, batch)
            return
        answer = future.result()
        if answer.error is not None and not self.is_stopped:
            raise answer.error
        if answer.rest:
            self.lost.append(Batch(answer.rest, batch.losses))
        if answer.found is not None:
            self.sizes.note(len(batch.numbers) - len(answer.rest), answer.seconds)
            self.take(answer.found)

    def note_failure(self, error: BaseException | None, batch: Batch) -> None:
        """Put a lost batch back. Raises WorkersFailed if it was lost too often, and any other error."""
        if self.is_stopped:
            return
        if isinstance(error, BellringerError):
            raise error
        if error is None or not self.crew.is_loss(error):
            raise WorkersFailed(f"a worker failed: {error!r}") from error
        if batch.losses + 1 >= MOST_LOSSES:
            first, last = batch.numbers[0], batch.numbers[-1]
            raise WorkersFailed(f"the worker that plays games {first} to {last} has died {MOST_LOSSES} times: {error}")
        self.lost.append(Batch(batch.numbers, batch.losses + 1))

    def end(self) -> None:
        """Begin nothing more, and keep what the games at hand bring."""
        self.is_stopped = True
        soon = time.monotonic() + SECONDS_TO_END
        while self.running and time.monotonic() < soon:
            self.wait()
        if self.running:
            self.crew.stop()
        while self.running:
            self.wait()


# what a worker does


class Series(Protocol):
    """As `GameSeries` of arena/run.py."""

    def play(self, number: int) -> Any:
        """Play the game of that number."""


@dataclass(frozen=True)
class EachOf:
    """Plays the games of a batch one by one."""

    series: Series

    def __call__(self, numbers: Iterable[int]) -> list[Any]:
        """The games of these numbers."""
        return [self.series.play(number) for number in numbers]


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """Yield what is set once this process is interrupted, in place of a KeyboardInterrupt that loses the game."""
    is_over = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield is_over
        return
    before = signal.signal(signal.SIGINT, lambda *_: is_over.set())
    try:
        yield is_over
    finally:
        signal.signal(signal.SIGINT, before)


def on_hand(name: str, fetch: Callable[[], Any]) -> Any:
    """What is played under a name, fetched once in each process. What was played before is let go."""
    if name not in ON_HAND:
        ON_HAND.clear()
        ON_HAND[name] = fetch()
    return ON_HAND[name]


def answer(play: Play[Found], numbers: Numbers) -> Answer:
    """Play a batch, or as much of it as there is time for until the process is told to stop.

    An error that people can read is a part of the answer.
    """
    found, error, rest = None, None, deque(numbers)

    def coming() -> Iterator[int]:
        while rest and not is_over.is_set():
            yield rest.popleft()

    began = time.perf_counter()
    with told_to_stop() as is_over:
        try:
            found = play(coming())
        except BellringerError as caught:
            error = caught
    return Answer(found, tuple(rest), error, time.perf_counter() - began)


@cache
def build() -> str:
    """The version of this package, and a short hash of all in it on which a game depends."""
    root, whole = Path(__file__).parent.parent, hashlib.sha256()
    for package in WHAT_PLAYS:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.suffix not in NOT_OF_THE_BUILD:
                whole.update(f"{path.relative_to(root).as_posix()}\n".encode() + read_bytes(path))
    return f"{version('bellringer')} ({whole.hexdigest()[:8]})"
