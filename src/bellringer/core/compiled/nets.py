"""Nets: what a learned value makes of a state's features, in integers, so that every machine finds the same.

For each seat, the first layer has `width` sums over the numbers of its own block, of the others' blocks by how many
places clockwise they sit, and of the table's block. The last sum, the linear lane, is a part of the score as it is. The
others are hidden units: cut off below 0 and above a ceiling, each times a weight of the last layer, and added up. The
chances to win follow from the scores as from points of evaluation of which one is odds of e to 1.

The sums of a state are found from those of a state like it, by the numbers that have changed.
"""

import os

import cython
from cython.cimports.bellringer.core.compiled.features import read_numbers
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.bellringer.core.compiled.vectors import FORMS, form_of, has_form
from cython.cimports.bellringer.core.compiled.weights import (
    HIDDEN_CEILING,
    IN_A_WORD,
    MOST_SEATS,
    NUMBERS_ROOM,
    Changes,
    Place,
)
from cython.cimports.libc.stdint import int16_t, int32_t, uint64_t
from cython.cimports.libc.string import memcpy, memset

from bellringer.core.edges.net_file import HIDDEN_BITS, NetFile, OtherFeatures, Shape, check_parts, read_net


def forms():
    """The numbers of the forms of the innermost loop that this processor can run, the fastest last."""
    return tuple([form for form in range(FORMS) if has_form(form)])


def shape_of(book):
    """What a game demands of its nets, by its book. Raises ValueError for a game without features."""
    features = book.features
    if features is None:
        raise ValueError(f"{book.name} has no features, so that it can have no net")
    seat, table = ([(one.lowest, one.highest) for one, _ in parts]
                   for parts in (features.seat_parts, features.table_parts))  # fmt: skip
    return Shape(book.name, features.layout_version, book.most_seats, seat, table)


def with_shipped_net(book: RuleBook, path):
    """The book of a game, with the net in a file as its learned value, where there is one for today's features.

    A game whose features have changed since plays without a net until one is trained for them. Raises NetProblem for
    a file that holds no net of the game.
    """
    if not os.path.exists(path):
        return book
    try:
        book.net = Net(path, book)
    except OtherFeatures:
        return book
    book.rules.net = cython.address(cython.cast(Net, book.net).weights)
    return book


class Net:
    """A net of one game, from a file or a `NetFile`. Copies and pickles hold all of it.

    `form`: the form of the innermost loop, if not the fastest; all give the same sums. Raises NetProblem for a net that
    does not fit, FileProblem for a file that can't be read, ValueError for a game without features or a form that this
    processor can't run.
    """

    def __init__(self, source, book: RuleBook, form=None):
        shape = shape_of(book)
        if isinstance(source, NetFile):
            check_parts("a net in memory", source, shape)
            self.file = source
        else:
            self.file = read_net(source, shape)
        able = forms()
        form = max(able) if form is None else form
        if form not in able:
            raise ValueError(f"this processor has no form {form} of a net's loop")
        self.book = book
        self.weights.add_rows = form_of(form)
        self.weights.layout = cython.address(book.features.layout)
        self.take_parts()

    def __reduce__(self):
        return (Net, (self.file, self.book))

    def take_parts(self):
        """Copy the weights of all parts to where nobody else can change them, and point to them."""
        weights = cython.address(self.weights)
        self.kept = []
        memset(weights.part_of, -1, cython.sizeof(weights.part_of))
        for number, part in enumerate(self.file.parts):
            for seats in part.seats:
                weights.part_of[seats] = number
            self.fill(cython.address(weights.parts[number]), part)

    def fill(self, part, source):
        """Fill in one part."""
        part.width = source.width
        part.shift = source.first_bits - HIDDEN_BITS
        part.last_unit = 2.0 ** -(source.last_bits + HIDDEN_BITS)
        part.linear_unit = 2.0**-source.first_bits
        part.bias = cython.cast(cython.pointer(cython.const[int32_t]), self.keep(source.bias))
        for block, rows in enumerate((source.own, *source.others)):
            part.blocks[block] = cython.cast(cython.pointer(cython.const[int16_t]), self.keep(rows))
        part.table = cython.cast(cython.pointer(cython.const[int16_t]), self.keep(source.table))
        part.last = cython.cast(cython.pointer(cython.const[int16_t]), self.keep(source.last))

    def keep(self, numbers):
        """Keep a copy of an array as long as the net is there. Returns where it lies."""
        copied: bytes = numbers.tobytes()
        self.kept.append(copied)
        return cython.cast(cython.p_char, copied)

    def scores(self, state: State):
        """The score of each seat, in logits. Raises ValueError for another game's state, or seats that it lacks."""
        self.check_serves(state)
        place = cython.declare(Place)
        begin_place(cython.address(self.weights), state.memory, state.seats, cython.address(place))
        return self.scores_of(cython.address(place.sums), state.seats)

    def scores_by_changes(self, before: State, state: State):
        """The score of each seat, found from the sums of another state of as many seats, as searches find them.

        They are those of `scores`. Raises ValueError as that does.
        """
        self.check_serves(before)
        self.check_serves(state)
        if before.seats != state.seats:
            raise ValueError(f"a state of {before.seats} seats tells nothing of one of {state.seats}")
        first = cython.declare(Place)
        second = cython.declare(Place)
        weights = cython.address(self.weights)
        begin_place(weights, before.memory, state.seats, cython.address(first))
        change_place(weights, state.memory, state.seats, cython.address(first), cython.address(second))
        return self.scores_of(cython.address(second.sums), state.seats)

    def scores_of(self, sums, seats):
        """The scores that follow from sums."""
        found = cython.declare(cython.double[MOST_SEATS])
        write_scores(cython.address(self.weights), sums, seats, found)
        return [found[p] for p in range(seats)]

    def check_serves(self, state: State):
        """Raise ValueError for another game's state, and for a number of seats that the net does not serve."""
        if state.book is not self.book:
            raise ValueError(f"a net of {self.book.name} does not know a state of {state.book.name}")
        if part_for(cython.address(self.weights), state.seats) == cython.NULL:
            raise ValueError(f"the net of {self.book.name} does not serve {state.seats} seats")


def begin_place(weights, state, seats, place):
    """Read a state, and find all its sums."""
    part = part_for(weights, seats)
    layout = weights.layout
    changes = cython.declare(Changes)
    nothing = cython.declare(int16_t[NUMBERS_ROOM])
    memset(nothing, 0, cython.sizeof(nothing))
    read_numbers(layout, state, seats, cython.address(place.numbers))
    for p in range(seats):
        memcpy(place.sums.of_seat[p], part.bias, part.width * cython.sizeof(int32_t))
    for block in range(seats):
        count = changes_of(nothing, place.numbers.seats[block], layout.seat_numbers, cython.address(changes))
        add_block(weights, part, seats, block, cython.address(changes), count, cython.address(place.sums))
    count = changes_of(nothing, place.numbers.table, layout.table_numbers, cython.address(changes))
    for p in range(seats):
        weights.add_rows(place.sums.of_seat[p], part.table, changes.which, changes.amounts, count, part.width)


def change_place(weights, state, seats, before, place):
    """Read a state, and find its sums from those of another state: only what has changed is added."""
    part = part_for(weights, seats)
    layout = weights.layout
    changes = cython.declare(Changes)
    read_numbers(layout, state, seats, cython.address(place.numbers))
    for p in range(seats):
        memcpy(place.sums.of_seat[p], before.sums.of_seat[p], part.width * cython.sizeof(int32_t))
    for block in range(seats):
        count = changes_of(before.numbers.seats[block], place.numbers.seats[block], layout.seat_numbers,
                           cython.address(changes))  # fmt: skip
        add_block(weights, part, seats, block, cython.address(changes), count, cython.address(place.sums))
    count = changes_of(before.numbers.table, place.numbers.table, layout.table_numbers, cython.address(changes))
    if count > 0:
        for p in range(seats):
            weights.add_rows(place.sums.of_seat[p], part.table, changes.which, changes.amounts, count, part.width)


def changes_of(before, after, count, changes):
    """List the numbers of a block that differ, and by how much. Returns how many do. Rooms are whole words."""
    found: cython.int = 0
    old: uint64_t = 0
    new: uint64_t = 0
    for word in range((count + IN_A_WORD - 1) // IN_A_WORD):
        memcpy(cython.address(old), cython.address(before[IN_A_WORD * word]), cython.sizeof(old))
        memcpy(cython.address(new), cython.address(after[IN_A_WORD * word]), cython.sizeof(new))
        if old == new:
            continue
        for i in range(IN_A_WORD * word, IN_A_WORD * (word + 1)):
            if before[i] != after[i]:
                changes.which[found] = i
                changes.amounts[found] = after[i] - before[i]
                found += 1
    return found


def add_block(weights, part, seats, block, changes, count, sums):
    """Add what has changed in one seat's block to the sums of every seat."""
    if count == 0:
        return
    for p in range(seats):
        distance = block - p if block >= p else block - p + seats
        weights.add_rows(sums.of_seat[p], part.blocks[distance], changes.which, changes.amounts, count, part.width)


def write_scores(weights, sums, seats, scores):
    """Write the score of each seat: its hidden units by their weights, and the linear lane."""
    part = part_for(weights, seats)
    linear = part.width - 1
    for p in range(seats):
        total: int32_t = 0
        for lane in range(linear):
            unit: int32_t = sums.of_seat[p][lane] >> part.shift
            if unit > 0:
                total += part.last[lane] * (unit if unit < HIDDEN_CEILING else HIDDEN_CEILING)
        scores[p] = total * part.last_unit + sums.of_seat[p][linear] * part.linear_unit
