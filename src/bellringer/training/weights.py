"""A net in floats, as training works on it: its weights, its forward pass, its gradient, and its file.

For a seat, a net reads the numbers of the seat itself, of each other seat clockwise, and of the table, each divided by
its scale. The first layer gives `width` lanes. All but the last of them are hidden units, clipped at 0 and at CEILING;
the last one goes into the seat's score as it is. A softmax over the scores gives the chances to win.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from bellringer.core.compiled.features import Feature, Features
from bellringer.core.edges.files import MEBIBYTE, read_bytes, writing
from bellringer.core.edges.net_file import CEILING as CEILING_IN_STEPS
from bellringer.core.edges.net_file import HIDDEN_BITS, NetProblem

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float32]

CEILING = CEILING_IN_STEPS / 2**HIDDEN_BITS
MOST_FILE = 16 * MEBIBYTE
NOT_DECAYED = ("bias", "last", "margin")


class Sizes(NamedTuple):
    """How large a net is. `distances`: how many other seats it can read, one less than the most seats."""

    seat_numbers: int
    table_numbers: int
    distances: int
    width: int

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array of weights."""
        seat = (self.seat_numbers, self.width)
        return {
            "own": seat,
            "common": seat,
            "apart": (self.distances, *seat),
            "table": (self.table_numbers, self.width),
            "bias": (self.width,),
            "last": (self.width - 1,),
            "margin": (self.width,),
        }


class Weights:
    """The weights of a net, or a gradient: arrays that are views of one flat vector.

    `own`, `common` and `apart` read a seat's numbers: those of the seat itself, those of any other one, and what the
    other one's distance adds to that. `last` weighs the hidden units in the score, `margin` all lanes in a second
    score, which only training uses.
    """

    own: Floats
    common: Floats
    apart: Floats
    table: Floats
    bias: Floats
    last: Floats
    margin: Floats

    def __init__(self, sizes: Sizes, flat: Floats | None = None) -> None:
        shapes = sizes.shapes()
        total = sum(math.prod(shape) for shape in shapes.values())
        self.sizes = sizes
        self.flat = np.zeros(total, np.float32) if flat is None else flat
        first = 0
        for name, shape in shapes.items():
            setattr(self, name, self.flat[first : first + math.prod(shape)].reshape(shape))
            first += math.prod(shape)

    def copy(self) -> Weights:
        return Weights(self.sizes, self.flat.copy())

    def decayed(self) -> Weights:
        """1 for each weight that decays, 0 for the others."""
        found = Weights(self.sizes, np.ones_like(self.flat))
        for name in NOT_DECAYED:
            getattr(found, name)[...] = 0
        return found

    def others(self, distance: int) -> Floats:
        """The weights of the numbers of the seat that sits `distance` seats further clockwise."""
        found: Floats = self.common + self.apart[distance - 1]
        return found

    def first_layer(self, seats: int) -> Floats:
        """The weights of a seat's numbers in the lanes of all seats: an array [number, distance, lane]."""
        return np.stack([self.own, *(self.others(distance) for distance in range(1, seats))], axis=1)


class Scales(NamedTuple):
    """What the numbers of a seat and of the table are divided by."""

    seat: Floats
    table: Floats


class Lanes(NamedTuple):
    """What a forward pass leaves: the lanes [position, seat, lane], the hidden units, and the scores in logits."""

    lanes: Floats
    hidden: Floats
    scores: Floats


def scales_of(features: Features) -> Scales:
    """The scales of all numbers of a game."""
    return Scales(
        np.array([feature.scale for feature, _ in features.seat_parts], np.float32),
        np.array([feature.scale for feature, _ in features.table_parts], np.float32),
    )


def sizes_of(features: Features, most_seats: int, width: int) -> Sizes:
    """The sizes of a net for a game."""
    return Sizes(len(features.seat_parts), len(features.table_parts), most_seats - 1, width)


def forward(weights: Weights, scales: Scales, seats: Floats, table: Floats) -> Lanes:
    """The lanes and scores of positions: `seats` is [position, seat, number], `table` [position, number]."""
    positions, count, numbers = seats.shape
    width = weights.sizes.width
    first = weights.first_layer(count) / scales.seat[:, None, None]
    read = (seats.reshape(-1, numbers) @ first.reshape(numbers, -1)).reshape(positions, count, count, width)
    lanes = read[:, :, 0] + (table @ (weights.table / scales.table[:, None]) + weights.bias)[:, None]
    for distance in range(1, count):
        lanes[:, :-distance] += read[:, distance:, distance]
        lanes[:, -distance:] += read[:, :distance, distance]
    hidden = np.clip(lanes[:, :, :-1], 0, np.float32(CEILING))
    return Lanes(lanes, hidden, hidden @ weights.last + lanes[:, :, -1])


def margins_of(weights: Weights, passed: Lanes) -> Floats:
    """The second score of each seat, less its mean over the seats."""
    found = passed.hidden @ weights.margin[:-1] + weights.margin[-1] * passed.lanes[:, :, -1]
    centred: Floats = found - found.mean(axis=1, keepdims=True)
    return centred


def backward(
    weights: Weights,
    scales: Scales,
    seats: Floats,
    table: Floats,
    passed: Lanes,
    by_score: Floats,
    by_margin: Floats,
    gradient: Weights,
) -> None:
    """Write the gradient of a loss, given its derivatives by the scores and by the margins [position, seat]."""
    positions, count, numbers = seats.shape
    width = weights.sizes.width
    hidden = passed.hidden.reshape(-1, width - 1)
    gradient.last[:] = by_score.reshape(-1) @ hidden
    gradient.margin[:-1] = by_margin.reshape(-1) @ hidden
    gradient.margin[-1] = np.vdot(by_margin, passed.lanes[:, :, -1])

    by_lane = np.empty_like(passed.lanes)
    open_units = (passed.lanes[:, :, :-1] > 0) & (passed.lanes[:, :, :-1] < CEILING)
    of_units = by_score[:, :, None] * weights.last + by_margin[:, :, None] * weights.margin[:-1]
    by_lane[:, :, :-1] = of_units * open_units
    by_lane[:, :, -1] = by_score + by_margin * weights.margin[-1]

    by_read = np.empty((positions, count, count, width), np.float32)
    by_read[:, :, 0] = by_lane
    for distance in range(1, count):
        by_read[:, distance:, distance] = by_lane[:, :-distance]
        by_read[:, :distance, distance] = by_lane[:, -distance:]
    of_seats = seats.reshape(-1, numbers).T @ by_read.reshape(positions * count, -1)
    of_first = of_seats.reshape(numbers, count, width) / scales.seat[:, None, None]
    of_table = by_lane.sum(axis=1)
    gradient.own[:] = of_first[:, 0]
    gradient.common[:] = of_first[:, 1:].sum(axis=1)
    gradient.apart[:] = 0
    gradient.apart[: count - 1] = of_first[:, 1:].swapaxes(0, 1)
    gradient.table[:] = (table.T @ of_table) / scales.table[:, None]
    gradient.bias[:] = of_table.sum(axis=0)


def chances_of(scores: Array) -> Array:
    """The softmax over the seats, the last axis."""
    odds = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Array = odds / odds.sum(axis=-1, keepdims=True)
    return found


# files


def names_of(parts: Sequence[tuple[Feature, str]]) -> Array:
    """What tells one number from another when the list of features changes."""
    return np.array([f"{feature.name}: {part}" for feature, part in parts])


def write_weights(path: Path, weights: Weights, features: Features) -> None:
    """Write weights into a file (.npz), from which a later fit can go on. Raises FileProblem."""
    arrays = {name: getattr(weights, name) for name in weights.sizes.shapes()}
    scales = scales_of(features)
    with writing(path) as file:
        np.savez(
            file,
            seat_names=names_of(features.seat_parts),
            seat_scales=scales.seat,
            table_names=names_of(features.table_parts),
            table_scales=scales.table,
            **arrays,
        )


def read_weights(path: Path, features: Features, most_seats: int) -> Weights:
    """Read weights for the features of today: numbers are found by name, and new ones have no weight yet.

    So a training goes on when features are added. Raises NetProblem, FileProblem.
    """
    data = read_bytes(path, MOST_FILE, may_stream=False)
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            there = {name: file[name] for name in file.files}
        return fitted_to(there, features, most_seats)
    except (ValueError, KeyError, EOFError, IndexError, TypeError, AttributeError, BadZipFile) as error:
        raise NetProblem(path, f"not the weights of a net: {error}") from None


def fitted_to(there: dict[str, Array], features: Features, most_seats: int) -> Weights:
    """Weights read from a file, in the order and with the scales of today's features."""
    found = Weights(sizes_of(features, most_seats, len(there["bias"])))
    for name in ("bias", "last", "margin"):
        getattr(found, name)[:] = there[name]
    scales = scales_of(features)
    seat = moved(there["seat_names"], there["seat_scales"], names_of(features.seat_parts), scales.seat)
    table = moved(there["table_names"], there["table_scales"], names_of(features.table_parts), scales.table)
    for i, j, factor in seat:
        found.own[j] = there["own"][i] * factor
        found.common[j] = there["common"][i] * factor
        both = min(found.sizes.distances, len(there["apart"]))
        found.apart[:both, j] = there["apart"][:both, i] * factor
    for i, j, factor in table:
        found.table[j] = there["table"][i] * factor
    return found


def moved(names: Array, scales: Array, to: Array, new_scales: Array) -> list[tuple[int, int, float]]:
    """For each number that both lists have: where it was, where it is, and what its weight grows by."""
    place = {name: i for i, name in enumerate(names.tolist())}
    return [
        (place[name], j, new_scales[j] / scales[place[name]]) for j, name in enumerate(to.tolist()) if name in place
    ]
