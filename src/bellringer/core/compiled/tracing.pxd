from libc.stdint cimport int64_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.rules cimport Rules

cdef enum:
    COLUMNS_ROOM = 16   # columns that a game may have
    SOURCES_ROOM = 256  # sources: the numbers of a byte

cdef void add_up(void* state, int64_t* sums) noexcept nogil
cdef void play_traced(const Rules* rules, void* state, Dice* dice, int64_t* sums) noexcept nogil
