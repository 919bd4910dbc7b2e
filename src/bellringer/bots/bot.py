"""What all bots have in common: dice of their own, and a function that chooses without the GIL."""

import cython
from cython.cimports.bellringer.core.dice import seed_dice
from cython.cimports.bellringer.core.play import Player
from cython.cimports.bellringer.core.state import RuleBook, State

from bellringer.core.chance import MASK_64


class Bot:
    """One bot at one seat or more. The compiled loops take its `player`; Python asks `choose`."""

    name = "bot"

    def __init__(self, seed: int = 0):
        seed_dice(cython.address(self.dice), seed & MASK_64)

    def player(self):
        player: Player = Player(choose=self.chooser, memory=self.memory)
        return player

    def choose_number(self, state: State, seat: int) -> int:
        """The move number that the bot plays for a seat of a state. Raises ValueError if it isn't to decide."""
        if seat not in state.pending:
            raise ValueError(f"seat {seat} has nothing to decide")
        book: RuleBook = state.book
        return self.chooser(self.memory, cython.address(book.rules), state.memory, seat, cython.address(self.dice))

    def choose(self, table, seat: int) -> str:
        """The name of the move that the bot plays for a seat of a table."""
        number = self.choose_number(table.state, seat)
        return next(move.name for move in table.moves(seat) if move.number == number)
