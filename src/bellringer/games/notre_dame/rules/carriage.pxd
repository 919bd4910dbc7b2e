from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef bint may_take(const Town* s, int p, int market) noexcept nogil
cdef void bring(Town* s, int p, int kind, int times) noexcept nogil
cdef int collected_of_colour(const Town* s, int p, int colour) noexcept nogil
cdef int collected_of_kind(const Town* s, int p, int kind) noexcept nogil
cdef bint is_on_board(const Town* s, int colour) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_carriage_to(const Town* s, int p, uint64_t* legal, int steps) noexcept nogil
cdef void answer_carriage_to(Town* s, int p, int move) noexcept nogil
cdef void legal_take_message(uint64_t* legal) noexcept nogil
cdef void answer_take_message(Town* s, int p, int move) noexcept nogil
cdef void legal_rat_step(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_rat_step(Town* s, int p, int move, int steps) noexcept nogil
# end
