from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    FIRST = 4       # points for the most diplomats
    SECOND = 2      # and for the second most

cdef void allow_citizens(uint64_t* legal, uint64_t citizens) noexcept nogil
cdef int citizen_of(int move) noexcept nogil
cdef bint has_diplomats(const Europe* s) noexcept nogil
cdef bint is_diplomat_in(const Europe* s, int p, int region) noexcept nogil
cdef uint64_t regulars_in(const Europe* s, int p, int region) noexcept nogil
cdef uint32_t only_diplomats(const Europe* s, int p) noexcept nogil
cdef uint32_t with_regulars(const Europe* s, int p) noexcept nogil
cdef int podiums_left(const Europe* s) noexcept nogil
cdef uint32_t without_diplomat(const Europe* s, int p) noexcept nogil
cdef bint leads_in_diplomats(const Europe* s, int p) noexcept nogil
cdef uint64_t that_may_go(const Europe* s, int p, int source, int target) noexcept nogil
cdef int how_many_may_go(const Europe* s, int p, int source, int target) noexcept nogil
cdef uint32_t may_go_to(const Europe* s, int p, int source, uint32_t targets) noexcept nogil
cdef uint32_t with_way(const Europe* s, int p) noexcept nogil
cdef uint32_t with_far_way(const Europe* s, int p) noexcept nogil
cdef uint32_t that_may_come(const Europe* s, int p, int target) noexcept nogil
cdef uint32_t others_that_may_come(const Europe* s, int p, int target) noexcept nogil
cdef uint32_t seats_that_may_go(const Europe* s, int source, int target) noexcept nogil
cdef void score_diplomats(Europe* s) noexcept nogil
