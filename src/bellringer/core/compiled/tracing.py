"""Whole games, played without the GIL, of which it is counted where everything came from (sources.pxd)."""

import cython
from cython.cimports.bellringer.core.compiled.dice import Dice, seed_stream
from cython.cimports.bellringer.core.compiled.events import TRACED
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.legal import LEGAL_WORDS, random_legal
from cython.cimports.bellringer.core.compiled.play import next_seat
from cython.cimports.bellringer.core.compiled.rules import SEATS_ROOM
from cython.cimports.bellringer.core.compiled.sources import Block, block_of
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.bellringer.core.compiled.tracing import COLUMNS_ROOM, SOURCES_ROOM
from cython.cimports.libc.stdint import int64_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset


def add_up(state, sums):
    """Add what has been entered to the sums, and forget it. Games have at most COLUMNS_ROOM columns."""
    block = block_of(state)
    for i in range(block.entered):
        flow = block.flows[i]
        sums[(flow.seat * COLUMNS_ROOM + flow.column) * SOURCES_ROOM + flow.source] += flow.amount
    block.entered = 0


def play_traced(rules, state, dice, sums):
    """Play to the end, every legal move equally likely, and add up what is entered on the way."""
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    head = cython.cast(cython.pointer(Head), state)
    while not head.over:
        if head.asks.depth > 0:
            seat = next_seat(state)
            rules.find_legal(state, seat, legal)
            rules.apply(state, seat, random_legal(legal, rules.words, dice))
        else:
            rules.settle(state)
        head.events.unread = 0
        add_up(state, sums)


def weigh(state, worth, amounts, times):
    """Add what has been entered to a seat's points by its source, and forget it.

    `worth`: what one in each column adds to the score. `times`: how often each source did something to a seat.
    """
    block = block_of(state)
    for i in range(block.entered):
        flow = block.flows[i]
        place = flow.seat * SOURCES_ROOM + flow.source
        amounts[place] += flow.amount * worth[flow.column]
        times[place] += worth[flow.column] != 0
    block.entered = 0


def play_out_traced(rules, state, players, dice, worth, amounts, times):
    """Play a traced state to the end, each seat by its player and with its own dice, and weigh what is entered."""
    head = cython.cast(cython.pointer(Head), state)
    weigh(state, worth, amounts, times)
    while not head.over:
        if head.asks.depth > 0:
            seat = next_seat(state)
            move = players[seat].choose(players[seat].memory, rules, state, seat, cython.address(dice[seat]))
            rules.apply(state, seat, move)
        else:
            rules.settle(state)
        head.events.unread = 0
        weigh(state, worth, amounts, times)


def traced_games(table: State, games: int, seed: int, first: int = 0):
    """Deal and play `games` random games from an undealt table, those of `play.random_games`.

    Returns what came of each source, by (seat, column, source), and the scores of all games together, by seat.
    """
    book: RuleBook = table.book
    rules = cython.address(book.rules)
    room = calloc(1, cython.sizeof(Block) + rules.size)
    numbers: cython.int = SEATS_ROOM * COLUMNS_ROOM * SOURCES_ROOM
    sums = cython.cast(cython.pointer(int64_t), calloc(numbers, cython.sizeof(int64_t)))
    if room == cython.NULL or sums == cython.NULL:
        free(room)
        free(sums)
        raise MemoryError
    scores = cython.declare(cython.longlong[SEATS_ROOM])
    memset(scores, 0, cython.sizeof(scores))
    source = table.memory
    state = cython.cast(cython.pointer(Head), cython.cast(cython.pointer(Block), room) + 1)
    n: cython.long = games
    number: cython.ulonglong = first
    root: cython.ulonglong = seed
    dice = cython.declare(Dice)
    with cython.nogil:
        for _ in range(n):
            memcpy(state, source, rules.size)
            seed_stream(cython.address(state.dice), root, 2 * number)
            seed_stream(cython.address(dice), root, 2 * number + 1)
            state.events.recording = TRACED
            rules.deal(state)
            play_traced(rules, state, cython.address(dice), sums)
            for seat in range(state.seats):
                scores[seat] += rules.score(state, seat)
            number += 1
    found = {
        (i // SOURCES_ROOM // COLUMNS_ROOM, i // SOURCES_ROOM % COLUMNS_ROOM, i % SOURCES_ROOM): sums[i]
        for i in range(numbers)
        if sums[i] != 0
    }
    free(room)
    free(sums)
    return found, tuple([scores[seat] for seat in range(table.seats)])
