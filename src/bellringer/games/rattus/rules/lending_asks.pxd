from libc.stdint cimport uint32_t, uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_lending(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lending(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void ask_block(Europe* s, int p, int least) noexcept nogil
cdef uint32_t losers(const Europe* s, int p) noexcept nogil
cdef void legal_block_card(const Europe* s, uint64_t* legal, uint32_t seats) noexcept nogil
cdef void answer_block_card(Europe* s, int p, int move) noexcept nogil
cdef void answer_walk_to(Europe* s, int p, int move) noexcept nogil
cdef uint64_t tiles_left(const Europe* s) noexcept nogil
cdef void legal_of_some(const Europe* s, uint64_t* legal, int citizens) noexcept nogil
cdef void legal_haven_new(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_haven_new(Europe* s, int p, int move) noexcept nogil
cdef void ask_owner(Europe* s, int card) noexcept nogil
