"""Between the struct and Python: every member by its own name, as plain numbers and lists.

Written by tools/fields.py from the table of fields: do not edit.
"""

import cython
from cython.cimports.bellringer.core.state import State
from cython.cimports.bellringer.games.rattus.rules.state import CLASS_ROOM, RATS, REGIONS, TOKENS, Europe
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize


def struct_of(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Europe), cython.cast(State, state).memory)


def read(state: State) -> dict:
    """The members that the table of fields names, but for those of the box."""
    s = struct_of(state)
    return {
        "big_box": s.big_box,
        "phase": s.phase,
        "start": s.start,
        "turn": s.turn,
        "turns": s.turns,
        "step": s.step,
        "has_taken": s.has_taken,
        "has_placed": s.has_placed,
        "used": s.used,
        "rats_to_come": s.rats_to_come,
        "piece_counts": s.piece_counts,
        "piece": s.piece,
        "supply": [s.supply[i] for i in range(s.head.seats)],
        "palace": [s.palace[i] for i in range(s.head.seats)],
        "citizens": [[s.citizens[i][j] for j in range(REGIONS)] for i in range(s.head.seats)],
        "cards": [s.cards[i] for i in range(s.head.seats)],
        "on_table": s.on_table,
        "rats": [
            [(s.rats[i][j].token, s.rats[i][j].seen, s.rats[i][j].laid_out) for j in range(s.rat_count[i])]
            for i in range(REGIONS)
        ],
        "in_supply": [s.pool[i] for i in range(s.in_supply)],
        "in_removed": [s.pool[TOKENS - 1 - i] for i in range(s.in_removed)],
    }


def read_box(state: State) -> dict:
    """The members of the box."""
    s = struct_of(state)
    return {
        "citizens_each": s.citizens_each,
        "reach": s.reach,
        "tokens": s.tokens,
        "taken_out": s.taken_out,
        "regions": s.regions,
        "borders": [s.borders[i] for i in range(REGIONS)],
        "limit": [s.limit[i] for i in range(TOKENS)],
        "symbols": [s.symbols[i] for i in range(TOKENS)],
        "starting": [s.starting[i] for i in range(TOKENS)],
        "symbol_of": [s.symbol_of[i] for i in range(CLASS_ROOM)],
    }


def box(state: State) -> bytes:
    """The memory of the box: equal boxes are equal bytes."""
    s = struct_of(state)
    return b"".join(
        (
            bytes_of(cython.address(s.citizens_each), cython.sizeof(s.citizens_each)),
            bytes_of(cython.address(s.reach), cython.sizeof(s.reach)),
            bytes_of(cython.address(s.tokens), cython.sizeof(s.tokens)),
            bytes_of(cython.address(s.taken_out), cython.sizeof(s.taken_out)),
            bytes_of(cython.address(s.regions), cython.sizeof(s.regions)),
            bytes_of(cython.address(s.borders), cython.sizeof(s.borders)),
            bytes_of(cython.address(s.limit), cython.sizeof(s.limit)),
            bytes_of(cython.address(s.symbols), cython.sizeof(s.symbols)),
            bytes_of(cython.address(s.starting), cython.sizeof(s.starting)),
            bytes_of(cython.address(s.symbol_of), cython.sizeof(s.symbol_of)),
        )
    )


def bytes_of(memory, length):
    """Some memory."""
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, memory), length)


def counted(values, most):
    """How many there are. Raises ValueError when there is no room for so many."""
    if len(values) > most:
        raise ValueError(f"there is room for {most}, not for {len(values)}")
    return len(values)


def write(state: State, seats: int, numbers: dict) -> None:
    """Those members that `numbers` has, for so many seats; the caller has checked them."""
    s = struct_of(state)
    s.head.seats = seats
    write_numbers(s, numbers)
    write_lists(s, numbers)
    write_by_seat(s, seats, numbers)


def write_numbers(s, numbers):
    """The members that are one number."""
    s.head.over = numbers.get("over", s.head.over)
    s.big_box = numbers.get("big_box", s.big_box)
    s.citizens_each = numbers.get("citizens_each", s.citizens_each)
    s.reach = numbers.get("reach", s.reach)
    s.tokens = numbers.get("tokens", s.tokens)
    s.taken_out = numbers.get("taken_out", s.taken_out)
    s.regions = numbers.get("regions", s.regions)
    s.phase = numbers.get("phase", s.phase)
    s.start = numbers.get("start", s.start)
    s.turn = numbers.get("turn", s.turn)
    s.turns = numbers.get("turns", s.turns)
    s.step = numbers.get("step", s.step)
    s.has_taken = numbers.get("has_taken", s.has_taken)
    s.has_placed = numbers.get("has_placed", s.has_placed)
    s.used = numbers.get("used", s.used)
    s.rats_to_come = numbers.get("rats_to_come", s.rats_to_come)
    s.piece_counts = numbers.get("piece_counts", s.piece_counts)
    s.piece = numbers.get("piece", s.piece)
    s.on_table = numbers.get("on_table", s.on_table)


def write_lists(s, numbers):
    """The members that are arrays."""
    if "borders" in numbers:
        values = numbers["borders"]
        for i in range(REGIONS):
            s.borders[i] = values[i]
    if "limit" in numbers:
        values = numbers["limit"]
        for i in range(TOKENS):
            s.limit[i] = values[i]
    if "symbols" in numbers:
        values = numbers["symbols"]
        for i in range(TOKENS):
            s.symbols[i] = values[i]
    if "starting" in numbers:
        values = numbers["starting"]
        for i in range(TOKENS):
            s.starting[i] = values[i]
    if "symbol_of" in numbers:
        values = numbers["symbol_of"]
        for i in range(CLASS_ROOM):
            s.symbol_of[i] = values[i]
    if "rats" in numbers:
        values = numbers["rats"]
        for i in range(REGIONS):
            s.rat_count[i] = counted(values[i], RATS)
        for i in range(REGIONS):
            for j in range(s.rat_count[i]):
                s.rats[i][j].token = values[i][j][0]
                s.rats[i][j].seen = values[i][j][1]
                s.rats[i][j].laid_out = values[i][j][2]
    if "in_supply" in numbers:
        values = numbers["in_supply"]
        s.in_supply = counted(values, TOKENS)
        for i in range(s.in_supply):
            s.pool[i] = values[i]
    if "in_removed" in numbers:
        values = numbers["in_removed"]
        s.in_removed = counted(values, TOKENS)
        for i in range(s.in_removed):
            s.pool[TOKENS - 1 - i] = values[i]


def write_by_seat(s, seats, numbers):
    """The members that are lists by seat."""
    if "supply" in numbers:
        values = numbers["supply"]
        for i in range(seats):
            s.supply[i] = values[i]
    if "palace" in numbers:
        values = numbers["palace"]
        for i in range(seats):
            s.palace[i] = values[i]
    if "citizens" in numbers:
        values = numbers["citizens"]
        for i in range(seats):
            for j in range(REGIONS):
                s.citizens[i][j] = values[i][j]
    if "cards" in numbers:
        values = numbers["cards"]
        for i in range(seats):
            s.cards[i] = values[i]
