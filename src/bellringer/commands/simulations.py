"""The commands `simulate` and `bench`, which play many games."""

from __future__ import annotations

from typing import Any

from bellringer.arena.match import table_words
from bellringer.arena.simulate import QUANTILES, Report, WinShare
from bellringer.arena.simulate import simulate as play_many
from bellringer.commands.clusters import cluster_of, threads_here
from bellringer.commands.figures import console_of_any_width, print_tables
from bellringer.commands.language import spoken, words
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import Words


def simulate(
    game: str,
    count: int,
    bots: tuple[str, ...],
    seed: int,
    as_json: bool,
    threads: int | None = None,
    seats: int = 4,
    components: str | None = None,
    ray: str | None = None,
    **options: Any,
) -> None:
    """Play the games and print the report."""
    here = threads_here("--threads", threads, ray)
    with progress("begun") as told, cluster_of(ray, bots, components) as cluster:
        told.of = count
        report = play_many(game, count, seats, bots, options, here, seed, told.add, components, cluster)
    if as_json:
        print_json(report.as_json())
        return
    show(report, find(game).seat_names(seats))


def show(report: Report, seat_names: tuple[str, ...]) -> None:
    """Print the report as tables: one of bots, one of seats."""
    console, said = console_of_any_width(), words()
    speed = {"rate": report.games / report.seconds, "decisions": report.decisions / report.seconds}
    figures = {"games": f"{report.games:,}"} | {name: f"{figure:,.0f}" for name, figure in speed.items()}
    console.print(said("simulate.speed", game=report.game, **figures))
    if unusual := table_words(find(report.game), len(seat_names), report.options)[2:]:
        console.print(said("simulate.table", options=" ".join(unusual)))
    console.print()
    groups = groups_of(said)
    print_tables(console, said("figures.bot"), groups, [row(name, share, said) for name, share in report.bots.items()])
    console.print()
    seats = [find(report.game).words.name_words("seat", name, spoken()) for name in seat_names]
    print_tables(
        console, said("figures.seat"), groups, [row(*both, said) for both in zip(seats, report.seats, strict=True)]
    )
    console.print("", said("simulate.legend"), sep="\n")


def groups_of(said: Words) -> tuple[tuple[str, ...], ...]:
    """The headings of the columns, in groups that stay together."""
    played, wins, share = (said(f"simulate.{name}") for name in ("played", "wins", "share"))
    return (played, wins), (share, said("figures.interval")), tuple(f"{q:.0%}" for q in QUANTILES)


def row(name: str, share: WinShare, said: Words) -> list[str]:
    """One line of a table: games, wins, share, interval, and the quantiles of the scores."""
    interval = f"{100 * share.low:.1f} {said('figures.to')} {share.high:.1%}"
    scores = (f"{score:.0f}" for score in share.quantiles)
    return [name, f"{share.games:,}", f"{share.wins:,.1f}", f"{share.win_rate:.1%}", interval, *scores]


def bench(game: str, seconds: float, threads: int, as_json: bool, seats: int = 4, **options: Any) -> None:
    """Measure the engine's speed and print the figures."""
    from bellringer.arena.bench import bench as measure
    from bellringer.review.speed import seconds_of_a_review

    with progress("measuring"):
        found = measure(game, seats, seconds, threads, options)
        if find(game).sources is not None:
            found["review_seconds"] = seconds_of_a_review(game, seats, options, threads)
    if as_json:
        print_json(found)
        return
    said = words()
    for name, unit in LINES.items():
        if name not in found:
            continue
        value = found[name]
        text = f"{value:,.1f}" if isinstance(value, float) and value < 100 else f"{value:,.0f}"
        say(f"{text:>14}  {said(f'bench.{unit}')}")


LINES = {  # the figures, and their keys in the catalogue
    "decisions_per_second_per_core": "decisions_per_core",
    "games_per_second_per_core": "games_per_core",
    "decisions_per_second": "decisions",
    "decisions_per_game": "length",
    "state_bytes": "bytes",
    "copy_ns": "copy",
    "review_seconds": "review",
}
