from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef uint32_t near_the_piece(const Europe* s) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void answer_back_from(Europe* s, int p, int move) noexcept nogil
cdef void answer_back_which(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_haven_near(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_haven_near(Europe* s, int p, int move, int card) noexcept nogil
# end
