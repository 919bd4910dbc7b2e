from libc.stdint cimport uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void allow_answers(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_usual(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_usual(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_citizens(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_citizens(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rats(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rats(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_pieces(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_pieces(Europe* s, int p, Ask ask, int move) noexcept nogil
