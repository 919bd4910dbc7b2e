"""Measures how fast the engine is: random games in the compiled loop, timed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bellringer.bots import MOST_SECONDS
from bellringer.core import chance
from bellringer.core.compiled.play import copy_nanoseconds, random_games
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError

GAMES_A_TASK = 2_000
SEED = 0  # of the games to warm up with
DRAWS = 16  # tables that the games are played at in turn: what their options draw, such as class cards, differs


def bench(
    game: str,
    seats: int = 4,
    seconds: float = 3.0,
    threads: int = 1,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Play random games for so many seconds on so many threads, and return the figures by name.

    The time includes dealing, finding legal moves and rolling dice. However short
    it is, each thread plays GAMES_A_TASK games. What the options leave to chance is
    drawn DRAWS times, the same in every bench. Raises OptionError.
    """
    if not 0 < seconds <= MOST_SECONDS or threads < 1:
        raise OptionError("a bench needs more than 0 seconds, a day at most, and at least one thread")
    found = find(game)
    tables = [
        found.blank(seats, check_options(found, seats, options or {}, chance.make_seed(seed)), None)
        for seed in range(DRAWS)
    ]
    random_games(tables[0], GAMES_A_TASK, seed=SEED)
    until = time.perf_counter() + seconds
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda thread: play_until(tables, until, thread), range(threads)))
    spent = time.perf_counter() - began
    decisions, games = (sum(part[i] for part in parts) for i in (0, 1))
    return {
        "game": game,
        "seats": seats,
        "threads": threads,
        "seconds": spent,
        "decisions_per_second": decisions / spent,
        "games_per_second": games / spent,
        "decisions_per_second_per_core": decisions / spent / threads,
        "games_per_second_per_core": games / spent / threads,
        "decisions_per_game": decisions / games,
        "state_bytes": found.book.state_bytes,
        "copy_ns": copy_nanoseconds(tables[0]),
    }


def play_until(tables: Sequence[State], until: float, thread: int) -> tuple[int, int]:
    """Play games in batches, at each table in turn, until the time is up. Returns how many decisions and games."""
    decisions = games = 0
    while games == 0 or time.perf_counter() < until:
        table = tables[games // GAMES_A_TASK % len(tables)]
        decisions += random_games(table, GAMES_A_TASK, seed=thread + 1, first=games)
        games += GAMES_A_TASK
    return decisions, games
