"""The base of all bots: dice, and a function that chooses a move without the GIL."""

from functools import partial

import cython
from cython.cimports.bellringer.core.compiled.dice import seed_dice
from cython.cimports.bellringer.core.compiled.play import Player
from cython.cimports.bellringer.core.compiled.state import RuleBook, State

from bellringer.core.chance import MASK_64

WORDS = 4  # of dice


class Bot:
    """The base of all bots. Python calls `choose`; the compiled loops use its `player`. One bot may play several seats.

    A copy, also one from a pickle, goes on choosing as the original would.
    """

    name = "bot"

    def __init__(self, seed: int = 0):
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Take the dice that a new bot of this seed has, and so choose as it would."""
        seed_dice(cython.address(self.dice), seed & MASK_64)

    def made_with(self):
        """The options with which a bot like this one is made."""
        return {}

    def chances(self):
        """The words of the bot's dice."""
        return tuple([self.dice.word[i] for i in range(WORDS)])

    def put_chances(self, words):
        """Take over the dice of another bot of the same kind."""
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

    def check_plays(self, book):
        """Raise NotImplementedError for a bot of no kind, which has no way to choose in any game."""
        if self.chooser is cython.NULL:
            raise NotImplementedError(f"{type(self).__name__} has no way to choose: bots.make makes one that has")

    def player(self, book):
        self.check_plays(book)
        player: Player = Player(choose=self.chooser, memory=self.memory)
        return player

    def choose_number(self, state: State, seat: int) -> int:
        """The number of the move that the bot plays. Raises ValueError if the seat has nothing to decide.

        Raises NotImplementedError for a bot of no kind.
        """
        book: RuleBook = state.book
        self.check_plays(book)
        if seat not in state.pending:
            raise ValueError(f"seat {seat} has nothing to decide")
        return self.chooser(self.memory, cython.address(book.rules), state.memory, seat, cython.address(self.dice))

    def choose(self, table, seat: int) -> str:
        """The name of the move that the bot plays. Raises ValueError if the seat has nothing to decide."""
        number = self.choose_number(table.state, seat)
        return next(move.name for move in table.moves(seat) if move.number == number)
