"""Turns a net's weights from floats into the integers that bots use, and back; reads a net of integers with numpy."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import numpy as np

from bellringer.core.compiled.features import Feature, Features
from bellringer.core.edges.net_file import CEILING, HIDDEN_BITS, NetPart
from bellringer.core.errors import OptionError
from bellringer.training.weights import Array, Weights, scales_of, sizes_of

MOST_BITS = 15  # behind the point of a weight
MOST_WEIGHT = 2**15 - 1
MOST_SUM = 2**31 - 1


def integers_of(weights: Weights, features: Features, seats: Sequence[int]) -> NetPart:
    """The net in integers, to serve the numbers of seats given, with as many bits as no sum can overflow with.

    Raises OptionError if the weights are too large for any bits.
    """
    scales = scales_of(features)
    of_seats = [weights.own, *(weights.others(distance) for distance in range(1, weights.sizes.distances + 1))]
    blocks: list[Array] = [block.astype(np.float64) / scales.seat[:, None] for block in of_seats]
    table = weights.table.astype(np.float64) / scales.table[:, None]
    bias = weights.bias.astype(np.float64)
    limits = [*[limits_of(features.seat_parts)] * len(blocks), limits_of(features.table_parts)]
    hidden = np.append(weights.last.astype(np.float64), 0)

    first_bits = most_bits(lambda bits: fit_in([*blocks, table], bias, limits, bits), HIDDEN_BITS)
    last_bits = most_bits(lambda bits: can_be_last(rounded(hidden, bits)), 0)
    return NetPart(
        seats=tuple(seats),
        width=weights.sizes.width,
        first_bits=first_bits,
        last_bits=last_bits,
        bias=array("i", bias_of(bias, first_bits).tolist()),
        own=short(rounded(blocks[0], first_bits)),
        others=tuple(short(rounded(block, first_bits)) for block in blocks[1:]),
        table=short(rounded(table, first_bits)),
        last=short(rounded(hidden, last_bits)),
    )


def floats_of(part: NetPart, features: Features) -> Weights:
    """The net that a part was rounded from, as nearly as its integers tell; they tell nothing of the margins."""
    found = Weights(sizes_of(features, len(part.others) + 1, part.width))
    scales, unit = scales_of(features), 2.0**part.first_bits
    own, *others = (scales.seat[:, None] * matrix(block, part.width) / unit for block in (part.own, *part.others))
    found.own[:], found.common[:] = own, np.mean(others, axis=0)
    found.apart[:] = np.array(others) - np.mean(others, axis=0)
    found.table[:] = scales.table[:, None] * matrix(part.table, part.width) / unit
    found.bias[:] = (np.array(part.bias) - bias_of(np.zeros(part.width), part.first_bits)) / unit
    found.last[:] = np.array(part.last[:-1]) / 2.0**part.last_bits
    found.margin[-1] = 1
    return found


def most_bits(are_possible: Callable[[int], bool], least: int) -> int:
    """The most bits that are possible. Raises OptionError if not even the least are."""
    for bits in range(MOST_BITS, least - 1, -1):
        if are_possible(bits):
            return bits
    raise OptionError("the weights of the net are too large for integers of 16 bits and sums of 32")


def fit_in(blocks: Sequence[Array], bias: Array, limits: Sequence[Array], bits: int) -> bool:
    """Whether each weight fits 16 bits, and no sum of a lane can pass 32 bits, in whatever order it is added."""
    whole = [rounded(block, bits) for block in blocks]
    if any(np.abs(block).max(initial=0) > MOST_WEIGHT for block in whole):
        return False
    largest = np.abs(bias_of(bias, bits))
    for block, limit in zip(whole, limits, strict=True):
        largest = largest + limit @ np.abs(block)
    return bool(largest.max() <= MOST_SUM)


def can_be_last(last: Array) -> bool:
    """Whether the weights of the hidden units fit 16 bits, and their sum 32."""
    return bool(np.abs(last).max() <= MOST_WEIGHT and CEILING * np.abs(last).sum() <= MOST_SUM)


def bias_of(bias: Array, bits: int) -> Array:
    """The biases as integers. Those of hidden units have half a unit more, since the shift rounds down."""
    found = rounded(bias, bits)
    if bits > HIDDEN_BITS:
        found[:-1] += 1 << (bits - HIDDEN_BITS - 1)
    return found


def limits_of(parts: Sequence[tuple[Feature, str]]) -> Array:
    """The largest absolute value of each number."""
    return np.array([max(abs(feature.lowest), abs(feature.highest)) for feature, _ in parts], np.int64)


def rounded(values: Array, bits: int) -> Array:
    found: Array = np.rint(values * 2**bits).astype(np.int64)
    return found


def short(values: Array) -> array[int]:
    return array("h", values.ravel().tolist())


def scores_of(part: NetPart, seats: Array, table: Array) -> Array:
    """The scores in logits of positions [position, seat, number], as every reading of the integers must find them."""
    positions, count, numbers = seats.shape
    width = part.width
    first = np.stack([matrix(block, width) for block in (part.own, *part.others[: count - 1])], axis=1)
    # Floats of 64 bits hold these sums exactly, and are multiplied faster than integers.
    read = seats.reshape(-1, numbers).astype(np.float64) @ first.reshape(numbers, -1)
    read = read.reshape(positions, count, count, width)
    lanes = read[:, :, 0] + (table.astype(np.float64) @ matrix(part.table, width) + np.array(part.bias))[:, None]
    for distance in range(1, count):
        lanes += np.roll(read[:, :, distance], -distance, axis=1)
    sums = lanes.astype(np.int64)
    hidden = np.clip(sums >> (part.first_bits - HIDDEN_BITS), 0, CEILING)
    of_hidden = hidden @ np.array(part.last, np.int64)
    found: Array = of_hidden / 2.0 ** (part.last_bits + HIDDEN_BITS) + sums[:, :, -1] / 2.0**part.first_bits
    return found


def matrix(block: array[int], width: int) -> Array:
    return np.array(block, np.float64).reshape(-1, width)
