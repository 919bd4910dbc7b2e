# What a seat gets out of a state, from 0 to 1: the result of a game that is over, or what one may expect of it.
from bellringer.core.rules cimport Rules, SEATS_ROOM

ctypedef struct Results:
    double win[SEATS_ROOM]       # the seat's part of the victory: its chance, while the game goes on
    double beaten[SEATS_ROOM]    # the part of the other seats that end behind it
    double place[SEATS_ROOM]     # from 1; equals share the mean of their places

cdef void final_results(const Rules* rules, void* state, int seats, Results* results) noexcept nogil
cdef void expected_results(const Rules* rules, void* state, int seats, double swing, Results* results) noexcept nogil
cdef double expected_for(const Rules* rules, void* state, int seats, int seat, double swing, double place_weight) noexcept nogil
