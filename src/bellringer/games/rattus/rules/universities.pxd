from libc.stdint cimport uint32_t

from bellringer.games.rattus.rules.state cimport Europe

cdef enum:                  # the pieces
    GREEN = 0
    WHITE

# the pieces and the tokens
cdef uint32_t with_university(const Europe* s) noexcept nogil
cdef int university_in(const Europe* s, int region) noexcept nogil
cdef uint32_t free_for_university(const Europe* s) noexcept nogil
cdef uint32_t university_targets(const Europe* s, bint founded_too) noexcept nogil
cdef void lay_out_universities(Europe* s) noexcept nogil
cdef void move_university(Europe* s, int p, int source, int target) noexcept nogil
cdef void place_token(Europe* s, int p, int region) noexcept nogil
cdef void take_tokens_back(Europe* s, int p) noexcept nogil
cdef int sole_leader(const Europe* s, int region) noexcept nogil
cdef uint32_t beside_universities(const Europe* s, int p) noexcept nogil
cdef uint32_t universities_beside(const Europe* s, int p, int region) noexcept nogil
# the events
cdef bint goes_on_with_event(Europe* s) noexcept nogil
cdef void begin_event(Europe* s, int kind) noexcept nogil
cdef bint step_of_event(Europe* s) noexcept nogil
cdef bint ask_for_a_card(Europe* s) noexcept nogil
cdef bint ask_for_bonus(Europe* s, int symbol) noexcept nogil
cdef int cards_of_class(const Europe* s, int p, int symbol) noexcept nogil
cdef bint found_next(Europe* s) noexcept nogil
cdef void found_at_the_end(Europe* s) noexcept nogil
