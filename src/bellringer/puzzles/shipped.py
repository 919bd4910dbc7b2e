"""The puzzles that come with a game: one a day, the same for everybody, in an order that does not change."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.puzzles.puzzle import Puzzle, document_in

FILE = "puzzles.jsonl"  # in a game's folder
FIRST_DAY = date(2026, 8, 1)  # the day of puzzle 1
KEPT = 64  # puzzles that were read


class Shipped:
    """The puzzles of a game, numbered by days. `lines`: of its file, one for each."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        self._read = lru_cache(KEPT)(self._puzzle)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The lines in a mixed order, so that tables of one kind don't follow one another."""
        return tuple(sorted(self.lines, key=lambda line: hashlib.sha256(line.encode()).digest()))

    def at(self, number: int) -> Puzzle | None:
        """The puzzle of a number, from 1 up to that of today; after the last one the first comes again. None: none."""
        return self._read((number - 1) % len(self.order)) if self.order and number >= 1 else None

    def _puzzle(self, place: int) -> Puzzle:
        line = self.order[place]
        return Puzzle.from_json(document_in(2 + self.lines.index(line), line))


def today() -> date:
    """The day, by UTC."""
    return datetime.now(UTC).date()


def number_on(day: date) -> int:
    """The number of the puzzle of a day."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """The day of a puzzle."""
    return FIRST_DAY + timedelta(days=number - 1)


def text_of(game: Game) -> str:
    """The file of a game's puzzles; empty for a game that has none."""
    package = type(game).__module__.rpartition(".")[0]
    if not files(package).joinpath(FILE).is_file():
        return ""
    return files(package).joinpath(FILE).read_text(encoding="utf-8")


@cache
def shipped(game: str) -> Shipped:
    """The puzzles of a game. Raises OptionError if there is no such game."""
    return Shipped(tuple(text_of(find(game)).splitlines()[1:]))
