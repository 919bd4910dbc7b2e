from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef uint64_t own_spaces(const Europe* s, int p) noexcept nogil
cdef uint64_t guild_abilities(const Europe* s, int p) noexcept nogil
cdef void grant_guilds(Europe* s, int p) noexcept nogil
cdef void revoke_guilds(Europe* s, int p) noexcept nogil
cdef void use_guild(Europe* s, int p, int card) noexcept nogil
cdef uint64_t given_by_spaces(const Europe* s, int p) noexcept nogil
