from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe, Rat

cdef void add_rat(Europe* s, int region, Rat rat) noexcept nogil
cdef Rat lift_rat(Europe* s, int region, int slot) noexcept nogil
cdef int discard_rat(Europe* s, int region, int slot) noexcept nogil
cdef void forget_returned(Europe* s) noexcept nogil
cdef int draw_token(Europe* s) noexcept nogil
cdef int place_by_key(Europe* s) noexcept nogil
cdef void rat_from_supply(Europe* s, int p, int region) noexcept nogil
cdef void gather_turned(const Europe* s, uint64_t* tokens) noexcept nogil
cdef void rat_from_turned(Europe* s, int p, int region) noexcept nogil
cdef void move_rat(Europe* s, int p, int region, int slot, int target) noexcept nogil
cdef void look_at_rat(Europe* s, int p, int region, int slot) noexcept nogil
cdef void swap_rats(Europe* s, int p, int one, int other) noexcept nogil
cdef void reveal_rats(Europe* s, int p, int region) noexcept nogil
cdef void draw_rat(Europe* s, int p) noexcept nogil
cdef void discard_drawn(Europe* s, int p) noexcept nogil
cdef void replace_rat(Europe* s, int p, int region, int slot) noexcept nogil
cdef uint32_t with_room(const Europe* s) noexcept nogil
cdef uint32_t with_rats(const Europe* s) noexcept nogil
