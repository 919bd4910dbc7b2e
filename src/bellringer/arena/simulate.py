"""Many games between bots on one machine: who wins, from which seat, with which scores."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from bellringer import bots as all_bots
from bellringer.arena.loops import play_games
from bellringer.core.chance import MASK_64
from bellringer.core.errors import OptionError
from bellringer.core.options import check_options
from bellringer.core.registry import find
from bellringer.core.state import State

DEALS_A_TASK = 16
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
Outcome = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Share:
    """Wins of one bot or one seat; a shared victory counts as its part. The interval is Wilson's, at 95 %."""

    games: int
    wins: float
    low: float
    high: float
    quantiles: tuple[float, ...]  # of the scores, at QUANTILES

    @property
    def win_rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games if self.games else 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
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
    """What a simulation found."""

    game: str
    games: int
    bots: dict[str, Share]
    seats: tuple[Share, ...]
    decisions: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.game,
            "games": self.games,
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
) -> Report:
    """Play games between bots that rotate through the seats, each deal once with every rotation.

    `bots` fewer than the seats are repeated in order. `progress` is told how many games a finished task had. The
    outcome depends on everything but `threads`. Raises OptionError.
    """
    if games < 1 or threads < 1:
        raise OptionError("a simulation has at least one game and one thread")
    if not 0 < len(bots) <= seats:
        raise OptionError(f"{len(bots)} bots can't share {seats} seats")
    found = find(game)
    table = found.blank(seats, check_options(found, seats, options or {}), components)
    names = list(islice(cycle(bots), seats))
    make = [all_bots.make(name) for name in names]  # an unknown name is refused before any thread starts
    del make
    began = time.perf_counter()
    parts = run(table, names, games, threads, seed & MASK_64, progress)
    seconds = time.perf_counter() - began
    outcomes = [outcome for _, part in parts for outcome in part]
    decisions = sum(decisions for decisions, _ in parts)
    return Report(game, games, by_bot(names, outcomes), by_seat(seats, outcomes), decisions, seconds)


def run(
    table: State,
    names: list[str],
    games: int,
    threads: int,
    seed: int,
    progress: Callable[[int], None] | None,
) -> list[tuple[int, list[Outcome]]]:
    """The games in tasks of a few deals, on so many threads, in order."""
    size = DEALS_A_TASK * table.seats

    def play(first: int) -> tuple[int, list[Outcome]]:
        bots = [all_bots.make(name) for name in names]
        count = min(size, games - first)
        part = play_games(table, bots, count, first, seed)
        if progress:
            progress(count)
        return part

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(play, range(0, games, size)))


def by_bot(names: list[str], outcomes: list[Outcome]) -> dict[str, Share]:
    """The shares of each bot's name, all its seats together."""
    seats = len(names)
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in names}
    for number, (places, scores) in enumerate(outcomes):
        for b, name in enumerate(names):
            seat = (b + number) % seats
            found[name].append((win_part(places, seat), scores[seat]))
    return {name: share(entries) for name, entries in found.items()}


def by_seat(seats: int, outcomes: list[Outcome]) -> tuple[Share, ...]:
    """The shares of each seat, whoever sat there."""
    return tuple(
        share([(win_part(places, seat), scores[seat]) for places, scores in outcomes]) for seat in range(seats)
    )


def win_part(places: Sequence[int], seat: int) -> float:
    """1 for a victory alone, its part for a shared one."""
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def share(entries: list[tuple[float, int]]) -> Share:
    """Wins, interval and quantiles of a list of (win part, score)."""
    wins = math.fsum(win for win, _ in entries)
    low, high = wilson(wins, len(entries))
    scores = sorted(score for _, score in entries)
    return Share(len(entries), wins, low, high, tuple(quantile(scores, q) for q in QUANTILES))


def wilson(wins: float, n: float, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval of a share, at 95 %."""
    if n == 0:
        return 0.0, 1.0
    rate, square = wins / n, z * z
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(ordered: Sequence[int], q: float) -> float:
    """The q-quantile of sorted numbers, between neighbours by their distance."""
    if not ordered:
        return 0.0
    at = q * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
