"""Advice to a seat that decides: why one move is better than another, by what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bellringer.bots.analysis import MoveThought
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.review.looks import Slices, seed_of
from bellringer.review.plan import PAIRS_OF_A_HINT
from bellringer.review.results import Why
from bellringer.review.sentences import why_words
from bellringer.review.whys import why_slices

BLUNDER = 0.1  # of win chance: nobody asks why not a move that throws so much away


def next_best(moves: Sequence[MoveThought]) -> MoveThought | None:
    """The move that a hint is compared with: the one that the search has tried most besides its own.

    None where there is only one sensible move: no other was tried, or the next one throws away BLUNDER of win chance.
    """
    if len(moves) < 2:
        return None
    best, other = moves[:2]
    if best.win_chance is None or other.win_chance is None or best.win_chance - other.win_chance >= BLUNDER:
        return None
    return other


def why_of(
    game: Game, state: State, seat: int, moves: tuple[str, str], pairs: int = PAIRS_OF_A_HINT
) -> Slices[Why | None]:
    """What differs between two moves of a seat, by what the seat knows, in slices of a few pairs.

    None for a game that does not say where its points come from.
    """
    if game.sources is None:
        return None
    return (yield from why_slices(game, state, seat, moves, pairs, seed_of("advice"), 0))


def hint_words(game: Game, why: Why, who: Callable[[int], str], language: str) -> list[str]:
    """Why the move of a hint is better than the other one. `who`: as in `why_words`."""
    return why_words(game, why, who, language, about="advised")
