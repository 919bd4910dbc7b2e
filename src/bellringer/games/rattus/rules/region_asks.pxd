from libc.stdint cimport uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_region_cards(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_region_cards(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_drawn(const Europe* s, uint64_t* legal) noexcept nogil
cdef void legal_protect(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_protect(Europe* s, int p, int move, int region) noexcept nogil
cdef void ask_again(Europe* s, int p, int region) noexcept nogil
cdef void answer_explore(Europe* s, int p, int card, int level) noexcept nogil
