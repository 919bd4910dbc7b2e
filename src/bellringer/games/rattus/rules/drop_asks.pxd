from libc.stdint cimport uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_drops(const Europe* s, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_drops(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_drop_at(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_drop_at(Europe* s, int p, int move) noexcept nogil
cdef void legal_drop_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_drop_to(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_lands_in(uint64_t* legal, int place, int other) noexcept nogil
cdef int move_to(int place) noexcept nogil
cdef void answer_lands_in(Europe* s, int p, int move) noexcept nogil
