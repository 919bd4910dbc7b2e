"""The bot that looks one decision ahead: it tries each legal move on a copy and takes the best result.

One decision may take several asks (play a card, choose where the carriage goes, take the message). The bot follows its
own asks to the end, but stops where something hidden would be revealed. It deals hidden parts anew before it looks.
"""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.legal import LEGAL_WORDS, is_allowed
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy


class Greedy(Bot):
    """Plays the move after which the game's evaluation is highest for its seat."""

    name = "greedy"

    def __cinit__(self, seed: int = 0):
        self.chooser = choose_greedily
        self.memory = malloc(cython.sizeof(Scratch))
        if self.memory == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.memory)


def choose_greedily(memory, rules, state, seat, dice):
    """The move with the highest value; the first one among equals."""
    scratch = cython.cast(cython.pointer(Scratch), memory)
    world = cython.cast(cython.p_void, cython.address(scratch.states[0]))
    memcpy(world, state, rules.size)
    head = cython.cast(cython.pointer(Head), world)
    head.events.recording = 0
    scratch.kind = top_ask(cython.address(head.asks)).kind
    rules.determinize(world, seat, dice)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    rules.find_legal(world, seat, legal)
    best: cython.int = -1
    best_value: cython.double = 0
    for move in range(rules.moves):
        if is_allowed(legal, move):
            after = cython.cast(cython.p_void, cython.address(scratch.states[1]))
            memcpy(after, world, rules.size)
            rules.apply(after, seat, move)
            found = value_of(scratch, rules, 1, seat, head.revealed)
            if best < 0 or found > best_value:
                best = move
                best_value = found
    return best


def goes_on(state, seat, revealed, kind):
    """Whether the next ask belongs to the same decision: to this seat alone, of another kind, with nothing revealed."""
    head = cython.cast(cython.pointer(Head), state)
    if head.over or head.revealed != revealed:
        return False
    top = top_ask(cython.address(head.asks))
    return top.seats == 1 << seat and top.kind != kind


def value_of(scratch, rules, depth, seat, revealed):
    """The value of the state at a depth, if the seat answers its further asks in the best way."""
    state = cython.cast(cython.p_void, cython.address(scratch.states[depth]))
    if depth == CHAIN or not goes_on(state, seat, revealed, scratch.kind):
        return rules.evaluate(state, seat)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    rules.find_legal(state, seat, legal)
    best: cython.double = 0
    any_found: cython.bint = False
    for move in range(rules.moves):
        if is_allowed(legal, move):
            after = cython.cast(cython.p_void, cython.address(scratch.states[depth + 1]))
            memcpy(after, state, rules.size)
            rules.apply(after, seat, move)
            found = value_of(scratch, rules, depth + 1, seat, revealed)
            if not any_found or found > best:
                any_found = True
                best = found
    return best
