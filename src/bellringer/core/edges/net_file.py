"""Reads and writes the file of a net: a line of JSON, and then its integers.

A net gives each seat a score, from which the chances to win follow; core/compiled/nets.py says how. The line has the
game, the version of the list of features, the shape of each part, the digest of the integers, and the net's card. The
integers are little-endian, part after part in the order of `NetPart.arrays`: 32 bits for the bias, 16 for all weights.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import mul
from typing import Any, NamedTuple

from bellringer.core.edges.files import MEBIBYTE, FileProblem, Name, read_bytes, size, writing
from bellringer.core.edges.json_text import BRIEF, MOST_JSON, NotJson, read_json

FORMAT = 1
MOST_NET = MEBIBYTE  # of a file
MOST_WIDTH = 64
LANES = 16  # the width is a multiple of so many, for the sake of vectors
CEILING = 2047  # of a hidden unit
HIDDEN_BITS = 8  # a hidden unit counts in 256ths
MOST_BITS = 20
LARGEST_SUM = 2**31 - 1
FEWEST_ARRAYS = 4  # of a part: bias, own, table, last

# What the first line has, and what each of its parts has.
HEAD: Mapping[str, type] = {"format": int, "game": str, "layout": str, "parts": list, "card": dict, "sha256": str}
PART: Mapping[str, type] = {"seats": list, "width": int, "first_bits": int, "last_bits": int, "lengths": list}
SPOKEN = {str: "a text", list: "a list", dict: "an object", int: "a whole number"}


class NetProblem(FileProblem):
    """A file holds no net, or none that fits."""


class OtherFeatures(NetProblem):
    """A net was trained for other features than those that its game has today."""


class NetPart(NamedTuple):
    """The weights for some numbers of seats. A row has a weight for each of `width` lanes, the last one linear.

    `first_bits`: the sums of the first layer are in units of 2 to the minus so many; `last_bits`: so are the weights of
    the last layer. `bias`: a row with which the sums begin. `own`: a row for each number of the seat's own block;
    `others`: the same for the seat next clockwise, for the one after it, and so on, up to the largest table; `table`:
    a row for each number of the table's block. `last`: a row of the hidden lanes' weights in the score; the linear
    lane has none there, and goes into the score as it is.
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
    """What a game demands of its nets. `seat_bounds`, `table_bounds`: lowest and highest of each number read."""

    game: str
    layout: str
    most_seats: int
    seat_bounds: Sequence[tuple[int, int]]
    table_bounds: Sequence[tuple[int, int]]


# writing


def write_net(path: Name, net: NetFile) -> None:
    """Write a net, whole or not at all. Raises NetProblem for one that nobody could read again, FileProblem."""
    payload = b"".join(little_endian(one).tobytes() for part in net.parts for one in part.arrays)
    parts = [
        {"seats": part.seats, "width": part.width, "first_bits": part.first_bits, "last_bits": part.last_bits,
         "lengths": [len(one) for one in part.arrays]}
        for part in net.parts
    ]  # fmt: skip
    head = {"format": FORMAT, "game": net.game, "layout": net.layout, "parts": parts, "card": net.card,
            "sha256": hashlib.sha256(payload).hexdigest()}  # fmt: skip
    try:
        line = json.dumps(head, allow_nan=False).encode("ascii")
    except (TypeError, ValueError) as error:
        raise NetProblem(path, f"the net's card is no JSON: {error}") from None
    if len(line) > MOST_JSON:
        raise NetProblem(path, f"the net's first line, with its card, has more than {size(MOST_JSON)}")
    if len(line) + 1 + len(payload) > MOST_NET:
        raise NetProblem(path, f"the net has more than {size(MOST_NET)}, which is the most that is read")
    with writing(path) as file:
        file.write(line + b"\n" + payload)


def little_endian(numbers: array[int]) -> array[int]:
    """Numbers of this machine with their bytes in the order of a file, or back again."""
    if sys.byteorder == "little":
        return numbers
    turned = numbers[:]
    turned.byteswap()
    return turned


# reading


def read_net(path: Name, shape: Shape) -> NetFile:
    """Read a net for a game. Raises NetProblem for a file that holds none or none that fits, FileProblem."""
    data = read_bytes(path, MOST_NET, may_stream=False)
    line, _, payload = data.partition(b"\n")
    head = head_of(path, line)
    if head["game"] != shape.game:
        raise NetProblem(path, f"a net of {BRIEF.repr(head['game'])}, not of {shape.game}")
    if head["layout"] != shape.layout:
        told = BRIEF.repr(head["layout"])
        raise OtherFeatures(path, f"its features are of version {told}; those of {shape.game} are {shape.layout}")
    if hashlib.sha256(payload).hexdigest() != head["sha256"]:
        raise NetProblem(path, f"the weights are damaged or cut: {len(payload):,} bytes with another digest")
    net = NetFile(head["game"], head["layout"], tuple(parts_of(path, head["parts"], payload)), head["card"])
    check_parts(path, net, shape)
    return net


def head_of(path: Name, line: bytes) -> dict[str, Any]:
    """The first line of a net, in which each value is of the kind that it should be. Raises NetProblem."""
    try:
        head = read_json(line.decode("ascii"))
    except (NotJson, UnicodeDecodeError):
        raise NetProblem(path, "no net: its first line is no JSON, or too long") from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise NetProblem(path, f"no net of format {FORMAT}")
    check_kinds(path, head, HEAD, "")
    for number, part in enumerate(head["parts"]):
        where = f"parts[{number}]"
        if not isinstance(part, dict):
            raise NetProblem(path, f"{where} in its first line is {BRIEF.repr(part)}, not an object")
        check_kinds(path, part, PART, f"{where}.")
        for name in ("seats", "lengths"):
            if any(type(one) is not int for one in part[name]):
                raise NetProblem(path, f"{where}.{name} in its first line has more than whole numbers")
    return head


def check_kinds(path: Name, found: Mapping[str, Any], kinds: Mapping[str, type], where: str) -> None:
    """Raise NetProblem for a value that is missing, unknown or of another kind. `where`: before its name."""
    if unknown := [name for name in found if name not in kinds]:
        told = BRIEF.repr(f"{where}{unknown[0]}")
        raise NetProblem(path, f"its first line has {told}, which this release does not know")
    for name, kind in kinds.items():
        if name not in found:
            raise NetProblem(path, f"its first line lacks {where}{name}")
        if type(found[name]) is not kind:  # true is no number
            told = BRIEF.repr(found[name])
            raise NetProblem(path, f"{where}{name} in its first line is {told}, not {SPOKEN[kind]}")


def parts_of(path: Name, heads: Sequence[dict[str, Any]], payload: bytes) -> Iterator[NetPart]:
    """Cut the integers into the parts' arrays. Raises NetProblem."""
    place = 0
    for head in heads:
        if len(head["lengths"]) < FEWEST_ARRAYS:
            raise NetProblem(path, f"a part of {len(head['lengths'])} arrays; it has {FEWEST_ARRAYS} at least")
        arrays = []
        for number, length in enumerate(head["lengths"]):
            kept = array("h" if number else "i")
            end = place + length * kept.itemsize
            if not place <= end <= len(payload):
                raise NetProblem(path, "the weights are fewer than its first line says")
            kept.frombytes(payload[place:end])
            arrays.append(little_endian(kept))
            place = end
        bias, own, *others, table, last = arrays
        yield NetPart(tuple(head["seats"]), head["width"], head["first_bits"], head["last_bits"],
                      bias, own, tuple(others), table, last)  # fmt: skip
    if place != len(payload):
        raise NetProblem(path, "the weights are more than its first line says")


# what must hold of any net, wherever it comes from


def check_parts(path: Name, net: NetFile, shape: Shape) -> None:
    """Raise NetProblem for parts of a wrong shape, for two that serve one number of seats, and for too large sums."""
    served = list(chain.from_iterable(part.seats for part in net.parts))
    if not served or len(set(served)) < len(served) or not set(served) <= set(range(2, shape.most_seats + 1)):
        told = f"serve tables of {BRIEF.repr(served)[1:-1] or 'no'} seats"
        raise NetProblem(path, f"its parts {told}; {shape.game} has 2 to {shape.most_seats}, each in one part")
    for part in net.parts:
        check_part(path, part, shape)


def check_part(path: Name, part: NetPart, shape: Shape) -> None:
    """Raise NetProblem for one part of a net that does not fit."""
    width = part.width
    if width % LANES or not 0 < width <= MOST_WIDTH:
        raise NetProblem(path, f"{BRIEF.repr(width)} lanes; a multiple of {LANES} up to {MOST_WIDTH} was expected")
    for layer, bits, least in (("first", part.first_bits, HIDDEN_BITS), ("last", part.last_bits, 0)):
        if not least <= bits <= MOST_BITS:
            told = f"{BRIEF.repr(bits)} bits of the {layer} layer"
            raise NetProblem(path, f"{told}; {least} to {MOST_BITS} were expected")
    seat, table = len(shape.seat_bounds), len(shape.table_bounds)
    expected = [width, *(width * seat for _ in range(shape.most_seats)), width * table, width]
    lengths = [len(one) for one in part.arrays]
    if lengths != expected:
        raise NetProblem(path, f"arrays of {BRIEF.repr(lengths)} integers; {expected} were expected")
    if [one.typecode for one in part.arrays] != ["i", *"h" * (len(expected) - 1)]:
        raise NetProblem(path, "arrays of other integers than those of 32 bits for the bias and 16 for all weights")
    if largest_sum(part, shape) > LARGEST_SUM:
        raise NetProblem(path, "its sums could pass 2^31 within the bounds of the features")


def largest_sum(part: NetPart, shape: Shape) -> int:
    """The largest amount that a sum of the net could reach, on the way to it as well."""
    seat = [max(abs(low), abs(high)) for low, high in shape.seat_bounds]
    table = [max(abs(low), abs(high)) for low, high in shape.table_bounds]
    blocks = [(part.own, seat), *((one, seat) for one in part.others), (part.table, table)]
    most = 0
    for lane in range(part.width):
        total = abs(part.bias[lane])
        for rows, bounds in blocks:
            total += sum(map(mul, map(abs, rows[lane :: part.width]), bounds))
        most = max(most, total)
    return max(most, sum(map(abs, part.last)) * CEILING)
