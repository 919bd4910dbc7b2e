"""Why one move is better than another, in the game's own terms: what differs in games that are played on after them.

The games come in pairs that share their chance: the same world, the same draws, bots with the same dice. So what
differs within a pair comes of the move. The points of each game are counted by their sources (core/tables/sources.py),
and a source is named only where its difference holds beside all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from bellringer import bots
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.errors import OptionError
from bellringer.review.estimates import Measured, chance_of, holm, measured
from bellringer.review.looks import Slices, finish, rounded, seed_of
from bellringer.review.plan import PAIRS_OF_A_HINT
from bellringer.review.playing_on import play_pairs
from bellringer.review.results import Difference, Why

PLAYER = "greedy"  # who plays on
A_SLICE = 10  # pairs
Source = tuple[int, int]  # seat and source, by their numbers
Course = tuple[tuple[int, ...], dict[Source, tuple[int, int]]]


def why(
    game: Game,
    state: State,
    seat: int,
    moves: tuple[str, str],
    pairs: int = PAIRS_OF_A_HINT,
    seed: int = 0,
    turn: int = 0,
) -> Why:
    """What differs between two moves that a seat can make now, by what the seat knows. A hint's has 100 pairs.

    Raises ValueError for a move that is not legal, and OptionError for a game that does not say where points come from.
    """
    return finish(why_slices(game, state, seat, moves, pairs, seed, turn))


def why_slices(
    game: Game, state: State, seat: int, moves: tuple[str, str], pairs: int, seed: int, turn: int
) -> Slices[Why]:
    """What differs between two moves, as `why` says it, in slices of a few pairs."""
    if game.sources is None:
        raise OptionError(f"{game.name} does not say where its points come from")
    numbers = (number_of(game, moves[0]), number_of(game, moves[1]))
    worth = [game.sources.scores[column] for column in game.sources.columns]
    players = [bots.make(PLAYER) for _ in range(state.seats)]
    root, found = seed_of(seed, turn, "pairs", moves), list[tuple[Course, Course]]()
    for first in range(0, pairs, A_SLICE):
        count = min(A_SLICE, pairs - first)
        pairs_played = play_pairs(state, seat, numbers, players, worth, bool(game.draws), first, count, root)
        found += [(one, other) for one, other in pairs_played]
        yield
    return told(game, turn, seat, moves, found)


def number_of(game: Game, name: str) -> int:
    """The number of a move. Raises ValueError."""
    try:
        return list(game.move_names).index(name)
    except ValueError:
        raise ValueError(f"no move of {game.name} is called {name!r}") from None


def told(game: Game, turn: int, seat: int, moves: tuple[str, str], pairs: Sequence[tuple[Course, Course]]) -> Why:
    """What differs in pairs of games."""
    assert game.sources is not None
    sources = sorted({source for pair in pairs for _, brought in pair for source in brought})
    held = holm({source: chance_of(gaps(pairs, source)) for source in sources})
    differences = [difference(pairs, source, game.sources.names[source[1]]) for source in held]
    differences.sort(key=lambda one: (-abs(one.gap.value), one.seat, one.source))
    scores = [score_of(first, seat) - score_of(second, seat) for first, second in pairs]
    wins = [won(first, seat) - won(second, seat) for first, second in pairs]
    return Why(turn, seat, moves, len(pairs), len(sources), tuple(differences), measured(scores), measured(wins))


def gaps(pairs: Iterable[tuple[Course, Course]], source: Source) -> list[float]:
    """By pair, how many more points a source brings after the first move."""
    return [points(first, source) - points(second, source) for first, second in pairs]


def points(course: Course, source: Source) -> int:
    """What a source did to a score."""
    return course[1].get(source, (0, 0))[0]


def difference(pairs: Sequence[tuple[Course, Course]], source: Source, name: str) -> Difference:
    """What a source does after each of the moves."""
    sides = [[pair[side] for pair in pairs] for side in range(2)]
    shares = [rounded(fmean(source in course[1] for course in side)) for side in sides]
    means = [rounded(fmean(points(course, source) for course in side)) for side in sides]
    gap: Measured = measured(gaps(pairs, source))
    return Difference(source[0], name, (shares[0], shares[1]), (means[0], means[1]), gap)


def score_of(course: Course, seat: int) -> int:
    """What all sources together did to the score of a seat."""
    return sum(amount for (owner, _), (amount, _) in course[1].items() if owner == seat)


def won(course: Course, seat: int) -> float:
    """The part of the victory that a seat got."""
    places: Any = course[0]
    return 1 / places.count(1) if places[seat] == 1 else 0.0
