"""Playing a match on all cores: threads, since bots think without the GIL. It can be stopped, and goes on later.

A study is played by the same means.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Protocol, TypeVar

from bellringer.arena.journal import Notes, Store
from bellringer.arena.match import Match, Numbered
from bellringer.core.errors import OptionError

AHEAD = 4  # games in waiting for each thread, so that none is ever idle
LOOK_UP = 0.2  # seconds after which a wait looks for a Ctrl-C: a library's signal handler may not end the wait itself

Game = TypeVar("Game", bound=Numbered)
Finished = TypeVar("Finished", bound=Numbered, covariant=True)
Progress = Callable[[int, int], None]  # told how many games are done, and how many there are


class Work(Protocol[Finished]):
    """Games by number, each of which follows from its number alone."""

    @property
    def games(self) -> int:
        """How many there are."""

    def play(self, number: int) -> Finished:
        """Play one."""


def run_match(
    match: Match,
    folder: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
) -> Store:
    """Play what is still to be played of a match, and write its results into the folder.

    On KeyboardInterrupt `stopping` is called, no further game is begun, those that run are finished and written down,
    and the interrupt is raised again: the same call goes on from there. The results do not depend on `jobs` or on such
    stops, but for the seconds, and for bots that think by the clock. Raises OptionError.
    """
    if jobs < 1:
        raise OptionError("a match needs at least one job")
    store = Store(folder, match)
    if store.finished:
        return store
    with store.journal() as journal:
        play_rest(match, journal, jobs, progress, stopping)
        store.finish(journal.played)
    return store


def play_rest(
    work: Work[Game],
    journal: Notes[Game],
    jobs: int,
    progress: Progress | None,
    stopping: Callable[[], None] | None,
) -> None:
    """Every game that the journal lacks, in order, some at a time."""
    rest = (number for number in range(work.games) if number not in journal.played)
    running: set[Future[Game]] = set()

    def note(done: set[Future[Game]]) -> None:
        for one in done:
            running.discard(one)
            journal.add(one.result())
        if progress:
            progress(len(journal.played), work.games)

    note(set())
    pool = ThreadPoolExecutor(jobs)
    try:
        for number in rest:
            running.add(pool.submit(work.play, number))
            if len(running) >= AHEAD * jobs:
                note(some_of(running))
        while running:
            note(some_of(running))
    except KeyboardInterrupt:
        if stopping:
            stopping()
        raise
    finally:  # also when a bot failed: whatever else was finished is kept
        pool.shutdown(wait=False, cancel_futures=True)
        at_hand = {one for one in running if not one.cancelled()}
        while not all(one.done() for one in at_hand):
            wait(at_hand, timeout=LOOK_UP)
        for one in at_hand:
            if one.exception() is None and one.result().number not in journal.played:
                journal.add(one.result())


def some_of(running: set[Future[Game]]) -> set[Future[Game]]:
    """Those that are done, when there are any."""
    while not (done := wait(running, timeout=LOOK_UP, return_when=FIRST_COMPLETED).done):
        pass
    return done
