"""The commands `simulate` and `bench`, which play many games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bellringer.arena.match import table_words
from bellringer.arena.simulate import QUANTILES, Report, WinShare
from bellringer.arena.simulate import simulate as play_many
from bellringer.core.registry import find
from bellringer.terminal.figures import console_of_any_width, print_tables
from bellringer.terminal.printing import print_json, say

GROUPS = (("played", "wins"), ("share", "95 %"), tuple(f"{q:.0%}" for q in QUANTILES))
LEGEND = "share: wins for each game and seat, with its 95 % interval; 5% to 95%: quantiles of the final score"


def simulate(
    game: str,
    count: int,
    bots: tuple[str, ...],
    threads: int,
    seed: int,
    as_json: bool,
    seats: int = 4,
    components: str | None = None,
    **options: Any,
) -> None:
    """Play the games and print the report."""
    with progress(count) as advance:
        report = play_many(game, count, seats, bots, options, threads, seed, advance, components)
    if as_json:
        print_json(report.as_json())
        return
    show(report, find(game).seat_names(seats))


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar if standard error is a terminal. Yields a function that counts finished games, or None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from bellringer.terminal.console import PlainConsole

    columns = (BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
    with Progress(*columns, console=PlainConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda done: bar.advance(task, done)


def show(report: Report, seat_names: tuple[str, ...]) -> None:
    """Print the report as tables: one of bots, one of seats."""
    console = console_of_any_width()
    games, decisions = report.games / report.seconds, report.decisions / report.seconds
    console.print(f"{report.game}: {report.games:,} games, {games:,.0f} a second, {decisions:,.0f} decisions a second")
    if unusual := table_words(find(report.game), len(seat_names), report.options)[2:]:
        console.print("table:", *unusual)
    console.print()
    print_tables(console, "bot", GROUPS, [row(name, share) for name, share in report.bots.items()])
    console.print()
    print_tables(console, "seat", GROUPS, [row(*both) for both in zip(seat_names, report.seats, strict=True)])
    console.print("", LEGEND, sep="\n")


def row(name: str, share: WinShare) -> list[str]:
    """One line of a table: games, wins, share, interval, and the quantiles of the scores."""
    interval = f"{100 * share.low:.1f} to {share.high:.1%}"
    scores = (f"{score:.0f}" for score in share.quantiles)
    return [name, f"{share.games:,}", f"{share.wins:,.1f}", f"{share.win_rate:.1%}", interval, *scores]


def bench(game: str, seconds: float, threads: int, as_json: bool, seats: int = 4, **options: Any) -> None:
    """Measure the engine's speed and print the figures."""
    from bellringer.arena.bench import bench as measure

    found = measure(game, seats, seconds, threads, options)
    if as_json:
        print_json(found)
        return
    for name, unit in LINES:
        value = found[name]
        text = f"{value:,.1f}" if isinstance(value, float) and value < 100 else f"{value:,.0f}"
        say(f"{text:>14}  {unit}")


LINES = (
    ("decisions_per_second_per_core", "decisions a second on one core"),
    ("games_per_second_per_core", "games a second on one core"),
    ("decisions_per_second", "decisions a second on all threads"),
    ("decisions_per_game", "decisions a game"),
    ("state_bytes", "bytes a state"),
    ("copy_ns", "nanoseconds to copy a state"),
)
