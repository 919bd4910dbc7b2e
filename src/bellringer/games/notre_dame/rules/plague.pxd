from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef int fullest_sectors(const Town* s, int p) noexcept nogil
cdef bint overrun(Town* s, int p) noexcept nogil
cdef void plague(Town* s) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_lose_marker(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_lose_marker(Town* s, int p, int move) noexcept nogil
# end
