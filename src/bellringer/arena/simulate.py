"""Simulates many games between bots on one machine: which bot and which seat wins, and with what scores."""

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
from bellringer.arena.match import options_document
from bellringer.core import chance
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError

DEALS_A_TASK = 16
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
Outcome = tuple[tuple[int, ...], tuple[int, ...]]


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
) -> Report:
    """Play games between bots, each deal once with every rotation of the seats.

    If there are fewer `bots` than seats, they are repeated in order. `progress` is called with the number of games
    since its last call. The result does not depend on `threads`. A set of cards that is drawn follows from the seed.
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
    names = list(islice(cycle(bots), seats))
    make = [all_bots.make(name) for name in names]  # an unknown name is refused before any thread starts
    del make
    began = time.perf_counter()
    parts = run(table, names, games, threads, seed, progress)
    seconds = time.perf_counter() - began
    outcomes = [outcome for _, part in parts for outcome in part]
    decisions = sum(decisions for decisions, _ in parts)
    return Report(game, games, chosen, by_bot(names, outcomes), by_seat(seats, outcomes), decisions, seconds)


def run(
    table: State,
    names: list[str],
    games: int,
    threads: int,
    seed: int,
    progress: Callable[[int], None] | None,
) -> list[tuple[int, list[Outcome]]]:
    """Play the games in tasks of a few deals each. Returns decisions and outcomes of each task, in order."""
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


def by_bot(names: list[str], outcomes: list[Outcome]) -> dict[str, WinShare]:
    """The wins of each bot by name, all its seats together."""
    seats = len(names)
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in names}
    for number, (places, scores) in enumerate(outcomes):
        for b, name in enumerate(names):
            seat = (b + number) % seats
            found[name].append((win_part(places, seat), scores[seat]))
    return {name: share(entries) for name, entries in found.items()}


def by_seat(seats: int, outcomes: list[Outcome]) -> tuple[WinShare, ...]:
    """The wins of each seat, whoever sat there."""
    return tuple(
        share([(win_part(places, seat), scores[seat]) for places, scores in outcomes]) for seat in range(seats)
    )


def win_part(places: Sequence[int], seat: int) -> float:
    """The part of the victory that a seat gets: 1 if it wins alone, 1/n if n seats share it."""
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def share(entries: list[tuple[float, int]]) -> WinShare:
    """Sum up the games of a bot or a seat, each a pair of win part and score."""
    wins = math.fsum(win for win, _ in entries)
    low, high = wilson(wins, len(entries))
    scores = sorted(score for _, score in entries)
    return WinShare(len(entries), wins, low, high, tuple(quantile(scores, q) for q in QUANTILES))


def wilson(wins: float, n: float, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval for `wins` of `n` trials, z standard errors wide (by default at 95 %)."""
    if n == 0:
        return 0.0, 1.0
    rate, square = wins / n, z * z
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(ordered: Sequence[int], q: float) -> float:
    """The q-quantile of sorted numbers, interpolated between neighbours."""
    if not ordered:
        return 0.0
    at = q * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
