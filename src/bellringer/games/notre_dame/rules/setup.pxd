from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:              # with which a seat begins
    FIRST_MARKERS = 4   # in the own supply; the rest lies in the general one
    FIRST_COINS = 3

cdef void deal(void* state) noexcept nogil
cdef int colour_of(const Town* s, int borough) noexcept nogil
cdef void set_up_seats(Town* s) noexcept nogil
cdef void lay_messages(Town* s) noexcept nogil
cdef void stack_gray_persons(Town* s) noexcept nogil
