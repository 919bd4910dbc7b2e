"""Nets of random weights, and what a net says of a state by plain Python: what the tests of nets share."""

from __future__ import annotations

import random
from array import array
from typing import Any

from bellringer.core.compiled.nets import shape_of
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.edges.net_file import CEILING, HIDDEN_BITS, NetFile, NetPart

FIRST_BITS = 12
LAST_BITS = 12
WIDTH = 16


def random_part(game: str, seats: tuple[int, ...], dice: random.Random, width: int = WIDTH, most: int = 300) -> NetPart:
    """Weights from `-most` to `most`, small enough for any sum."""
    shape = shape_of(find(game).book)
    seat, table = len(shape.seat_bounds), len(shape.table_bounds)

    def rows(count: int, largest: int = most) -> array[int]:
        return array("h", [dice.randint(-largest, largest) for _ in range(count)])

    return NetPart(
        seats=seats,
        width=width,
        first_bits=FIRST_BITS,
        last_bits=LAST_BITS,
        bias=array("i", [dice.randint(-5_000, 5_000) for _ in range(width)]),
        own=rows(seat * width),
        others=tuple(rows(seat * width) for _ in range(shape.most_seats - 1)),
        table=rows(table * width),
        last=array("h", [*rows(width - 1, 3_000), 0]),
    )


def random_net(game: str, seed: int = 1, width: int = WIDTH) -> NetFile:
    """A net that serves two seats by one part and all larger tables by another."""
    shape, dice = shape_of(find(game).book), random.Random(seed)
    larger = tuple(range(3, shape.most_seats + 1))
    parts = tuple(random_part(game, seats, dice, width) for seats in ((2,), larger))
    return NetFile(game, shape.layout, parts, {"made": "by chance"})


def changed(net: NetFile, **values: Any) -> NetFile:
    """A net in which the first part has other values."""
    first, *rest = net.parts
    kept: dict[str, Any] = dict(zip(NetPart.__annotations__, first, strict=True))
    return NetFile(net.game, net.layout, (NetPart(**{**kept, **values}), *rest), net.card)


def plain_scores(net: NetFile, state: State) -> list[float]:
    """The score of each seat, by what the net's documents say and nothing else."""
    features = state.book.features
    assert features is not None
    blocks, table = features.read(state)
    (part,) = [one for one in net.parts if len(blocks) in one.seats]
    return [score_of(part, blocks[seat:] + blocks[:seat], table) for seat in range(len(blocks))]


def score_of(part: NetPart, blocks: list[list[int]], table: list[int]) -> float:
    """The score of the seat whose block is the first; the others' follow clockwise."""
    sums = list(part.bias)
    for rows, numbers in zip((part.own, *part.others), blocks, strict=False):
        add(sums, rows, numbers)
    add(sums, part.table, table)
    *hidden, linear = sums
    units = [min(max(one >> (part.first_bits - HIDDEN_BITS), 0), CEILING) for one in hidden]
    total = sum(weight * unit for weight, unit in zip(part.last, units, strict=False))
    return total / 2 ** (part.last_bits + HIDDEN_BITS) + linear / 2**part.first_bits


def add(sums: list[int], rows: array[int], numbers: list[int]) -> None:
    """Add each number times its row of weights."""
    width = len(sums)
    for place, number in enumerate(numbers):
        if number:
            for lane in range(width):
                sums[lane] += number * rows[place * width + lane]
