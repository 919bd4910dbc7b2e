"""Make nets that do not see a feature, so that matches tell what the feature gives.

Such a net takes the feature for its mean: the weights of its numbers are 0, and what they add to a sum in the mean over
positions is a part of the bias. A feature that says whether a number reaches certain steps goes with that number.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from bellringer.core.compiled.features import Feature, Features
from bellringer.core.compiled.state import State
from bellringer.core.edges.net_file import NetFile, NetPart

__all__ = ["Family", "blinded", "families"]

STEPS = " reached"  # ends the name of a feature that tells the steps of another one
SEAT, TABLE = "seat", "table"


@dataclass(frozen=True)
class Family:
    """A feature, with the one of its steps: the places of its numbers in a block, and their means over positions.

    `block`: `seat` or `table`.
    """

    block: str
    name: str
    means: dict[int, float]


def families(features: Features, states: Sequence[State]) -> list[Family]:
    """The features of a game that are not the same in all of these positions, in the order in which they are listed."""
    read = [features.read(state) for state in states]
    seats = [numbers for of_seats, _ in read for numbers in of_seats]
    tables = [of_table for _, of_table in read]
    return [*varying(SEAT, features.seat_parts, seats), *varying(TABLE, features.table_parts, tables)]


def varying(block: str, parts: Sequence[tuple[Feature, str]], read: Sequence[Sequence[int]]) -> Iterator[Family]:
    """The features of one block of which a number differs between readings."""
    places: dict[str, list[int]] = {}
    for place, (feature, _) in enumerate(parts):
        places.setdefault(feature.name.removesuffix(STEPS), []).append(place)
    for name, own in places.items():
        if any(len({numbers[place] for numbers in read}) > 1 for place in own):
            yield Family(block, name, {place: mean(numbers[place] for numbers in read) for place in own})


def blinded(net: NetFile, family: Family, seats: int) -> NetFile:
    """A net that serves tables of so many seats alone, and does not see a feature there."""
    part = next(part for part in net.parts if seats in part.seats)
    return NetFile(net.game, net.layout, (blinded_part(part, family, seats),), net.card)


def blinded_part(part: NetPart, family: Family, seats: int) -> NetPart:
    def without(rows: array[int]) -> array[int]:
        found = rows[:]
        for place in family.means:
            found[place * part.width : (place + 1) * part.width] = array(rows.typecode, [0] * part.width)
        return found

    def usual(rows: array[int], lane: int) -> float:
        return sum(amount * rows[place * part.width + lane] for place, amount in family.means.items())

    of_seat = family.block == SEAT
    read = (part.own, *part.others[: seats - 1]) if of_seat else (part.table,)
    told = [round(one + sum(usual(rows, lane) for rows in read)) for lane, one in enumerate(part.bias)]
    return NetPart(
        seats=(seats,),
        width=part.width,
        first_bits=part.first_bits,
        last_bits=part.last_bits,
        bias=array(part.bias.typecode, told),
        own=without(part.own) if of_seat else part.own,
        others=tuple(map(without, part.others)) if of_seat else part.others,
        table=part.table if of_seat else without(part.table),
        last=part.last,
    )
