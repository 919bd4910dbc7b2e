"""Many games at once beside the engine's random games, and beside the peers' card games for four, in one run.

    make bench-envs      (python -m benchmarks.environments [--seconds 0.5] [--games GAME ...] [--out FILE])

Ours are driven from Python: random actions, observations and masks written anew in each step, a batch of 4,096. All
figures are ratios of pairs, the halves of which are measured one right after the other, by the processor time of this
process on one core; medians of five pairs. Two threads beside one are measured by the clock, and only on a machine that
is idle. What is measured is written into docs/performance.md, or into FILE.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import bellringer
from bellringer.bots import LEAST_SECONDS, MOST_SECONDS
from bellringer.commands.progress import at_work
from bellringer.core.compiled.play import random_games
from bellringer.core.contract.registry import find
from bellringer.envs.games import Games
from benchmarks import env_peers, pages
from benchmarks.env_peers import Peer
from benchmarks.machine import facts, heading, load

PAIRS = 5
WARM_UP = 300  # steps: more than a game has
BATCH = 4096
GAMES_AT_ONCE = 300
SEATS = 4
MOST_LOAD = 0.7  # threads that want a core on a machine which counts as idle
EVERYTHING = "all that can be added"
LEAST_OF_BENCH, LEAST_TIMES, LEAST_THREADS, MOST_MEMORY = 0.1, 10.0, 1.6, 1024

Figures = dict[str, Any]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One kind of table to measure. `arguments`: of Games; `words`: what is special."""

    words: str
    arguments: dict[str, Any] = field(default_factory=dict)


def everything(game: str) -> dict[str, Any]:
    """The options of a table with all that can be added."""
    found: dict[str, Any] = {}
    for name, option in find(game).options.items():
        drawn = [word for word, one in option.sets.items() if one.is_drawn]
        if option.several:
            found[name] = drawn[-1] if drawn else option.allowed
    return found


def rows(game: str) -> Iterator[Row]:
    """The kinds of tables of a game: the one that the promises are about, and what differs from it in one thing."""
    most = find(game).most_seats
    yield Row("")
    yield Row("float32", {"dtype": "float32"})
    yield Row("masks as bools", {"masks": "bools"})
    yield Row("with memory", {"remembers": True})
    yield Row("", {"seats": 2})
    yield Row("", {"seats": most})
    if everything(game):
        yield Row(EVERYTHING, {"seats": most, "options": everything(game)})
        yield Row(f"{EVERYTHING}, float32", {"seats": most, "options": everything(game), "dtype": "float32"})


def dealt(game: str, threads: int = 1, **arguments: Any) -> Games:
    """A batch that has been warmed up."""
    games = Games(game, BATCH, threads=threads, **{"seats": SEATS, **arguments})
    games.reset(seed=1)
    for _ in range(WARM_UP):
        games.step(games.sample())
    return games


# speeds


def steps_a_second(games: Games, seconds: float, clock: Clock = time.process_time) -> float:
    """The steps of a batch, each game counted."""
    begun, made = clock(), 0
    while (spent := clock() - begun) < seconds:
        games.step(games.sample())
        made += games.games
    return made / spent


def decisions_a_second(games: Games, seconds: float) -> float:
    """The decisions of random games at the table of a batch: what `bellringer bench` counts."""
    begun, made, first = time.process_time(), 0, 0
    while (spent := time.process_time() - begun) < seconds:
        made += random_games(games.setting.blank, GAMES_AT_ONCE, seed=1, first=first)
        first += GAMES_AT_ONCE
    return made / spent


def took(work: Callable[[], object], seconds: float) -> float:
    """Seconds of the processor that something takes, in the mean."""
    begun, times = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds or not times:
        work()
        times += 1
    return spent / times


def beside_bench(game: str, row: Row, seconds: float) -> Figures:
    """How many times as many steps as decisions of the engine alone."""
    games = dealt(game, **row.arguments)
    ratios, steps = [], []
    for _ in range(PAIRS):
        engine = decisions_a_second(games, seconds)
        steps.append(steps_a_second(games, seconds))
        ratios.append(steps[-1] / engine)
    words = f"{games.setting.seats} seats{', ' if row.words else ''}{row.words}"
    return {
        "game": game, "words": words, "width": games.width, "ratio": statistics.median(ratios),
        "steps": statistics.median(steps), "promised": not row.arguments,
    }  # fmt: skip


def beside_peer(peer: Peer, batches: dict[str, Games], seconds: float) -> Figures:
    """How many times as fast each of ours steps as a peer's game."""
    pairs = []
    for _ in range(PAIRS):
        own = {name: steps_a_second(games, seconds) for name, games in batches.items()}
        theirs = peer.rate(seconds)
        pairs.append({name: rate / theirs for name, rate in own.items()} | {"": theirs})
    found = {name: statistics.median(pair[name] for pair in pairs) for name in pairs[0]}
    return {"words": peer.words, "width": peer.width, "rate": found.pop(""), "times": found}


def two_threads(game: str, seconds: float) -> float:
    """How many times as fast two threads are as one, by the clock."""
    one, two = dealt(game), dealt(game, threads=2)
    ratios = []
    for _ in range(PAIRS):
        single = steps_a_second(one, seconds, time.perf_counter)
        ratios.append(steps_a_second(two, seconds, time.perf_counter) / single)
    two.close()
    return statistics.median(ratios)


def profile(game: str, seconds: float) -> Figures:
    """What the time of a step and its sampled actions goes into, as shares; `copy` is what copies of the arrays add."""
    games = dealt(game)
    whole = took(lambda: games.step(games.sample()), seconds)
    parts = {
        "observations": took(lambda: games.batch.show_all(True, False), seconds),
        "legal moves and masks": took(lambda: games.batch.show_all(False, True), seconds),
        "sampled actions": took(games.sample, seconds),
    }
    parts["rules, deals, rewards"] = whole - sum(parts.values())
    parts["copy"] = took(lambda: [array.copy() for array in games.arrays.values()], seconds)
    return {"game": game, "shares": {name: part / whole for name, part in parts.items()}}


def measure(names: list[str], seconds: float, is_idle: bool) -> Figures:
    """All figures. `is_idle`: whether the machine has nothing else to do, so that two threads can be measured."""
    threads = {game: two_threads(game, seconds) for game in names if is_idle}  # before JAX keeps to one core
    env_peers.on_one_core()
    batches = {game: dealt(game) for game in names}
    return {
        "games": names,
        "bench": [beside_bench(game, row, seconds) for game in names for row in rows(game)],
        "peers": [beside_peer(peer, batches, seconds) for peer in env_peers.peers()],
        "threads": threads,
        "profile": [profile(game, seconds) for game in names],
        "memory": Games(names[0], 1, remembers=True).batch.memory_bytes,
    }


# the page


def promises(figures: Figures) -> list[tuple[str, float, bool]]:
    """Each promise, the worst figure that it is about, and whether it was kept."""
    least = min(row["ratio"] for row in figures["bench"] if row["promised"])
    times = min(min(row["times"].values()) for row in figures["peers"])
    threads, memory = min(figures["threads"].values(), default=None), figures["memory"]
    found = [
        (f"{SEATS} seats, int8, masks as bits: at least a tenth of the engine's decisions", least,
         least >= LEAST_OF_BENCH),
        ("at least 10 times the steps of the fastest peer's card game for four", times, times >= LEAST_TIMES),
        ("memory of moves: at most 1,024 bytes a game", memory, memory <= MOST_MEMORY),
    ]  # fmt: skip
    if threads is not None:
        found.append(("two threads: at least 1.6 times one", threads, threads >= LEAST_THREADS))
    return found


def peer_row(row: Figures, names: list[str]) -> str:
    """A peer, and how many times as many steps each of ours makes."""
    times = " | ".join(f"{row['times'][name]:.0f}" for name in names)
    return f"| {row['words']} | {row['width']:,} | {row['rate'] / 1e3:.1f} | {times} |"


def lines(figures: Figures) -> list[str]:
    """The figures for a page."""
    names = figures["games"]
    threads = ", ".join(f"{name} {times:.2f}" for name, times in figures["threads"].items())
    parts = list(figures["profile"][0]["shares"])
    return [
        f"A batch of {BATCH:,} on one core, random actions, int8, masks as bits unless said: steps for each decision "
        f"that the engine alone makes at the same table, medians of {PAIRS} pairs measured in turn:",
        "",
        "| game | table | numbers | million steps a second | of the engine |",
        "|---|---|--:|--:|--:|",
        *(
            f"| {row['game']} | {row['words']} | {row['width']:,} | {row['steps'] / 1e6:.2f} | {row['ratio']:.3f} |"
            for row in figures["bench"]
        ),
        "",
        f"Beside the card games for four of other environments, with observation and mask, each on one core: how many "
        f"times as many steps ours make with {SEATS} seats, medians of {PAIRS} pairs:",
        "",
        f"| peer | numbers | thousand steps a second | {' | '.join(names)} |",
        "|---|--:|--:|" + "--:|" * len(names),
        *(peer_row(row, names) for row in figures["peers"]),
        "",
        f"Two threads beside one: {threads or 'not measured, since the machine had other work'}.",
        "",
        f"What the time of a step goes into with {SEATS} seats; beside it a copy of all arrays, which no step makes:",
        "",
        f"| game | {' | '.join(parts)} |",
        "|---|" + "--:|" * len(parts),
        *(
            f"| {row['game']} | {' | '.join(f'{share:.0%}' for share in row['shares'].values())} |"
            for row in figures["profile"]
        ),
        "",
        "| promise | worst | kept |",
        "|---|--:|---|",
        *(f"| {words} | {worst:,.2f} | {'yes' if kept else 'no'} |" for words, worst, kept in promises(figures)),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Measure all, then write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each half of a pair (default 0.5)")
    parser.add_argument("--games", nargs="+", choices=bellringer.game_names(), default=list(bellringer.game_names()))
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there, and leave the page alone")
    chosen = parser.parse_args(arguments)
    if not LEAST_SECONDS <= chosen.seconds <= MOST_SECONDS:
        parser.error(f"--seconds: {LEAST_SECONDS:g} to {MOST_SECONDS:,.0f}")
    before = load()
    figures = measure(chosen.games, chosen.seconds, before is None or before <= MOST_LOAD)
    command = f"python -m benchmarks.environments --seconds {chosen.seconds:g}"
    found = facts(command, version("open_spiel"), before)
    found["versions"] |= {"Pgx": version("pgx"), "MahJax": version("mahjax"), "JAX": version("jax")}
    text = [heading(found), "", *lines(figures)]
    if chosen.out:
        chosen.out.write_text("\n".join(text) + "\n", encoding="utf-8")
    else:
        pages.put("environments", text)
    return 0


if __name__ == "__main__":
    sys.exit(at_work(main))
