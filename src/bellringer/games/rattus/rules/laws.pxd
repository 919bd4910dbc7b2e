from bellringer.games.rattus.rules.state cimport Europe

cdef enum:                  # the conservation laws
    CITIZENS_LAW = 1
    TOKENS_LAW
    RATS_LAW
    CARDS_LAW
    PIECE_LAW
    ASKS_LAW
    BEARERS_LAW
    MAP_LAW
    HANDS_LAW
    BOARDS_LAW
    UNIVERSITIES_LAW

cdef int broken_law(void* state) noexcept nogil
cdef bint citizens_hold(const Europe* s) noexcept nogil
cdef bint tokens_hold(const Europe* s) noexcept nogil
cdef bint rats_hold(const Europe* s) noexcept nogil
cdef bint cards_hold(const Europe* s) noexcept nogil
cdef bint lent_holds(const Europe* s) noexcept nogil
cdef bint piece_holds(const Europe* s) noexcept nogil
cdef bint asks_hold(const Europe* s) noexcept nogil
cdef bint bearers_hold(const Europe* s) noexcept nogil
cdef bint diplomats_hold(const Europe* s) noexcept nogil
cdef bint map_holds(const Europe* s) noexcept nogil
cdef bint was_shuffled_in(const Europe* s, int token) noexcept nogil
cdef bint hands_hold(const Europe* s) noexcept nogil
cdef bint in_right_place(const Europe* s, int card) noexcept nogil
cdef bint boards_hold(const Europe* s) noexcept nogil
cdef bint guilds_hold(const Europe* s) noexcept nogil
cdef bint cities_hold(const Europe* s) noexcept nogil
cdef bint universities_hold(const Europe* s) noexcept nogil
cdef bint events_hold(const Europe* s) noexcept nogil
