"""The puzzle of the day, and those of the days before: what is asked of visitors, and what they find out of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bellringer.core.contract.registry import game_names
from bellringer.puzzles.puzzle import Puzzle
from bellringer.puzzles.shipped import Shipped, number_on, shipped, today
from bellringer.server.errors import Refused


class DailyPuzzles:
    """The puzzles of all games. `day`: which day it is, by UTC."""

    def __init__(self, day: Callable[[], date] = today) -> None:
        self.day = day
        self.shipped: dict[str, Shipped] = {}

    @property
    def newest(self) -> int:
        """The number of today's puzzle, the same in every game."""
        return number_on(self.day())

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have puzzles."""
        return tuple(game for game in game_names() if self.of(game).lines)

    def of(self, game: str) -> Shipped:
        """The puzzles of a game. Raises Refused if there is no such game."""
        if game not in self.shipped:
            if game not in game_names():
                raise Refused("missing", f"there are no puzzles of {game!r}", 404)
            self.shipped[game] = shipped(game)
        return self.shipped[game]

    def find(self, game: str, number: int) -> Puzzle:
        """The puzzle of a number, which may not be one of a day to come. Raises Refused."""
        found = self.of(game).at(number) if number <= self.newest else None
        if found is None:
            raise Refused("missing", f"there is no puzzle {number} of {game!r} yet", 404)
        return found
