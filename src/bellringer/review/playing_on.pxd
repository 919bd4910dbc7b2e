from libc.stdint cimport int32_t, uint64_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.head cimport Head
from bellringer.core.compiled.play cimport Player
from bellringer.core.compiled.rules cimport Rules, SEATS_ROOM
from bellringer.core.compiled.tracing cimport COLUMNS_ROOM, SOURCES_ROOM

cdef enum:
    STREAMS = 16        # streams of dice for one pair: the world, the chance of the game, one for each seat, some to spare
    PLACES = SEATS_ROOM * SOURCES_ROOM

# What came of one game that was played on.
ctypedef struct Course:
    int32_t amounts[PLACES]     # by seat and source: what it did to the score
    int32_t times[PLACES]       # and how often
    int places[SEATS_ROOM]

# What all games of a moment share.
ctypedef struct Playing:
    const Rules* rules
    const void* state
    int seat            # who makes the move
    bint is_keyed       # whether each draw follows from what is drawn
    int seats
    uint64_t root       # the seed
    Player players[SEATS_ROOM]
    int worth[COLUMNS_ROOM]

cdef void begin(const Playing* playing, Head* world, uint64_t pair, Dice* dice) noexcept nogil
cdef void play_one(const Playing* playing, const void* world, void* room, int move, const Dice* dice,
                   Course* course) noexcept nogil
cdef tuple told(const Course* course, int seats)
