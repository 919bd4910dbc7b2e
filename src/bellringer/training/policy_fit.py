"""Fits the weights of a policy to what searches tried, and tells how near it comes in games it has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from threadpoolctl import threadpool_limits

from bellringer.core.compiled.features import Features
from bellringer.core.edges.net_file import NetPolicy
from bellringer.core.errors import OptionError
from bellringer.training.fit import BLAS_THREADS, TINY, Adam, Told, changing, held_out, pieces
from bellringer.training.integers import logits_of, policy_in_integers
from bellringer.training.weights import (
    CEILING,
    Array,
    Floats,
    PolicySizes,
    PolicyWeights,
    Scales,
    policy_sizes_of,
    scales_of,
)

FIRST_BIAS = 0.1  # of a hidden unit, so that most are open at the beginning
FIRST_SPREAD = 0.1  # of the weights of moves


class Decisions(Protocol):
    """Decisions of games with the same number of seats, as `Examples` has them; B decisions, n seats.

    `seats`: the numbers of the seats, integers [B, n, S]; `table`: of the table [B, G]; `movers`: the seats that
    decide [B]; `answers`: their legal moves, and -1 after them [B, A]; `visits`: each one's part of the visits of a
    search, all 0 where there was none [B, A]; `games`: the number of each decision's game [B].
    """

    @property
    def seats(self) -> Array: ...
    @property
    def table(self) -> Array: ...
    @property
    def movers(self) -> Array: ...
    @property
    def answers(self) -> Array: ...
    @property
    def visits(self) -> Array: ...
    @property
    def games(self) -> Array: ...


class PolicySettings(NamedTuple):
    """How a policy is fitted."""

    width: int = 48  # lanes of a new one, all of them hidden units
    passes: int = 10  # over all decisions, at most
    patience: int = 3  # passes without progress before it stops
    batch: int = 1024
    rate: float = 3e-3  # of learning, at the beginning; it falls to nothing
    decay: float = 0.1  # of the weights in the whole fit: as a power of e, if nothing else moved them
    held_out: int = 20  # one of so many games is kept to try the policy on
    seed: int = 0


class FittedPolicy(NamedTuple):
    """A policy that was fitted: as floats, as integers, the losses after each pass, and figures on held-out games."""

    weights: PolicyWeights
    policy: NetPolicy
    curves: list[dict[str, float]]
    figures: dict[str, Any]


class Batch(NamedTuple):
    """Some decisions as floats: what a policy reads, the mover's numbers first; answers; and the visits to foretell."""

    numbers: Floats
    table: Floats
    answers: Array
    visits: Floats


class Group:
    """The decisions of one number of seats that teach something, parted into those to learn from and to try it on."""

    def __init__(self, decisions: Decisions, one_of: int) -> None:
        self.decisions, self.count = decisions, decisions.seats.shape[1]
        teaches = ((decisions.answers >= 0).sum(axis=1) > 1) & (decisions.visits.sum(axis=1) > 0)
        held = held_out(decisions.games, one_of)
        self.learned, self.held = np.flatnonzero(teaches & ~held), np.flatnonzero(teaches & held)

    def numbers(self, chosen: Array) -> Array:
        """What the seats that decide see of the seats, themselves first [B, n, S]."""
        order = (self.decisions.movers[chosen].astype(np.int64)[:, None] + np.arange(self.count)) % self.count
        found: Array = self.decisions.seats[chosen[:, None], order]
        return found

    def batch(self, chosen: Array) -> Batch:
        """The chosen decisions as floats."""
        there = self.decisions
        return Batch(self.numbers(chosen).astype(np.float32), there.table[chosen].astype(np.float32),
                     there.answers[chosen].astype(np.int64), there.visits[chosen])  # fmt: skip


class Passed(NamedTuple):
    """What a forward pass leaves: the lanes [B, lane], the hidden units, and the priors of the answers [B, A]."""

    lanes: Floats
    hidden: Floats
    priors: Floats


def fit_policy(
    sets: Sequence[Decisions],
    features: Features,
    most_seats: int,
    moves: int,
    settings: PolicySettings | None = None,
    before: PolicyWeights | None = None,
    told: Told | None = None,
) -> FittedPolicy:
    """Fit one policy to decisions of one or several numbers of seats.

    `most_seats`: the most that the game has; `moves`: how many move numbers it has; `before`: weights to go on from;
    `told` is called with the passes that are done and all passes. Raises OptionError without searched decisions of two
    games, and for weights too large for integers.
    """
    with threadpool_limits(BLAS_THREADS, user_api="blas"):
        return fitted(
            sets, features, most_seats, moves, settings or PolicySettings(), before, told or (lambda done, of: None)
        )


def fitted(
    sets: Sequence[Decisions],
    features: Features,
    most_seats: int,
    moves: int,
    settings: PolicySettings,
    before: PolicyWeights | None,
    told: Told,
) -> FittedPolicy:
    """Fit a policy, in as many threads as numpy has."""
    groups = [Group(decisions, settings.held_out) for decisions in sets if len(decisions.games)]
    if not any(len(group.held) for group in groups) or not any(len(group.learned) for group in groups):
        raise OptionError("a fit of a policy needs searched decisions, with their visits, of two games or more")
    scales, rng = scales_of(features), np.random.default_rng(settings.seed)
    sizes = before.sizes if before else policy_sizes_of(features, most_seats, settings.width, moves)
    moving = moving_weights(groups, sizes)
    weights = before.copy() if before else new_weights(moving, rng)
    best, curves = weights.copy(), [{"pass": 0.0, "held": held_loss(weights, scales, groups)}]
    of_pass = sum(-(-len(group.learned) // settings.batch) for group in groups)
    adam, gradient = Adam(weights, moving, settings, settings.passes * of_pass), PolicyWeights(sizes)
    for done in range(settings.passes):
        losses = []
        for group, chosen in batches(groups, settings.batch, rng):
            losses.append(learn(weights, scales, group.batch(chosen), gradient))
            adam.step(gradient.flat)
        held = held_loss(weights, scales, groups)
        if held < min(curve["held"] for curve in curves):
            best = weights.copy()
        curves.append({"pass": done + 1.0, "learned": float(np.mean(losses)), "held": held})
        told(done + 1, settings.passes)
        if all(curve["held"] > min(one["held"] for one in curves) for curve in curves[-settings.patience :]):
            break
    policy = policy_in_integers(best, features)
    return FittedPolicy(best, policy, curves, figures_of(best, policy, scales, groups))


def moving_weights(groups: Sequence[Group], sizes: PolicySizes) -> PolicyWeights:
    """1 for each weight that a fit may change, 0 for those of numbers that are the same in all decisions.

    So it is with the weights of a move that no decision had among its answers.
    """
    found = PolicyWeights(sizes)
    found.flat[:] = 1
    seat = np.any([changing(group.decisions.seats.reshape(-1, sizes.seat_numbers)) for group in groups], axis=0)
    table = np.any([changing(group.decisions.table) for group in groups], axis=0)
    table |= np.ptp([group.decisions.table[0] for group in groups], axis=0) > 0
    for block in (found.own, found.common, *found.apart):
        block[~seat] = 0
    found.table[~table] = 0
    answered = [np.unique(group.decisions.answers[group.learned]) for group in groups]
    never = np.setdiff1d(np.arange(sizes.moves), np.concatenate(answered))
    found.moves[never] = found.move_bias[never] = 0
    return found


def new_weights(moving: PolicyWeights, rng: np.random.Generator) -> PolicyWeights:
    """Random weights to begin with; what is not `moving` begins at 0."""
    found = PolicyWeights(moving.sizes)
    for name in ("own", "common", "table"):
        block, may_move = getattr(found, name), getattr(moving, name)
        spread = 1 / np.sqrt(max(1, may_move[:, :1].sum()))
        block[:] = rng.normal(0, spread, block.shape) * may_move
    found.bias[:] = FIRST_BIAS
    found.moves[:] = rng.normal(0, FIRST_SPREAD, found.moves.shape) * moving.moves
    return found


def batches(groups: Sequence[Group], size: int, rng: np.random.Generator) -> Iterator[tuple[Group, Array]]:
    """All decisions to learn from, in batches of one number of seats each, in random order."""
    order = []
    for group in groups:
        mixed = rng.permutation(group.learned)
        order += [(group, mixed[first : first + size]) for first in range(0, len(mixed), size)]
    for i in rng.permutation(len(order)):
        yield order[i]


def first_rows(weights: PolicyWeights, scales: Scales, seats: int) -> Floats:
    """The weights of all numbers that a seat sees, its own first, in the lanes [number, lane]."""
    blocks = [weights.own, *(weights.others(distance) for distance in range(1, seats))]
    return np.concatenate([block / scales.seat[:, None] for block in blocks])


def forward(weights: PolicyWeights, scales: Scales, batch: Batch) -> Passed:
    """The priors of the answers of some decisions; 0 where there is no answer."""
    positions, count, _ = batch.numbers.shape
    lanes = batch.numbers.reshape(positions, -1) @ first_rows(weights, scales, count)
    lanes += batch.table @ (weights.table / scales.table[:, None]) + weights.bias
    hidden = np.clip(lanes, 0, np.float32(CEILING))
    logits = hidden @ weights.moves.T + weights.move_bias
    return Passed(lanes, hidden, priors_of(logits, batch.answers))


def priors_of(logits: Array, answers: Array) -> Array:
    """The softmax of the logits of all moves [B, move] over the answers; 0 where there is none."""
    there = np.where(answers >= 0, np.take_along_axis(logits, np.maximum(answers, 0), axis=1), -np.inf)
    odds = np.exp(there - there.max(axis=1, keepdims=True))
    found: Array = odds / odds.sum(axis=1, keepdims=True)
    return found


def learn(weights: PolicyWeights, scales: Scales, batch: Batch, gradient: PolicyWeights) -> float:
    """Write the gradient of a batch's loss, and return the loss."""
    passed = forward(weights, scales, batch)
    positions, count, numbers = batch.numbers.shape
    by_move = np.zeros((positions, len(weights.moves)), np.float32)
    row, column = np.nonzero(batch.answers >= 0)
    by_move[row, batch.answers[row, column]] = (passed.priors - batch.visits)[row, column] / positions
    gradient.moves[:] = by_move.T @ passed.hidden
    gradient.move_bias[:] = by_move.sum(axis=0)
    by_lane = (by_move @ weights.moves) * ((passed.lanes > 0) & (passed.lanes < CEILING))
    of_seats = (batch.numbers.reshape(positions, -1).T @ by_lane).reshape(count, numbers, -1) / scales.seat[:, None]
    gradient.own[:] = of_seats[0]
    gradient.common[:] = of_seats[1:].sum(axis=0)
    gradient.apart[:] = 0
    gradient.apart[: count - 1] = of_seats[1:]
    gradient.table[:] = (batch.table.T @ by_lane) / scales.table[:, None]
    gradient.bias[:] = by_lane.sum(axis=0)
    return distance_of(passed.priors, batch.visits)


def distance_of(priors: Array, visits: Array) -> float:
    """How far priors are from visits, in the mean over decisions: the divergence of Kullback and Leibler, in nats."""
    each = visits * (np.log(np.maximum(visits, TINY)) - np.log(np.maximum(priors, TINY)))
    return float(each.sum(axis=1).mean())


def held_loss(weights: PolicyWeights, scales: Scales, groups: Sequence[Group]) -> float:
    """The loss on the held-out decisions."""
    total, count = 0.0, 0
    for group in groups:
        for chosen in pieces(group.held):
            batch = group.batch(chosen)
            total += len(chosen) * distance_of(forward(weights, scales, batch).priors, batch.visits)
            count += len(chosen)
    return total / count


def figures_of(
    weights: PolicyWeights, policy: NetPolicy, scales: Scales, groups: Sequence[Group]
) -> dict[str, dict[str, Any]]:
    """By number of seats: the distance from the visits on held-out games, and how often the likeliest move is right.

    `even`: the distance if all answers were equally likely; `first`: in what part of the decisions the likeliest move
    is the one that the search tried most.
    """
    found = {}
    for group in groups:
        if not len(group.held):
            continue
        integers, floats = tried(group, weights, policy, scales)
        visits, is_answer = group.decisions.visits[group.held], group.decisions.answers[group.held] >= 0
        found[str(group.count)] = {
            "decisions": len(group.learned) + len(group.held),
            "held_out": len(group.held),
            "distance": distance_of(integers, visits),
            "distance_floats": distance_of(floats, visits),
            "even": distance_of(is_answer / is_answer.sum(axis=1, keepdims=True), visits),
            "first": float((integers.argmax(axis=1) == visits.argmax(axis=1)).mean()),
        }
    return found


def tried(group: Group, weights: PolicyWeights, policy: NetPolicy, scales: Scales) -> tuple[Array, Array]:
    """The priors of the held-out decisions by integers, and by floats."""
    integers, floats = [], []
    for chosen in pieces(group.held):
        batch = group.batch(chosen)
        logits = logits_of(policy, group.numbers(chosen), group.decisions.table[chosen])
        integers.append(priors_of(logits, batch.answers))
        floats.append(forward(weights, scales, batch).priors)
    return np.concatenate(integers), np.concatenate(floats)
