"""Measure how fast environments step, beside the engine's random games at the same table, in one run.

Each pair plays random games in the compiled loop (what `bellringer bench` counts as decisions) and then
steps a batch by sampled actions with observations and masks, for a part of a second each, so that whatever else the
machine does falls on both. The ratio is the median of the pairs, by the process's own CPU time; that of two threads to
one by the clock, for which the machine must be idle.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import bellringer
from bellringer.core.compiled.play import random_games
from bellringer.core.contract.registry import find
from bellringer.envs.games import Games

PAIRS = 5
SECONDS = 0.5  # of each half of a pair
WARM_UP = 20  # steps
BATCH = 4096
GAMES_AT_ONCE = 300


def steps_a_second(games: Games, clock: Callable[[], float]) -> float:
    """The steps of a batch, each game counted."""
    begun, made = clock(), 0
    while (spent := clock() - begun) < SECONDS:
        games.step(games.sample())
        made += games.games
    return made / spent


def decisions_a_second(games: Games) -> float:
    """The decisions of random games at the table of a batch."""
    begun, made, first = time.process_time(), 0, 0
    while (spent := time.process_time() - begun) < SECONDS:
        made += random_games(games.setting.blank, GAMES_AT_ONCE, seed=1, first=first)
        first += GAMES_AT_ONCE
    return made / spent


def dealt(game: str, threads: int = 1, **arguments: Any) -> Games:
    """A batch that has been warmed up."""
    games = Games(game, BATCH, threads=threads, **arguments)
    games.reset(seed=1)
    for _ in range(WARM_UP):
        games.step(games.sample())
    return games


def line(game: str, **arguments: Any) -> str:
    """What one core does at a table."""
    games = dealt(game, **arguments)
    pairs = [(decisions_a_second(games), steps_a_second(games, time.process_time)) for _ in range(PAIRS)]
    ratio = statistics.median(steps / decisions for decisions, steps in pairs)
    steps = statistics.median(steps for _, steps in pairs)
    table = f"{game}, {games.setting.seats} seats, {games.dtype}, {games.mask_form}, {games.width} numbers"
    return f"{table}: {steps:,.0f} steps/s, {ratio:.3f} of bench"


def threads_line(game: str) -> str:
    """What two threads do beside one."""
    one, two = dealt(game), dealt(game, threads=2)
    pairs = [(steps_a_second(one, time.perf_counter), steps_a_second(two, time.perf_counter)) for _ in range(PAIRS)]
    two.close()
    return f"{game}: two threads {statistics.median(many / single for single, many in pairs):.2f} times one"


def everything(game: str) -> dict[str, Any]:
    """The options of a table with all that can be added."""
    found: dict[str, Any] = {}
    for name, option in find(game).options.items():
        drawn = [word for word, one in option.sets.items() if one.is_drawn]
        if option.several:
            found[name] = drawn[-1] if drawn else option.allowed
    return found


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="the games (all)")
    for game in parser.parse_args().game or bellringer.game_names():
        seats = find(game).most_seats
        for arguments in ({}, {"dtype": "float32"}, {"masks": "bools"}, {"seats": 2}, {"seats": seats}):
            print(line(game, **arguments), flush=True)
        print(line(game, seats=seats, options=everything(game)), "(with all that can be added)", flush=True)
        print(threads_line(game), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
