"""A file of puzzles with which the command has nothing left to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import bellringer
from bellringer.core.contract.registry import find
from bellringer.puzzles.finder import Finder
from bellringer.puzzles.puzzle import Collection, Puzzle, read_collection
from bellringer.puzzles.shipped import text_of


def few_in(path: Path, game: str = "notre-dame", count: int = 1, seed: int = 0) -> Collection:
    """Write a file that a search with a seed may have written, which has looked at enough games; return what it has.

    The puzzles are some of those that come with the game, as if the present net had judged them.
    """
    net, version = Finder(game).net_at, bellringer.__version__
    found = [replace(one, net=net(one.seats), version=version) for one in few_of(game, count)]
    few = Collection(game, seed, games=9, enough_at=1, puzzles=tuple(found))
    path.write_text(few.text(), encoding="utf-8")
    return few


def few_of(game: str, count: int) -> tuple[Puzzle, ...]:
    """The first puzzles that come with a game."""
    lines = text_of(find(game)).splitlines()[: 1 + count]
    return read_collection("\n".join(lines)).puzzles
