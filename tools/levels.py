"""Measure the levels of the bots in a game, or their manners, or find how much each level should think.

    python -m tools.levels GAME --deals 200                what each level gains over the one below, and its time a move
    python -m tools.levels GAME --find --lowest 4:0.05     six levels whose steps are even, up to 50 ms a move
    python -m tools.levels GAME --manners adept            what each manner costs a level

Measured are matches of each level with the one below it, and of the lowest with the novice that there was before there
were nets: with two seats, and if --alone gives deals for it, alone against three of them with four. A manner plays the
same level without one, with two seats. All rotations of each deal are played; the 95 % intervals are over deals. The
matches are kept in a folder, so that the same command goes on after a stop. The time of a move is the median over
positions of games with four seats, in milliseconds of processor time, since others may use the machine.

To find levels, so many rungs are set between the lowest and the highest level, at even steps of the logarithm of their
iterations; the noise of the lowest falls evenly to none at the middle. Neighbours meet with two seats. What they win,
as a logit, is how far apart they are, and the levels are put at even distances on the whole way. Then measure them.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np

from bellringer.arena.loops import play_games
from bellringer.arena.match import make_match
from bellringer.arena.run import run_match
from bellringer.arena.simulate import win_part
from bellringer.arena.statistics import Estimate, figures_of, share_estimate
from bellringer.bots import MANNERS
from bellringer.bots.bot import Bot
from bellringer.bots.search import Search
from bellringer.commands.arena import digest
from bellringer.commands.progress import at_work
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.levels import NAMES, Level
from tools.places import ROOT

__all__ = ["distance", "even_parts", "measured", "rung"]

SEED = 8_000_000  # of the deals by which levels are found: reports use small numbers
MOST_SECONDS = 0.05  # that the highest level may think for a move
LEAST_STEP = 0.65  # of the victories with two seats, that a level is to win of the one below
LEAST_MANNERED = 0.45  # of the victories with two seats, above which the interval of a manner is to lie
LIKE_THE_LOWEST = "earlier-novice"  # people know how it plays
SEATS = 4  # where moves are timed
APART = 12  # decisions between two positions of a game in which a move is timed
PACE = 100  # iterations by which those games are played
FIRST_GUESS = 2_000  # iterations of the search whose speed is measured first
LEAST_DISTANCE = 1e-6  # between two rungs, as a logit
CERTAIN = 0.99  # a share beyond which a match says no more about how far apart two are


# how long a move takes


def positions(game: Game, count: int, seed: int = SEED) -> list[tuple[State, int]]:
    """Positions of games with four seats, and the seat that is to decide in each."""
    found: list[tuple[State, int]] = []
    seats = min(SEATS, game.most_seats)
    while len(found) < count:
        state = blank_at(game, seats).copy()
        state.seed(seed, len(found))
        state.deal()
        bot, made = Search(seed + len(found), iterations=PACE), 0
        while not state.over and len(found) < count:
            seat = state.pending[0]
            if made % APART == APART - 1:
                found.append((state.copy(), seat))
            state.apply(seat, bot.choose_number(state, seat))
            made += 1
    return found


def median_seconds(level: Level, places: Sequence[tuple[State, int]]) -> float:
    """The median time of a level's move, in seconds of processor time."""
    bot = Search(1, iterations=level.iterations, noise=level.noise)

    def spent(state: State, seat: int) -> float:
        began = time.thread_time()
        bot.choose_number(state, seat)
        return time.thread_time() - began

    spent(*places[0])  # so that the memory of the tree is there
    return statistics.median(spent(state, seat) for state, seat in places)


def most_iterations(places: Sequence[tuple[State, int]], seconds: float) -> int:
    """As many iterations as a move may take in the median, to two digits."""
    iterations = FIRST_GUESS
    for _ in range(2):  # a deeper tree takes more time an iteration
        iterations = max(1, int(iterations * seconds / median_seconds(Level(iterations), places)))
    return two_digits(iterations)


def two_digits(number: float) -> int:
    """A number with the two first digits alone, cut off."""
    unit: int = 10 ** max(0, int(math.log10(max(1.0, number))) - 1)
    return int(number) // unit * unit


# what the levels gain


def blank_at(game: Game, seats: int) -> State:
    """An undealt table with the usual options."""
    return game.blank(seats, check_options(game, seats, {}), None)


def measured(given: argparse.Namespace, bots: tuple[str, ...], seats: int, deals: int) -> Estimate:
    """What part of the victories the first of some bots has, from a match that is kept in a folder."""
    match = make_match(given.game, bots, seats, {}, deals, given.seed)
    found = run_match(match, given.out / f"{'-'.join(match.names)}-{seats}-{digest(match.identity())}", given.jobs)
    shares = {bot.name: bot.win_share for bot in figures_of(match, found.results()).bots}
    return shares[bots[0]]


def measure(given: argparse.Namespace) -> None:
    """Print a line for each level, the lowest first."""
    game = find(given.game)
    places = positions(game, given.positions)
    alone = min(SEATS, game.most_seats)
    print(
        f"| level | iterations | noise | ms a move | 2 seats (50 is even) | alone, {alone} seats ({100 / alone:.0f}) |"
    )
    print("|---|---|---|---|---|---|")
    for turn, (name, level) in enumerate(zip(NAMES, game.book.levels, strict=True)):
        took = median_seconds(level, places)
        below = NAMES[turn - 1] if turn else LIKE_THE_LOWEST
        share = measured(given, (name, below), 2, given.deals)
        shares = [told(share) + (" (too little)" if turn and share.value < LEAST_STEP else ""), ""]
        if given.alone:
            shares[1] = told(measured(given, (name, *(below,) * (alone - 1)), alone, given.alone))
        late = " (too long)" if took > MOST_SECONDS else ""
        print(f"| {name} | {level.iterations:,} | {level.noise:g} | {1000 * took:.1f}{late} | {' | '.join(shares)} |",
              flush=True)  # fmt: skip


def measure_manners(given: argparse.Namespace) -> None:
    """Print a line for each manner of a level."""
    print("| bot | 2 seats (50 is even) |\n|---|---|")
    for manner in MANNERS:
        bot = f"{given.manners}+{manner}"
        share = measured(given, (bot, given.manners), 2, given.deals)
        low = share.value if share.low is None else share.low
        print(f"| `{bot}` | {told(share)}{'' if low > LEAST_MANNERED else ' (too little)'} |", flush=True)


def told(share: Estimate) -> str:
    """A share with its interval, in percent."""
    if share.low is None or share.high is None:
        return f"{100 * share.value:.1f} %"
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


# where to put them


def rung(part: float, lowest: Level, most: int) -> Level:
    """The level at a part of the way from the lowest, 0, to the highest, 1, which has no noise."""
    iterations = lowest.iterations * (most / lowest.iterations) ** part
    return Level(round(iterations), round(lowest.noise * max(0.0, 1 - 2 * part), 4))


def share_between(game: Game, higher: Level, lower: Level, deals: int, seed: int, jobs: int) -> Estimate:
    """What part of the victories the first level has against the second, with two seats."""
    table = blank_at(game, 2)

    def play(deal: int) -> float:
        players: list[Bot] = [
            Search(turn, iterations=one.iterations, noise=one.noise) for turn, one in enumerate((higher, lower))
        ]
        _, outcomes = play_games(table, players, 2, 2 * deal, seed)
        return sum(win_part(places, seat) for seat, (places, _) in enumerate(outcomes)) / 2

    with ThreadPoolExecutor(jobs) as pool:
        return share_estimate(np.array(list(pool.map(play, range(deals))), float))


def distance(share: float, deals: int) -> float:
    """How far apart two are of which one wins that part, as a logit; bounded, for those who lost or won all."""
    most = min(CERTAIN, 1 - 0.5 / (2 * deals))
    kept = min(most, max(1 - most, share))
    return math.log(kept / (1 - kept))


def even_parts(distances: Sequence[float], count: int) -> list[float]:
    """The parts of the way at which so many levels stand that are evenly far apart.

    `distances`: between neighbours of some rungs at even parts of the way, the lowest first. Where a rung seems no
    stronger than the one below it, it is taken to be hardly stronger.
    """
    strengths = [0.0, *accumulate(max(LEAST_DISTANCE, one) for one in distances)]
    at = [strengths[-1] * turn / (count - 1) for turn in range(count)]
    return [float(one) for one in np.interp(at, strengths, np.linspace(0, 1, len(strengths)))]


def propose(given: argparse.Namespace, say: Callable[[str], None]) -> tuple[Level, ...]:
    """Levels at even steps. `say`: is told each rung and match as comments of the file."""
    game = find(given.game)
    most = given.highest or most_iterations(positions(game, given.positions), MOST_SECONDS)
    if most <= given.lowest.iterations:
        raise SystemExit(f"the highest level makes {most:,} iterations: no more than the lowest")
    rungs = [rung(turn / (given.rungs - 1), given.lowest, most) for turn in range(given.rungs)]
    distances = []
    for lower, higher in pairwise(rungs):
        found = share_between(game, higher, lower, given.deals, SEED + given.seed, given.jobs)
        say(f"{written(higher)} against {written(lower)}: {told(found)}")
        distances.append(distance(found.value, given.deals))
    step = sum(max(0.0, one) for one in distances) / (len(NAMES) - 1)
    say(f"even steps of {100 / (1 + math.exp(-step)):.0f} %")
    return tuple(rung(part, given.lowest, most) for part in even_parts(distances, len(NAMES)))


def written(level: Level) -> str:
    """A level as it is typed: `80:0.01`, or without noise `320`."""
    return f"{level.iterations}:{level.noise:g}" if level.noise else str(level.iterations)


def level_of(text: str) -> Level:
    """The level that somebody typed. Raises ValueError."""
    iterations, _, noise = text.partition(":")
    found = Level(int(iterations), float(noise or 0))
    if found.iterations < 1 or not 0 <= found.noise < math.inf:
        raise ValueError(text)
    return found


def as_file(levels: Sequence[Level]) -> str:
    """The tables of a game's `levels.toml`."""
    tables = []
    for name, level in zip(NAMES, levels, strict=True):
        noise = f"noise = {level.noise:g}\n" if level.noise else ""
        tables.append(f"[{name}]\niterations = {level.iterations:_}\n{noise}")
    return "\n".join(tables)


def main() -> None:
    """Measure or find levels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=200, help="of each match")
    parser.add_argument("--alone", type=int, default=0, help="deals alone against three, of each level; 0: none")
    parser.add_argument("--manners", choices=NAMES, help="measure the manners of this level instead")
    parser.add_argument("--seed", type=int, default=0, help="of the deals")
    parser.add_argument("--positions", type=int, default=100, help="in which a move is timed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="the folder of the matches that are measured")
    parser.add_argument("--find", action="store_true", help="propose levels instead")
    parser.add_argument("--lowest", type=level_of, default=Level(4, 0.05), help="iterations and noise: 4:0.05")
    parser.add_argument("--highest", type=int, help="iterations; as many as 50 ms allow, if not given")
    parser.add_argument("--rungs", type=int, default=8, help="between which strength is measured")
    given = parser.parse_args()
    least = {"deals": 2, "alone": 0, "positions": 1, "jobs": 1, "rungs": 2}
    for name, fewest in least.items():
        if getattr(given, name) < fewest:
            parser.error(f"--{name}: at least {fewest}")
    if given.highest is not None and given.highest < 1:
        parser.error("--highest: at least 1")
    given.out = given.out or ROOT / "build" / "levels" / given.game
    if given.find:
        print(as_file(propose(given, lambda line: print(f"# {line}", flush=True))), end="")
    elif given.manners:
        measure_manners(given)
    else:
        measure(given)


if __name__ == "__main__":
    at_work(main)
