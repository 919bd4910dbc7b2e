"""The command `arena`, which plays a match between bots."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bellringer.commands.clusters import again_words, cluster_of, threads_here
from bellringer.commands.figures import console_of_any_width, print_tables
from bellringer.commands.language import words
from bellringer.commands.options import STOPPED
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import Told, progress
from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.arena.journal import MatchFolder
    from bellringer.arena.match import Match
    from bellringer.arena.statistics import Figures

Found = TypeVar("Found")
NEEDED = ("polars", "choix", "matplotlib")


def arena(
    game: str,
    bots: tuple[str, ...],
    deals: int,
    seed: int,
    as_json: bool,
    jobs: int | None = None,
    seats: int = 4,
    out: str | None = None,
    components: str | None = None,
    ray: str | None = None,
    **options: Any,
) -> int:
    """Play the missing games of a match, write its report, and print the figures. Returns the exit status."""
    check_installed()
    threads = threads_here("--jobs", jobs, ray)
    with progress("begun") as told:
        from bellringer.arena.match import make_match
        from bellringer.arena.report import write_report
        from bellringer.arena.run import run_match
        from bellringer.arena.statistics import figures_of

        match = make_match(game, bots, seats, options, deals, seed, components)
        folder = Path(out or f"arena-{game}-{digest(match.identity())}")

        def run(stopping: Callable[[], None]) -> MatchFolder:
            with cluster_of(ray, match.names, components) as cluster:
                return run_match(match, folder, threads, told, stopping, cluster)

        found = until_stopped(run, told, match.command(), folder, ray)
        if found is None:
            return STOPPED
        figures = figures_of(match, found.results())
        paths = write_report(found, figures)
    tell(figures, match, folder, [*paths, found.folder / "results.parquet"], as_json)
    return 0


def tell(figures: Figures, match: Match, folder: Path, paths: Sequence[Path], as_json: bool) -> None:
    """Print the figures of a match, as JSON or as a table with the files that hold more."""
    from bellringer.arena.statistics import as_json as document_of

    if as_json:
        print_json({"folder": str(folder), "command": match.command(), **document_of(figures)})
        return
    show(figures, match.games, match.deals)
    say("", *paths)


def until_stopped(
    run: Callable[[Callable[[], None]], Found], told: Told, command: str, folder: Path, ray: str | None = None
) -> Found | None:
    """Call `run` with a function to call when it stops, and return its result. `told`: what it tells its progress.

    If Ctrl-C stopped it, print the command that plays the remaining games, and return None.
    """
    try:
        with patience(told.stop) as stopping:
            return run(stopping)
    except KeyboardInterrupt:
        told.stop()
        again = f"{command} {shlex.join(['--out', str(folder), *again_words(ray)])}"
        left = words()("arena.stopped", done=f"{told.done:,}", games=f"{told.of:,}", again=again)
        say(f"bellringer: {left}", error=True)
        return None


def check_installed(needed: Iterable[str] = NEEDED) -> None:
    """Raise OptionError if packages are missing, as those of the extra `arena`."""
    if missing := [name for name in needed if find_spec(name) is None]:
        raise OptionError(f"the arena needs {', '.join(missing)}: pip install 'bellringer[arena]'")


def digest(identity: dict[str, Any]) -> str:
    """A short hash of a match, so that the same command finds the same folder."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:8]


@contextmanager
def patience(end: Callable[[], None], told: str = "") -> Iterator[Callable[[], None]]:
    """Yield a function to call at the first Ctrl-C; a second one then ends the process at once.

    It calls `end`, and prints `told`, or else that the games at hand are finished.
    """
    told = told or words()("arena.finishing")

    def leave(number: int, frame: Any) -> None:
        os._exit(STOPPED)  # sys.exit would wait for the threads that think; finished games are on disk

    def stopping() -> None:
        end()
        say(f"bellringer: {told}", error=True)
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
