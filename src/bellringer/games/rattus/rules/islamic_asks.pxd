from libc.stdint cimport uint32_t, uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_islamic(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_islamic(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_podium_in(const Europe* s, int p, uint64_t* legal, int is_second) noexcept nogil
cdef void answer_podium_in(Europe* s, int p, int move, int podiums) noexcept nogil
cdef void begin_caravan(Europe* s, int p, int steps, bint is_own) noexcept nogil
cdef uint32_t caravan_ways(const Europe* s, int start, int steps) noexcept nogil
cdef void answer_caravan_to(Europe* s, int p, int move, int start, int steps) noexcept nogil
cdef void ask_followers(Europe* s, int p, int region) noexcept nogil
cdef uint32_t leaders_in(const Europe* s, int region) noexcept nogil
cdef void ask_next_follower(Europe* s, int region, int seats) noexcept nogil
cdef void legal_follow(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void answer_follow(Europe* s, int p, int move, int region, int others) noexcept nogil
