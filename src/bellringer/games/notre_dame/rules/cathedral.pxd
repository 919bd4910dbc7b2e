from bellringer.games.notre_dame.rules.state cimport Town

cdef void score_cathedral(Town* s) noexcept nogil
cdef int place(void* state, int p) noexcept nogil
