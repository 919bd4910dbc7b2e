"""The compiled loops: whole games, played to the end without the GIL."""

import time

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.dice import Dice, seed_stream
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.legal import LEGAL_WORDS, lowest_bit, random_legal
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy


def next_seat(state):
    """The lowest seat that owes an answer, or -1 when the game is over."""
    head = cython.cast(cython.pointer(Head), state)
    if head.over:
        return -1
    return lowest_bit(top_ask(cython.address(head.asks)).seats)


def play_randomly(rules, state, dice):
    """Play to the end, every legal move equally likely. Returns the number of decisions."""
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    decisions: cython.long = 0
    seat = next_seat(state)
    while seat >= 0:
        rules.find_legal(state, seat, legal)
        rules.apply(state, seat, random_legal(legal, rules.words, dice))
        decisions += 1
        seat = next_seat(state)
    return decisions


def play_out(rules, state, players, dice):
    """Play to the end, each seat by its player and with its own dice. Returns the number of decisions."""
    decisions: cython.long = 0
    seat = next_seat(state)
    while seat >= 0:
        move = players[seat].choose(players[seat].memory, rules, state, seat, cython.address(dice[seat]))
        rules.apply(state, seat, move)
        decisions += 1
        seat = next_seat(state)
    return decisions


def random_games(table: State, games: int, seed: int, first: int = 0):
    """Deal and play `games` random games from an undealt table, without the GIL.

    Game number i, from `first`, depends on the seed and i alone. Returns the number of decisions.
    """
    book: RuleBook = table.book
    rules = cython.address(book.rules)
    source = table.memory
    memory = malloc(rules.size)
    if memory == cython.NULL:
        raise MemoryError
    n: cython.long = games
    number: cython.ulonglong = first
    root: cython.ulonglong = seed
    decisions: cython.long = 0
    dice = cython.declare(Dice)
    with cython.nogil:
        for _ in range(n):
            memcpy(memory, source, rules.size)
            seed_stream(cython.address(cython.cast(cython.pointer(Head), memory).dice), root, 2 * number)
            seed_stream(cython.address(dice), root, 2 * number + 1)
            rules.deal(memory)
            decisions += play_randomly(rules, memory, cython.address(dice))
            number += 1
    free(memory)
    return decisions


def copy_nanoseconds(table: State, copies: int = 10_000_000):
    """The time that one copy of a state takes, measured over many copies into places of a small array."""
    rules = cython.address(cython.cast(RuleBook, table.book).rules)
    size = rules.size
    slots = 16
    source = table.memory
    memory = cython.cast(cython.p_char, malloc(size * slots))
    if memory == cython.NULL:
        raise MemoryError
    n: cython.long = copies
    before = time.perf_counter()
    with cython.nogil:
        for i in range(n):
            memcpy(memory + (i % slots) * size, source, size)
            cython.cast(cython.p_char, source)[0] = memory[(i % slots) * size]
    spent = time.perf_counter() - before
    free(memory)
    return spent / copies * 1e9


def check_games(table: State, games: int, seed: int, first: int = 0):
    """Play random games, and check every conservation law after every move.

    A table that asks something is played on from there; any other is dealt first. Returns (decisions, longest game in
    decisions, game number, law): the last two are -1 and 0 when all laws held, else the first game in which one broke,
    and which.
    """
    book: RuleBook = table.book
    rules = cython.address(book.rules)
    memory = malloc(rules.size)
    if memory == cython.NULL:
        raise MemoryError
    source = table.memory
    n: cython.long = games
    number: cython.ulonglong = first
    root: cython.ulonglong = seed
    decisions: cython.long = 0
    longest: cython.long = 0
    law: cython.int = 0
    dice = cython.declare(Dice)
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    with cython.nogil:
        for _ in range(n):
            memcpy(memory, source, rules.size)
            seed_stream(cython.address(cython.cast(cython.pointer(Head), memory).dice), root, 2 * number)
            seed_stream(cython.address(dice), root, 2 * number + 1)
            if cython.cast(cython.pointer(Head), memory).asks.depth == 0:
                rules.deal(memory)
            length: cython.long = 0
            law = rules.broken_law(memory)
            seat = next_seat(memory)
            while seat >= 0 and law == 0:
                rules.find_legal(memory, seat, legal)
                rules.apply(memory, seat, random_legal(legal, rules.words, cython.address(dice)))
                law = rules.broken_law(memory)
                length += 1
                seat = next_seat(memory)
            decisions += length
            if length > longest:
                longest = length
            if law != 0:
                break
            number += 1
    free(memory)
    return decisions, longest, number if law else -1, law
