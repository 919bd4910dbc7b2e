"""Converts between the struct and Python: every member by its own name, as plain numbers and lists.

Written by tools/fields.py from the table of fields: do not edit.
"""

import cython
from cython.cimports.bellringer.core.compiled.state import State
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    ALL_MARKETS,
    GRAY_PILE,
    PERSON_ROOM,
    PERSONS_OPEN,
    PLACES,
    Town,
)
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize


def struct_of(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Town), cython.cast(State, state).memory)


def read(state: State) -> dict:
    """The members that the table of fields names, but for those of the box."""
    s = struct_of(state)
    return {
        "anniversary": s.anniversary,
        "new_persons": s.new_persons,
        "open_prestige": s.open_prestige,
        "boroughs": s.boroughs,
        "round": s.round,
        "phase": s.phase,
        "start": s.start,
        "turn": s.turn,
        "supply": [s.supply[i] for i in range(s.head.seats)],
        "general": [s.general[i] for i in range(s.head.seats)],
        "coins": [s.coins[i] for i in range(s.head.seats)],
        "rat": [s.rat[i] for i in range(s.head.seats)],
        "friend": [s.friend[i] for i in range(s.head.seats)],
        "carriage": [s.carriage[i] for i in range(s.head.seats)],
        "markers": [[s.markers[i][j] for j in range(PLACES)] for i in range(s.head.seats)],
        "collected": [s.collected[i] for i in range(s.head.seats)],
        "prestige": [s.prestige[i] for i in range(s.head.seats)],
        "deck": [[s.deck[i][j] for j in range(ACTIONS)] for i in range(s.head.seats)],
        "played": [s.played[i] for i in range(s.head.seats)],
        "message": [s.message[i] for i in range(ALL_MARKETS)],
        "open": [s.open[i] for i in range(PERSONS_OPEN)],
        "brown": s.brown,
        "gray": [s.gray[i] for i in range(GRAY_PILE)],
        "immune": s.immune,
        "knows_gray": s.knows_gray,
    }


def read_box(state: State) -> dict:
    """The members of the box."""
    s = struct_of(state)
    return {
        "cathedral": s.cathedral,
        "rats": [s.rats[i] for i in range(PERSON_ROOM)],
        "back": [s.back[i] for i in range(PERSON_ROOM)],
        "streets": [s.streets[i] for i in range(ALL_MARKETS)],
    }


def box(state: State) -> bytes:
    """The memory of the box: equal boxes are equal bytes."""
    s = struct_of(state)
    return b"".join(
        (
            bytes_of(cython.address(s.cathedral), cython.sizeof(s.cathedral)),
            bytes_of(cython.address(s.rats), cython.sizeof(s.rats)),
            bytes_of(cython.address(s.back), cython.sizeof(s.back)),
            bytes_of(cython.address(s.streets), cython.sizeof(s.streets)),
        )
    )


def members(state: State) -> dict:
    """Where each member lies: bytes before it, from item to item, of a number; whether that has a sign."""
    s = struct_of(state)
    return {
        "anniversary": (
            before(s, cython.address(s.anniversary)),
            cython.sizeof(s.anniversary),
            cython.sizeof(s.anniversary),
            False,
        ),
        "new_persons": (
            before(s, cython.address(s.new_persons)),
            cython.sizeof(s.new_persons),
            cython.sizeof(s.new_persons),
            False,
        ),
        "open_prestige": (
            before(s, cython.address(s.open_prestige)),
            cython.sizeof(s.open_prestige),
            cython.sizeof(s.open_prestige),
            False,
        ),
        "boroughs": (
            before(s, cython.address(s.boroughs)),
            cython.sizeof(s.boroughs),
            cython.sizeof(s.boroughs),
            False,
        ),
        "cathedral": (
            before(s, cython.address(s.cathedral)),
            cython.sizeof(s.cathedral),
            cython.sizeof(s.cathedral),
            False,
        ),
        "rats": (before(s, cython.address(s.rats)), cython.sizeof(s.rats[0]), cython.sizeof(s.rats[0]), False),
        "back": (before(s, cython.address(s.back)), cython.sizeof(s.back[0]), cython.sizeof(s.back[0]), False),
        "streets": (
            before(s, cython.address(s.streets)),
            cython.sizeof(s.streets[0]),
            cython.sizeof(s.streets[0]),
            False,
        ),
        "round": (before(s, cython.address(s.round)), cython.sizeof(s.round), cython.sizeof(s.round), False),
        "phase": (before(s, cython.address(s.phase)), cython.sizeof(s.phase), cython.sizeof(s.phase), False),
        "start": (before(s, cython.address(s.start)), cython.sizeof(s.start), cython.sizeof(s.start), False),
        "turn": (before(s, cython.address(s.turn)), cython.sizeof(s.turn), cython.sizeof(s.turn), False),
        "supply": (before(s, cython.address(s.supply)), cython.sizeof(s.supply[0]), cython.sizeof(s.supply[0]), False),
        "general": (
            before(s, cython.address(s.general)),
            cython.sizeof(s.general[0]),
            cython.sizeof(s.general[0]),
            False,
        ),
        "coins": (before(s, cython.address(s.coins)), cython.sizeof(s.coins[0]), cython.sizeof(s.coins[0]), True),
        "rat": (before(s, cython.address(s.rat)), cython.sizeof(s.rat[0]), cython.sizeof(s.rat[0]), False),
        "friend": (before(s, cython.address(s.friend)), cython.sizeof(s.friend[0]), cython.sizeof(s.friend[0]), True),
        "carriage": (
            before(s, cython.address(s.carriage)),
            cython.sizeof(s.carriage[0]),
            cython.sizeof(s.carriage[0]),
            False,
        ),
        "markers": (
            before(s, cython.address(s.markers)),
            cython.sizeof(s.markers[0]),
            cython.sizeof(s.markers[0][0]),
            False,
        ),
        "collected": (
            before(s, cython.address(s.collected)),
            cython.sizeof(s.collected[0]),
            cython.sizeof(s.collected[0]),
            False,
        ),
        "prestige": (
            before(s, cython.address(s.prestige)),
            cython.sizeof(s.prestige[0]),
            cython.sizeof(s.prestige[0]),
            True,
        ),
        "deck": (before(s, cython.address(s.deck)), cython.sizeof(s.deck[0]), cython.sizeof(s.deck[0][0]), True),
        "played": (before(s, cython.address(s.played)), cython.sizeof(s.played[0]), cython.sizeof(s.played[0]), False),
        "message": (
            before(s, cython.address(s.message)),
            cython.sizeof(s.message[0]),
            cython.sizeof(s.message[0]),
            True,
        ),
        "open": (before(s, cython.address(s.open)), cython.sizeof(s.open[0]), cython.sizeof(s.open[0]), True),
        "brown": (before(s, cython.address(s.brown)), cython.sizeof(s.brown), cython.sizeof(s.brown), False),
        "gray": (before(s, cython.address(s.gray)), cython.sizeof(s.gray[0]), cython.sizeof(s.gray[0]), True),
        "immune": (before(s, cython.address(s.immune)), cython.sizeof(s.immune), cython.sizeof(s.immune), False),
        "knows_gray": (
            before(s, cython.address(s.knows_gray)),
            cython.sizeof(s.knows_gray),
            cython.sizeof(s.knows_gray),
            False,
        ),
    }


def before(s, member):
    """The bytes of the struct before a member."""
    return cython.cast(cython.size_t, member) - cython.cast(cython.size_t, s)


def bytes_of(memory, length):
    """Some memory."""
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, memory), length)


def counted(values, most):
    """How many items a list has. Raises ValueError when there is no room for that many."""
    if len(values) > most:
        raise ValueError(f"there is room for {most}, not for {len(values)}")
    return len(values)


def write(state: State, seats: int, numbers: dict) -> None:
    """Write the members that `numbers` has, for that many seats; the caller has checked them."""
    s = struct_of(state)
    s.head.seats = seats
    write_numbers(s, numbers)
    write_box(s, numbers)
    write_lists(s, numbers)
    write_by_seat(s, seats, numbers)


def write_numbers(s, numbers):
    """The members that are one number."""
    s.head.over = numbers.get("over", s.head.over)
    s.anniversary = numbers.get("anniversary", s.anniversary)
    s.new_persons = numbers.get("new_persons", s.new_persons)
    s.open_prestige = numbers.get("open_prestige", s.open_prestige)
    s.boroughs = numbers.get("boroughs", s.boroughs)
    s.cathedral = numbers.get("cathedral", s.cathedral)
    s.round = numbers.get("round", s.round)
    s.phase = numbers.get("phase", s.phase)
    s.start = numbers.get("start", s.start)
    s.turn = numbers.get("turn", s.turn)
    s.brown = numbers.get("brown", s.brown)
    s.immune = numbers.get("immune", s.immune)
    s.knows_gray = numbers.get("knows_gray", s.knows_gray)


def write_box(s, numbers):
    """The members of the box that are arrays."""
    if "rats" in numbers:
        values = numbers["rats"]
        for i in range(PERSON_ROOM):
            s.rats[i] = values[i]
    if "back" in numbers:
        values = numbers["back"]
        for i in range(PERSON_ROOM):
            s.back[i] = values[i]
    if "streets" in numbers:
        values = numbers["streets"]
        for i in range(ALL_MARKETS):
            s.streets[i] = values[i]


def write_lists(s, numbers):
    """The other members that are arrays."""
    if "message" in numbers:
        values = numbers["message"]
        for i in range(ALL_MARKETS):
            s.message[i] = values[i]
    if "open" in numbers:
        values = numbers["open"]
        for i in range(PERSONS_OPEN):
            s.open[i] = values[i]
    if "gray" in numbers:
        values = numbers["gray"]
        for i in range(GRAY_PILE):
            s.gray[i] = values[i]


def write_by_seat(s, seats, numbers):
    """The members that are lists by seat."""
    if "supply" in numbers:
        values = numbers["supply"]
        for i in range(seats):
            s.supply[i] = values[i]
    if "general" in numbers:
        values = numbers["general"]
        for i in range(seats):
            s.general[i] = values[i]
    if "coins" in numbers:
        values = numbers["coins"]
        for i in range(seats):
            s.coins[i] = values[i]
    if "rat" in numbers:
        values = numbers["rat"]
        for i in range(seats):
            s.rat[i] = values[i]
    if "friend" in numbers:
        values = numbers["friend"]
        for i in range(seats):
            s.friend[i] = values[i]
    if "carriage" in numbers:
        values = numbers["carriage"]
        for i in range(seats):
            s.carriage[i] = values[i]
    if "markers" in numbers:
        values = numbers["markers"]
        for i in range(seats):
            for j in range(PLACES):
                s.markers[i][j] = values[i][j]
    if "collected" in numbers:
        values = numbers["collected"]
        for i in range(seats):
            s.collected[i] = values[i]
    if "prestige" in numbers:
        values = numbers["prestige"]
        for i in range(seats):
            s.prestige[i] = values[i]
    if "deck" in numbers:
        values = numbers["deck"]
        for i in range(seats):
            for j in range(ACTIONS):
                s.deck[i][j] = values[i][j]
    if "played" in numbers:
        values = numbers["played"]
        for i in range(seats):
            s.played[i] = values[i]
