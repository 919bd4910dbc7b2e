"""The command `dataset`, which writes games as data to learn from: between bots, or finished ones of a server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bellringer.commands.arena import check_installed, until_stopped
from bellringer.commands.clusters import cluster_of, threads_here
from bellringer.commands.keeping import database_in, need_shape, said_plainly
from bellringer.commands.language import spoken, words
from bellringer.commands.options import STOPPED
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.shown.words import labelled

NEEDED = ("polars", "numpy")


def dataset(
    game: str,
    out: str,
    games: int,
    bots: tuple[str, ...],
    seed: int,
    as_json: bool,
    observations: bool = False,
    masks: bool = False,
    visits: bool = False,
    seats: int = 4,
    jobs: int | None = None,
    ray: str | None = None,
    **options: Any,
) -> int:
    """Play the missing games, write the card, and say what there is. Returns the exit status."""
    check_installed(NEEDED)
    threads = threads_here("--jobs", jobs, ray)
    with progress("begun") as told:
        from bellringer.training.data_card import write_card
        from bellringer.training.dataset import make_data_plan, play_data

        wanted = {"observations": observations, "masks": masks, "visits": visits}
        keeps = [name for name, is_wanted in wanted.items() if is_wanted]
        plan = make_data_plan(game, bots, games, seats=seats, options=options, seed=seed, keeps=keeps)
        folder = Path(out)

        def run(stopping: Callable[[], None]) -> list[Path]:
            with cluster_of(ray, bots) as cluster:
                return play_data(plan, folder, threads, told, stopping, cluster)

        files = until_stopped(run, told, f"{plan.command()} --games {games}", folder, ray)
        if files is None:
            return STOPPED
        card = write_card(plan, folder)
    if as_json:
        paths = [str(path) for path in files]
        print_json({"folder": out, "command": plan.command(), "files": paths, "card": str(card)})
        return 0
    say(words()("dataset.written", games=f"{games:,}", folder=out), card)
    return 0


def served(
    game: str,
    out: str,
    data: str,
    as_json: bool,
    observations: bool = False,
    masks: bool = False,
    seats: int | None = None,
    **options: Any,
) -> None:
    """Write the finished games in a server's data folder, and say what there is."""
    check_installed(NEEDED)
    path = database_in(data)
    need_shape(path)
    from bellringer.server.host.finished_games import write_finished
    from bellringer.server.store.reading import ReadStore

    keeps = [name for name, is_wanted in {"observations": observations, "masks": masks}.items() if is_wanted]
    with progress("reading") as told, said_plainly(data), closing(ReadStore(path)) as store:
        found = write_finished(store, game, Path(out), seats=seats, options=options, keeps=keeps, told=told)
        if store.aside.rows:
            say(words()("host.left_out", data=data), error=True)
    if as_json:
        print_json({"folder": out, "games": found.games, "kinds": found.kinds, "left_out": dict(found.left_out)})
        return
    say(words()("dataset.served", n=len(found.kinds), games=f"{found.games:,}", folder=out))
    for name, count in found.kinds.items():
        say(f"  {labelled(spoken(), name, f'{count:,}')}")
    for reason, count in sorted(found.left_out.items()):
        say(words()(f"left_out.{reason}", n=count))
