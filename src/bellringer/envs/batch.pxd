from libc.stdint cimport int64_t, uint16_t, uint64_t

from bellringer.bots.bot cimport Bot
from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.observing cimport Encoder
from bellringer.core.compiled.play cimport Player
from bellringer.core.compiled.rules cimport LEGAL_WORDS, SEATS_ROOM
from bellringer.core.compiled.state cimport RuleBook

cdef enum:
    STREAMS = 16            # streams of dice for one game: its own, that of the bots, and some to spare
    LINE_BYTES = 64         # of a processor's cache: each game begins a line of its own
    ALL_SEATS = -1

cdef extern from *:
    """
    #define bellringer_prefetch(p) __builtin_prefetch(p)
    """
    void bellringer_prefetch(const void* memory) noexcept nogil

# Have memory brought near that is needed soon: the games of a batch are more than a cache holds.
cdef inline void bring_near(const char* memory, size_t size) noexcept nogil:
    cdef size_t at = 0
    while at < size:
        bellringer_prefetch(memory + at)
        at += LINE_BYTES

# What a game remembers of its moves, a number each: the move, from bit 9 on its seat, from bit 12 on who sees it.
cdef enum:
    MEMORY = 512            # moves that a game remembers, the last ones: 1 KiB
    SEAT_AT = 9
    SIGHT_AT = 12
    MOVE_MASK = 511
    SEAT_MASK = 7
    BY_ALL = 0              # all see the move,
    BY_OWN = 1              # or its own seat alone;
    BY_OTHERS = 2           # or this is what others see of the one before

cdef enum:                  # what a game does after its end
    NEXT_STEP = 0           # the next step begins another one, whatever the action
    SAME_STEP               # the step that ends it begins another one
    DISABLED                # nothing, until it is reset

cdef enum:                  # what a reward is
    BY_WIN = 0              # 1 for the first place, shared by those who share it; 0 for others
    BY_PLACE                # 1 for the first place to 0 for the last, in equal steps, shared alike
    BY_SCORE                # the points that decide first

# What there is of one game beside its state.
ctypedef struct Course:
    Dice dice               # of the bots
    uint64_t deals          # games begun so far
    uint64_t steps          # actions in this game
    uint64_t moves          # remembered or forgotten in this game
    int seat                # that is to act, or acted last
    int learner             # the seat that learns, or ALL_SEATS
    int is_over


cdef class Batch:
    cdef readonly RuleBook book
    cdef readonly Encoder encoder
    cdef readonly int games
    cdef readonly int seats
    cdef readonly int actions           # that there are
    cdef readonly int threads
    cdef size_t stride                  # bytes from one state to the next
    cdef char* states                   # one block
    cdef void* blank                    # an undealt state
    cdef Course* courses
    cdef uint16_t* memory               # MEMORY a game, or NULL
    cdef uint64_t* legal                # LEGAL_WORDS a game
    cdef uint64_t root
    cdef int autoreset
    cdef int reward
    cdef int learner
    cdef int is_rotating
    cdef list pools                     # for each thread a list of bots
    cdef object executor
    cdef list kept                      # the buffers
    cdef signed char* small             # observations as int8, or NULL
    cdef float* large                   # as float32, or NULL
    cdef signed char* small_last        # observations of ends, or NULL
    cdef float* large_last
    cdef unsigned char* bits            # masks as bits, or NULL
    cdef unsigned char* bools           # masks as bools, or NULL
    cdef float* rewards
    cdef unsigned char* ends
    cdef signed char* movers
    cdef Dice dice                      # of sampled actions

    cdef void make(self, long game, int seat, int move) noexcept nogil
    cdef void remember(self, long game, int seat, int move, int sight) noexcept nogil
    cdef void begin(self, long game, Player* players) noexcept nogil
    cdef void settle(self, long game, Player* players) noexcept nogil
    cdef void play_bots(self, long game, Player* players) noexcept nogil
    cdef void show(self, long game) noexcept nogil
    cdef void show_end(self, long game) noexcept nogil
    cdef void write_mask(self, long game) noexcept nogil
    cdef void write_observation(self, long game, int seat, signed char* small, float* large) noexcept nogil
    cdef void write_rewards(self, long game) noexcept nogil
    cdef double reward_of(self, void* state, int seat) noexcept nogil
    cdef void advance(self, long first, long last, const int64_t* actions, Player* players) noexcept nogil
    cdef long first_wrong(self, const int64_t* actions) noexcept nogil
    cdef fill_players(self, int thread, Player* players)
    cdef long first_of(self, int thread)
