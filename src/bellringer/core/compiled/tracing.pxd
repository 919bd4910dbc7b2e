from libc.stdint cimport int32_t, int64_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.play cimport Player
from bellringer.core.compiled.rules cimport Rules

cdef enum:
    COLUMNS_ROOM = 16   # columns that a game may have
    SOURCES_ROOM = 256  # sources: the numbers of a byte

cdef void add_up(void* state, int64_t* sums) noexcept nogil
cdef void weigh(void* state, const int* worth, int32_t* amounts, int32_t* times) noexcept nogil
cdef void play_out_traced(const Rules* rules, void* state, const Player* players, Dice* dice, const int* worth,
                          int32_t* amounts, int32_t* times) noexcept nogil
cdef void play_traced(const Rules* rules, void* state, Dice* dice, int64_t* sums) noexcept nogil
