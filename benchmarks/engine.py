"""Our own figures: random play of every registered game, by seats and options; threads; sizes; the program's start.

Nothing here knows a game: seats and options come from what each game tells of itself. Measured are the default table
of each size and those that differ from it in one option that is a choice of words, such as a box or an edition; flags,
numbers and lists of cards stay as they are, but for the tables of tables.toml.
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
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from benchmarks.machine import bench

HERE = Path(__file__).resolve().parent
FLOORS = HERE / "floors.toml"
TABLES = HERE / "tables.toml"
PAIRED_SEATS = 4
REPEATS = 3
POOL_BYTES = POOL * NODE_BYTES

Figures = dict[str, Any]
Options = dict[str, Any]


def listed_tables(name: str, part: str) -> list[tuple[int, Options]]:
    """The seats and options of a game's tables of tables.toml that a part measures: one_thread or searches."""
    listed = tomllib.loads(TABLES.read_text(encoding="utf-8"))["table"]
    return [(one["seats"], one["options"]) for one in listed if one["game"] == name and part in one["measured"]]


def worded(game: Game) -> list[str]:
    """The options that are a choice of one among several words."""
    found = game.options.items()
    return [name for name, option in found if not option.several and all(isinstance(v, str) for v in option.allowed)]


def tables(game: Game, seats: int) -> list[Options]:
    """The worded options of each table to measure: first the default one, then those that differ in one of them."""
    usual = {name: game.options[name].default_at(seats) for name in worded(game)}
    others = [usual | {name: value} for name in usual for value in game.options[name].allowed if value != usual[name]]
    return [usual, *(other for other in others if is_playable(game, seats, other))]


def is_playable(game: Game, seats: int, options: Options) -> bool:
    """Whether so many can sit at such a table."""
    try:
        game.blank(seats, check_options(game, seats, options), None)
    except OptionError:
        return False
    return True


def one_thread(name: str, seconds: float) -> list[Figures]:
    """A game on one core, table by table: medians."""
    game, found = find(name), []
    sizes = range(game.fewest_seats, game.most_seats + 1)
    usual = [(seats, options) for seats in sizes for options in tables(game, seats)]
    for seats, options in [*usual, *listed_tables(name, "one_thread")]:
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


def searches(name: str, seconds: float) -> list[Figures]:
    """Iterations of searches with playouts to the end, from the first decision: the table of four, and others."""
    return [
        search_figures(name, seats, options, seconds)
        for seats, options in [(PAIRED_SEATS, {}), *listed_tables(name, "searches")]
    ]


def search_figures(name: str, seats: int, options: Options, seconds: float) -> Figures:
    """Medians of several deals, each searched on one thread and on two in turn."""
    pairs = []
    for seed in range(1, REPEATS + 1):
        table = bellringer.new_game(name, seats=seats, seed=seed, **options)
        found = [search_rate(table, seconds, threads) for threads in (1, 2)]
        pairs.append((found[0], found[1], found[1] / found[0]))
    one, both, times = (statistics.median(values) for values in zip(*pairs, strict=True))
    rates = {"one": one, "two": both, "times": times}
    return {"game": name, "seats": seats, "options": options, **rates, "bytes": POOL_BYTES}


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
        "searches": [row for name in names for row in searches(name, seconds)],
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
            if all(row[key] == floor[key] for key in ("game", "seats", "options") if key in floor)
        ]
        worst = (min if "least" in floor else max)(row[floor["figure"]] for row in about)
        kept = worst >= floor["least"] if "least" in floor else worst <= floor["most"]
        found.append({"words": floor["words"], "worst": worst / floor.get("unit", 1), "kept": kept})
    return found


def words(options: Options) -> str:
    """A table's options for a page."""
    said = {name: ", ".join(value) if isinstance(value, list) else value for name, value in options.items()}
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in said.items())


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
        f"{REPEATS} deals, each searched on one thread and on two; and the room of a tree, which no search outgrows:",
        "",
        "| game | options | one thread | two threads | times one | MB a tree |",
        "|---|---|---|---|---|---|",
        *(
            f"| {row['game']} | {words(row['options'])} | {row['one']:,.0f} | {row['two']:,.0f} "
            f"| {row['times']:.2f} | {row['bytes'] / 1e6:.0f} |"
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
