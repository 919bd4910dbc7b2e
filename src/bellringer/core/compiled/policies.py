"""Policies: how likely a seat is to end with each of its moves, learned from what searches tried, in integers as nets.

A first layer like that of a net reads the features as the seat that decides sees them; all its lanes are hidden units.
Each move has a weight for each hidden unit, and a bias. A softmax over the legal moves gives their priors. The sums of
the first layer are found from those of what the same seat saw last.
"""

import cython
from cython.cimports.bellringer.core.compiled.features import read_numbers
from cython.cimports.bellringer.core.compiled.layout import Numbers
from cython.cimports.bellringer.core.compiled.legal import LEGAL_WORDS, lowest_bit
from cython.cimports.bellringer.core.compiled.nets import Net, changes_of
from cython.cimports.bellringer.core.compiled.rules import MOVES_ROOM
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.bellringer.core.compiled.weights import HIDDEN_CEILING, MOST_LANES, Changes, View
from cython.cimports.libc.math import exp
from cython.cimports.libc.stdint import int16_t, int32_t, uint64_t
from cython.cimports.libc.string import memcpy, memset


def logits(net: Net, state: State, seat: int):
    """What a net's policy says of the legal moves of a seat, as (move, logit), by ascending number.

    Raises ValueError for a net without a policy, another game's state, and a seat that has nothing to decide.
    """
    if not net.weights.has_policy:
        raise ValueError("a net without a policy")
    if state.book is not net.book:
        raise ValueError(f"a net of {net.book.name} does not know a state of {state.book.name}")
    if seat not in state.pending:
        raise ValueError(f"seat {seat} has nothing to decide")
    rules = cython.address(cython.cast(RuleBook, state.book).rules)
    numbers = cython.declare(Numbers)
    view = cython.declare(View)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    found = cython.declare(cython.double[MOVES_ROOM])
    view.is_there = False
    read_numbers(rules.layout, state.memory, state.seats, cython.address(numbers))
    look(cython.address(net.weights), cython.address(numbers), state.seats, seat, cython.address(view))
    rules.find_legal(state.memory, seat, legal)
    write_logits(cython.address(net.weights), cython.address(view), legal, rules.words, found)
    return [(move, found[i]) for i, move in enumerate(state.legal(seat))]


def write_priors(weights, numbers, seats, seat, legal, words, view, priors):
    """Write the prior of each legal move of a seat, in the order of their numbers. Returns how many there are.

    `numbers`: the features of the state; `view`: what was read last for this seat, and is now what was read here.
    """
    look(weights, numbers, seats, seat, view)
    count = write_logits(weights, view, legal, words, priors)
    most: cython.double = priors[0]
    for i in range(1, count):
        most = priors[i] if priors[i] > most else most
    total: cython.double = 0
    for i in range(count):
        priors[i] = exp(priors[i] - most)
        total += priors[i]
    for i in range(count):
        priors[i] /= total
    return count


def look(weights, numbers, seats, seat, view):
    """Find the sums of what a seat sees from those of what it saw last."""
    layout = weights.layout
    first = cython.address(weights.policy.first)
    changes = cython.declare(Changes)
    if not view.is_there:
        memset(cython.address(view.numbers), 0, cython.sizeof(Numbers))
        memcpy(view.sums, first.bias, first.width * cython.sizeof(int32_t))
        view.is_there = True
    for distance in range(seats):
        block = seat + distance if seat + distance < seats else seat + distance - seats
        count = changes_of(view.numbers.seats[block], numbers.seats[block], layout.seat_numbers,
                           cython.address(changes))  # fmt: skip
        if count > 0:
            weights.add_rows(view.sums, first.blocks[distance], changes.which, changes.amounts, count, first.width)
            memcpy(view.numbers.seats[block], numbers.seats[block], layout.seat_numbers * cython.sizeof(int16_t))
    count = changes_of(view.numbers.table, numbers.table, layout.table_numbers, cython.address(changes))
    if count > 0:
        weights.add_rows(view.sums, first.table, changes.which, changes.amounts, count, first.width)
        memcpy(view.numbers.table, numbers.table, layout.table_numbers * cython.sizeof(int16_t))


def write_logits(weights, view, legal, words, logits):
    """Write the logit of each legal move, in the order of their numbers. Returns how many there are."""
    policy = cython.address(weights.policy)
    units = cython.declare(int16_t[MOST_LANES])
    width: cython.int = policy.first.width
    for lane in range(width):
        unit: int32_t = view.sums[lane] >> policy.first.shift
        unit = unit if unit > 0 else 0
        units[lane] = cython.cast(int16_t, unit if unit < HIDDEN_CEILING else HIDDEN_CEILING)
    count: cython.int = 0
    for word in range(words):
        left: uint64_t = legal[word]
        while left != 0:
            move = 64 * word + lowest_bit(left)
            left &= left - 1
            row = policy.moves + move * width
            total: int32_t = policy.move_bias[move]
            for lane in range(width):
                total += cython.cast(int32_t, units[lane]) * row[lane]
            logits[count] = total * policy.unit
            count += 1
    return count
