"""The features of a game: what a learned value reads of a state, as one list that people can read, too.

A game makes its list once, beside its evaluation, such as `FEATURES.seat(coins, feature("coins", 0, 40, "coins"))`. A
feature has one number or several, each within the same bounds, and a compiled function that writes them. They are
read of a world in which what a seat can't see has been dealt anew, so that they may look at everything.
"""

import hashlib
from typing import NamedTuple

import cython
from cython.cimports.bellringer.core.compiled.layout import READERS_ROOM, SEAT_ROOM, TABLE_ROOM, Numbers
from cython.cimports.bellringer.core.compiled.state import State
from cython.cimports.libc.string import memset

LARGEST = 2**15 - 1  # of the integers in which features are read


class Feature(NamedTuple):
    """One feature: its name, what it means, the bounds of its numbers, their scale, and what each number says.

    `scale`: what a usual large value is; training divides by it.
    """

    name: str
    meaning: str
    lowest: int
    highest: int
    scale: float
    parts: tuple


class Features:
    """The features of a game: those of each seat and those of the table."""

    def __init__(self):
        self.of_seats = []
        self.of_table = []

    def seat(self, read, feature):
        """Add a feature of a seat, and the function that writes its numbers."""
        layout = cython.address(self.layout)
        layout.seat_numbers = self.add(self.of_seats, layout.seat_numbers, layout.of_seat, layout.seat_lowest,
                                       layout.seat_highest, SEAT_ROOM, feature, read)  # fmt: skip
        layout.seat_readers = len(self.of_seats)

    def table(self, read, feature):
        """Add a feature of the table, and the function that writes its numbers."""
        layout = cython.address(self.layout)
        layout.table_numbers = self.add(self.of_table, layout.table_numbers, layout.of_table, layout.table_lowest,
                                        layout.table_highest, TABLE_ROOM, feature, read)  # fmt: skip
        layout.table_readers = len(self.of_table)

    def add(self, features, used, readers, lowest, highest, room, feature, read):
        """Enter a feature behind `used` numbers, and return how many are used then."""
        count: cython.int = len(feature.parts)
        if len(features) == READERS_ROOM or used + count > room:
            raise ValueError(f"there is no room for the feature {feature.name}")
        if feature.name in [one.name for one in features]:
            raise ValueError(f"two features are called {feature.name}")
        readers[len(features)].read = read
        readers[len(features)].first = used
        for i in range(used, used + count):
            lowest[i] = feature.lowest
            highest[i] = feature.highest
        features.append(feature)
        return used + count

    @property
    def layout_version(self):
        """Tells one list of features from another: 16 letters that follow from all of it but the scales."""
        told = [(one.name, one.meaning, one.lowest, one.highest, one.parts) for one in [*self.of_seats, *self.of_table]]
        return hashlib.sha256(repr((len(self.of_seats), told)).encode()).hexdigest()[:16]

    @property
    def seat_parts(self):
        """Each number of a seat's block as (feature, part), in order."""
        return [(one, part) for one in self.of_seats for part in one.parts]

    @property
    def table_parts(self):
        """Each number of the table's block as (feature, part), in order."""
        return [(one, part) for one in self.of_table for part in one.parts]

    def read(self, state: State, is_bounded: bool = True):
        """The numbers of a state: a list for each seat, and one for the table.

        `is_bounded`: put within their bounds, as everybody but a test of the bounds wants them.
        """
        numbers = cython.declare(Numbers)
        seats = state.seats
        if is_bounded:
            read_numbers(cython.address(self.layout), state.memory, seats, cython.address(numbers))
        else:
            read_unbounded(cython.address(self.layout), state.memory, seats, cython.address(numbers))
        return (
            [[numbers.seats[p][i] for i in range(self.layout.seat_numbers)] for p in range(seats)],
            [numbers.table[i] for i in range(self.layout.table_numbers)],
        )


def feature(name, low, high, meaning, parts=("",), scale=None):
    """A feature by its name, bounds and meaning; `parts`: what each of its numbers says, where there are several.

    The scale is the larger bound, unless it is given. Raises ValueError for bounds that hold no two numbers, or that
    pass 16 bits.
    """
    if not -LARGEST <= low < high <= LARGEST:
        raise ValueError(f"the feature {name} can't be within {low} and {high}")
    return Feature(name, meaning, low, high, float(scale or max(abs(low), abs(high))), tuple(parts))


def counting(steps, word="at least"):
    """The parts that `count_up` writes: the number, and 1 for each of the amounts that it reaches."""
    return ("", *(f"{word} {i + 1}" for i in range(steps)))


def read_numbers(layout, state, seats, numbers):
    """Read all features of a state, and put each number within its bounds."""
    read_unbounded(layout, state, seats, numbers)
    for p in range(seats):
        keep_within(numbers.seats[p], layout.seat_lowest, layout.seat_highest, layout.seat_numbers)
    keep_within(numbers.table, layout.table_lowest, layout.table_highest, layout.table_numbers)


def read_unbounded(layout, state, seats, numbers):
    """Read all features of a state."""
    memset(numbers.table, 0, cython.sizeof(numbers.table))
    for p in range(seats):
        memset(numbers.seats[p], 0, cython.sizeof(numbers.seats[p]))
        for i in range(layout.seat_readers):
            layout.of_seat[i].read(state, p, cython.address(numbers.seats[p][layout.of_seat[i].first]))
    for i in range(layout.table_readers):
        layout.of_table[i].read(state, 0, cython.address(numbers.table[layout.of_table[i].first]))


def keep_within(numbers, lowest, highest, count):
    """Put numbers within their bounds, so that no sum over them can be larger than was checked."""
    for i in range(count):  # without a branch, so that the compiler takes several at once
        raised: cython.short = lowest[i] if numbers[i] < lowest[i] else numbers[i]
        numbers[i] = highest[i] if raised > highest[i] else raised
