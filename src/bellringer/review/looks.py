"""What a review thinks of one decision, and of what chance did at one moment. Each goes on in slices."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeVar

from bellringer.bots.differences import part_for
from bellringer.bots.search import Search
from bellringer.core.compiled.nets import Net
from bellringer.core.compiled.state import ALL_SEATS, State
from bellringer.review.course import DEAL, ChanceMoment, Course, Decision, dealt_on
from bellringer.review.estimates import DIGITS, NOTHING, Measured, less, measured
from bellringer.review.plan import CAME, LUCK, MOST_COMPARED, SEARCHES, Plan
from bellringer.review.results import LEAST, Chances, Luck, Step, Thought

if TYPE_CHECKING:
    from bellringer.bots.search import Analysis

Found = TypeVar("Found")
Slices = Generator[None, None, Found]  # pauses between its slices, and returns what it found

POOL = 1 << 16  # nodes of a tree: 2 MiB, enough for 1,280 iterations
FEWEST_VISITS = 0.02  # of those of the bot's move, for another one to be compared with it
MOST_TOLD = 6  # moves of a decision that are kept


def seed_of(*parts: object) -> int:
    """A seed of 64 bits for one search or one pair of moves, the same however the work is shared out."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


@lru_cache
def net_digest(net: Net) -> str:
    """A short digest of a net: two of one digest value every position alike."""
    arrays = (array for part in net.file.parts for array in part.arrays)
    return hashlib.sha256(repr([list(array) for array in arrays]).encode()).hexdigest()[:12]


def valued_by(state: State) -> str:
    """Who judges a game: the search, with the net that ships with the game if it serves so many seats."""
    net = state.book.net
    return f"search, net {net_digest(net)}" if net is not None and part_for(net, state.seats) else "search, no net"


def finish(slices: Slices[Found]) -> Found:
    """What slices find, without a pause."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            found: Found = end.value
            return found


def search(state: State, seat: int, seed: int, iterations: int, **style: Any) -> Analysis:
    """What one search finds."""
    return Search(seed, iterations=iterations, pool=POOL, **style).analyse(state, seat)


def many(state: State, seat: int, seeds: Sequence[int], iterations: int, **style: Any) -> Slices[list[Analysis]]:
    """What several searches find, one a slice."""
    found = []
    for seed in seeds:
        found.append(search(state, seat, seed, iterations, **style))
        yield
    return found


def mean_chances(found: Iterable[Sequence[float]]) -> Chances:
    """The chances of each seat in the mean of several searches."""
    return tuple(measured(values) for values in zip(*found, strict=True))


# a decision


def step_slices(decision: Decision, seats: int, plan: Plan) -> Slices[Step]:
    """What is thought of a decision."""
    state, seat, turn = decision.before, decision.seat, decision.turn

    def seeds(what: str) -> list[int]:
        return [seed_of(plan.seed, turn, what, number) for number in range(SEARCHES)]

    looked = yield from many(state, seat, seeds("look"), plan.look)
    known = mean_chances(one["chances"] for one in looked)
    moves = yield from compare(decision, looked, seeds("again"), plan)
    eyes = []
    for viewer in range(seats):
        if viewer == seat:
            eyes.append(known)
            continue
        seen = yield from many(state, seat, seeds(f"eyes {viewer}"), plan.glance, eyes=viewer)
        eyes.append(mean_chances(one["chances"] for one in seen))
    opened = yield from many(state, seat, seeds("open"), plan.open, eyes=ALL_SEATS)
    chances = mean_chances(one["chances"] for one in opened)
    behind = next(one.behind for one in moves if one.name == decision.name)
    return Step(turn, seat, decision.name, known, chances, tuple(eyes), moves, behind or NOTHING)


class Tried:
    """A legal move in all searches of a decision together."""

    def __init__(self, move: int, looked: Sequence[Analysis]) -> None:
        found = [one for thought in looked for one in thought["moves"] if one["move"] == move]
        self.move = move
        self.visits = sum(one["visits"] for one in found)
        self.chance = measured([one["win_chance"] for one in found if one["win_chance"] is not None] or [0.0])

    def __repr__(self) -> str:
        return f"<move {self.move}: {self.visits} visits, {self.chance.value:.3f}>"


def compare(
    decision: Decision, looked: Sequence[Analysis], seeds: Sequence[int], plan: Plan
) -> Slices[tuple[Thought, ...]]:
    """What the bot considered, its own move first.

    The move that was played and those that may be as good as the bot's are each searched once more by themselves, with
    other seeds, the same for all of them: so they are compared after as many iterations, in the same worlds, and the
    bot's move is not the best by the luck of the searches that chose it. Where more moves may be as good than are
    searched so, the others are compared by the first searches.
    """
    tried = sorted((Tried(one["move"], looked) for one in looked[0]["moves"]), key=lambda one: -one.visits)
    first = tried[0]
    rivals = [one for one in tried[1:] if is_rival(one, first)]
    played = next(one for one in tried if one.move == decision.move)
    again = [first, *([played] if played is not first else []), *(one for one in rivals if one is not played)]
    again = again[:MOST_COMPARED]
    chances: dict[int, list[float]] = {}
    for one in again if len(again) > 1 else ():
        found = yield from many(decision.before, decision.seat, seeds, plan.again, forced=one.move)
        chances[one.move] = [thought["chances"][decision.seat] for thought in found]
    best = best_of(first, chances)
    shown = [one for one in tried if one in again or one in rivals or (one.visits and one in tried[:MOST_TOLD])]
    shown.sort(key=lambda one: order_of(one, best, chances))
    return tuple(thought_of(one, shown[0], rivals, chances, decision.before.book.name) for one in shown)


def order_of(one: Tried, best: int, chances: dict[int, list[float]]) -> tuple[bool, bool, float, int]:
    """What moves are sorted by: the bot's first, then those that were compared, the better ones first."""
    return one.move != best, one.move not in chances, -fmean(chances.get(one.move, [0.0])), -one.visits


def is_rival(one: Tried, first: Tried) -> bool:
    """Whether a move may be as good as the one that was tried most."""
    behind = less(first.chance, one.chance)
    return one.visits >= FEWEST_VISITS * first.visits and behind.value <= max(LEAST, 2 * behind.error)


def best_of(first: Tried, chances: dict[int, list[float]]) -> int:
    """The bot's move: the one that was tried most, unless one of those compared is certainly better."""
    best = first.move
    for move, values in chances.items():
        behind = measured([ours - theirs for ours, theirs in zip(values, chances[best], strict=True)])
        if behind.value > 0 and behind.is_certain:
            best = move
    return best


def thought_of(one: Tried, best: Tried, rivals: Sequence[Tried], chances: dict[int, list[float]], game: str) -> Thought:
    """A move by name, with how far it is behind the bot's."""
    name = name_of(game, one.move)
    if one.move in chances:
        behind = [ours - theirs for ours, theirs in zip(chances[best.move], chances[one.move], strict=True)]
        return Thought(name, one.visits, measured(chances[one.move]), measured(behind))
    if one is best:
        return Thought(name, one.visits, one.chance, NOTHING)
    return Thought(name, one.visits, one.chance, less(best.chance, one.chance) if one in rivals else None)


def name_of(game: str, move: int) -> str:
    """The name of a move."""
    from bellringer.core.contract.registry import find

    return find(game).move_names[move]


# chance


def luck_slices(course: Course, moment: ChanceMoment, plan: Plan) -> Slices[Luck]:
    """What chance did at a moment: what came, against the mean of re-deals, all seats' knowledge open."""
    came = []
    for number in range(CAME):
        came.append(value_of(moment.came, seed_of(plan.seed, moment.turn, "came", number)))
        yield
    others = []
    for number in range(plan.redeals):
        seed = seed_of(plan.seed, moment.turn, "deal", number)
        others.append(value_of(again(course, moment.turn, seed), seed_of(plan.seed, moment.turn, "value", number)))
        yield
    real, mean = mean_chances(came), mean_chances(others)
    return Luck(moment.turn, tuple(less(one, other) for one, other in zip(real, mean, strict=True)))


def again(course: Course, turn: int, seed: int) -> State:
    """What could have come at a moment."""
    return course.dealt_again(seed) if turn == DEAL else dealt_on(course.decisions[turn], seed)


def value_of(state: State, seed: int) -> list[float]:
    """The win chance of each seat, all seats' knowledge open; how it ended, if it is over."""
    if state.over:
        places = [state.place(seat) for seat in range(state.seats)]
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    return search(state, state.pending[0], seed, LUCK, eyes=ALL_SEATS)["chances"]


def rounded(value: float) -> float:
    """A figure as it is kept."""
    return round(value, DIGITS)


__all__ = ["Measured", "Slices", "finish", "luck_slices", "rounded", "seed_of", "step_slices", "value_of"]
