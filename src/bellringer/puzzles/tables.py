"""Which table the next game is played at: any that the game has, and sooner one of which there are few puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.errors import OptionError
from bellringer.puzzles.puzzle import Puzzle

DRAWN = 12  # tables, of which one is taken, sooner one that has what few puzzles are about
TRIES = 400  # of options that are drawn, until they can be together


class DrawnTable(NamedTuple):
    """A kind of table that was drawn: how many play, what is chosen, and the state before the deal."""

    seats: int
    options: Mapping[str, Any]
    blank: State

    @property
    def values(self) -> frozenset[Any]:
        """All that is chosen."""
        return frozenset(
            value for one in self.options.values() for value in (one if isinstance(one, tuple) else (one,))
        )

    def rarest(self, about: Counter[str]) -> int:
        """How many puzzles are about that of its things of which there are fewest."""
        return min(about[value] for value in self.values if isinstance(value, str))


def next_table(game: Game, random: Random, found: Sequence[Puzzle], about: Counter[str]) -> DrawnTable:
    """The table of a game. `about`: how many puzzles are about each thing; what has few comes more often."""
    counts = Counter(one.seats for one in found)
    numbers = range(game.fewest_seats, game.most_seats + 1)
    (seats,) = random.choices(numbers, [1 / (1 + counts[number]) for number in numbers])
    drawn = [drawn_table(game, seats, random) for _ in range(DRAWN)]
    (taken,) = random.choices(drawn, [(1 + one.rarest(about)) ** -2 for one in drawn])
    return taken


def drawn_table(game: Game, seats: int, random: Random) -> DrawnTable:
    """A table with so many seats. Raises OptionError if none was found whose options can be together."""
    for turn in range(TRIES):
        options = {name: value for name in game.options if (value := drawn_value(game, name, random)) is not None}
        try:
            chosen = check_options(game, seats, options, random.randbytes(32))
            return DrawnTable(seats, chosen, game.blank(seats, chosen, None))
        except OptionError:
            if turn == TRIES - 1:
                raise
    raise AssertionError("the last turn returns or raises")


def drawn_value(game: Game, name: str, random: Random) -> Any:
    """What is said of an option: the word of any of its sets, some of its values, or one.

    None: what follows from the others.
    """
    option = game.options[name]
    if option.sets:
        return random.choice([word for word, one in option.sets.items() if one.is_drawn] or list(option.sets))
    if option.several:
        return tuple(random.sample(option.allowed, random.randint(0, len(option.allowed))))
    return random.choice((None, *option.allowed) if option.follows is not None else option.allowed)
