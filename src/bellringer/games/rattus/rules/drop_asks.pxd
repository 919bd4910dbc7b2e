from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef int move_to(int place) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_drop_at(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_drop_at(Europe* s, int p, int move) noexcept nogil
cdef void legal_drop_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_drop_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_drop_to(const Europe* s, uint64_t* legal, int source) noexcept nogil
cdef void answer_drop_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_lands_in(uint64_t* legal, int place, int other) noexcept nogil
cdef void answer_lands_in(Europe* s, int p, int move) noexcept nogil
# end
