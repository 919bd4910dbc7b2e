from bellringer.games.notre_dame.rules.state cimport Town

cdef double evaluate(void* state, int p) noexcept nogil
cdef double danger(void* state, int p) noexcept nogil
cdef int rounds_left(const Town* s) noexcept nogil
cdef double purse(const Town* s, int p) noexcept nogil
cdef double own_markers(const Town* s, int p) noexcept nogil
cdef double sectors(const Town* s, int p) noexcept nogil
cdef double cathedral_share(const Town* s, int p) noexcept nogil
cdef double fear_of_the_rat(const Town* s, int p) noexcept nogil
cdef double hand(const Town* s, int p) noexcept nogil
cdef double card_worth(const Town* s, int p, int action) noexcept nogil
cdef double sector_worth(const Town* s, int p, int sector) noexcept nogil
cdef double best_message(const Town* s, int p, int steps) noexcept nogil
cdef bint is_kept(const Town* s, int p, int pile, int slot) noexcept nogil
