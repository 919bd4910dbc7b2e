# Results by seat: those of a game that is over, or those to expect of a running one.
from bellringer.core.compiled.rules cimport Rules, SEATS_ROOM

ctypedef struct Results:
    double win[SEATS_ROOM]       # the seat's part of the victory, or its chance to win
    double beaten[SEATS_ROOM]    # the part of the other seats that end behind it, from 0 to 1
    double place[SEATS_ROOM]     # from 1; equal seats have the mean of their places

cdef void final_results(const Rules* rules, void* state, int seats, Results* results) noexcept nogil
cdef void expected_results(const Rules* rules, void* state, int seats, double swing, Results* results) noexcept nogil
cdef void evaluate_seats(const Rules* rules, void* state, int seats, double* points) noexcept nogil
cdef void results_of(double* points, int seats, double swing, Results* results) noexcept nogil
cdef double worth_for(const Results* results, int seat, double place_weight) noexcept nogil
