"""Reads and writes the file of a net: a line of JSON, and then its integers.

A net gives each seat a score, from which the chances to win follow; core/compiled/nets.py says how. It may have a
policy, too, which says how likely each move is (core/compiled/policies.py). The line has the game, the version of the
list of features, the shape of each part and of the policy, the digest of the integers, and the net's card. The integers
are little-endian, part after part in the order of `NetPart.arrays`, and at the end those of the policy: 32 bits for a
bias, 16 for all weights.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from itertools import chain, starmap
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
FEWEST_OF_POLICY = 5  # bias, own, table, moves, move_bias

# What the first line has, what each of its parts has, and its policy, if it has one.
HEAD: Mapping[str, type] = {"game": str, "layout": str, "parts": list, "card": dict, "sha256": str}
PART: Mapping[str, type] = {"seats": list, "width": int, "first_bits": int, "last_bits": int, "lengths": list}
POLICY: Mapping[str, type] = {name: kind for name, kind in PART.items() if name != "seats"}
SPOKEN = {str: "a text", list: "a list", dict: "an object", int: "a whole number"}


class NetProblem(FileProblem):
    """A file holds no net, or none that fits."""


class OtherFeatures(NetProblem):
    """A net was trained for other features than those that its game has today, or its policy for other moves."""


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


class NetPolicy(NamedTuple):
    """The weights of a policy, for all numbers of seats: how likely each move of the seat that decides is.

    Its first layer is that of a `NetPart`, but that each of its lanes is a hidden unit. `moves`: for each move of the
    game a row of the hidden units' weights, in units of 2 to the minus `last_bits`; `move_bias`: what each move has
    besides, in 256ths of that.
    """

    width: int
    first_bits: int
    last_bits: int
    bias: array[int]
    own: array[int]
    others: tuple[array[int], ...]
    table: array[int]
    moves: array[int]
    move_bias: array[int]

    @property
    def arrays(self) -> tuple[array[int], ...]:
        """All integers, in the order of the file."""
        return (self.bias, self.own, *self.others, self.table, self.moves, self.move_bias)


class NetFile(NamedTuple):
    """A net as it is kept. `layout`: the version of the features; `card`: how it came to be, as free JSON."""

    game: str
    layout: str
    parts: tuple[NetPart, ...]
    card: dict[str, Any]
    policy: NetPolicy | None = None


class Shape(NamedTuple):
    """What a game demands of its nets. `seat_bounds`, `table_bounds`: lowest and highest of each number read.

    `moves`: how many move numbers the game has.
    """

    game: str
    layout: str
    most_seats: int
    moves: int
    seat_bounds: Sequence[tuple[int, int]]
    table_bounds: Sequence[tuple[int, int]]


# writing


def write_net(path: Name, net: NetFile) -> None:
    """Write a net, whole or not at all. Raises NetProblem for one that nobody could read again, FileProblem."""
    arrays = [one for part in net.parts for one in part.arrays]
    arrays += net.policy.arrays if net.policy else ()
    payload = b"".join(little_endian(one).tobytes() for one in arrays)
    head = {"format": FORMAT, "game": net.game, "layout": net.layout,
            "parts": [{"seats": part.seats, **shape_in_head(part)} for part in net.parts],
            **({"policy": shape_in_head(net.policy)} if net.policy else {}), "card": net.card,
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


def shape_in_head(part: NetPart | NetPolicy) -> dict[str, Any]:
    """What the first line says of a part or a policy."""
    return {"width": part.width, "first_bits": part.first_bits, "last_bits": part.last_bits,
            "lengths": [len(one) for one in part.arrays]}  # fmt: skip


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
    integers = Integers(path, payload)
    parts = tuple([part_of(integers, part) for part in head["parts"]])
    policy = policy_of(integers, head["policy"]) if "policy" in head else None
    if integers.place != len(payload):
        raise NetProblem(path, "the weights are more than its first line says")
    net = NetFile(head["game"], head["layout"], parts, head["card"], policy)
    check_net(path, net, shape)
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
        check_shape(path, part, PART, f"parts[{number}]")
    if "policy" in head:
        check_shape(path, head["policy"], POLICY, "policy")
    return head


def check_shape(path: Name, part: Any, kinds: Mapping[str, type], where: str) -> None:
    """Raise NetProblem unless a part or a policy in a first line has values of these kinds, and lists of numbers."""
    if not isinstance(part, dict):
        raise NetProblem(path, f"{where} in its first line is {BRIEF.repr(part)}, not an object")
    check_kinds(path, part, kinds, f"{where}.")
    for name, kind in kinds.items():
        if kind is list and any(type(one) is not int for one in part[name]):
            raise NetProblem(path, f"{where}.{name} in its first line has more than whole numbers")


def check_kinds(path: Name, found: Mapping[str, Any], kinds: Mapping[str, type], where: str) -> None:
    """Raise NetProblem for a value that is missing or of another kind. `where`: before its name."""
    for name, kind in kinds.items():
        if name not in found:
            raise NetProblem(path, f"its first line lacks {where}{name}")
        if type(found[name]) is not kind:  # true is no number
            told = BRIEF.repr(found[name])
            raise NetProblem(path, f"{where}{name} in its first line is {told}, not {SPOKEN[kind]}")


class Integers:
    """The integers of a file, taken from the front. `place`: how many bytes are taken."""

    def __init__(self, path: Name, payload: bytes) -> None:
        self.path, self.payload, self.place = path, payload, 0

    def take(self, lengths: Sequence[int], kinds: Sequence[str]) -> list[array[int]]:
        """Cut off arrays of these lengths and kinds. Raises NetProblem if there are not so many."""
        return list(starmap(self.cut, zip(lengths, kinds, strict=True)))

    def cut(self, length: int, kind: str) -> array[int]:
        kept = array(kind)
        end = self.place + length * kept.itemsize
        if not self.place <= end <= len(self.payload):
            raise NetProblem(self.path, "the weights are fewer than its first line says")
        kept.frombytes(self.payload[self.place : end])
        self.place = end
        return little_endian(kept)


def part_of(integers: Integers, head: dict[str, Any]) -> NetPart:
    """The next part, by what the first line says of it. Raises NetProblem."""
    arrays = len(head["lengths"])
    if arrays < FEWEST_ARRAYS:
        raise NetProblem(integers.path, f"a part of {arrays} arrays; it has {FEWEST_ARRAYS} at least")
    bias, own, *others, table, last = integers.take(head["lengths"], part_kinds(arrays))
    return NetPart(tuple(head["seats"]), head["width"], head["first_bits"], head["last_bits"],
                   bias, own, tuple(others), table, last)  # fmt: skip


def policy_of(integers: Integers, head: dict[str, Any]) -> NetPolicy:
    """The policy that comes next, by what the first line says of it. Raises NetProblem."""
    arrays = len(head["lengths"])
    if arrays < FEWEST_OF_POLICY:
        raise NetProblem(integers.path, f"a policy of {arrays} arrays; it has {FEWEST_OF_POLICY} at least")
    bias, own, *others, table, moves, move_bias = integers.take(head["lengths"], policy_kinds(arrays))
    return NetPolicy(head["width"], head["first_bits"], head["last_bits"],
                     bias, own, tuple(others), table, moves, move_bias)  # fmt: skip


def part_kinds(arrays: int) -> str:
    """The kinds of the integers of a part's arrays, as Python's module `array` calls them."""
    return "i" + "h" * (arrays - 1)


def policy_kinds(arrays: int) -> str:
    """The types of a policy's arrays."""
    return "i" + "h" * (arrays - 2) + "i"


# what must hold of any net, wherever it comes from


def check_net(path: Name, net: NetFile, shape: Shape) -> None:
    """Raise NetProblem for parts of a wrong shape, for two that serve one number of seats, and for too large sums."""
    served = list(chain.from_iterable(part.seats for part in net.parts))
    if not served or len(set(served)) < len(served) or not set(served) <= set(range(2, shape.most_seats + 1)):
        told = f"serve tables of {BRIEF.repr(served)[1:-1] or 'no'} seats"
        raise NetProblem(path, f"its parts {told}; {shape.game} has 2 to {shape.most_seats}, each in one part")
    for part in net.parts:
        check_part(path, part, shape)
    if net.policy is not None:
        check_policy(path, net.policy, shape)


def check_part(path: Name, part: NetPart, shape: Shape) -> None:
    """Raise NetProblem for one part of a net that does not fit."""
    check_numbers(path, part, "")
    expected = [*first_lengths(part, shape), part.width]
    check_arrays(path, part.arrays, expected, part_kinds(len(expected)), "")
    if max(first_sum(part, shape), sum(map(abs, part.last)) * CEILING) > LARGEST_SUM:
        raise NetProblem(path, "its sums could pass 2^31 within the bounds of the features")


def check_policy(path: Name, policy: NetPolicy, shape: Shape) -> None:
    """Raise NetProblem for a policy that does not fit, and OtherFeatures for one of other moves."""
    check_numbers(path, policy, "its policy has ")
    if len(policy.move_bias) != shape.moves:
        told = f"its policy knows {len(policy.move_bias):,} moves"
        raise OtherFeatures(path, f"{told}; {shape.game} has {shape.moves:,}")
    expected = [*first_lengths(policy, shape), policy.width * shape.moves, shape.moves]
    check_arrays(path, policy.arrays, expected, policy_kinds(len(expected)), "its policy has ")
    if max(first_sum(policy, shape), largest_of_moves(policy)) > LARGEST_SUM:
        raise NetProblem(path, "the sums of its policy could pass 2^31 within the bounds of the features")


def check_numbers(path: Name, part: NetPart | NetPolicy, whose: str) -> None:
    """Raise NetProblem for a width or for bits that can't be. `whose`: before what is wrong."""
    if part.width % LANES or not 0 < part.width <= MOST_WIDTH:
        told = f"{whose}{BRIEF.repr(part.width)} lanes"
        raise NetProblem(path, f"{told}; a multiple of {LANES} up to {MOST_WIDTH} was expected")
    for layer, bits, least in (("first", part.first_bits, HIDDEN_BITS), ("last", part.last_bits, 0)):
        if not least <= bits <= MOST_BITS:
            told = f"{whose}{BRIEF.repr(bits)} bits of the {layer} layer"
            raise NetProblem(path, f"{told}; {least} to {MOST_BITS} were expected")


def check_arrays(path: Name, arrays: Sequence[array[int]], expected: Sequence[int], kinds: str, whose: str) -> None:
    """Raise NetProblem for arrays of other lengths or kinds."""
    lengths = [len(one) for one in arrays]
    if lengths != expected:
        raise NetProblem(path, f"{whose}arrays of {BRIEF.repr(lengths)} integers; {expected} were expected")
    if "".join(one.typecode for one in arrays) != kinds:
        told = f"{whose}arrays of other integers"
        raise NetProblem(path, f"{told} than those of 32 bits for a bias and 16 for all weights")


def first_lengths(part: NetPart | NetPolicy, shape: Shape) -> list[int]:
    """How many integers each array of the first layer has to have."""
    seat, table = len(shape.seat_bounds), len(shape.table_bounds)
    return [part.width, *(part.width * seat for _ in range(shape.most_seats)), part.width * table]


def first_sum(part: NetPart | NetPolicy, shape: Shape) -> int:
    """The largest amount that a sum of the first layer could reach, on the way to it as well."""
    seat = [max(abs(low), abs(high)) for low, high in shape.seat_bounds]
    table = [max(abs(low), abs(high)) for low, high in shape.table_bounds]
    blocks = [(part.own, seat), *((one, seat) for one in part.others), (part.table, table)]
    most = 0
    for lane in range(part.width):
        total = abs(part.bias[lane])
        for rows, bounds in blocks:
            total += sum(map(mul, map(abs, rows[lane :: part.width]), bounds))
        most = max(most, total)
    return most


def largest_of_moves(policy: NetPolicy) -> int:
    """The largest amount that the sum of a move could reach."""
    rows = (policy.moves[first : first + policy.width] for first in range(0, len(policy.moves), policy.width))
    return max(abs(own) + CEILING * sum(map(abs, row)) for own, row in zip(policy.move_bias, rows, strict=True))
