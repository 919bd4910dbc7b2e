"""Plays the games of a match or a study in threads, since the bots think without the GIL, or on a cluster.

A run can be stopped, and goes on later from the games that are finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from bellringer.arena.batches import EachOf
from bellringer.arena.journal import FinishedGames, MatchFolder
from bellringer.arena.match import FinishedGame, Match
from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

AHEAD = 4  # games queued for each thread, so that no thread waits for work
LOOK_UP = 0.2  # seconds; wait in short steps, since a library's signal handler may not interrupt a longer one on Ctrl-C

Game = TypeVar("Game", bound=FinishedGame)
Finished = TypeVar("Finished", bound=FinishedGame, covariant=True)
Progress = Callable[[int, int], None]  # called with the number of finished games, and of all games


class GameSeries(Protocol[Finished]):
    """Games that are numbered from 0 and can be played in any order: a match or a study.

    To be played on a cluster, a series and its games must be such that they can be pickled.
    """

    @property
    def games(self) -> int:
        """How many games there are."""

    def play(self, number: int) -> Finished:
        """Play the game of that number."""


def run_match(
    match: Match,
    folder: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
    cluster: Cluster | None = None,
) -> MatchFolder:
    """Play the missing games of a match in `jobs` threads or on a cluster, and write its results into the folder.

    On KeyboardInterrupt it calls `stopping`, begins no further game, finishes and keeps those that are running, and
    raises the interrupt again; the same call resumes the match. Neither `jobs` nor such a stop changes the results,
    apart from the seconds and from bots that think for a given time. Raises OptionError.
    """
    if jobs < 1:
        raise OptionError("a match needs at least one job")
    results = MatchFolder(folder, match)
    if results.finished:
        return results
    with results.journal() as journal:
        play_missing(match, journal, jobs, progress, stopping, cluster)
        results.finish(journal.played)
    return results


def play_missing(
    series: GameSeries[Game],
    journal: FinishedGames[Game],
    jobs: int,
    progress: Progress | None,
    stopping: Callable[[], None] | None,
    cluster: Cluster | None = None,
) -> None:
    """Play every game that the journal does not have yet: `jobs` of them at the same time, or all on a cluster."""
    if cluster is not None:
        play_missing_on(cluster, series, journal, progress, stopping)
        return
    rest = missing(series, journal)
    running: set[Future[Game]] = set()

    def note(done: set[Future[Game]]) -> None:
        for one in done:
            running.discard(one)
            journal.add(one.result())
        if progress:
            progress(len(journal.played), series.games)

    note(set())
    pool = ThreadPoolExecutor(jobs)
    try:
        for number in rest:
            running.add(pool.submit(series.play, number))
            if len(running) >= AHEAD * jobs:
                note(wait_for_some(running))
        while running:
            note(wait_for_some(running))
    except KeyboardInterrupt:
        if stopping:
            stopping()
        raise
    finally:  # keep the other games that finish, also when a bot has failed
        pool.shutdown(wait=False, cancel_futures=True)
        at_hand = {one for one in running if not one.cancelled()}
        while not all(one.done() for one in at_hand):
            wait(at_hand, timeout=LOOK_UP)
        for one in at_hand:
            if one.exception() is None and one.result().number not in journal.played:
                journal.add(one.result())


def missing(series: GameSeries[Game], journal: FinishedGames[Game]) -> Iterator[int]:
    """The numbers of the games that the journal does not have, when they are asked for."""
    return (number for number in range(series.games) if number not in journal.played)


def play_missing_on(
    cluster: Cluster,
    series: GameSeries[Game],
    journal: FinishedGames[Game],
    progress: Progress | None,
    stopping: Callable[[], None] | None,
) -> None:
    """Let the workers of a cluster play every game that the journal does not have yet. The journal stays here."""

    def take(games: list[Game]) -> None:
        for one in games:
            journal.add(one)
        if progress:
            progress(len(journal.played), series.games)

    take([])
    count = series.games - len(journal.played)
    cluster.play(EachOf(series), missing(series, journal), count, take, stopping)


def wait_for_some(running: set[Future[Game]]) -> set[Future[Game]]:
    """Wait until at least one game is done, and return the games that are."""
    while not (done := wait(running, timeout=LOOK_UP, return_when=FIRST_COMPLETED).done):
        pass
    return done
