from libc.stdint cimport int16_t

from bellringer.core.compiled.features cimport Features
from bellringer.games.notre_dame.rules.state cimport Town

cdef Features FEATURES

cdef const Town* town(const void* state) noexcept nogil
cdef void prestige(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void coins(const void* state, int p, int16_t* numbers) noexcept nogil
