"""The base of all bots: dice, and a function that chooses a move without the GIL."""

import cython
from cython.cimports.bellringer.core.dice import seed_dice
from cython.cimports.bellringer.core.play import Player
from cython.cimports.bellringer.core.state import RuleBook, State

from bellringer.core.chance import MASK_64


class Bot:
    """A bot for one seat or several. Python calls `choose`; the compiled loops use its `player`."""

    name = "bot"

    def __init__(self, seed: int = 0):
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Have the dice of a new bot of this seed, and so choose as that would."""
        seed_dice(cython.address(self.dice), seed & MASK_64)

    def player(self):
        player: Player = Player(choose=self.chooser, memory=self.memory)
        return player

    def choose_number(self, state: State, seat: int) -> int:
        """The number of the move that the bot plays. Raises ValueError if the seat has nothing to decide."""
        if seat not in state.pending:
            raise ValueError(f"seat {seat} has nothing to decide")
        book: RuleBook = state.book
        return self.chooser(self.memory, cython.address(book.rules), state.memory, seat, cython.address(self.dice))

    def choose(self, table, seat: int) -> str:
        """The name of the move that the bot plays. Raises ValueError if the seat has nothing to decide."""
        number = self.choose_number(table.state, seat)
        return next(move.name for move in table.moves(seat) if move.number == number)
