from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:
    PLAYS = 2           # cards of a hand that a seat plays in a round

cdef void begin_period(Town* s) noexcept nogil
cdef void take_cards_back(Town* s) noexcept nogil
cdef void begin_round(Town* s, int number) noexcept nogil
cdef void go_on_with_round(Town* s) noexcept nogil
cdef int draw_brown(Town* s) noexcept nogil
cdef void ask_all(Town* s, int kind) noexcept nogil
cdef void pass_cards(Town* s) noexcept nogil
cdef void begin_playing(Town* s) noexcept nogil
cdef void next_card(Town* s) noexcept nogil
cdef void next_hiring(Town* s) noexcept nogil
cdef void end_round(Town* s) noexcept nogil
