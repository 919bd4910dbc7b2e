"""Whether a move throws chances away: what a teacher thinks of it before it counts, by what its seat knows.

Some searches say what the bot would play. The move and the bot's are then each searched by themselves, in pairs: with
the same dice, and so in the same worlds. What the move loses is the mean of the pairs, with its error. All of it is
bounded by numbers of iterations, so that the same position is judged the same on every machine; whoever has no time for
all of it (a server) has no judgement.
"""

from __future__ import annotations

from dataclasses import dataclass

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.review.estimates import NOTHING, Measured, less, measured
from bellringer.review.looks import Slices, Tried, many, search, seed_of
from bellringer.review.whys import number_of

LOOKS, LOOK = 4, 400  # searches that find the bot's move, and the iterations of each
PAIRS, AGAIN = 8, 400  # searches of each of the two moves by itself
FINE = 0.02  # of win chance: a move that the first searches do not find worse by this is not looked at again


@dataclass(frozen=True)
class Effort:
    """How much a teacher thinks: `looks` searches of `look` iterations, then `pairs` of `again` for each move."""

    looks: int = LOOKS
    look: int = LOOK
    pairs: int = PAIRS
    again: int = AGAIN


USUAL = Effort()


@dataclass(frozen=True)
class Verdict:
    """What a move loses, from 0 to 1 of win chance, against the move that the bot would make."""

    move: str
    better: str
    loss: Measured

    def is_bad(self, least: float) -> bool:
        """Whether it loses so much at least, and more than twice the error of that."""
        return self.loss.value >= least and self.loss.is_certain


def judge_slices(game: Game, state: State, seat: int, move: str, effort: Effort = USUAL) -> Slices[Verdict]:
    """What a seat's legal move loses, in slices of one search each.

    Nothing where it is the bot's own move. Raises ValueError for no name of a move.
    """
    number = number_of(game, move)
    looked = yield from many(state, seat, seeds("look", effort.looks), effort.look)
    tried = [Tried(one["move"], looked) for one in looked[0]["moves"]]
    best = max(tried, key=lambda one: one.visits)
    own = next(one for one in tried if one.move == number)
    better = game.move_names[best.move]
    if own is best:
        return Verdict(move, better, NOTHING)
    behind = less(best.chance, own.chance)
    if own.visits and behind.value + 2 * behind.error < FINE:
        return Verdict(move, better, behind)
    found = []
    for seed in seeds("pair", effort.pairs):
        chances = []
        for one in (best.move, number):
            chances.append(search(state, seat, seed, effort.again, forced=one)["chances"][seat])
            yield
        found.append(chances[0] - chances[1])
    return Verdict(move, better, measured(found))


def seeds(what: str, count: int) -> list[int]:
    """The seeds of some searches."""
    return [seed_of("teacher", what, number) for number in range(count)]
