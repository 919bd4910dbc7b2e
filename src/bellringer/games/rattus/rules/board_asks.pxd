from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void ask_cities(Europe* s, int p, uint32_t regions, int before) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_guild_to(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_guild_to(Europe* s, int p, int move) noexcept nogil
cdef void legal_city_to(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_city_to(Europe* s, int p, int move) noexcept nogil
cdef void answer_city_which(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_city_more(const Europe* s, int p, uint64_t* legal, int there) noexcept nogil
cdef void answer_city_more(Europe* s, int p, int move, int there) noexcept nogil
# end
