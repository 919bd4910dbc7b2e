from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void begin_caravan(Europe* s, int p, int steps, bint is_own) noexcept nogil
cdef uint32_t caravan_ways(const Europe* s, int start, int steps) noexcept nogil
cdef void ask_followers(Europe* s, int p, int region) noexcept nogil
cdef uint32_t leaders_in(const Europe* s, int region) noexcept nogil
cdef void ask_next_follower(Europe* s, int region, int seats) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_podium_in(const Europe* s, int p, uint64_t* legal, int again) noexcept nogil
cdef void answer_podium_in(Europe* s, int p, int move, int most) noexcept nogil
cdef void answer_podium_to(Europe* s, int p, int move, int region) noexcept nogil
cdef void answer_caravan_in(Europe* s, int p, int move) noexcept nogil
cdef void legal_caravan_to(const Europe* s, uint64_t* legal, int source, int steps) noexcept nogil
cdef void answer_caravan_to(Europe* s, int p, int move, int source, int steps) noexcept nogil
cdef void legal_follow(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void answer_follow(Europe* s, int p, int move, int region, int others) noexcept nogil
# end
