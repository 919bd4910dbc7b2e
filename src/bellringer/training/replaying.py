"""The compiled loop of examples: a game is played again, and its features are read on the way, without the GIL."""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.features import read_numbers
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.layout import Numbers
from cython.cimports.bellringer.core.compiled.legal import LEGAL_WORDS, is_allowed
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.libc.stdint import int8_t, int16_t, uint8_t, uint64_t
from cython.cimports.libc.string import memcpy


def read_features(
    state: State,
    movers: int8_t[::1],
    moves: int16_t[::1],
    is_chosen: uint8_t[::1],
    seats: int16_t[:, :, ::1],
    table: int16_t[:, ::1],
):
    """Play a dealt state on to the end of its moves, and write the features before each decision that is chosen.

    `movers` and `moves`: who decided, and what; `is_chosen`: 1 for the decisions that are looked at, K in all. `seats`
    takes the blocks of the seats (K x n x S), `table` that of the table (K x G). Returns -1, or else the first decision
    that is not legal, where it stops. Raises ValueError for arrays of other sizes, and for a game without features.
    """
    rules = cython.address(cython.cast(RuleBook, state.book).rules)
    decisions: cython.Py_ssize_t = moves.shape[0]
    n: cython.int = state.seats
    if rules.layout == cython.NULL:
        raise ValueError(f"{state.book.name} has no features")
    chosen: cython.Py_ssize_t = 0
    for i in range(is_chosen.shape[0]):
        chosen += is_chosen[i] != 0
    if movers.shape[0] != decisions or is_chosen.shape[0] != decisions:
        raise ValueError("there is not one mover, move and choice for each decision")
    sizes = (seats.shape[0], seats.shape[1], seats.shape[2], table.shape[0], table.shape[1])
    if sizes != (chosen, n, rules.layout.seat_numbers, chosen, rules.layout.table_numbers):
        raise ValueError(f"the arrays are not those of {chosen} positions with {n} seats: {sizes}")
    if decisions == 0:
        return -1
    course: Course = Course(
        movers=cython.address(movers[0]),
        moves=cython.address(moves[0]),
        is_chosen=cython.address(is_chosen[0]),
        decisions=decisions,
    )
    into_seats = cython.declare(cython.pointer(int16_t), cython.NULL)
    into_table = cython.declare(cython.pointer(int16_t), cython.NULL)
    if chosen > 0 and rules.layout.seat_numbers > 0:
        into_seats = cython.address(seats[0, 0, 0])
    if chosen > 0 and rules.layout.table_numbers > 0:
        into_table = cython.address(table[0, 0])
    memory = state.memory
    with cython.nogil:
        stopped = read_along(rules, memory, n, cython.address(course), into_seats, into_table)
    return stopped


def read_along(rules, state, n, course, seats, table):
    """Play the moves of a course, and write the features before those that are chosen. Returns as `read_features`."""
    numbers = cython.declare(Numbers)
    width: cython.int = rules.layout.seat_numbers
    height: cython.int = rules.layout.table_numbers
    for i in range(course.decisions):
        if not may_play(rules, state, course.movers[i], course.moves[i]):
            return i
        if course.is_chosen[i]:
            read_numbers(rules.layout, state, n, cython.address(numbers))
            for p in range(n):
                if width > 0:
                    memcpy(seats, numbers.seats[p], width * cython.sizeof(int16_t))
                    seats += width
            if height > 0:
                memcpy(table, numbers.table, height * cython.sizeof(int16_t))
                table += height
        rules.apply(state, course.movers[i], course.moves[i])
    return -1


def may_play(rules, state, seat, move):
    """Whether a seat may make that move now."""
    head = cython.cast(cython.pointer(Head), state)
    if head.over or head.asks.depth == 0 or seat < 0 or seat >= head.seats or move < 0 or move >= rules.moves:
        return False
    if not top_ask(cython.address(head.asks)).seats >> seat & 1:
        return False
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    rules.find_legal(state, seat, legal)
    return is_allowed(legal, move)
