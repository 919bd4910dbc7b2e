"""The command `train`, which trains a net by self-play."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bellringer.commands.arena import check_installed, until_stopped
from bellringer.commands.clusters import cluster_of, threads_here
from bellringer.commands.figures import console_of_any_width, print_tables
from bellringer.commands.language import words
from bellringer.commands.options import STOPPED
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.net_file import NetFile
from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant

if TYPE_CHECKING:
    from bellringer.training.rounds import Round, TrainingFolder
    from bellringer.training.self_play import TableShare

SHIPPED = "shipped"  # for --begin
NEEDED = ("polars", "numpy", "scipy", "threadpoolctl", "matplotlib")


def train(
    game: str,
    out: str,
    seats: str,
    vary: str,
    games: int,
    rounds: int,
    iterations: int,
    width: int,
    window: int,
    seed: int,
    as_json: bool,
    jobs: int | None = None,
    minutes: float = math.inf,
    begin: str | None = None,
    ray: str | None = None,
    **options: Any,
) -> int:
    """Train until there are so many rounds, and print what they gave. Returns the exit status."""
    check_installed(NEEDED)
    threads = threads_here("--jobs", jobs, ray)
    with progress("begun") as told:
        from bellringer.training.report import write_report
        from bellringer.training.rounds import make_training
        from bellringer.training.rounds import train as run_rounds

        start = None if begin is None else beginning_of(find(game), begin)
        tables = tables_of(find(game), seats, options, vary)
        said = {"seats": seats, "vary": vary, **options, "games": games, "iterations": iterations, "width": width,
                "window": window, "seed": seed, "begin": begin}  # fmt: skip
        training = make_training(game, tables, games=games, iterations=iterations, width=width, window=window,
                                 seed=seed, begin=start, words=typed(said))  # fmt: skip
        folder = Path(out)

        def run(stopping: Callable[[], None]) -> TrainingFolder:
            with cluster_of(ray) as cluster:
                return run_rounds(training, folder, rounds, jobs=threads, minutes=minutes, begin=start, progress=told,
                              stopping=stopping, after=write_report, cluster=cluster)  # fmt: skip

        found = until_stopped(run, told, f"{training.command()} --rounds {rounds}", folder, ray)
        if found is None:
            return STOPPED
        paths = write_report(found)
    if as_json:
        print_json({"folder": str(folder), "command": training.command(), "rounds": [one.card for one in found.rounds]})
        return 0
    show(found)
    say("", *paths, folder / "best.net")
    return 0


def tables_of(game: Game, seats: str, options: Mapping[str, Any], vary: str) -> list[TableShare]:
    """The tables of a training, with their shares of the games. Raises OptionError."""
    from bellringer.training.self_play import TableShare

    shares = shares_of(seats)
    drawn, varied = drawn_options(game, vary)
    half = 0.5 if vary else 1.0
    plain = [TableShare(number, options, share=half * share) for number, share in shares.items()]
    if not vary:
        return plain
    return plain + [TableShare(number, {**options, **drawn}, varied, half * share) for number, share in shares.items()]


def shares_of(text: str) -> dict[int, float]:
    """The numbers of seats with their shares of the games: `2:6,4` is `{2: 6.0, 4: 1.0}`. Raises OptionError."""
    found: dict[int, float] = {}
    for part in text.split(","):
        number, _, share = part.strip().partition(":")
        try:
            seats, weight = int(number), float(share or 1)
        except ValueError:
            raise OptionError(f"--seats: {part.strip()!r} is not like 2 or 2:6") from None
        if seats in found or not 0 < weight < math.inf:
            raise OptionError(f"--seats: {part.strip()!r}: each number once, with a share above 0")
        found[seats] = weight
    return found


def drawn_options(game: Game, vary: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """How the options named are drawn for each game: by a word of the game that draws a set, or any of their values."""
    names = [name.strip().replace("-", "_") for name in vary.split(",") if name.strip()]
    drawn, varied = {}, []
    for name in names:
        if name not in game.options:
            raise OptionError(f"--vary: {game.name} has no option {name!r}{meant(name, tuple(game.options))}; "
                              f"it has {', '.join(game.options)}")  # fmt: skip
        words = [word for word, one in game.options[name].sets.items() if one.is_drawn]
        if words:
            drawn[name] = words[0]
        else:
            varied.append(name)
    return drawn, tuple(varied)


def beginning_of(game: Game, begin: str) -> Path | NetFile:
    """What to begin from: a file of floats, those of the last net taken in a folder of a training, or the shipped net.

    Raises OptionError if there is none.
    """
    from bellringer.training.rounds import last_floats

    if begin == SHIPPED:
        if game.book.net is None:
            raise OptionError(f"--begin: no net ships with {game.name}")
        return game.book.net.file
    path = Path(begin)
    return last_floats(path) if path.is_dir() else path


def typed(said: Mapping[str, Any]) -> list[str]:
    """Options as words of a command line; an empty one is left out."""
    from bellringer.arena.match import option_words

    given = {name: value for name, value in said.items() if value not in (None, "", ())}
    return [word for name, value in given.items() for word in option_words(name, value)]


def show(found: TrainingFolder) -> None:
    """Print a table of the rounds."""
    from bellringer.arena.report import share
    from bellringer.training.report import gate_share, log_loss

    told = words()
    groups = (
        (told("train.loss"),),
        (told("train.against"), told("train.deals"), told("train.share"), told("figures.interval")),
        (told("train.taken"),),
    )
    rows = []
    for one in found.rounds:
        gate = one.card["gate"]
        taken = told("train.is_taken" if gate["taken"] else "train.not_taken")
        shares = share(gate_share(one), told("figures.to"))
        rows.append([str(one.number), f"{log_loss(one):.4f}", rival(one), str(gate["deals"]), *shares, taken])
    print_tables(console_of_any_width(), told("train.round"), groups, rows)


def rival(one: Round) -> str:
    """Against what the net of a round played."""
    last = one.card["last"]
    return str(last) if last else words()("train.no_net" if last is None else "train.beginning")
