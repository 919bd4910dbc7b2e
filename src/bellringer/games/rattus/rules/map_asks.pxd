from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void ask_bishop(Europe* s, int p) noexcept nogil
cdef uint32_t bishop_rats(const Europe* s) noexcept nogil
cdef uint32_t with_wall(const Europe* s) noexcept nogil
cdef uint32_t may_cross(const Europe* s, int source) noexcept nogil
cdef uint32_t with_crossing(const Europe* s) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void answer_nun_to(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_bishop_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_bishop_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_bishop_to(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_bishop_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_bishop_rat(const Europe* s, uint64_t* legal, int source) noexcept nogil
cdef void answer_bishop_rat(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_wall_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_wall_from(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_wall_to(const Europe* s, uint64_t* legal, int region) noexcept nogil
cdef void answer_wall_to(Europe* s, int p, int move, int region, int most) noexcept nogil
cdef void legal_cross_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_cross_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_cross_to(const Europe* s, uint64_t* legal, int source) noexcept nogil
cdef void answer_cross_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_cross_whose(const Europe* s, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_cross_whose(Europe* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_cross_which(const Europe* s, uint64_t* legal, int source, int owner) noexcept nogil
cdef void answer_cross_which(Europe* s, int p, int move, int source, int owner) noexcept nogil
cdef void legal_cross_also(const Europe* s, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_cross_also(Europe* s, int p, int move, int source, int target) noexcept nogil
# end
