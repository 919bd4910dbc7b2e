"""Our own figures: random play of every registered game, by seats and options; threads; sizes; the program's start.

Nothing here knows a game: seats and options come from what each game tells of itself. Measured are the default table
of each size and those that differ from it in one option that is a choice of words, such as a box or an edition; flags,
numbers and lists of cards stay as they are, but for the tables of tables.toml.

A speed is told in that of a peer: of a game of OpenSpiel, whose search is timed right beside each measurement. So the
figures of two machines, or of two days, can be compared.
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
from benchmarks.openspiel import Peer

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


def one_thread(name: str, peer: Peer, seconds: float) -> list[Figures]:
    """A game on one core, table by table: medians."""
    game = find(name)
    sizes = range(game.fewest_seats, game.most_seats + 1)
    usual = [(seats, options) for seats in sizes for options in tables(game, seats)]
    rows = [*usual, *listed_tables(name, "one_thread")]
    return [one_table(name, seats, options, peer, seconds) for seats, options in rows]


def one_table(name: str, seats: int, options: Options, peer: Peer, seconds: float) -> Figures:
    """How many times as many decisions are made as by the peer, and how many decisions a random game has."""
    times, lengths = [], []
    for _ in range(REPEATS):
        own, theirs = bench(name, seats, seconds, **options), peer.rates(seconds)
        times.append(own["decisions_per_second_per_core"] / theirs["decisions"])
        lengths.append(own["decisions_per_second"] / own["games_per_second"])
    found = {"times": statistics.median(times), "decisions": statistics.median(lengths)}
    return {"game": name, "seats": seats, "options": options, **found}


def two_threads(name: str, seconds: float) -> list[Figures]:
    """The tables of four on one thread and on two, in turn: how many times as fast two are."""
    found = []
    for options in tables(find(name), PAIRED_SEATS):
        times = []
        for _ in range(REPEATS):
            one, two = (bench(name, PAIRED_SEATS, seconds, threads, **options) for threads in (1, 2))
            times.append(two["decisions_per_second"] / one["decisions_per_second"])
        found.append({"game": name, "seats": PAIRED_SEATS, "options": options, "times": statistics.median(times)})
    return found


def searches(name: str, peer: Peer, seconds: float) -> list[Figures]:
    """Searches with playouts to the end, from the first decision: of the table of four, and others."""
    return [
        search_figures(name, seats, options, peer, seconds)
        for seats, options in [(PAIRED_SEATS, {}), *listed_tables(name, "searches")]
    ]


def search_figures(name: str, seats: int, options: Options, peer: Peer, seconds: float) -> Figures:
    """Medians of several deals, each searched on one thread and on two in turn, beside the peer's search."""
    found = []
    for seed in range(1, REPEATS + 1):
        table = bellringer.new_game(name, seats=seats, seed=seed, **options)
        one, two, theirs = search_rate(table, seconds, 1), search_rate(table, seconds, 2), peer.rates(seconds)
        found.append((one / theirs["playouts"], two / one))
    playouts, times = (statistics.median(values) for values in zip(*found, strict=True))
    return {
        "game": name, "seats": seats, "options": options, "playouts": playouts, "times": times, "bytes": POOL_BYTES,
    }  # fmt: skip


def search_rate(table: bellringer.Table, seconds: float, threads: int) -> float:
    """Iterations a second."""
    found = Search(1, seconds=seconds, threads=threads, horizon=-1, plain=True).analyse(table.state, table.pending[0])
    return found["iterations"] / found["seconds"]


def size(name: str, seconds: float) -> Figures:
    """A game's state: bytes, and how many copies are made in the time of one decision of random play."""
    one = bench(name, PAIRED_SEATS, seconds)
    copies = 1e9 / one["copy_ns"] / one["decisions_per_second_per_core"]
    return {"game": name, "bytes": one["state_bytes"], "copies": copies}


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


def measure(peer: Peer, seconds: float) -> Figures:
    """All of our own figures."""
    names = bellringer.game_names()
    figures: Figures = {
        "peer": peer.name,
        "one_thread": [row for name in names for row in one_thread(name, peer, seconds)],
        "two_threads": [row for name in names for row in two_threads(name, seconds)],
        "searches": [row for name in names for row in searches(name, peer, seconds)],
        "sizes": [size(name, seconds) for name in names],
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
    peer = figures["peer"]
    return [
        f"One thread: how many times as many decisions a second as the C++ search of OpenSpiel's {peer} makes in its "
        f"playouts, medians of {REPEATS} pairs measured in turn; and how long a random game is:",
        "",
        f"| game | seats | options | times {peer} | decisions a game |",
        "|---|---|---|---|---|",
        *(
            f"| {row['game']} | {row['seats']} | {words(row['options'])} | {row['times']:.1f} "
            f"| {row['decisions']:.0f} |"
            for row in figures["one_thread"]
        ),
        "",
        f"Two threads beside one, medians of {REPEATS} pairs measured in turn:",
        "",
        "| game | seats | options | times one |",
        "|---|---|---|---|",
        *(
            f"| {row['game']} | {row['seats']} | {words(row['options'])} | {row['times']:.2f} |"
            for row in figures["two_threads"]
        ),
        "",
        "Search with random playouts to the end, from the first decision with 4 seats: iterations on one thread for "
        f"each playout that the search of {peer} makes in the same time, and two threads beside one; medians of "
        f"{REPEATS} deals. And the room of a tree, which no search outgrows:",
        "",
        f"| game | options | iterations a playout of {peer} | two threads, times one | MB a tree |",
        "|---|---|---|---|---|",
        *(
            f"| {row['game']} | {words(row['options'])} | {row['playouts']:.2f} | {row['times']:.2f} "
            f"| {row['bytes'] / 1e6:.0f} |"
            for row in figures["searches"]
        ),
        "",
        "| game | bytes a state | copies in the time of a decision |",
        "|---|---|---|",
        *(f"| {row['game']} | {row['bytes']:,} | {row['copies']:.1f} |" for row in figures["sizes"]),
        "",
        "What the design promises, and the worst figure above that it is about:",
        "",
        "| promise | worst | kept |",
        "|---|---|---|",
        *(f"| {row['words']} | {row['worst']:,.2f} | {'yes' if row['kept'] else 'no'} |" for row in figures["floors"]),
        "",
        f"The start, medians of 7: {', '.join(f'{what} {t:.2f} s' for what, t in figures['starts'].items())}.",
    ]
