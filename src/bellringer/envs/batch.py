"""Thousands of games in one block of memory, played on together without the GIL. vector.py gives it its arrays.

A step makes one action in every game. Either all seats are the caller's, who then acts for whichever seat is to decide;
or one seat learns, and bots answer for the others until it is asked again, or the game ends.
"""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.compiled.dice import seed_stream
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.legal import is_allowed, random_legal
from cython.cimports.bellringer.core.compiled.observing import Encoder, observe, spread, write_float32
from cython.cimports.bellringer.core.compiled.play import Player, next_seat
from cython.cimports.bellringer.core.compiled.state import State
from cython.cimports.libc.stdint import int8_t, int64_t, uint16_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.posix.stdlib import posix_memalign

AUTORESETS = ("next-step", "same-step", "disabled")
REWARDS = ("win", "place", "score")


class Batch:
    """Games of one table, with the memory that they lie in.

    `blank`: the undealt table; `pools`: for each thread the bots that sit after the learner, clockwise, no bot being in
    two of them; empty where all seats are the caller's. `learner`: its seat in the first game, or None. `is_rotating`:
    it sits one seat on in each further game. Game g of the batch has the deals g, g + games, g + 2 games ... of the
    seed.
    """

    def __cinit__(
        self,
        blank: State,
        encoder: Encoder,
        games: int,
        pools: list,
        learner,
        is_rotating: bool,
        autoreset: str,
        reward: str,
        remembers: bool,
    ):
        self.book, self.encoder, self.games, self.seats = blank.book, encoder, games, blank.seats
        self.actions = self.book.rules.moves
        self.pools, self.threads = pools, len(pools)
        self.learner, self.is_rotating = ALL_SEATS if learner is None else learner, is_rotating
        self.autoreset, self.reward = AUTORESETS.index(autoreset), REWARDS.index(reward)
        self.kept = []
        size = self.book.rules.size
        self.stride = (size + LINE_BYTES - 1) // LINE_BYTES * LINE_BYTES
        block: cython.p_void = cython.NULL
        if posix_memalign(cython.address(block), LINE_BYTES, self.stride * games) != 0:
            raise MemoryError
        self.states = cython.cast(cython.p_char, block)
        self.blank = calloc(1, size)
        self.courses = cython.cast(cython.pointer(Course), calloc(games, cython.sizeof(Course)))
        if remembers:
            self.memory = cython.cast(cython.pointer(uint16_t), calloc(games * MEMORY, cython.sizeof(uint16_t)))
            if self.memory == cython.NULL:
                raise MemoryError
        self.legal = cython.cast(cython.pointer(uint64_t), calloc(games * LEGAL_WORDS, cython.sizeof(uint64_t)))
        if self.blank == cython.NULL or self.courses == cython.NULL or self.legal == cython.NULL:
            raise MemoryError
        memset(self.states, 0, self.stride * games)
        memcpy(self.blank, blank.memory, size)
        for game in range(games):
            self.courses[game].is_over = 1

    def __dealloc__(self):
        free(self.states)
        free(self.blank)
        free(self.courses)
        free(self.legal)
        free(self.memory)

    def __repr__(self):
        return f"<Batch of {self.games} games of {self.book.name}, {self.seats} seats>"

    def attach(self, observations, lasts, masks, rewards, ends, movers, executor):
        """Take the arrays that each step writes, which the caller has made to measure.

        `observations`: int8 or float32, one row a game; `lasts`: another such array for the observations of ends, or
        None. `masks`: uint8, whose rows are bits, the lowest first, or bools, as their width tells. `rewards`:
        float32, one a game or one a seat. `ends`: bools. `movers`: int8, the seat that is to act. `executor`: runs
        the parts of a step on other threads; None for a single one.
        """
        self.kept = [observations, lasts, masks, rewards, ends, movers]
        self.executor = executor
        if memoryview(observations).format == "b":
            small: cython.schar[:, ::1] = observations
            self.small = cython.address(small[0, 0])
            if lasts is not None:
                small = lasts
                self.small_last = cython.address(small[0, 0])
        else:
            large: cython.float[:, ::1] = observations
            self.large = cython.address(large[0, 0])
            if lasts is not None:
                large = lasts
                self.large_last = cython.address(large[0, 0])
        mask: cython.uchar[:, ::1] = masks
        if mask.shape[1] == self.actions:
            self.bools = cython.address(mask[0, 0])
        else:
            self.bits = cython.address(mask[0, 0])
        reward: cython.float[:, ::1] = rewards
        self.rewards = cython.address(reward[0, 0])
        end: cython.uchar[::1] = ends
        self.ends = cython.address(end[0])
        mover: cython.schar[::1] = movers
        self.movers = cython.address(mover[0])

    # the bots

    def fill_players(self, thread, players):
        """What the bots of a thread choose with."""
        for i, one in enumerate(self.pools[thread]):
            bot: Bot = one
            players[i] = bot.player(self.book)

    # resets

    def reset(self, seed, chosen) -> None:
        """Begin games anew: all, or those of which `chosen` (uint8, one a game) says so.

        `seed`: from which all deals follow from now on, from their first; None goes on with the deals.
        """
        players = cython.declare(Player[SEATS_ROOM])
        self.fill_players(0, players)
        if seed is not None:
            self.root = seed
            seed_stream(cython.address(self.dice), self.root, 2)
            for game in range(self.games):
                self.courses[game].deals = 0
        wanted: cython.uchar[::1] = chosen
        with cython.nogil:
            for game in range(self.games):
                if wanted[game]:
                    self.begin(game, players)
                    self.ends[game] = 0
                    self.write_rewards(game)
                    self.show(game)

    def begin(self, game, players):
        """Deal a game, and let bots play until the learner is asked."""
        rules = cython.address(self.book.rules)
        course = cython.address(self.courses[game])
        state = self.states + self.stride * game
        number: cython.ulonglong = course.deals * self.games + game
        memcpy(state, self.blank, rules.size)
        seed_stream(cython.address(cython.cast(cython.pointer(Head), state).dice), self.root, STREAMS * number)
        seed_stream(cython.address(course.dice), self.root, STREAMS * number + 1)
        course.learner = self.learner
        if self.learner != ALL_SEATS and self.is_rotating:
            course.learner = cython.cast(cython.int, (self.learner + number) % self.seats)
        course.deals += 1
        course.steps = 0
        course.moves = 0
        course.is_over = 0
        rules.deal(state)
        self.settle(game, players)

    def settle(self, game, players):
        """Find who is to act in a game: bots have acted before. Notes whether it is over."""
        course = cython.address(self.courses[game])
        state = self.states + self.stride * game
        if course.learner != ALL_SEATS:
            self.play_bots(game, players)
        seat = next_seat(state)
        course.is_over = seat < 0
        if course.learner != ALL_SEATS:
            course.seat = course.learner
        elif seat >= 0:
            course.seat = seat

    def play_bots(self, game, players):
        """Let bots play until the learner is to act, or the game is over."""
        rules = cython.address(self.book.rules)
        course = cython.address(self.courses[game])
        head = cython.cast(cython.pointer(Head), self.states + self.stride * game)
        while not head.over:
            if (head.asks.stack[head.asks.depth - 1].seats >> course.learner) & 1:
                return
            seat = next_seat(head)
            place: cython.int = seat - course.learner - 1
            place = place + self.seats if place < 0 else place
            move = players[place].choose(players[place].memory, rules, head, seat, cython.address(course.dice))
            self.make(game, seat, move)

    def make(self, game, seat, move):
        """Make a move, and remember it where the games do."""
        state = self.states + self.stride * game
        if self.memory != cython.NULL:
            seen: cython.int = move
            if self.encoder.program.open_move != cython.NULL:
                seen = self.encoder.program.open_move(state, seat, move)
            self.remember(game, seat, move, BY_ALL if seen == move else BY_OWN)
            if seen >= 0 and seen != move:
                self.remember(game, seat, seen, BY_OTHERS)
        self.book.rules.apply(state, seat, move)

    def remember(self, game, seat, move, sight):
        """Note a move, over the oldest one where there is no room."""
        course = cython.address(self.courses[game])
        place = MEMORY * game + cython.cast(cython.long, course.moves % MEMORY)
        self.memory[place] = cython.cast(uint16_t, move | (seat << SEAT_AT) | (sight << SIGHT_AT))
        course.moves += 1

    # steps

    def step(self, actions) -> None:
        """Make one action in every game. `actions`: int64, one a game; that of a game which begins anew does not
        matter.

        Raises IndexError with the number of the first game that is over, or whose action is not legal now; then no game
        has been played on.
        """
        wanted: cython.longlong[::1] = actions
        if wanted.shape[0] != self.games:
            raise ValueError(f"there are {self.games} games, not {wanted.shape[0]}")
        pointer = cython.cast(cython.pointer(int64_t), cython.address(wanted[0]))
        with cython.nogil:
            wrong = self.first_wrong(pointer)
        if wrong >= 0:
            raise IndexError(wrong)
        players = cython.declare(Player[SEATS_ROOM])
        self.fill_players(0, players)
        parts = [self.executor.submit(self.advance_part, thread, actions) for thread in range(1, self.threads)]
        last = self.first_of(1)
        with cython.nogil:
            self.advance(0, last, pointer, players)
        for part in parts:
            part.result()

    def advance_part(self, thread: int, actions):
        """The games of one thread."""
        players = cython.declare(Player[SEATS_ROOM])
        self.fill_players(thread, players)
        wanted: cython.longlong[::1] = actions
        first, last = self.first_of(thread), self.first_of(thread + 1)
        with cython.nogil:
            self.advance(first, last, cython.cast(cython.pointer(int64_t), cython.address(wanted[0])), players)

    def first_of(self, thread):
        """The first game of a thread."""
        return self.games * thread // self.threads

    def first_wrong(self, actions):
        """The first game that can't take its action, or -1."""
        for game in range(self.games):
            action = actions[game]
            if self.courses[game].is_over:
                if self.autoreset == DISABLED:
                    return game
            elif not 0 <= action < self.actions:
                return game
            elif not is_allowed(self.legal + LEGAL_WORDS * game, cython.cast(cython.int, action)):
                return game
        return -1

    def advance(self, first, last, actions, players):
        """Play on some games by one action each."""
        rules = cython.address(self.book.rules)
        for game in range(first, last):
            course = cython.address(self.courses[game])
            if game + 1 < last:
                bring_near(self.states + self.stride * (game + 1), rules.size)
            if course.is_over:
                self.begin(game, players)
                self.ends[game] = 0
                self.write_rewards(game)
                self.show(game)
                continue
            self.make(game, course.seat, cython.cast(cython.int, actions[game]))
            course.steps += 1
            self.settle(game, players)
            if self.ends[game] or course.is_over:
                self.ends[game] = cython.cast(cython.uchar, course.is_over)
                self.write_rewards(game)
            if course.is_over and self.autoreset == SAME_STEP:
                self.show_end(game)
                self.begin(game, players)
            self.show(game)

    def sample(self, actions) -> None:
        """Write a random legal action of each game, all equally likely; 0 for one that is over."""
        wanted: cython.longlong[::1] = actions
        if wanted.shape[0] != self.games:
            raise ValueError(f"there are {self.games} games, not {wanted.shape[0]}")
        words: cython.int = self.book.rules.words
        with cython.nogil:
            for game in range(self.games):
                wanted[game] = 0
                if not self.courses[game].is_over:
                    wanted[game] = random_legal(self.legal + LEGAL_WORDS * game, words, cython.address(self.dice))

    # what is written

    def show(self, game):
        """Write what the caller sees of a game: mask, observation, seat."""
        course = cython.address(self.courses[game])
        state = self.states + self.stride * game
        legal = self.legal + LEGAL_WORDS * game
        if course.is_over:
            memset(legal, 0, LEGAL_WORDS * cython.sizeof(uint64_t))
            legal[0] = 1
        else:
            self.book.rules.find_legal(state, course.seat, legal)
        self.write_mask(game)
        self.movers[game] = cython.cast(cython.schar, course.seat)
        self.write_observation(game, course.seat, self.small, self.large)

    def show_all(self, observations: bool, masks: bool) -> None:
        """Write again what the caller sees of all games: the observations, the legal actions, or both."""
        with cython.nogil:
            for game in range(self.games):
                course = cython.address(self.courses[game])
                if game + 1 < self.games:
                    bring_near(self.states + self.stride * (game + 1), self.book.rules.size)
                if masks:
                    if not course.is_over:
                        state = self.states + self.stride * game
                        self.book.rules.find_legal(state, course.seat, self.legal + LEGAL_WORDS * game)
                    self.write_mask(game)
                if observations:
                    self.write_observation(game, course.seat, self.small, self.large)

    def show_end(self, game):
        """Write the observation with which a game ended."""
        if self.small_last != cython.NULL or self.large_last != cython.NULL:
            self.write_observation(game, self.courses[game].seat, self.small_last, self.large_last)

    def write_observation(self, game, seat, small, large):
        """Write what a seat sees into one of two arrays."""
        program = cython.address(self.encoder.program)
        state = self.states + self.stride * game
        if small != cython.NULL:
            observe(program, state, seat, small + program.width * game)
        elif large != cython.NULL:
            write_float32(program, state, seat, large + program.width * game)

    def write_mask(self, game):
        """Write the legal actions of a game, as bits or as bools."""
        legal = self.legal + LEGAL_WORDS * game
        words: cython.int = self.book.rules.words
        if self.bits != cython.NULL:
            memcpy(self.bits + words * cython.sizeof(uint64_t) * game, legal, words * cython.sizeof(uint64_t))
            return
        out = self.bools + cython.cast(cython.long, self.actions) * game
        whole: cython.int = self.actions // 8 * 8
        for first in range(0, whole, 8):
            spread(legal[first >> 6] >> (first & 63), cython.cast(cython.pointer(int8_t), out + first))
        for i in range(whole, self.actions):
            out[i] = (legal[i >> 6] >> (i & 63)) & 1

    def write_rewards(self, game):
        """Write the rewards of a game: 0 before its end."""
        course = cython.address(self.courses[game])
        state = self.states + self.stride * game
        count: cython.int = 1 if course.learner != ALL_SEATS else self.seats
        out = self.rewards + count * game
        for i in range(count):
            out[i] = 0
            if self.ends[game]:
                seat: cython.int = course.learner if course.learner != ALL_SEATS else i
                out[i] = cython.cast(cython.float, self.reward_of(state, seat))

    def reward_of(self, state, seat):
        """What a seat gets for a game that is over."""
        rules = cython.address(self.book.rules)
        place = rules.place(state, seat)
        sharing: cython.int = 0
        if self.reward == BY_SCORE:
            return rules.score(state, seat)
        for other in range(self.seats):
            sharing += rules.place(state, other) == place
        if self.reward == BY_WIN:
            return 1.0 / sharing if place == 1 else 0.0
        behind: cython.double = self.seats - place - (sharing - 1) / 2.0
        return behind / (self.seats - 1)

    # looks at one game

    def state_of(self, game: int) -> State:
        """A copy of a game's state. Raises IndexError."""
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}: the {self.games} games count from 0")
        found: State = State(self.book)
        number: cython.long = game
        memcpy(found.memory, self.states + self.stride * number, self.book.rules.size)
        return found

    def memory_of(self, game: int, seat: int) -> list:
        """The last moves of a game as a seat saw them: (who, clockwise from the seat; the move, or -1 if it is hidden).

        Raises IndexError for a game or a seat that there is not, ValueError for games that remember nothing.
        """
        if not 0 <= game < self.games or not 0 <= seat < self.seats:
            raise IndexError(f"there is no game {game}, or no seat {seat}")
        if self.memory == cython.NULL:
            raise ValueError("the games remember nothing: make them so")
        found = []
        count: cython.long = self.courses[game].moves
        number: cython.long = game
        for i in range(max(0, count - MEMORY), count):
            entry: cython.int = self.memory[MEMORY * number + i % MEMORY]
            mover = (entry >> SEAT_AT) & SEAT_MASK
            sight = entry >> SIGHT_AT
            if sight == BY_OTHERS and found and mover != seat:
                found.pop()
            if sight != BY_OTHERS or mover != seat:
                hidden = sight == BY_OWN and mover != seat
                found.append(((mover - seat) % self.seats, -1 if hidden else entry & MOVE_MASK))
        return found

    @property
    def memory_bytes(self):
        """The bytes of the moves that one game remembers."""
        return MEMORY * cython.sizeof(uint16_t) if self.memory != cython.NULL else 0

    def steps_of(self, game: int) -> int:
        """The actions made in a game so far. Raises IndexError."""
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}: the {self.games} games count from 0")
        return self.courses[game].steps
