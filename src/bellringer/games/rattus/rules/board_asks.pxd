from libc.stdint cimport uint32_t, uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_boards(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_boards(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_guild_to(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void legal_city_to(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_city_to(Europe* s, int p, int move) noexcept nogil
cdef void answer_city_which(Europe* s, int p, int move, int region) noexcept nogil
cdef void ask_cities(Europe* s, int p, uint32_t regions, int before) noexcept nogil
cdef void legal_city_more(const Europe* s, int p, uint64_t* legal, int before) noexcept nogil
cdef void answer_city_more(Europe* s, int p, int move, int before) noexcept nogil
