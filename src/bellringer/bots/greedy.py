"""The bot that looks one decision ahead: each legal move is made on a copy, and the best-looking state wins.

A decision may be several questions (play the card, then where the carriage goes, then take the message): it thinks
its own chain of questions to the end, but never past what is hidden, which it deals anew before it looks.
"""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.asks import top_ask
from cython.cimports.bellringer.core.head import Head
from cython.cimports.bellringer.core.legal import LEGAL_WORDS, is_allowed
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy


class Greedy(Bot):
    """Takes what the game's evaluation likes best right after its own decision."""

    name = "greedy"

    def __cinit__(self, seed: int = 0):
        self.chooser = choose_greedily
        self.memory = malloc(cython.sizeof(Room))
        if self.memory == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.memory)


def choose_greedily(memory, rules, state, seat, dice):
    """The move after which the state looks best; of equals the first."""
    room = cython.cast(cython.pointer(Room), memory)
    ground = cython.cast(cython.p_void, cython.address(room.states[0]))
    memcpy(ground, state, rules.size)
    head = cython.cast(cython.pointer(Head), ground)
    head.events.recording = 0
    room.kind = top_ask(cython.address(head.asks)).kind
    rules.determinize(ground, seat, dice)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    rules.find_legal(ground, seat, legal)
    best: cython.int = -1
    best_worth: cython.double = 0
    for move in range(rules.moves):
        if is_allowed(legal, move):
            after = cython.cast(cython.p_void, cython.address(room.states[1]))
            memcpy(after, ground, rules.size)
            rules.apply(after, seat, move)
            found = worth(room, rules, 1, seat, head.revealed)
            if best < 0 or found > best_worth:
                best = move
                best_worth = found
    return best


def goes_on(state, seat, revealed, kind):
    """Whether the same decision asks on: the seat alone, something else, and nothing new has come to light."""
    head = cython.cast(cython.pointer(Head), state)
    if head.over or head.revealed != revealed:
        return False
    top = top_ask(cython.address(head.asks))
    return top.seats == 1 << seat and top.kind != kind


def worth(room, rules, depth, seat, revealed):
    """How good the state at a depth looks, the seat's further questions answered as well as can be."""
    state = cython.cast(cython.p_void, cython.address(room.states[depth]))
    if depth == CHAIN or not goes_on(state, seat, revealed, room.kind):
        return rules.evaluate(state, seat)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    rules.find_legal(state, seat, legal)
    best: cython.double = 0
    any_found: cython.bint = False
    for move in range(rules.moves):
        if is_allowed(legal, move):
            after = cython.cast(cython.p_void, cython.address(room.states[depth + 1]))
            memcpy(after, state, rules.size)
            rules.apply(after, seat, move)
            found = worth(room, rules, depth + 1, seat, revealed)
            if not any_found or found > best:
                any_found = True
                best = found
    return best
