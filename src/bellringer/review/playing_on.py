"""The compiled loop of whys: a game is played on after each of two moves, in pairs that share their chance."""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.compiled.dice import Dice, next_word, seed_stream
from cython.cimports.bellringer.core.compiled.events import TRACED
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.bellringer.core.compiled.sources import Block
from cython.cimports.bellringer.core.compiled.state import RuleBook, State
from cython.cimports.bellringer.core.compiled.tracing import play_out_traced
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

from bellringer.core.chance import MASK_64


def play_pairs(state: State, seat: int, moves, bots, worth, keyed: bool, first: int, pairs: int, seed: int):
    """Play on after each of two moves, in so many pairs from number `first` on, without the GIL.

    A pair has a world that looks to the seat as the state does, the same chance in both games, and the same dice for
    the bots: what differs in it comes of the move. It depends on the seed and its number alone. `bots`: one for each
    seat; the two moves have the same. `worth`: what one in each column adds to the score. `keyed`: let each draw follow
    from what is drawn, so that both games draw the same even where one draws more often.

    Returns for each pair what came of the first move and of the second: the places by seat, and by (seat, source) what
    a source did to the score, and how often. Raises ValueError for a move that is not legal.
    """
    for move in moves:
        if not state.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
    if len(worth) > COLUMNS_ROOM or len(bots) != state.seats:
        raise ValueError(f"{len(worth)} columns and {len(bots)} bots are not what {state.book.name} has here")
    book: RuleBook = state.book
    playing = cython.declare(Playing)
    playing.rules = cython.address(book.rules)
    playing.state = state.memory
    playing.seat = seat
    playing.seats = state.seats
    playing.is_keyed = keyed
    playing.root = seed & MASK_64
    for p in range(state.seats):
        bot: Bot = bots[p]
        playing.players[p] = bot.player(book)
    for column in range(len(worth)):
        playing.worth[column] = worth[column]
    size = book.rules.size
    world = calloc(1, size)
    room = calloc(1, cython.sizeof(Block) + size)
    courses = cython.cast(cython.pointer(Course), calloc(2, cython.sizeof(Course)))
    if world == cython.NULL or room == cython.NULL or courses == cython.NULL:
        free(world)
        free(room)
        free(courses)
        raise MemoryError
    dice = cython.declare(Dice[SEATS_ROOM])
    one: cython.int = moves[0]
    other: cython.int = moves[1]
    number: cython.ulonglong = first
    found = []
    for _ in range(pairs):
        with cython.nogil:
            begin(cython.address(playing), cython.cast(cython.pointer(Head), world), number, dice)
            play_one(cython.address(playing), world, room, one, dice, cython.address(courses[0]))
            play_one(cython.address(playing), world, room, other, dice, cython.address(courses[1]))
        found.append((told(cython.address(courses[0]), state.seats), told(cython.address(courses[1]), state.seats)))
        number += 1
    free(world)
    free(room)
    free(courses)
    return found


def begin(playing, world, pair, dice):
    """Deal the world of a pair, and give it its chance and the bots their dice."""
    own = cython.declare(Dice)
    memcpy(world, playing.state, playing.rules.size)
    seed_stream(cython.address(own), playing.root, pair * STREAMS)
    playing.rules.determinize(world, playing.seat, cython.address(own))
    for i in range(4):
        world.dice.word[i] = next_word(cython.address(own))
    world.is_keyed = playing.is_keyed
    world.events.recording = TRACED
    world.events.unread = 0
    for p in range(playing.seats):
        seed_stream(cython.address(dice[p]), playing.root, pair * STREAMS + 1 + p)


def play_one(playing, world, room, move, dice, course):
    """Make a move in a world, and play on to the end."""
    own = cython.declare(Dice[SEATS_ROOM])
    memcpy(own, dice, SEATS_ROOM * cython.sizeof(Dice))
    memset(course, 0, cython.sizeof(Course))
    memset(room, 0, cython.sizeof(Block))
    state = cython.cast(cython.p_void, cython.cast(cython.pointer(Block), room) + 1)
    memcpy(state, world, playing.rules.size)
    playing.rules.apply(state, playing.seat, move)
    cython.cast(cython.pointer(Head), state).events.unread = 0
    play_out_traced(playing.rules, state, playing.players, own, playing.worth, course.amounts, course.times)
    for p in range(playing.seats):
        course.places[p] = playing.rules.place(state, p)


def told(course, seats):
    """The places by seat, and what each source did to the score of each seat, and how often."""
    brought = {
        divmod(i, SOURCES_ROOM): (course.amounts[i], course.times[i]) for i in range(PLACES) if course.times[i] != 0
    }
    return tuple([course.places[p] for p in range(seats)]), brought
