from libc.stdint cimport uint32_t, uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_bonus(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_bonus(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void answer_back_which(Europe* s, int p, int move, int region) noexcept nogil
cdef uint32_t near_the_piece(const Europe* s) noexcept nogil
cdef void legal_haven_near(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_haven_near(Europe* s, int p, int move, int card) noexcept nogil
