"""Matches, small enough for a test: what the tests of the arena share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
from click.testing import CliRunner, Result

import bellringer
from bellringer.arena.match import Match
from bellringer.arena.run import run_match
from bellringer.cli import main

GAMES = bellringer.game_names()
GAME = "notre-dame"
PAIR = ("greedy", "random")


def played(match: Match, folder: Path, **more: Any) -> pl.DataFrame:
    """A match's results, without what no two runs share."""
    return run_match(match, folder, **more).results().drop("seconds")


def stop_after(games: int) -> Any:
    """A progress that is interrupted once so many games are done."""

    def progress(done: int, _: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return progress


def run(*args: str) -> Result:
    """Run the command; nothing may escape as an exception."""
    result = CliRunner().invoke(main, ["arena", *args], env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result
