"""Simulates many games between bots, here or on a cluster: which bot and which seat wins, and with what scores."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from bellringer import bots as all_bots
from bellringer.arena.loops import play_games
from bellringer.arena.match import options_document
from bellringer.arena.tallies import Result, Tally, quantile, scores_of, wins_of
from bellringer.core import chance
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

DEALS_A_TASK = 16
AHEAD = 4  # tasks queued for each thread, so that no thread waits for work
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class WinShare:
    """How often one bot or one seat has won.

    Who shares a victory gets an equal part of it. `low` and `high` are the ends of Wilson's interval at 95 %.
    """

    games: int
    wins: float
    low: float
    high: float
    quantiles: tuple[float, ...]  # of the scores, at QUANTILES

    @property
    def win_rate(self) -> float:
        """Wins per game, from 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    def as_json(self) -> dict[str, Any]:
        """The figures as a JSON document."""
        return {
            "games": self.games,
            "wins": round(self.wins, 6),
            "win_rate": self.win_rate,
            "low": self.low,
            "high": self.high,
            "scores": dict(zip((f"{q:.2f}" for q in QUANTILES), self.quantiles, strict=True)),
        }


@dataclass(frozen=True)
class Report:
    """The result of a simulation. `bots`: wins by name; `seats`: wins by seat, whoever sat there."""

    game: str
    games: int
    options: dict[str, Any]
    bots: dict[str, WinShare]
    seats: tuple[WinShare, ...]
    decisions: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The figures as a JSON document."""
        return {
            "game": self.game,
            "games": self.games,
            "options": options_document(self.options),
            "bots": {name: share.as_json() for name, share in self.bots.items()},
            "seats": [share.as_json() for share in self.seats],
            "games_per_second": self.games / self.seconds,
            "decisions_per_second": self.decisions / self.seconds,
        }


def simulate(
    game: str,
    games: int,
    seats: int = 4,
    bots: Sequence[str] = ("greedy", "random"),
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    components: str | None = None,
    cluster: Cluster | None = None,
) -> Report:
    """Play games between bots, each deal once with every rotation of the seats.

    If there are fewer `bots` than seats, they are repeated in order. `progress` is called with the number of games
    since its last call. The result does not depend on `threads`, nor on whether a cluster plays. A set of cards that is
    drawn follows from the seed. The memory needed does not grow with the number of games.
    Raises OptionError, ComponentsError.
    """
    if games < 1 or threads < 1:
        raise OptionError("a simulation has at least one game and one thread")
    if not 0 < len(bots) <= seats:
        raise OptionError(f"{len(bots)} bots can't share {seats} seats")
    found = find(game)
    seed &= MASK_64
    chosen = check_options(found, seats, options or {}, chance.make_seed(seed), components)
    table = found.blank(seats, chosen, components)
    names = tuple(islice(cycle(bots), seats))
    for name in dict.fromkeys(names):
        all_bots.make(name)  # an unknown name is refused before anything is played
    began = time.perf_counter()
    tally = run(Simulation(table, names, games, seed), threads, progress, cluster)
    seconds = time.perf_counter() - began
    by_name = {name: share(results) for name, results in tally.by_bot(names).items()}
    by_seat = tuple(map(share, tally.by_seat(seats)))
    return Report(game, games, chosen, by_name, by_seat, tally.decisions, seconds)


@dataclass(frozen=True)
class Simulation:
    """Games that are played: at which table, by whom, how many, with which seed."""

    table: State
    names: tuple[str, ...]
    games: int
    seed: int

    @property
    def deals(self) -> int:
        """How many deals there are; the last one may have fewer games than the others."""
        return -(-self.games // self.table.seats)

    def play(self, deals: Iterable[int]) -> Tally:
        """Play the games of some deals that follow each other."""
        found, seats, coming = Tally(), self.table.seats, iter(deals)
        while task := list(islice(coming, DEALS_A_TASK)):
            first = task[0] * seats
            count = min(len(task) * seats, self.games - first)
            bots = [all_bots.make(name) for name in self.names]
            decisions, outcomes = play_games(self.table, bots, count, first, self.seed)
            found.decisions += decisions
            found.count(outcomes, first)
        return found


def run(
    simulation: Simulation,
    threads: int,
    progress: Callable[[int], None] | None,
    cluster: Cluster | None,
) -> Tally:
    """Play the games in tasks of a few deals each, or on a cluster, and count what comes of it."""
    whole = Tally()

    def take(part: Tally) -> None:
        whole.add(part)
        if progress:
            progress(part.games)

    deals = simulation.deals
    if cluster is not None:
        cluster.play(simulation.play, iter(range(deals)), deals, take)
        return whole
    tasks = (range(first, min(first + DEALS_A_TASK, deals)) for first in range(0, deals, DEALS_A_TASK))
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Tally]] = deque()
        for task in tasks:
            waiting.append(pool.submit(simulation.play, task))
            if len(waiting) >= AHEAD * threads:
                take(waiting.popleft().result())
        while waiting:
            take(waiting.popleft().result())
    return whole


def win_part(places: Sequence[int], seat: int) -> float:
    """The part of the victory that a seat gets: 1 if it wins alone, 1/n if n seats share it."""
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def share(results: Mapping[Result, int]) -> WinShare:
    """Sum up the results of a bot or a seat."""
    games, wins, scores = sum(results.values()), wins_of(results), scores_of(results)
    low, high = wilson(wins, games)
    return WinShare(games, wins, low, high, tuple(quantile(scores, q) for q in QUANTILES))


def wilson(wins: float, n: float, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval for `wins` of `n` trials, z standard errors wide (by default at 95 %)."""
    if n == 0:
        return 0.0, 1.0
    rate, square = wins / n, z * z
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
