"""Our own figures: random play of every registered game, by seats and options; threads; sizes; the program's start.

Nothing here knows a game: seats and options come from what each game tells of itself. Measured are the default table
of each size and those that differ from it in one option that is a choice of words, such as a box or an edition; flags,
numbers and lists of cards stay as they are.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import bellringer
from bellringer.bots.search import NODE_BYTES, POOL, Search
from bellringer.core.errors import OptionError
from bellringer.core.game import Game
from bellringer.core.options import check_options
from bellringer.core.registry import find
from benchmarks.machine import bench

FLOORS = Path(__file__).resolve().parent / "floors.toml"
PAIRED_SEATS = 4
REPEATS = 3
POOL_BYTES = POOL * NODE_BYTES

Figures = dict[str, Any]


def worded(game: Game) -> list[str]:
    """The options that are a choice of one among several words."""
    found = game.options.items()
    return [name for name, option in found if not option.several and all(isinstance(v, str) for v in option.allowed)]


def tables(game: Game, seats: int) -> list[dict[str, str]]:
    """The worded options of each table to measure: first the default one, then those that differ in one of them."""
    usual = {name: game.options[name].default_at(seats) for name in worded(game)}
    others = [usual | {name: value} for name in usual for value in game.options[name].allowed if value != usual[name]]
    return [usual, *(other for other in others if is_playable(game, seats, other))]


def is_playable(game: Game, seats: int, options: dict[str, str]) -> bool:
    """Whether so many can sit at such a table."""
    try:
        game.blank(seats, check_options(game, seats, options), None)
    except OptionError:
        return False
    return True


def one_thread(name: str, seconds: float) -> list[Figures]:
    """A game on one core, table by table: medians."""
    game, found = find(name), []
    for seats in range(game.fewest_seats, game.most_seats + 1):
        for options in tables(game, seats):
            several = [bench(name, seats, seconds, **options) for _ in range(REPEATS)]
            rates = {
                kind: statistics.median(one[f"{kind}_per_second_per_core"] for one in several)
                for kind in ("decisions", "games")
            }
            found.append({"game": name, "seats": seats, "options": options, **rates})
    return found


def two_threads(name: str, seconds: float) -> list[Figures]:
    """The tables of four on one thread and on two, in turn: how many times as fast two are."""
    found = []
    for options in tables(find(name), PAIRED_SEATS):
        pairs = [
            [bench(name, PAIRED_SEATS, seconds, threads, **options)["decisions_per_second"] for threads in (1, 2)]
            for _ in range(REPEATS)
        ]
        both, times = (statistics.median(values) for values in zip(*((b, b / a) for a, b in pairs), strict=True))
        found.append({"game": name, "seats": PAIRED_SEATS, "options": options, "decisions": both, "times": times})
    return found


def searches(name: str, seconds: float) -> Figures:
    """Iterations of a search with playouts to the end, from the first decision of the default table of four."""
    table = bellringer.new_game(name, seats=PAIRED_SEATS, seed=1)
    pairs = []
    for _ in range(REPEATS):
        found = [search_rate(table, seconds, threads) for threads in (1, 2)]
        pairs.append((found[0], found[1], found[1] / found[0]))
    one, both, times = (statistics.median(values) for values in zip(*pairs, strict=True))
    return {"game": name, "seats": PAIRED_SEATS, "one": one, "two": both, "times": times, "bytes": POOL_BYTES}


def search_rate(table: bellringer.Table, seconds: float, threads: int) -> float:
    """Iterations a second."""
    found = Search(1, seconds=seconds, threads=threads, horizon=-1).analyse(table.state, table.pending[0])
    return found["iterations"] / found["seconds"]


def size(name: str) -> Figures:
    """A game's state: bytes, and the nanoseconds of a copy."""
    one = bench(name, PAIRED_SEATS, 0.1)
    return {"game": name, "bytes": one["state_bytes"], "copy_ns": one["copy_ns"]}


def took(*command: str) -> float:
    """The median seconds of seven runs of a command."""
    times = []
    for _ in range(7):
        began = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def starts() -> Figures:
    """How long the program takes to be there."""
    return {
        "bare Python": took("-c", "pass"),
        "`import bellringer`": took("-c", "import bellringer"),
        "`bellringer --help`": took("-m", "bellringer", "--help"),
    }


def measure(seconds: float) -> Figures:
    """All of our own figures."""
    names = bellringer.game_names()
    figures: Figures = {
        "one_thread": [row for name in names for row in one_thread(name, seconds)],
        "two_threads": [row for name in names for row in two_threads(name, seconds)],
        "searches": [searches(name, seconds) for name in names],
        "sizes": [size(name) for name in names],
        "starts": starts(),
    }
    return figures | {"floors": floors(figures)}


def floors(figures: Figures) -> list[Figures]:
    """Each promise of floors.toml, with the worst figure that it is about."""
    found = []
    for floor in tomllib.loads(FLOORS.read_text(encoding="utf-8"))["floor"]:
        about = [
            row
            for row in figures[floor["in"]]
            if all(row[key] == floor[key] for key in ("game", "seats") if key in floor)
        ]
        worst = (min if "least" in floor else max)(row[floor["figure"]] for row in about)
        kept = worst >= floor["least"] if "least" in floor else worst <= floor["most"]
        found.append({"words": floor["words"], "worst": worst / floor.get("unit", 1), "kept": kept})
    return found


def words(options: dict[str, str]) -> str:
    """A table's options for a page."""
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in options.items())


def lines(figures: Figures) -> list[str]:
    """The figures for a page."""
    return [
        f"One thread, medians of {REPEATS}:",
        "",
        "| game | seats | options | million decisions/s | games/s |",
        "|---|---|---|---|---|",
        *(
            f"| {row['game']} | {row['seats']} | {words(row['options'])} | {row['decisions'] / 1e6:.1f} "
            f"| {row['games']:,.0f} |"
            for row in figures["one_thread"]
        ),
        "",
        f"Two threads beside one, medians of {REPEATS} pairs measured in turn:",
        "",
        "| game | seats | options | million decisions/s on two | times one |",
        "|---|---|---|---|---|",
        *(
            f"| {row['game']} | {row['seats']} | {words(row['options'])} | {row['decisions'] / 1e6:.1f} "
            f"| {row['times']:.2f} |"
            for row in figures["two_threads"]
        ),
        "",
        "Search with random playouts to the end, iterations a second from the first decision with 4 seats, medians of "
        f"{REPEATS} pairs; and the room of a tree, which no search outgrows:",
        "",
        "| game | one thread | two threads | times one | MB a tree |",
        "|---|---|---|---|---|",
        *(
            f"| {row['game']} | {row['one']:,.0f} | {row['two']:,.0f} | {row['times']:.2f} | {row['bytes'] / 1e6:.0f} |"
            for row in figures["searches"]
        ),
        "",
        "| game | bytes a state | ns a copy |",
        "|---|---|---|",
        *(f"| {row['game']} | {row['bytes']:,} | {row['copy_ns']:.0f} |" for row in figures["sizes"]),
        "",
        "What the design promises, and the worst figure above that it is about:",
        "",
        "| promise | worst | kept |",
        "|---|---|---|",
        *(f"| {row['words']} | {row['worst']:,.2f} | {'yes' if row['kept'] else 'no'} |" for row in figures["floors"]),
        "",
        f"The start, medians of 7: {', '.join(f'{what} {t:.2f} s' for what, t in figures['starts'].items())}.",
    ]
