"""The command `arena`, which plays a match between bots."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bellringer.core.errors import OptionError
from bellringer.terminal.figures import console_of_any_width, print_tables
from bellringer.terminal.language import words
from bellringer.terminal.options import STOPPED
from bellringer.terminal.printing import print_json, say

if TYPE_CHECKING:
    from bellringer.arena.journal import MatchFolder
    from bellringer.arena.run import Progress

Found = TypeVar("Found")
NEEDED = ("polars", "choix", "matplotlib")


def arena(
    game: str,
    bots: tuple[str, ...],
    deals: int,
    seed: int,
    jobs: int,
    as_json: bool,
    seats: int = 4,
    out: str | None = None,
    components: str | None = None,
    **options: Any,
) -> int:
    """Play the missing games of a match, write its report, and print the figures. Returns the exit status."""
    check_installed()
    from bellringer.arena.match import make_match
    from bellringer.arena.report import write_report
    from bellringer.arena.run import run_match
    from bellringer.arena.statistics import as_json as document_of
    from bellringer.arena.statistics import figures_of

    match = make_match(game, bots, seats, options, deals, seed, components)
    folder = Path(out or f"arena-{game}-{digest(match.identity())}")

    def run(told: Progress, stopping: Callable[[], None]) -> MatchFolder:
        return run_match(match, folder, jobs, told, stopping)

    found = until_stopped(run, match.games, match.command(), folder)
    if found is None:
        return STOPPED
    figures = figures_of(match, found.results())
    paths = write_report(found, figures)
    if as_json:
        print_json({"folder": str(folder), "command": match.command(), **document_of(figures)})
    else:
        show(figures, match.games, match.deals)
        say("", *paths, found.folder / "results.parquet")
    return 0


def until_stopped(
    run: Callable[[Progress, Callable[[], None]], Found], games: int, command: str, folder: Path
) -> Found | None:
    """Call `run` with two functions, one that shows progress and one to call when it stops; return its result.

    If Ctrl-C stopped it, print the command that plays the remaining games, and return None.
    """
    done = 0
    try:
        with progress(games) as told, patience() as stopping:

            def advance(now: int, of: int) -> None:
                nonlocal done
                done = now
                told(now)

            return run(advance, stopping)
    except KeyboardInterrupt:
        again = f"{command} --out {shlex.quote(str(folder))}"
        told_of = words()("arena.stopped", done=f"{done:,}", games=f"{games:,}", again=again)
        say(f"bellringer: {told_of}", error=True)
        return None


def check_installed() -> None:
    """Raise OptionError if the packages of the extra `arena` are missing."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise OptionError(f"the arena needs {', '.join(missing)}: pip install 'bellringer[arena]'")


def digest(identity: dict[str, Any]) -> str:
    """A short hash of a match, so that the same command finds the same folder."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:8]


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if standard error is a terminal. Yields a function to call with the games done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    from bellringer.terminal.console import PlainConsole

    columns = (BarColumn(), MofNCompleteColumn(), "games", TimeElapsedColumn(), "left", TimeRemainingColumn())
    with Progress(*columns, console=PlainConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def patience(told: str = "") -> Iterator[Callable[[], None]]:
    """Yield a function to call at the first Ctrl-C; a second one then ends the process at once.

    `told`: what it prints; if nothing is given, that the games at hand are finished.
    """

    finishing = words()("arena.finishing")

    def leave(number: int, frame: Any) -> None:
        os._exit(STOPPED)  # sys.exit would wait for the threads that think; finished games are on disk

    def stopping() -> None:
        say(f"bellringer: {told or finishing}", error=True)
        signal.signal(signal.SIGINT, leave)

    before = signal.getsignal(signal.SIGINT)
    try:
        yield stopping
    finally:
        signal.signal(signal.SIGINT, before)


def show(figures: Any, games: int, deals: int) -> None:
    """Print a table of the bots; the report has all other figures."""
    from bellringer.arena.report import milliseconds, number, share

    said = words()
    interval, to = said("figures.interval"), said("figures.to")
    groups = (
        (said("arena.rating"), interval),
        (said("arena.share"), interval),
        (said("arena.place"),),
        (said("arena.time"),),
    )
    rows = []
    for bot in figures.bots:
        place, time = number(bot.place, 2)[0], milliseconds(bot.seconds_a_move)[0]
        rows.append([bot.name, *number(bot.rating, 0, "+", to), *share(bot.win_share, to), place, time])
    console = console_of_any_width()
    heading = said("arena.figures", games=f"{games:,}", deals=f"{deals:,}")
    console.print(heading, "", sep="\n")
    print_tables(console, said("figures.bot"), groups, rows)
