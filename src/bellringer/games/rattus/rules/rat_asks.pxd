from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef bint is_like_the_one_before(const Europe* s, int region, int slot) noexcept nogil
cdef uint32_t rat_targets(const Europe* s, int region) noexcept nogil
cdef void allow_rats(const Europe* s, uint64_t* legal, int region) noexcept nogil
cdef uint32_t far_targets(const Europe* s, int region) noexcept nogil
cdef bint is_fixed(const Europe* s, int rat) noexcept nogil
cdef int looks(const Europe* s) noexcept nogil
cdef void note_look(Europe* s, int rat) noexcept nogil
cdef bint fits(const Europe* s, unsigned char* chosen, int i, int rat) noexcept nogil
cdef bint can_arrange(const Europe* s, unsigned char* chosen, int i) noexcept nogil
cdef int number_of(const Europe* s, int place) noexcept nogil
cdef void arrange_rats(Europe* s, int p) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_rat_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_rat_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_rat_to(const Europe* s, uint64_t* legal, int rat) noexcept nogil
cdef void answer_rat_to(Europe* s, int p, int move, int rat) noexcept nogil
cdef void legal_rat_far_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_rat_far_from(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_rat_far_to(const Europe* s, uint64_t* legal, int rat) noexcept nogil
cdef void answer_rat_far_to(Europe* s, int p, int move, int rat, int most) noexcept nogil
cdef void legal_rat_also(const Europe* s, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_rat_also(Europe* s, int p, int move, int target) noexcept nogil
cdef void legal_look(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_look(Europe* s, int p, int move) noexcept nogil
cdef void legal_look_again(const Europe* s, uint64_t* legal, int first) noexcept nogil
cdef void answer_look_again(Europe* s, int p, int move, int first) noexcept nogil
cdef void legal_swap(uint64_t* legal) noexcept nogil
cdef void answer_swap(Europe* s, int p, int move, int first, int second) noexcept nogil
cdef void legal_look_on(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_look_on(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_arrange(const Europe* s, uint64_t* legal, int rat) noexcept nogil
cdef void answer_arrange(Europe* s, int p, int move, int rat) noexcept nogil
# end
