"""A game's struct as a Python object: the one place where Python touches the memory of a state.

A `RuleBook` is a game's table of functions (rules.pxd); a `State` is the memory that they work on. Neither
knows which game it is.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import ASK_DEPTH, push_ask
from cython.cimports.bellringer.core.compiled.dice import key_dice, seed_dice, seed_stream
from cython.cimports.bellringer.core.compiled.draws import forget_key
from cython.cimports.bellringer.core.compiled.events import EVENT_RING, STEPPED, STEPWISE, TRACED, WATCHED
from cython.cimports.bellringer.core.compiled.head import DRAW_KINDS, Head
from cython.cimports.bellringer.core.compiled.legal import is_allowed
from cython.cimports.bellringer.core.compiled.rules import EVERYBODY
from cython.cimports.bellringer.core.compiled.sources import FLOWS_ROOM, Block
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memcmp, memcpy, memset

from bellringer.core.chance import MASK_64
from bellringer.core.known_games import loaded
from bellringer.core.levels import USUAL, Level

PLAIN_DICE = (1, 2, 3, 4)  # of a state that nobody has given any
MOST_DRAW_KINDS = DRAW_KINDS  # that a game may have
ALL_SEATS = EVERYBODY  # in the place of a seat, for what any of them knows


class RuleBook:
    """The compiled rules of one game, by name. They are their own copy; a pickle has the name, and finds them by it."""

    def __init__(self, name: str):
        self.name = name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return (book_of, (self.name,))

    def __repr__(self):
        return f"<RuleBook of {self.name}>"

    def check_room(self):
        """Raises ValueError for rules that need more than there is room for, wherever memory waits for any game."""
        rules = cython.address(self.rules)
        if rules.deal == cython.NULL:
            self.check_whole()
        if rules.size > STATE_ROOM or rules.words > LEGAL_WORDS or rules.most_seats > SEATS_ROOM:
            raise ValueError(f"{self.name} needs more room for its states, moves or seats than rules.pxd gives")

    def check_whole(self):
        """Raises ValueError for rules that lack a function; only `evaluate_all` may be missing."""
        rules = cython.address(self.rules)
        there = {
            "deal": rules.deal != cython.NULL,
            "find_legal": rules.find_legal != cython.NULL,
            "apply": rules.apply != cython.NULL,
            "settle": rules.settle != cython.NULL,
            "determinize": rules.determinize != cython.NULL,
            "evaluate": rules.evaluate != cython.NULL,
            "danger": rules.danger != cython.NULL,
            "place": rules.place != cython.NULL,
            "score": rules.score != cython.NULL,
            "broken_law": rules.broken_law != cython.NULL,
        }
        if missing := [name for name, is_there in there.items() if not is_there]:
            raise ValueError(f"{self.name} lacks {', '.join(missing)} in its table of rules")

    @property
    def state_bytes(self):
        """Size of a state in bytes."""
        return self.rules.size

    @property
    def moves(self):
        """How many move numbers the game has: legal moves are numbers from 0 to this, exclusive."""
        return self.rules.moves

    @property
    def most_seats(self):
        """The largest table."""
        return self.rules.most_seats

    @property
    def levels(self):
        """How much each level of the bots thinks in this game, the weakest first."""
        return tuple([Level(self.rules.levels[i].iterations, self.rules.levels[i].noise) for i in range(LEVELS)])


def book_by(name, fill, features=None):
    """The rules of one game, which its `fill` puts into the table. Raises ValueError when one is missing, or no room.

    A function that is not there would end the process when it is called. `features`: what a learned value reads.
    """
    book = RuleBook(name)
    fill(cython.address(book.rules))
    with_levels(book, USUAL.values())
    if features is not None:
        book.features = features
        book.rules.layout = cython.address(book.features.layout)
    book.check_whole()
    book.check_room()
    return book


def with_levels(book: RuleBook, levels):
    """The book of a game, with how much each level of the bots thinks in it, the weakest first. Raises ValueError."""
    found = tuple(levels)
    if len(found) != LEVELS:
        raise ValueError(f"{book.name} has {len(found)} levels of bots, not {LEVELS}")
    for i in range(LEVELS):
        level = cython.address(book.rules.levels[i])
        level.iterations, level.noise = found[i]
    return book


def book_of(game):
    """The rules of a game that is registered. Raises OptionError for any other."""
    return loaded(game).book


def read_flows(block, first):
    """What has been entered since this was last read. `first`: the number of the move's first event."""
    if block.entered > FLOWS_ROOM:
        raise OverflowError(f"{block.entered} flows between two pauses; there is room for {FLOWS_ROOM}")
    found = []
    for i in range(block.entered):
        e = block.flows[i]
        event = (cython.cast(cython.int, e.event) - first) & 0xFFFF
        found.append((event, e.seat, e.column, e.source, e.amount))
    block.entered = 0
    return found


class State:
    """One state of one game. Compares and hashes by its bytes, copies in one go.

    A pickle has those bytes: it is for the version of Bellringer that made it, as they are.
    """

    def __cinit__(self, book: RuleBook):
        book.check_room()
        self.book = book
        self.memory = calloc(1, book.rules.size)
        if self.memory == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.memory)

    def head(self):
        return cython.cast(cython.pointer(Head), self.memory)

    def copy(self):
        """A copy in memory of its own, without the key if it has one."""
        twin = State(self.book)
        memcpy(twin.memory, self.memory, self.book.rules.size)
        twin.forget_key()
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return (type(self).from_bytes, (self.book, bytes(self)))

    def __bytes__(self):
        if self.head().is_keyed:
            return bytes(self.copy())
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.memory), self.book.rules.size)

    @classmethod
    def from_bytes(cls, book: RuleBook, data: bytes):
        """The state that `bytes` gave. Raises ValueError when the length is not the game's."""
        if len(data) != book.rules.size:
            raise ValueError(f"{len(data)} bytes are no state of {book.name}: it has {book.rules.size}")
        state: State = cls(book)
        memcpy(state.memory, cython.cast(cython.p_char, data), book.rules.size)
        return state

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        that = cython.cast(State, other)
        if self.book is not that.book:
            return False
        return memcmp(self.memory, that.memory, self.book.rules.size) == 0

    def __hash__(self):
        return hash(bytes(self))

    def __repr__(self):
        if self.over:
            course = "over"
        elif self.pending:
            course = f"to decide: {', '.join([str(p) for p in self.pending])}"
        else:
            course = "not dealt"
        return f"<State of {self.book.name}, {self.seats} seats, {course}>"

    # chance

    def seed(self, seed: int, stream: int = 0):
        """Set the dice from numbers; each stream of a seed is a game of its own."""
        seed_stream(cython.address(self.head().dice), seed & MASK_64, stream & MASK_64)

    def key(self, key: bytes):
        """Set the dice from 32 bytes. Raises ValueError for any other length."""
        if len(key) != 32:
            raise ValueError(f"dice are keyed with 32 bytes, not {len(key)}")
        key_dice(cython.address(self.head().dice), key)

    def key_draws(self, key: bytes):
        """Let every draw follow from 32 bytes, its kind and its number, until `forget_key`. Raises ValueError."""
        self.key(key)
        self.head().is_keyed = 1

    def forget_key(self):
        """Put other dice in the place of the key, so that nobody who gets the state can tell what comes."""
        if self.head().is_keyed:
            forget_key(self.head())

    @property
    def is_keyed(self):
        """Whether there is a key of draws in the state, which then is for nobody to see."""
        return bool(self.head().is_keyed)

    @property
    def drawn(self):
        """How many draws of each kind have been made with a key."""
        return tuple([self.head().drawn[kind] for kind in range(DRAW_KINDS)])

    @property
    def dice(self):
        """The four words of the dice."""
        return tuple([self.head().dice.word[i] for i in range(4)])

    # the course of the game

    @property
    def seats(self):
        """How many play."""
        return self.head().seats

    @property
    def over(self):
        """Whether the game has ended."""
        return bool(self.head().over)

    @property
    def revealed(self):
        """A count that grows whenever something hidden comes to light."""
        return self.head().revealed

    @property
    def pending(self):
        """The seats that owe an answer, lowest first; none when the game is over."""
        head = self.head()
        if head.asks.depth == 0:
            return ()
        waiting = head.asks.stack[head.asks.depth - 1].seats
        return tuple([p for p in range(head.seats) if waiting >> p & 1])

    @property
    def asks(self):
        """All that waits for an answer, the top last: (kind, seats as a bit set, about, more) each."""
        head = self.head()
        stack = [head.asks.stack[i] for i in range(head.asks.depth)]
        return tuple([(ask["kind"], ask["seats"], ask["about"], ask["more"]) for ask in stack])

    def deal(self):
        """Set up the game from its options and dice, and begin it. Returns what happened (see `apply`)."""
        self.head().events.unread = 0
        self.book.rules.deal(self.memory)
        return self.run_on()

    def legal(self, seat: int):
        """The legal move numbers of a seat, ascending; none while it has nothing to decide."""
        if seat not in self.pending:
            return ()
        words = cython.declare(uint64_t[LEGAL_WORDS])
        self.book.rules.find_legal(self.memory, seat, words)
        return tuple([move for move in range(self.book.rules.moves) if is_allowed(words, move)])

    def is_legal(self, seat: int, move: int):
        """Whether a seat may make that move now."""
        if seat not in self.pending or not 0 <= move < self.book.rules.moves:
            return False
        words = cython.declare(uint64_t[LEGAL_WORDS])
        self.book.rules.find_legal(self.memory, seat, words)
        return bool(is_allowed(words, move))

    def apply(self, seat: int, move: int):
        """Make a legal move. Raises ValueError, and changes nothing, for any other.

        Returns what happened, while `recording` is on: a list of (kind, seat, what, where, amount).
        """
        if not self.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        self.head().events.unread = 0
        self.book.rules.apply(self.memory, seat, move)
        return self.run_on()

    def watched(self, seat: int, move: int):
        """Make a legal move as `apply` does. Returns what happened, each time with the state as it was then.

        That is a state between two questions: it can be looked at, and nobody is asked in it. Raises ValueError, and
        changes nothing, for a move that is not legal.
        """
        if not self.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        size = self.book.rules.size
        room = realloc(self.memory, size * (1 + EVENT_RING))
        if room == cython.NULL:
            raise MemoryError
        self.memory = room
        memset(cython.cast(cython.p_char, room) + size, 0, size * EVENT_RING)
        head = self.head()
        head.events.unread = 0
        head.events.recording = WATCHED
        self.book.rules.apply(self.memory, seat, move)
        found = self.read_watched()
        while head.asks.depth == 0 and not head.over:
            self.book.rules.settle(self.memory)
            found += self.read_watched()
        head.events.recording = 1
        return found

    def traced(self, seat: int, move: int, askers: bytes = b""):
        """Make a legal move as `apply` does. Returns where what the seats gain and lose by it comes from, and `askers`.

        These are flows (event, seat, column, source, amount), in order; `event`: the number of the event that tells
        of it, from 0 for the first one of the move. What a column and a source are, the game says (`Game.sources`).
        `askers`: what the last move of the same game returned. It holds what has put each ask that waits. Raises
        ValueError, and changes nothing, for a move that is not legal.
        """
        if not self.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        size = self.book.rules.size
        room = calloc(1, cython.sizeof(Block) + size)
        if room == cython.NULL:
            raise MemoryError
        block = cython.cast(cython.pointer(Block), room)
        state = cython.cast(cython.pointer(Head), block + 1)
        memcpy(state, self.memory, size)
        for i in range(min(len(askers), ASK_DEPTH)):
            block.of_ask[i] = askers[i]
        first = state.events.count
        state.events.recording = TRACED
        state.events.unread = 0
        self.book.rules.apply(state, seat, move)
        try:
            found = read_flows(block, first)
            while state.asks.depth == 0 and not state.over:
                state.events.unread = 0
                self.book.rules.settle(state)
                found += read_flows(block, first)
            state.events.unread = 0
            state.events.recording = self.head().events.recording
            memcpy(self.memory, state, size)
            return found, bytes([block.of_ask[i] for i in range(state.asks.depth)])
        finally:
            free(room)

    # step by step

    def answer(self, seat: int, move: int):
        """Make a legal move, and stop before what follows from it: `step` goes on. Returns what happened.

        Raises ValueError, and changes nothing, for a move that is not legal.
        """
        if not self.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        events = cython.address(self.head().events)
        events.unread = 0
        events.recording = STEPPED
        self.book.rules.apply(self.memory, seat, move)
        events.recording = 1
        return self.read_events()

    def step(self):
        """Let the rules take their next step. Returns what happened; None if they wait for an answer, or are done."""
        events = cython.address(self.head().events)
        events.recording = STEPWISE
        self.book.rules.settle(self.memory)
        has_moved = events.recording == STEPPED or events.unread > 0
        events.recording = 1
        return self.read_events() if has_moved else None

    def run_on(self):
        """Collect the events, and go on where the rules paused because their ring was filling."""
        head = self.head()
        happened = self.read_events()
        while head.asks.depth == 0 and not head.over:
            self.book.rules.settle(self.memory)
            happened += self.read_events()
        return happened

    def read_events(self):
        """The unread events; each is read once."""
        events = cython.address(self.head().events)
        found = []
        for number in range(events.count - events.unread, events.count):
            e = events.ring[number & (EVENT_RING - 1)]
            found.append((e.kind, e.seat, e.what, e.where, e.amount))
        events.unread = 0
        return found

    def read_watched(self):
        """The unread events with the states that were kept at them; with the present one, if a game keeps none."""
        size = self.book.rules.size
        first = self.head().events.count - self.head().events.unread
        states = []
        for number in range(1, self.head().events.unread + 1):
            twin = State(self.book)
            memcpy(twin.memory, cython.cast(cython.p_char, self.memory) + size * number, size)
            if twin.head().events.count != (first + number) & 0xFFFF:
                memcpy(twin.memory, self.memory, size)
            twin.forget_key()
            twin.head().events.recording = 1
            twin.head().events.unread = 0
            states.append(twin)
        return list(zip(self.read_events(), states, strict=True))

    def put_asks(self, asks):
        """Replace all that waits for an answer, as `asks` gives it. For restoring positions."""
        head = self.head()
        if len(asks) > ASK_DEPTH:
            raise ValueError(f"{len(asks)} asks wait; there is room for {ASK_DEPTH}")
        head.asks.depth = 0
        for kind, seats, about, more in asks:
            push_ask(cython.address(head.asks), kind, seats, about, more)

    def put_dice(self, words, revealed: int = 0):
        """Set the dice to four words, and the count of things revealed. For restoring positions."""
        for i in range(4):
            self.head().dice.word[i] = words[i]
        self.head().revealed = revealed

    def put_drawn(self, counts):
        """Set how many draws of each kind, in order, have been made. For restoring positions."""
        if len(counts) > DRAW_KINDS:
            raise ValueError(f"{len(counts)} kinds of draws; a game has {DRAW_KINDS} at most")
        for kind in range(len(counts)):
            self.head().drawn[kind] = counts[kind]

    def settle(self):
        """Run the rules up to the next real choice. For restored positions; others always stand at one."""
        self.book.rules.settle(self.memory)
        return self.run_on()

    # knowledge

    def determinized(self, seat: int, seed: int):
        """A copy in which all that `seat` can't see is dealt anew, uniformly, from a seed.

        ALL_SEATS in the place of a seat: what no seat can see is dealt anew, and what any of them sees stays.
        """
        dice = cython.declare(Head)
        seed_dice(cython.address(dice.dice), seed & MASK_64)
        twin = self.copy()
        self.book.rules.determinize(cython.cast(State, twin).memory, seat, cython.address(dice.dice))
        return twin

    # what came of it

    def evaluate(self, seat: int):
        """How good the state looks for a seat, in points of the game."""
        return self.book.rules.evaluate(self.memory, seat)

    def danger(self, seat: int):
        """The points of the game that a seat may still lose as things stand."""
        return self.book.rules.danger(self.memory, seat)

    def place(self, seat: int):
        """The seat's present place, from 1; equals share."""
        return self.book.rules.place(self.memory, seat)

    def score(self, seat: int):
        """The seat's points that decide first."""
        return self.book.rules.score(self.memory, seat)

    @property
    def broken_law(self):
        """0, or the number of the first conservation law that does not hold."""
        return self.book.rules.broken_law(self.memory)

    # events

    @property
    def recording(self):
        """Whether events are noted."""
        return bool(self.head().events.recording)

    @recording.setter
    def recording(self, on: bool):
        self.head().events.recording = on

    @property
    def event_count(self):
        """How many events have been noted since recording began, modulo 65,536."""
        return self.head().events.count
