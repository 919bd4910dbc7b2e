from libc.stdint cimport int8_t, int16_t, uint8_t

from bellringer.core.compiled.rules cimport Rules

# The course of a game: who decided, what, and before which decisions the state is read.
ctypedef struct Course:
    const int8_t* movers
    const int16_t* moves
    const uint8_t* is_chosen
    int decisions

cdef bint may_play(const Rules* rules, void* state, int seat, int move) noexcept nogil
cdef int read_along(const Rules* rules, void* state, int n, const Course* course, int16_t* seats, int16_t* table) noexcept nogil
