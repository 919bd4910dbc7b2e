"""Reads and writes the file of a net: a line of JSON, and then its integers.

A net gives each seat a score, of which the chances to win follow; core/compiled/nets.py says how. The line has the game, the version
of the list of features, the shape of each part, the digest of the integers, and the net's card. The integers are
little-endian: of each part, in the order of `ARRAYS`, 32 bits for the bias and 16 for all weights.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from bellringer.core.edges.files import MEBIBYTE, FileProblem, Name, read_bytes, writing
from bellringer.core.edges.json_text import NotJson, read_json

FORMAT = 1
MOST_NET = MEBIBYTE  # of a file
MOST_WIDTH = 64
LANES = 16  # the width is a multiple of so many, for the sake of vectors
CEILING = 2047  # of a hidden unit
HIDDEN_BITS = 8  # a hidden unit counts in 256ths
MOST_BITS = 20
LARGEST_SUM = 2**31 - 1


class NetProblem(FileProblem):
    """A file holds no net, or none that fits."""


class NetPart(NamedTuple):
    """The weights for some numbers of seats. A row is `width` weights, one for each lane; the last lane is the linear one.

    `first_bits`: the sums of the first layer are in units of 2 to the minus so many; `last_bits`: so are the weights of
    the last layer. `own`: a row for each number of the seat's own block; `others`: the same for the seat next clockwise,
    the one after it, and so on; `table`: a row for each number of the table's block.
    """

    seats: tuple[int, ...]
    width: int
    first_bits: int
    last_bits: int
    bias: array[int]
    own: array[int]
    others: tuple[array[int], ...]
    table: array[int]
    last: array[int]

    @property
    def arrays(self) -> tuple[array[int], ...]:
        """All integers, in the order of the file."""
        return (self.bias, self.own, *self.others, self.table, self.last)


class NetFile(NamedTuple):
    """A net as it is kept. `layout`: the version of the features; `card`: how it came to be, as free JSON."""

    game: str
    layout: str
    parts: tuple[NetPart, ...]
    card: dict[str, Any]


class Shape(NamedTuple):
    """What a game demands of its nets. `seat_bounds`, `table_bounds`: lowest and highest of each number that is read."""

    game: str
    layout: str
    most_seats: int
    seat_bounds: Sequence[tuple[int, int]]
    table_bounds: Sequence[tuple[int, int]]


def write_net(path: Name, net: NetFile) -> None:
    """Write a net, whole or not at all. Raises FileProblem."""
    payload = b"".join(little_endian(one).tobytes() for part in net.parts for one in part.arrays)
    parts = [
        {"seats": part.seats, "width": part.width, "first_bits": part.first_bits, "last_bits": part.last_bits,
         "lengths": [len(one) for one in part.arrays]}
        for part in net.parts
    ]  # fmt: skip
    head = {"format": FORMAT, "game": net.game, "layout": net.layout, "parts": parts, "card": net.card,
            "sha256": hashlib.sha256(payload).hexdigest()}  # fmt: skip
    with writing(path) as file:
        file.write(json.dumps(head).encode() + b"\n" + payload)


def read_net(path: Name, shape: Shape) -> NetFile:
    """Read a net for a game. Raises NetProblem, with the reason, for a file that holds none or none that fits."""
    data = read_bytes(path, MOST_NET, may_stream=False)
    line, _, payload = data.partition(b"\n")
    try:
        head = read_json(line.decode("ascii"))
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise NetProblem(path, f"no net of format {FORMAT}")
        check_fits(path, head, shape)
        if hashlib.sha256(payload).hexdigest() != head["sha256"]:
            raise NetProblem(path, f"the weights are damaged or cut: {len(payload):,} bytes with another digest")
        parts = tuple(parts_of(path, head["parts"], payload))
        net = NetFile(head["game"], head["layout"], parts, dict(head["card"]))
    except (NotJson, UnicodeDecodeError):
        raise NetProblem(path, "no net: the first line is no JSON") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NetProblem(path, f"no net: its first line lacks or misspells {error}") from None
    check_parts(path, net, shape)
    return net


def check_fits(path: Name, head: dict[str, Any], shape: Shape) -> None:
    """Raise NetProblem for a net of another game, or for other features."""
    if head["game"] != shape.game:
        raise NetProblem(path, f"a net of {head['game']}, not of {shape.game}")
    if head["layout"] != shape.layout:
        raise NetProblem(path, f"its features are of version {head['layout']}; those of {shape.game} are {shape.layout}")


def parts_of(path: Name, heads: Sequence[dict[str, Any]], payload: bytes) -> Iterator[NetPart]:
    """Cut the integers into the parts' arrays."""
    place = 0
    for head in heads:
        arrays = []
        for number, length in enumerate(head["lengths"]):
            kept = array("h" if number else "i")
            end = place + length * kept.itemsize
            if not 0 <= place <= end <= len(payload):
                raise NetProblem(path, "the weights are fewer than its first line says")
            kept.frombytes(payload[place:end])
            arrays.append(little_endian(kept))
            place = end
        bias, own, *others, table, last = arrays
        yield NetPart(tuple(head["seats"]), head["width"], head["first_bits"], head["last_bits"],
                      bias, own, tuple(others), table, last)  # fmt: skip
    if place != len(payload):
        raise NetProblem(path, "the weights are more than its first line says")


def little_endian(numbers: array[int]) -> array[int]:
    """The same numbers with the bytes of a file, or of this machine again."""
    if sys.byteorder == "little":
        return numbers
    turned = numbers[:]
    turned.byteswap()
    return turned


def check_parts(path: Name, net: NetFile, shape: Shape) -> None:
    """Raise NetProblem for parts of a wrong shape, that two parts serve a number of seats, or for too large sums."""

    def refuse(reason: str) -> NoReturn:
        raise NetProblem(path, reason)

    served = list(chain.from_iterable(part.seats for part in net.parts))
    if not served or len(set(served)) < len(served) or not set(served) <= set(range(2, shape.most_seats + 1)):
        refuse(f"its parts serve {', '.join(map(str, served)) or 'no'} seats; {shape.game} has 2 to {shape.most_seats}")
    for part in net.parts:
        width = part.width
        if not isinstance(width, int) or width % LANES or not 0 < width <= MOST_WIDTH:
            refuse(f"{width} lanes; a multiple of {LANES}, at most {MOST_WIDTH}, was expected")
        for bits in (part.first_bits, part.last_bits):
            if not isinstance(bits, int) or not 0 <= bits <= MOST_BITS:
                refuse(f"{bits} bits; 0 to {MOST_BITS} were expected")
        if part.first_bits < HIDDEN_BITS:
            refuse(f"{part.first_bits} bits of the first layer; at least {HIDDEN_BITS} were expected")
        seat, table = len(shape.seat_bounds), len(shape.table_bounds)
        expected = [width, *(width * seat for _ in range(shape.most_seats)), width * table, width]
        if [len(one) for one in part.arrays] != expected:
            refuse(f"arrays of {', '.join(str(len(one)) for one in part.arrays)}; {expected} were expected")
        if largest_sum(part, shape) > LARGEST_SUM:
            refuse("its sums could pass 2^31 within the bounds of the features")


def largest_sum(part: NetPart, shape: Shape) -> int:
    """The largest amount that a sum of the net could reach, on the way to it as well."""
    seat = [max(abs(low), abs(high)) for low, high in shape.seat_bounds]
    table = [max(abs(low), abs(high)) for low, high in shape.table_bounds]
    most = 0
    for lane in range(part.width):
        total = abs(part.bias[lane])
        for rows, bounds in ((part.own, seat), *((one, seat) for one in part.others), (part.table, table)):
            total += sum(abs(weight) * bound for weight, bound in zip(rows[lane :: part.width], bounds, strict=True))
        most = max(most, total)
    return max(most, sum(abs(weight) for weight in part.last) * CEILING)
