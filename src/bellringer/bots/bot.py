"""The base of all bots: dice, and a function that chooses a move without the GIL."""

from functools import partial

import cython
from cython.cimports.bellringer.core.dice import seed_dice
from cython.cimports.bellringer.core.play import Player
from cython.cimports.bellringer.core.state import RuleBook, State

from bellringer.core.chance import MASK_64

WORDS = 4  # of dice


class Bot:
    """A bot for one seat or several. Python calls `choose`; the compiled loops use its `player`.

    A copy, and what comes out of a pickle, chooses from then on as this one would.
    """

    name = "bot"

    def __init__(self, seed: int = 0):
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Have the dice of a new bot of this seed, and so choose as that would."""
        seed_dice(cython.address(self.dice), seed & MASK_64)

    def made_with(self):
        """The options that a bot like this one is made with."""
        return {}

    def chances(self):
        """The words of its dice."""
        return tuple([self.dice.word[i] for i in range(WORDS)])

    def put_chances(self, words):
        """Give it the dice of another bot of its kind."""
        for i in range(WORDS):
            self.dice.word[i] = words[i]

    def __reduce__(self):
        own = getattr(self, "__dict__", {})  # of a class that somebody has made of it
        return (partial(type(self), **self.made_with()), (), (self.chances(), own))

    def __setstate__(self, known):
        words, own = known
        self.put_chances(words)
        if own:
            self.__dict__.update(own)

    def check_chooser(self):
        """Raises NotImplementedError for a bot that is of no kind: nothing says how it chooses."""
        if self.chooser is cython.NULL:
            raise NotImplementedError(f"{type(self).__name__} has no way to choose: bots.make makes one that has")

    def player(self):
        self.check_chooser()
        player: Player = Player(choose=self.chooser, memory=self.memory)
        return player

    def choose_number(self, state: State, seat: int) -> int:
        """The number of the move that the bot plays. Raises ValueError if the seat has nothing to decide.

        Raises NotImplementedError for a bot that is of no kind.
        """
        self.check_chooser()
        if seat not in state.pending:
            raise ValueError(f"seat {seat} has nothing to decide")
        book: RuleBook = state.book
        return self.chooser(self.memory, cython.address(book.rules), state.memory, seat, cython.address(self.dice))

    def choose(self, table, seat: int) -> str:
        """The name of the move that the bot plays. Raises ValueError if the seat has nothing to decide."""
        number = self.choose_number(table.state, seat)
        return next(move.name for move in table.moves(seat) if move.number == number)
