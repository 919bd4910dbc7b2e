from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void begin_plague(Europe* s, int p, int region) noexcept nogil
cdef uint32_t spread_targets(const Europe* s) noexcept nogil
cdef void spread(Europe* s) noexcept nogil
cdef void legal_spread(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_spread(Europe* s, int p, int move) noexcept nogil
cdef int counting_card(const Europe* s, int p) noexcept nogil
cdef void ask_counting(Europe* s, int p, bint last) noexcept nogil
cdef void legal_count_piece(uint64_t* legal) noexcept nogil
cdef void answer_count_piece(Europe* s, int p, int move, int citizens) noexcept nogil
cdef bint goes_on_ravaging(const Europe* s, int region) noexcept nogil
cdef void turn_rat(Europe* s, int region) noexcept nogil
cdef void strike_majority(Europe* s, int region) noexcept nogil
cdef void strike_classes(Europe* s, int region, int symbols) noexcept nogil
