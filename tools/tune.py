"""Tune the search without a net: optuna looks for the options that win most against the present ones.

    pip install -r requirements/tune.in
    python -m tools.tune GAME --trials 60 --minutes 20

Each trial plays duplicate deals with two seats and with four, the new options against copies of the present ones, with
equal iterations. All are plain searches, since playouts and the game's evaluation are what these options are about. No
report uses the seeds of these deals. Every trial is kept in docs/tuning/<game>.json with the present options, so that a
later run continues from there. A person decides what is adopted.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import optuna

from bellringer.arena.loops import play_games
from bellringer.arena.simulate import win_part
from bellringer.bots.bot import Bot
from bellringer.bots.search import Search
from bellringer.commands.progress import at_work
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from tools.places import DOCS

KEPT = DOCS / "tuning"
SEED = 7_000_000  # of the deals: reports use small numbers
TABLES = ((2, 20), (4, 10))  # seats, deals: 40 games of each
PLAIN: dict[str, Any] = {"plain": True}
HORIZONS = (-1, 5, 10, 20, 40, 60, 80, 120)


def suggest(trial: optuna.Trial) -> dict[str, Any]:
    """The options that a trial tries."""
    return {
        "exploration": trial.suggest_float("exploration", 0.5, 5, log=True),
        "trust": trial.suggest_float("trust", 0.5, 30, log=True),
        "horizon": trial.suggest_categorical("horizon", HORIZONS),
        "swing": trial.suggest_float("swing", 1, 20, log=True),
        "place_weight": trial.suggest_float("place_weight", 0.0, 0.6),
    }


def share(game: str, style: dict[str, Any], standing: dict[str, Any], iterations: int, jobs: int, first: int) -> float:
    """How much more than an equal part the options win, over both tables: 0 is even, 1 is every victory."""
    tasks = [(seats, deal) for seats, deals in TABLES for deal in range(first, first + deals)]

    def play(task: tuple[int, int]) -> tuple[int, float]:
        seats, deal = task
        found = find(game)
        table = found.blank(seats, check_options(found, seats, {}), None)
        styles = [style, *([standing] * (seats - 1))]
        players: list[Bot] = [Search(turn, **one, **PLAIN, iterations=iterations) for turn, one in enumerate(styles, 1)]
        _, outcomes = play_games(table, players, seats, deal * seats, SEED)
        return seats, sum(win_part(places, seat) for seat, (places, _) in enumerate(outcomes)) / seats

    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(play, tasks))
    total = 0.0
    for seats, deals in TABLES:
        mean = sum(won for of, won in results if of == seats) / deals
        total += (mean - 1 / seats) / (1 - 1 / seats)
    return total / len(TABLES)


def main() -> None:
    """Run trials up to a number or a time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--standing", type=json.loads, default={}, help="the style to beat, as JSON")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if not given.minutes > 0 or given.trials < 1:
        parser.error("--minutes and --trials: more than 0")
    out = given.out or KEPT / f"{given.game}.json"
    kept: list[dict[str, Any]] = json.loads(out.read_text("utf-8"))["trials"] if out.exists() else []
    sampler = optuna.samplers.TPESampler(seed=len(kept), multivariate=True)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    until = time.monotonic() + 60 * given.minutes
    for number in range(given.trials):
        if number and time.monotonic() > until:
            break
        trial = study.ask()
        style = suggest(trial)
        won = share(given.game, style, given.standing, given.iterations, given.jobs, first=1000 * (number % 4))
        study.tell(trial, won)
        kept.append({"won": round(won, 4), "style": style, "standing": given.standing, "iterations": given.iterations})
        print(f"{number:3} {won:+.3f} {style}", flush=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps({"game": given.game, "seed": SEED, "trials": kept}, indent=1) + "\n", "utf-8")
    print("best", study.best_value, study.best_params)


if __name__ == "__main__":
    at_work(main)
