"""The compiled loop of a match: whole games between bots without the GIL, deal by deal, seats rotating."""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.dice import Dice, seed_stream
from cython.cimports.bellringer.core.head import Head
from cython.cimports.bellringer.core.play import Player, play_out
from cython.cimports.bellringer.core.state import RuleBook, State
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

STREAMS = 16  # of dice that one deal uses: the game's own, and one a bot


def play_games(table: State, bots: list, games: int, first: int, seed: int):
    """Play games number `first` onwards; game g is deal g // seats, rotated by g % seats.

    Bot number b sits on seat (b + g) % seats and brings the same dice to every rotation of a deal. Returns the
    number of decisions and, for each game, a pair: places and scores by seat.
    """
    book: RuleBook = table.book
    rules = cython.address(book.rules)
    seats: cython.int = table.seats
    seated = cython.declare(Player[SEATS_ROOM])
    brought = cython.declare(Player[SEATS_ROOM])
    for b in range(seats):
        bot: Bot = bots[b]
        brought[b] = bot.player()
    dice = cython.declare(Dice[SEATS_ROOM])
    memory = malloc(rules.size)
    if memory == cython.NULL:
        raise MemoryError
    source = table.memory
    root: cython.ulonglong = seed
    streams: cython.ulonglong = STREAMS
    decisions: cython.long = 0
    results = []
    for game in range(first, first + games):
        number: cython.ulonglong = game
        with cython.nogil:
            stream: cython.ulonglong = (number // seats) * streams
            memcpy(memory, source, rules.size)
            seed_stream(cython.address(cython.cast(cython.pointer(Head), memory).dice), root, stream)
            for b in range(seats):
                seat: cython.int = cython.cast(cython.int, (number + b) % seats)
                seated[seat] = brought[b]
                seed_stream(cython.address(dice[seat]), root, stream + 1 + b)
            rules.deal(memory)
            decisions += play_out(rules, memory, seated, dice)
        places = tuple([rules.place(memory, p) for p in range(seats)])
        results.append((places, tuple([rules.score(memory, p) for p in range(seats)])))
    free(memory)
    return decisions, results
