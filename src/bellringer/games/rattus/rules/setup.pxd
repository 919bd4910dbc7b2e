from bellringer.games.rattus.rules.state cimport Europe

cdef void deal(void* state) noexcept nogil
cdef int gather(const Europe* s, signed char* items, bint starting) noexcept nogil
cdef void lay_out_rats(Europe* s) noexcept nogil
