from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:                  # the conservation laws, in the order in which they are checked
    MARKERS_LAW = 1
    COINS_LAW
    MESSAGES_LAW
    CARDS_LAW
    PERSONS_LAW
    SPACES_LAW
    ASKS_LAW

cdef int broken_law(void* state) noexcept nogil
cdef bint markers_hold(const Town* s) noexcept nogil
cdef bint coins_hold(const Town* s) noexcept nogil
cdef bint messages_hold(const Town* s) noexcept nogil
cdef bint cards_hold(const Town* s) noexcept nogil
cdef bint persons_hold(const Town* s) noexcept nogil
cdef bint spaces_hold(const Town* s) noexcept nogil
cdef bint asks_hold(const Town* s) noexcept nogil
