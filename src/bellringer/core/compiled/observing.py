"""Observations, compiled: what a seat sees of a state as numbers, written into memory of the caller's.

An `Encoder` is made once for a table, from the plan that core/fields/observation.py draws up; whoever plays
thousands of games at once calls `observe` and `write_float32` without the GIL.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.libc.stdint import int8_t, int16_t, uint64_t
from cython.cimports.libc.string import memset

NUMBER_FORM = NUMBER
ONE_HOT_FORM = ONE_HOT
MEMBERS_FORM = MEMBERS
NUMBERS_FORM = NUMBERS
EACH_HOT_FORM = EACH_HOT
LOOKER_FORM = LOOKER
ASKED_FORM = ASKED
READ_FORM = READ
LARGEST = MOST  # of an int8; what is more is told as so many


class Readers:
    """The functions by which a game reads spans that its kinds of fields can't say, by name."""

    def __init__(self):
        self.names = []

    def add(self, name, read):
        """Add a function."""
        if len(self.names) == STEPS_ROOM or name in self.names:
            raise ValueError(f"there is no room for the reader {name}, or another one is called so")
        self.functions[len(self.names)] = read
        self.names.append(name)

    def asks(self, see_ask):
        """Say how a seat sees the ask on top."""
        self.see_ask = see_ask

    def moves(self, open_move):
        """Say what others see of a move."""
        self.open_move = open_move

    def find(self, name):
        """A function by its name. Raises ValueError."""
        if name not in self.names:
            raise ValueError(f"no reader is called {name}; there are {', '.join(self.names)}")
        return self.functions[self.names.index(name)]


class Encoder:
    """Writes the observations of one table. `spans`: what its numbers mean, in order.

    It goes by what a plan says (core/fields/observation.py), and is its own copy.
    """

    def __init__(self, book: RuleBook, plan, readers: Readers | None):
        """Raises ValueError for a plan that there is no room for, or that names a reader which is not there."""
        program = cython.address(self.program)
        memset(program, 0, cython.sizeof(Program))
        self.book = book
        self.spans = tuple(plan.spans)
        factors = [1 / span.scale for span in self.spans for _ in range(span.width)]
        if len(factors) > NUMBERS_ROOM or len(plan.steps) + len(plan.arguments) > STEPS_ROOM:
            raise ValueError(f"an observation of {len(factors)} numbers in {len(plan.steps)} spans has no room")
        if len(plan.argument_of) >= ASKS_ROOM:
            raise ValueError(f"{len(plan.argument_of)} kinds of asks have no room")
        program.width = len(factors)
        for i, factor in enumerate(factors):
            program.factor[i] = factor
        program.seats, program.block = plan.seats, plan.block
        program.phase, program.over = plan.phase, plan.over
        if readers is not None:
            program.see_ask = readers.see_ask
            program.open_move = readers.open_move
        places = []
        for i, made in enumerate((*plan.steps, *plan.arguments)):
            self.put_step(cython.address(program.step[i]), made, readers, places)
        program.steps = len(plan.steps)
        program.arguments = len(plan.arguments)
        for kind, pair in enumerate(plan.argument_of):
            for i in range(2):
                program.argument_of[kind][i] = pair[i] + program.steps if pair[i] >= 0 else -1
        if len(places) > PLACES_ROOM:
            raise ValueError(f"{len(places)} places have no room")
        for i, place in enumerate(places):
            program.place[i] = place

    def put_step(self, step, made, readers, places):
        """Enter one step, and its table of places."""
        form = made.form
        step.form, step.is_by_seat, step.is_turned = form.kind, made.is_by_seat, form.is_turned
        step.offset, step.stride, step.size, step.is_signed = made.member
        step.is_whole = form.places == tuple(range(len(form.places)))
        step.phases, step.first, step.width, step.out = made.phases, form.first, form.width, made.out
        step.count, step.places, step.each = len(form.places), len(places), len(form.each)
        places.extend([*form.each, *form.places])
        if form.kind == MEMBERS and max(form.places, default=0) >= WORD_BITS:
            step.each = 2
        if form.kind == READ:
            step.read = cython.cast(Readers, readers).find(form.reader)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<Encoder of {self.book.name}, {self.program.seats} seats, {self.width} numbers>"

    @property
    def width(self):
        """How many numbers an observation has."""
        return self.program.width

    @property
    def seats(self):
        """How many play at its table."""
        return self.program.seats

    def check(self, state: State, seat: int):
        """Refuse a state of another game or other seats, and a seat that does not play. Raises ValueError."""
        if state.book is not self.book or state.seats != self.program.seats:
            raise ValueError(f"{self!r} can't observe {state!r}")
        if not 0 <= seat < self.program.seats:
            raise ValueError(f"there is no seat {seat}: the {self.program.seats} seats count from 0")

    def write(self, state: State, seat: int, out):
        """Write what a seat sees into a buffer of int8 or float32.

        int8 has the numbers, those beyond 127 as 127; float32 has them divided by the scales of their spans. Raises
        ValueError for a wrong seat, a state of another table, or a buffer that has not exactly one of these two types
        and `width` numbers in a row, or that can't be written to.
        """
        self.check(state, seat)
        view = memoryview(out)
        if view.format not in ("b", "f") or view.ndim != 1 or len(view) != self.width or view.readonly:
            found = f"{view.ndim} dimensions, {view.nbytes} bytes of the type {view.format}"
            raise ValueError(f"the buffer must have {self.width} int8 or float32 in one writable row, not {found}")
        if not view.c_contiguous:
            raise ValueError("the numbers of the buffer must lie one beside the other")
        if view.format == "b":
            small: cython.schar[::1] = out
            observe(cython.address(self.program), state.memory, seat, cython.address(small[0]))
        else:
            large: cython.float[::1] = out
            write_float32(cython.address(self.program), state.memory, seat, cython.address(large[0]))

    def numbers(self, state: State, seat: int):
        """What a seat sees as a list of whole numbers. Raises ValueError."""
        self.check(state, seat)
        numbers = cython.declare(int8_t[NUMBERS_ROOM])
        observe(cython.address(self.program), state.memory, seat, numbers)
        return [numbers[i] for i in range(self.program.width)]


def write_float32(program, state, seat, out):
    """Write an observation as float32, each number by its scale."""
    numbers = cython.declare(int8_t[NUMBERS_ROOM])
    observe(program, state, seat, numbers)
    for i in range(program.width):
        out[i] = numbers[i] * program.factor[i]


def observe(program, state, seat, numbers):
    """Write an observation as int8."""
    memory = cython.cast(cython.p_uchar, state)
    memset(numbers, 0, program.width)
    phase: cython.int = 0
    if program.phase >= 0:
        phase = memory[program.phase]
        if cython.cast(cython.pointer(Head), state).over:
            phase = program.over
    for i in range(program.steps):
        phases: cython.uint = program.step[i].phases
        if phases == 0 or (phases >> phase) & 1:
            out: cython.int = program.step[i].out
            offset: cython.int = program.step[i].offset
            take_step(program, cython.address(program.step[i]), state, memory + offset, seat, numbers + out)


def take_step(program, step, state, memory, seat, numbers):
    """Write the numbers of one span, or of one in each seat's block. `memory`: where its member lies."""
    if step.form == NUMBER:
        take_number(program, step, memory, seat, numbers)
    elif step.form == READ:
        take_read(program, step, state, seat, numbers)
    elif step.form == LOOKER:
        numbers[seat] = 1
    elif step.form == ASKED:
        put_ask(program, step, state, seat, numbers)
    else:
        take_others(program, step, memory, seat, numbers)


def take_number(program, step, memory, seat, numbers):
    """Write a number as it is, of the table or of each seat."""
    if not step.is_by_seat:
        numbers[0] = told(load(memory, step.size, step.is_signed))
        return
    about: cython.int = seat
    for _ in range(program.seats):
        numbers[0] = told(load(memory + step.stride * about, step.size, step.is_signed))
        numbers += program.block
        about = about + 1 if about + 1 < program.seats else 0


def take_read(program, step, state, seat, numbers):
    """Let the game write a span, of the table or of each seat."""
    places = cython.cast(cython.pointer(int16_t), program.place) + step.places
    if not step.is_by_seat:
        step.read(state, seat, -1, places, numbers)
        return
    about: cython.int = seat
    for _ in range(program.seats):
        step.read(state, seat, about, places, numbers)
        numbers += program.block
        about = about + 1 if about + 1 < program.seats else 0


def take_others(program, step, memory, seat, numbers):
    """Write names, sets and arrays, of the table or of each seat."""
    times: cython.int = program.seats if step.is_by_seat else 1
    about: cython.int = seat if step.is_by_seat else 0
    for _ in range(times):
        here = memory + step.stride * about
        if step.form == ONE_HOT:
            put_value(program, step, load(here, step.size, step.is_signed), seat, numbers)
        elif step.form == MEMBERS:
            low = cython.cast(uint64_t, load(here, step.size, False))
            high: uint64_t = 0
            if step.each > 1:
                high = cython.cast(cython.pointer(uint64_t), here)[1]
            put_members(program, step, low, high, seat, numbers)
        elif step.form == NUMBERS:
            put_numbers(program, step, here, numbers)
        else:
            put_each(program, step, here, seat, numbers)
        numbers += program.block
        about = about + 1 if about + 1 < program.seats else 0


def put_numbers(program, step, memory, numbers):
    """Write some numbers of an array."""
    if step.size == 1 and step.is_whole:
        for i in range(step.count):
            numbers[i] = memory[i] if memory[i] < MOST else MOST
        return
    for i in range(step.count):
        place: cython.int = program.place[step.places + i]
        numbers[i] = told(load(memory + step.size * place, step.size, step.is_signed))


def put_value(program, step, value, seat, numbers):
    """Write one number: as it is, as a 1 at its place, or as the set that its bits are."""
    if step.form == NUMBER:
        numbers[0] = told(value)
    elif step.form == ONE_HOT:
        # Without a branch on whether there is a place, which would often be guessed wrong: 0 or 1 is added.
        place: cython.long = value - step.first
        if step.is_turned:
            is_there: cython.bint = 0 <= place < program.seats
            place -= seat
            place = place if place >= 0 else place + program.seats
        else:
            is_there = 0 <= place < step.count
            place = program.place[step.places + (place if is_there else 0)]
            is_there = is_there & (place >= 0)
        numbers[place if is_there else 0] |= is_there
    else:
        put_members(program, step, cython.cast(uint64_t, value), 0, seat, numbers)


def put_members(program, step, low, high, seat, numbers):
    """Write 1 for each member of a bit set; `high`: the members from 64 on."""
    words = cython.declare(uint64_t[2])
    words[0] = low
    words[1] = high
    if step.is_turned:
        turned: uint64_t = words[0] | (words[0] << program.seats)
        turned >>= seat
        for i in range(program.seats):
            numbers[i] = (turned >> i) & 1
        return
    first: cython.int = 0
    if step.is_whole and high == 0:
        while first + 8 <= step.count:
            spread(low >> first, numbers + first)
            first += 8
    for i in range(first, step.count):
        bit: cython.int = program.place[step.places + i]
        numbers[i] = (words[bit >> 6] >> (bit & 63)) & 1


def put_each(program, step, memory, seat, numbers):
    """For each of some numbers of an array write 1 at its place."""
    for i in range(step.each):
        value: cython.long = load(memory + step.size * program.place[step.places + i], step.size, step.is_signed)
        place: cython.long = value - step.first
        if place < 0:
            continue
        if step.is_turned:
            place = place - seat if place >= seat else place - seat + program.seats
        elif place < step.count:
            place = program.place[step.places + step.each + place]
        else:
            continue
        if place >= 0:
            numbers[i * step.width + place] = 1


def put_ask(program, step, state, seat, numbers):
    """Write the ask on top: its kind, the seats that owe an answer, and its arguments, each in a span of its own."""
    head = cython.cast(cython.pointer(Head), state)
    if head.asks.depth == 0 or head.over:
        return
    ask = top_ask(cython.address(head.asks))[0]
    if program.see_ask != cython.NULL:
        ask = program.see_ask(state, seat)
    place = program.place[step.places + ask.kind]
    if place >= 0:
        numbers[place] = 1
    turned: cython.uint = ask.seats | (cython.cast(cython.uint, ask.seats) << program.seats)
    turned >>= seat
    for i in range(program.seats):
        numbers[step.first + i] = (turned >> i) & 1
    for i in range(2):
        argument = program.argument_of[ask.kind][i]
        if argument >= 0:
            numbers_of = numbers - step.out + program.step[argument].out
            put_value(
                program, cython.address(program.step[argument]), ask.about if i == 0 else ask.more, seat, numbers_of
            )
