"""Judges whether a decision has one clearly best move, by what its seat knows, and how hard that is to find.

All moves race, twice: each is searched by itself, with seeds that all share. Where another one stays close nothing is
clear, and that is soon known. Else two panels with other seeds search what is left of the race, and at last all other
moves as long: what a move is worth may be seen late. So the winner is not the best by the luck of the race, both panels
must agree on it, and no move is thought bad because a search has hardly looked at it. A second judge does all of it
again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from bellringer import bots
from bellringer.bots.search import Search
from bellringer.core.compiled.state import State
from bellringer.puzzles.puzzle import HARDEST, Other
from bellringer.review.estimates import Measured, measured
from bellringer.review.looks import name_of, search, seed_of
from bellringer.review.plan import SEARCHES

LEAST_MARGIN = 0.08  # of win chance, by which the best move must lead
FEWEST_MOVES = 3
GLANCE, RACE, LOOK = 40, 160, 1_280  # iterations of each search
PANELS = 2
JUDGES = 2
MOST_RIVALS = 6  # moves that may be left after the race, besides the best: more, and none is clearly best
TRIES = 8
QUICK = (12, 40)  # iterations of the searches that tell how difficult it is

Values = dict[int, list[float]]  # by move, the seat's chance in each search


@dataclass(frozen=True)
class Judged:
    """A decision with one clearly best move: all others by name, the better ones first, and how far they are behind."""

    best: str
    others: tuple[Other, ...]

    @property
    def margin(self) -> Measured:
        """How far the next best is behind."""
        return self.others[0].behind


def chances_after(state: State, seat: int, moves: Sequence[int], seeds: Sequence[int], iterations: int) -> Values:
    """The seat's win chance after each of some moves, as searches with the same seeds see it."""
    return {
        move: [search(state, seat, seed, iterations, forced=move)["chances"][seat] for seed in seeds] for move in moves
    }


def gap(values: Values, best: int, other: int) -> Measured:
    """How far a move is behind another one."""
    return measured([ours - theirs for ours, theirs in zip(values[best], values[other], strict=True)])


def leader(values: Values) -> int:
    """The move after which the seat's chance is highest."""
    return max(values, key=lambda move: fmean(values[move]))


def agreed_best(state: State, seat: int, seed: int) -> Judged | None:
    """What judges with different seeds find clearly best, as the last of them measured it; None where one does not.

    One judge alone, who sees many decisions, finds some by luck.
    """
    found: Judged | None = None
    for turn in range(JUDGES):
        before, found = found, clearly_best(state, seat, seed_of(seed, "verdict", turn))
        if found is None or (before is not None and found.best != before.best):
            return None
    return found


def clearly_best(state: State, seat: int, seed: int) -> Judged | None:
    """What one judge finds clearly best for a seat; None where nothing is."""
    moves = state.legal(seat)
    if len(moves) < FEWEST_MOVES:
        return None
    values = chances_after(state, seat, moves, seeds_of(seed, "glance"), GLANCE)
    if (best := raced(values, 3)) is None:
        return None
    left = kept(values, best, lambda behind: behind.value - 3 * behind.error <= 2 * LEAST_MARGIN)
    race = chances_after(state, seat, left, seeds_of(seed, "race"), RACE)
    if (best := raced(race, 2)) is None:
        return None
    left = kept(race, best, lambda behind: behind.value - 2 * behind.error <= LEAST_MARGIN)
    if len(left) > 1 + MOST_RIVALS:
        return None
    if (looked := in_panels(state, seat, best, left, seed)) is None:
        return None
    rest = [best, *(move for move in moves if move not in looked)]
    if (others := in_panels(state, seat, best, rest, seed)) is None:
        return None
    looked |= others
    behind = {move: gap(looked, best, move) for move in moves if move != best}
    order = sorted(behind, key=lambda move: (behind[move].value, move))
    names = [name_of(state.book.name, move) for move in (best, *order)]
    return Judged(names[0], tuple(Other(name, behind[move]) for name, move in zip(names[1:], order, strict=True)))


def in_panels(state: State, seat: int, best: int, moves: Sequence[int], seed: int) -> Values | None:
    """The chances after some moves in the searches of all panels; None if one does not find the best clearly best."""
    looked: Values = {move: [] for move in moves}
    for panel in range(PANELS):
        found = chances_after(state, seat, moves, seeds_of(seed, f"look {panel}"), LOOK)
        if leader(found) != best or not all(is_clear(gap(found, best, move)) for move in moves if move != best):
            return None
        looked = {move: [*looked[move], *found[move]] for move in moves}
    return looked


def seeds_of(seed: int, what: str) -> list[int]:
    """The seeds of independent searches."""
    return [seed_of(seed, what, turn) for turn in range(SEARCHES)]


def raced(race: Values, errors: float) -> int | None:
    """The move that leads; None if another one is so close that it can't lead by enough."""
    best = leader(race)
    gaps = (gap(race, best, move) for move in race if move != best)
    return None if any(one.value + errors * one.error < LEAST_MARGIN for one in gaps) else best


def kept(race: Values, best: int, may_be_good: Callable[[Measured], bool]) -> list[int]:
    """The move that leads, all that may be as good, and the next one in any case."""
    others = {move: gap(race, best, move) for move in race if move != best}
    left = [move for move, behind in others.items() if may_be_good(behind)]
    return [best, *(left or [min(others, key=lambda move: (others[move].value, move))])]


def is_clear(behind: Measured) -> bool:
    """Whether a move is clearly worse than the best."""
    return behind.value >= LEAST_MARGIN and behind.is_certain


# how hard it is to find


def is_obvious(state: State, seat: int, move: int, seed: int) -> bool:
    """Whether who looks no further than at the present decision finds a move.

    That is: the bot `greedy` plays it, in any of some deals of what the seat can't see; or it alone brings the seat the
    most at once.
    """
    if greedy_plays(state, seat, move, seed):
        return True
    gains = gains_of(state, seat, seed)
    return all(gains[move] > gain for other, gain in gains.items() if other != move)


def greedy_plays(state: State, seat: int, move: int, seed: int) -> int:
    """In how many of some deals of what the seat can't see `greedy` plays a move."""
    players = (bots.make("greedy", seed_of(seed, "greedy", turn)) for turn in range(TRIES))
    return sum(player.choose_number(state, seat) == move for player in players)


def gains_of(state: State, seat: int, seed: int) -> dict[int, float]:
    """What each move brings a seat at once, in the mean of some deals of what it can't see."""
    worlds = [state.determinized(seat, seed_of(seed, "world", turn)) for turn in range(TRIES)]
    return {move: fmean(score_after(world, seat, move) for world in worlds) for move in state.legal(seat)}


def score_after(world: State, seat: int, move: int) -> int:
    """A seat's score just after a move."""
    twin = world.copy()
    twin.apply(seat, move)
    return twin.score(seat)


def difficulty_of(state: State, seat: int, move: int) -> int:
    """1: who looks no further misses it; 2: so do most searches of QUICK[0] iterations; 3: those of QUICK[1], too."""
    for level, iterations in enumerate(QUICK, start=1):
        if finds(state, seat, move, iterations):
            return level
    return HARDEST


def finds(state: State, seat: int, move: int, iterations: int) -> bool:
    """Whether half of some searches of so many iterations play a move, or more."""
    seeds = (seed_of("quick", iterations, turn) for turn in range(TRIES))
    return 2 * sum(Search(one, iterations=iterations).choose_number(state, seat) == move for one in seeds) >= TRIES
