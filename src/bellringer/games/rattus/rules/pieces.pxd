from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef bint is_like_the_one_before(const Europe* s, int region, int slot) noexcept nogil
cdef void legal_rat_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_rat_from(Europe* s, int p, int move) noexcept nogil
cdef uint32_t rat_targets(const Europe* s, int region) noexcept nogil
cdef void legal_rat_to(const Europe* s, uint64_t* legal, int rat) noexcept nogil
cdef void answer_rat_to(Europe* s, int p, int move, int rat) noexcept nogil
cdef void legal_go_from(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_go_from(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_go_to(const Europe* s, uint64_t* legal, int source) noexcept nogil
cdef void answer_go_to(Europe* s, int p, int move, int source, int most) noexcept nogil
cdef void legal_go_count(const Europe* s, int p, uint64_t* legal, int source) noexcept nogil
cdef void answer_go_count(Europe* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_look(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_look(Europe* s, int p, int move) noexcept nogil
cdef void legal_look_again(const Europe* s, uint64_t* legal, int first) noexcept nogil
cdef void answer_look_again(Europe* s, int p, int move, int first) noexcept nogil
cdef void legal_swap(uint64_t* legal) noexcept nogil
cdef void answer_swap(Europe* s, int p, int move, int one, int other) noexcept nogil
cdef void legal_haven_from(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_haven_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_place_one(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_place_one(Europe* s, int p, int move) noexcept nogil
