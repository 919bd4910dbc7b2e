"""The command `study`, which measures what a card is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bellringer import game_names
from bellringer.commands.arena import check_installed, until_stopped
from bellringer.commands.clusters import cluster_of, threads_here
from bellringer.commands.figures import console_of_any_width, print_tables
from bellringer.commands.language import words
from bellringer.commands.options import STOPPED
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant
from bellringer.core.shown.words import Words

if TYPE_CHECKING:
    from bellringer.arena.study import Effect, Question

OPENING, ENDS = "opening", ("value", "low", "high")


def study(
    what: str,
    bot: str,
    deals: int,
    seed: int,
    as_json: bool,
    jobs: int | None = None,
    game: str | None = None,
    seats: int = 4,
    out: str | None = None,
    ray: str | None = None,
    **options: Any,
) -> int:
    """Play the missing games of a study, write its page, and print the figures. Returns the exit status."""
    game = game or game_of(what)
    check_installed()
    threads = threads_here("--jobs", jobs, ray)
    with progress("begun") as told:
        from bellringer.arena.study import ask
        from bellringer.arena.study import study as play
        from bellringer.arena.study_report import write_study

        question = ask(game, what, bot, seats, options, deals, seed)
        folder = Path(out or f"study-{game}-{what}")

        def run(stopping: Callable[[], None]) -> list[Effect]:
            with cluster_of(ray, (bot,)) as cluster:
                return play(question, threads, told, folder, stopping, cluster)

        found = until_stopped(run, told, question.command(), folder, ray)
        if found is None:
            return STOPPED
        paths = write_study(question, found, folder, lambda name: name.replace("-", " "))
    if as_json:
        print_json({"command": question.command(), "worth": [as_document(one) for one in found]})
        return 0
    tell(question, found)
    say("", *paths)
    return 0


def tell(question: Question, found: Sequence[Effect]) -> None:
    """Print a table with a row for each thing."""
    said, deals = words(), question.is_by_deal
    made = said("study.made_in" if question.what == OPENING else "study.made")
    groups: list[tuple[str, ...]] = [
        (said("study.difference"), said("figures.interval")),
        (said("study.always"), said("study.never")),
    ]
    groups += [(made, said("study.deals")) if deals else (made,)]
    print_tables(console_of_any_width(), said("study.thing"), groups, [row(question, one, said) for one in found])


def row(question: Question, one: Effect, said: Words) -> list[str]:
    """A thing's name, what it brings, and how often it was had."""
    from bellringer.arena.study_report import percent, points

    value, low, high = points(one.difference)
    interval = f"{low} {said('figures.to')} {high}" if low != high else low
    made = percent(one.made) if question.what == OPENING else f"{one.made.value:.2f}"
    deals = [f"{one.deals:,}"] if question.is_by_deal else []
    return [one.name, value, interval, percent(one.always), percent(one.never), made, *deals]


def game_of(what: str) -> str:
    """The game that has a study of that name. Raises OptionError if none has, or several could."""
    for name in game_names():
        if what in find(name).studies:
            return name
    known = sorted({one for name in game_names() for one in find(name).studies})
    if what == OPENING:
        raise OptionError(f"name the game whose openings to study: bellringer study {OPENING} {game_names()[0]}")
    raise OptionError(
        f"there is no study of {what!r}{meant(what, (*known, OPENING))}; there are {', '.join(known)} and {OPENING}"
    )


def as_document(one: Any) -> dict[str, Any]:
    """An effect as a JSON document."""
    figures = ("made", "always", "never", "difference")
    return {
        "name": one.name,
        "deals": one.deals,
        **{name: {key: getattr(getattr(one, name), key, None) for key in ENDS} for name in figures},
    }
