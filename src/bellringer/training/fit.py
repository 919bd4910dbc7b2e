"""Fits the weights of a net to positions of played games, and tells how well it foretells games it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from threadpoolctl import threadpool_limits

from bellringer.core.compiled.features import Features
from bellringer.core.edges.net_file import NetPart
from bellringer.core.errors import OptionError
from bellringer.training.integers import integers_of, scores_of
from bellringer.training.weights import (
    Array,
    Floats,
    Scales,
    Sizes,
    Weights,
    backward,
    chances_of,
    forward,
    margins_of,
    scales_of,
    sizes_of,
)

BLAS_THREADS = 1  # more wait for each other: ten times slower while another process has a core
AT_ONCE = 8_192  # positions that are looked at together where nothing is learned
BINS = 10  # of the calibration
TINY = 1e-7  # the least chance in a logarithm
WIDEST_MARGIN = 3.0  # in standard deviations; a rout teaches no more than this
FIRST_DECAY, SECOND_DECAY, SMALLEST = 0.9, 0.999, 1e-8  # of Adam
STRIDE = 0x9E3779B97F4A7C15  # odd: spreads the numbers of games over all 64-bit numbers

Told = Callable[[int, int], None]


class Positions(Protocol):
    """Positions of games with the same number of seats, and how the games went on; B positions, n seats.

    `seats`: the numbers of the seats, integers [B, n, S]; `table`: of the table [B, G]; `chances`: what a search
    thought of each seat, NaN where none did [B, n]; `results`: each seat's part of the victory [B, n]; `scores`: final
    scores [B, n]; `games`: the number of each position's game, the same in every fit [B].
    """

    @property
    def seats(self) -> Array: ...
    @property
    def table(self) -> Array: ...
    @property
    def chances(self) -> Array: ...
    @property
    def results(self) -> Array: ...
    @property
    def scores(self) -> Array: ...
    @property
    def games(self) -> Array: ...


class Settings(NamedTuple):
    """How a net is fitted."""

    width: int = 32  # lanes of a new net, the linear one among them
    passes: int = 6  # over all positions, at most
    patience: int = 3  # passes without progress before it stops
    batch: int = 512
    rate: float = 2e-3  # of learning, at the beginning; it falls to nothing
    decay: float = 1.0  # of the weights in the whole fit: as a power of e, if nothing else moved them
    # For a net that goes on, parts of rate and decay, the first that helps: more would throw away what it has learned.
    later: tuple[float, ...] = (0.15, 0.03, 0.006)
    by_result: float = 0.7  # of the target; the rest is what the search thought
    by_margin: float = 0.2  # weight of the loss on the margins
    held_out: int = 20  # one of so many games is kept to try the net on
    seed: int = 0


class Batch(NamedTuple):
    """Some positions as floats: what the net reads, and what it is to find."""

    seats: Floats
    table: Floats
    targets: Floats
    margins: Floats


class Fitted(NamedTuple):
    """A net that was fitted: as floats, as integers, the losses after each pass, and figures on held-out games."""

    weights: Weights
    part: NetPart
    curves: list[dict[str, float]]
    figures: dict[str, Any]


class Group:
    """The positions of one number of seats, parted into those to learn from and those to try the net on."""

    def __init__(self, positions: Positions, settings: Settings) -> None:
        self.positions, self.settings = positions, settings
        self.count = positions.seats.shape[1]
        held = held_out(positions.games, settings.held_out)
        self.learned, self.held = np.flatnonzero(~held), np.flatnonzero(held)
        centred = positions.scores - positions.scores.mean(axis=1, keepdims=True)
        self.margin = float(centred.std()) or 1.0

    def batch(self, chosen: Array) -> Batch:
        """The chosen positions as floats."""
        there = self.positions
        results, thought = there.results[chosen].astype(np.float32), there.chances[chosen].astype(np.float32)
        known = np.isfinite(thought).all(axis=1, keepdims=True)
        thought = np.where(known, thought, results)
        thought = thought / np.maximum(thought.sum(axis=1, keepdims=True), np.float32(TINY))
        share = np.float32(self.settings.by_result)
        scores = there.scores[chosen].astype(np.float32)
        margins = (scores - scores.mean(axis=1, keepdims=True)) / np.float32(self.margin)
        return Batch(
            there.seats[chosen].astype(np.float32),
            there.table[chosen].astype(np.float32),
            share * results + (1 - share) * thought,
            np.clip(margins, -WIDEST_MARGIN, WIDEST_MARGIN),
        )


class Adam:
    """Steps down a gradient, each weight at its own pace, and lets weights decay; the rate falls to 0 in `of` steps.

    `moving`: 1 for the weights that change.
    """

    def __init__(self, weights: Weights, moving: Weights, settings: Settings, of: int) -> None:
        self.weights, self.moving = weights, moving
        self.rate, self.of = settings.rate, of
        self.decay = settings.decay / (settings.rate / 2 * of)  # the mean rate is half of the first
        self.mean, self.square = np.zeros_like(weights.flat), np.zeros_like(weights.flat)
        self.decayed = weights.decayed().flat
        self.steps = 0

    def step(self, gradient: Floats) -> None:
        rate = self.rate * (1 - self.steps / self.of)
        self.steps += 1
        self.mean += np.float32(1 - FIRST_DECAY) * (gradient - self.mean)
        self.square += np.float32(1 - SECOND_DECAY) * (gradient * gradient - self.square)
        root = np.sqrt(self.square / np.float32(1 - SECOND_DECAY**self.steps)) + np.float32(SMALLEST)
        move = self.mean / np.float32(1 - FIRST_DECAY**self.steps) / root
        move += np.float32(self.decay) * self.decayed * self.weights.flat
        self.weights.flat -= np.float32(rate) * self.moving.flat * move


def fit(
    sets: Sequence[Positions],
    features: Features,
    seats: Sequence[int],
    most_seats: int,
    settings: Settings | None = None,
    before: Weights | None = None,
    told: Told | None = None,
) -> Fitted:
    """Fit one net to positions of one or several numbers of seats.

    `seats`: the numbers of seats that the net is to serve; `most_seats`: the most that the game has; `before`: weights
    to go on from; `told` is called with the passes that are done and all passes. Raises OptionError without positions
    of two games with each number of seats, and for weights too large for integers.
    """
    with threadpool_limits(BLAS_THREADS, user_api="blas"):
        return fitted(
            sets, features, seats, most_seats, settings or Settings(), before, told or (lambda done, of: None)
        )


def fitted(
    sets: Sequence[Positions],
    features: Features,
    seats: Sequence[int],
    most_seats: int,
    settings: Settings,
    before: Weights | None,
    told: Told,
) -> Fitted:
    """Fit a net, in as many threads as numpy has."""
    groups = [Group(positions, settings) for positions in sets if len(positions.games)]
    if not groups or not all(len(group.held) and len(group.learned) for group in groups):
        raise OptionError("a fit needs two games or more with each number of seats")
    scales, rng = scales_of(features), np.random.default_rng(settings.seed)
    sizes = before.sizes if before else sizes_of(features, most_seats, settings.width)
    moving = moving_weights(groups, sizes)
    begun = before or new_weights(moving, rng)
    for part in settings.later if before else (1.0,):
        pace = settings._replace(rate=settings.rate * part, decay=settings.decay * part)
        best, curves = learned_from(groups, begun, moving, scales, pace, rng, told)
        if lowest(curves) < curves[0]["held"]:
            break
    integers = integers_of(best, features, seats)
    figures = {"rate": pace.rate, **figures_of(best, integers, scales, groups)}
    return Fitted(best, integers, curves, figures)


def learned_from(
    groups: Sequence[Group],
    begun: Weights,
    moving: Weights,
    scales: Scales,
    settings: Settings,
    rng: np.random.Generator,
    told: Told,
) -> tuple[Weights, list[dict[str, float]]]:
    """The best weights that some passes find, those to begin with among them, and the losses after each pass."""
    weights, best = begun.copy(), begun.copy()
    curves = [{"pass": 0.0, "held": held_loss(weights, scales, groups)}]
    of_pass = sum(-(-len(group.learned) // settings.batch) for group in groups)
    adam, gradient = Adam(weights, moving, settings, settings.passes * of_pass), Weights(weights.sizes)
    for done in range(settings.passes):
        losses = []
        for group, chosen in batches(groups, settings.batch, rng):
            losses.append(learn(weights, scales, group.batch(chosen), gradient, settings))
            adam.step(gradient.flat)
        held = held_loss(weights, scales, groups)
        if held < lowest(curves):
            best = weights.copy()
        curves.append({"pass": done + 1.0, "learned": float(np.mean(losses)), "held": held})
        told(done + 1, settings.passes)
        if all(curve["held"] > lowest(curves) for curve in curves[-settings.patience :]):
            break
    return best, curves


def lowest(curves: Sequence[dict[str, float]]) -> float:
    """The lowest loss on held-out positions."""
    return min(curve["held"] for curve in curves)


def held_out(games: Array, one_of: int) -> Array:
    """Which positions are not learned from: those of one game in so many, the same games in every fit."""
    numbers, place = np.unique(games, return_inverse=True)
    spread = (numbers.astype(np.uint64) * np.uint64(STRIDE)) >> np.uint64(32)
    held = spread % np.uint64(one_of) == 0
    if not held.any() and len(numbers) > 1:
        held[int(spread.argmin())] = True
    if held.all():
        held[int(spread.argmax())] = False
    found: Array = held[place]
    return found


def moving_weights(groups: Sequence[Group], sizes: Sizes) -> Weights:
    """1 for each weight that a fit may change, 0 for those of numbers that are the same in all positions.

    Nothing can be learned about such a number, and later games may have it otherwise.
    """
    found = Weights(sizes, np.ones(Weights(sizes).flat.shape, np.float32))
    seat = np.any([changing(group.positions.seats.reshape(-1, sizes.seat_numbers)) for group in groups], axis=0)
    table = np.any([changing(group.positions.table) for group in groups], axis=0)
    table |= np.ptp([group.positions.table[0] for group in groups], axis=0) > 0
    for block in (found.own, found.common, *found.apart):
        block[~seat] = 0
    found.table[~table] = 0
    return found


def new_weights(moving: Weights, rng: np.random.Generator) -> Weights:
    """Random weights to begin with; the lane without a hidden unit, and what is not `moving`, begin at 0."""
    found = Weights(moving.sizes)
    for name in ("own", "common", "table"):
        block, may_move = getattr(found, name)[:, :-1], getattr(moving, name)[:, :-1]
        spread = 1 / np.sqrt(max(1, may_move[:, :1].sum()))
        block[:] = rng.normal(0, spread, block.shape) * may_move
    found.last[:] = rng.normal(0, 0.1, len(found.last))
    found.margin[-1] = 1
    return found


def changing(numbers: Array) -> Array:
    """Which columns are not the same everywhere."""
    found: Array = numbers.max(axis=0) > numbers.min(axis=0)
    return found


def batches(groups: Sequence[Group], size: int, rng: np.random.Generator) -> Iterator[tuple[Group, Array]]:
    """All positions to learn from, in batches of one number of seats each, in random order."""
    order = []
    for group in groups:
        mixed = rng.permutation(group.learned)
        order += [(group, mixed[first : first + size]) for first in range(0, len(mixed), size)]
    for i in rng.permutation(len(order)):
        yield order[i]


def learn(weights: Weights, scales: Scales, batch: Batch, gradient: Weights, settings: Settings) -> float:
    """Write the gradient of a batch's loss, and return the loss on the targets."""
    passed = forward(weights, scales, batch.seats, batch.table)
    chances = chances_of(passed.scores)
    count = np.float32(len(chances))
    by_score = (chances - batch.targets) / count
    by_margin = (margins_of(weights, passed) - batch.margins) * np.float32(settings.by_margin) / count
    backward(weights, scales, batch.seats, batch.table, passed, by_score, by_margin, gradient)
    return log_loss(chances, batch.targets)


def log_loss(chances: Array, targets: Array) -> float:
    """The mean of -log(chance of who won) over positions."""
    return float(-(targets * np.log(np.maximum(chances, TINY))).sum(axis=1).mean())


def pieces(chosen: Array) -> Iterator[Array]:
    for first in range(0, len(chosen), AT_ONCE):
        yield chosen[first : first + AT_ONCE]


def held_loss(weights: Weights, scales: Scales, groups: Sequence[Group]) -> float:
    """The loss on the targets of the held-out positions."""
    total, count = 0.0, 0
    for group in groups:
        for chosen in pieces(group.held):
            batch = group.batch(chosen)
            chances = chances_of(forward(weights, scales, batch.seats, batch.table).scores)
            total += len(chosen) * log_loss(chances, batch.targets)
            count += len(chosen)
    return total / count


# figures


def figures_of(weights: Weights, part: NetPart, scales: Scales, groups: Sequence[Group]) -> dict[str, Any]:
    """What the net is worth on held-out games: by number of seats, and how often what it foretold came true."""
    by_seats, foretold, results = {}, [], []
    for group in groups:
        found, floats = tried(group, weights, part, scales)
        by_seats[str(group.count)] = {
            "positions": len(group.positions.games),
            "games": len(np.unique(group.positions.games)),
            "held_out": len(group.held),
            "log_loss": log_loss(found, group.positions.results[group.held]),
            "log_loss_floats": log_loss(floats, group.positions.results[group.held]),
        }
        foretold.append(found.ravel())
        results.append(group.positions.results[group.held].ravel())
    return {"seats": by_seats, "calibration": calibration(np.concatenate(foretold), np.concatenate(results))}


def tried(group: Group, weights: Weights, part: NetPart, scales: Scales) -> tuple[Array, Array]:
    """The chances of the held-out positions by integers, and by floats."""
    there = group.positions
    integers, floats = [], []
    for chosen in pieces(group.held):
        batch = group.batch(chosen)
        integers.append(chances_of(scores_of(part, there.seats[chosen], there.table[chosen])))
        floats.append(chances_of(forward(weights, scales, batch.seats, batch.table).scores))
    return np.concatenate(integers), np.concatenate(floats)


def calibration(foretold: Array, results: Array) -> list[dict[str, float]]:
    """By bins of the chances foretold: how many there were, their mean, and the part of them that won."""
    bins = np.minimum((foretold * BINS).astype(int), BINS - 1)
    found = []
    for number in range(BINS):
        there = bins == number
        if count := int(there.sum()):
            found.append(
                {
                    "from": number / BINS,
                    "count": count,
                    "foretold": float(foretold[there].mean()),
                    "won": float(results[there].mean()),
                }
            )
    return found
