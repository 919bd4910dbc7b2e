"""The compiled loop of simulations and matches: whole games between bots, without the GIL."""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.compiled.dice import Dice, seed_stream
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.play import Player, play_out
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy
from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec


def deal_game(rules, memory, source, number, seats, root, brought, seated, dice):
    """Set up game `number`: deal number // seats, bot b on seat (b + number) % seats, all with that deal's dice."""
    stream: cython.ulonglong = (number // seats) * STREAMS
    memcpy(memory, source, rules.size)
    seed_stream(cython.address(cython.cast(cython.pointer(Head), memory).dice), root, stream)
    for b in range(seats):
        seat: cython.int = cython.cast(cython.int, (number + b) % seats)
        seated[seat] = brought[b]
        seed_stream(cython.address(dice[seat]), root, stream + 1 + b)
    rules.deal(memory)


def play_games(table: State, bots: list, games: int, first: int, seed: int):
    """Play `games` games, from number `first` on. Game g is deal g // seats, rotated by g % seats.

    Bot b sits on seat (b + g) % seats, and has the same dice in every rotation of a deal. Returns the number of
    decisions, and for each game the places and the scores by seat.
    """
    book: RuleBook = table.book
    rules = cython.address(book.rules)
    seats: cython.int = table.seats
    seated = cython.declare(Player[SEATS_ROOM])
    brought = cython.declare(Player[SEATS_ROOM])
    for b in range(seats):
        bot: Bot = bots[b]
        brought[b] = bot.player(book)
    dice = cython.declare(Dice[SEATS_ROOM])
    memory = malloc(rules.size)
    if memory == cython.NULL:
        raise MemoryError
    source = table.memory
    root: cython.ulonglong = seed
    decisions: cython.long = 0
    results = []
    for game in range(first, first + games):
        number: cython.ulonglong = game
        with cython.nogil:
            deal_game(rules, memory, source, number, seats, root, brought, seated, dice)
            decisions += play_out(rules, memory, seated, dice)
        places = tuple([rules.place(memory, p) for p in range(seats)])
        results.append((places, tuple([rules.score(memory, p) for p in range(seats)])))
    free(memory)
    return decisions, results


def play_clocked(table: State, bots: list, number: int, seed: int):
    """Play the same game `number` as `play_games` does, and time each bot.

    Returns four tuples by seat: places, scores, decisions, and seconds of thought.
    """
    book: RuleBook = table.book
    rules = cython.address(book.rules)
    seats: cython.int = table.seats
    seated = cython.declare(Player[SEATS_ROOM])
    brought = cython.declare(Player[SEATS_ROOM])
    clocks = cython.declare(Clocked[SEATS_ROOM])
    for b in range(seats):
        bot: Bot = bots[b]
        clocks[b] = Clocked(player=bot.player(book), decisions=0, seconds=0.0)
        brought[b] = Player(choose=choose_on_the_clock, memory=cython.address(clocks[b]))
    dice = cython.declare(Dice[SEATS_ROOM])
    memory = malloc(rules.size)
    if memory == cython.NULL:
        raise MemoryError
    source = table.memory
    game: cython.ulonglong = number
    root: cython.ulonglong = seed
    with cython.nogil:
        deal_game(rules, memory, source, game, seats, root, brought, seated, dice)
        play_out(rules, memory, seated, dice)
    places = tuple([rules.place(memory, p) for p in range(seats)])
    scores = tuple([rules.score(memory, p) for p in range(seats)])
    free(memory)
    brought_by = [(p - number) % len(bots) for p in range(seats)]
    decisions = tuple([clocks[b].decisions for b in brought_by])
    return places, scores, decisions, tuple([clocks[b].seconds for b in brought_by])


def choose_on_the_clock(memory, rules, state, seat, dice):
    """Let the wrapped player choose, and add the time that it takes."""
    clocked = cython.cast(cython.pointer(Clocked), memory)
    before = seconds_now()
    move = clocked.player.choose(clocked.player.memory, rules, state, seat, dice)
    clocked.seconds += seconds_now() - before
    clocked.decisions += 1
    return move


def seconds_now():
    """The time in seconds on a clock that is never set back."""
    now = cython.declare(timespec)
    clock_gettime(CLOCK_MONOTONIC, cython.address(now))
    return now.tv_sec + 1e-9 * now.tv_nsec
