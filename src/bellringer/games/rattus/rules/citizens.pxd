from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef int order_of(int seat, int place, int citizen) noexcept nogil
cdef int order_in(const Europe* s, int i) noexcept nogil
cdef void add_bearer(Europe* s, int p, int place, int citizen) noexcept nogil
cdef void drop_bearer(Europe* s, int p, int place, int citizen) noexcept nogil
cdef void bring_bearer(Europe* s, int p, int place, int citizen) noexcept nogil
cdef void place_podium(Europe* s, int p, int region, int citizen) noexcept nogil
cdef uint64_t citizens_in(const Europe* s, int p, int region) noexcept nogil
cdef int potions_left(const Europe* s) noexcept nogil
cdef void place_citizens(Europe* s, int p, int region, int n) noexcept nogil
cdef void move_plain(Europe* s, int p, int source, int target, int n) noexcept nogil
cdef void carry(Europe* s, int p, int source, int target, int citizen) noexcept nogil
cdef void move_citizen(Europe* s, int p, int source, int target, int citizen) noexcept nogil
cdef void lead_citizen(Europe* s, int p, int source, int target, int citizen) noexcept nogil
cdef void save_citizen(Europe* s, int p, int region, int citizen) noexcept nogil
cdef void save_from_supply(Europe* s, int p) noexcept nogil
cdef void take_off(Europe* s, int p, int region, int citizen) noexcept nogil
cdef void kill_citizen(Europe* s, int p, int region, int citizen) noexcept nogil
cdef void kill_citizens(Europe* s, int p, int region, int n) noexcept nogil
cdef int killed_of_others(const Europe* s, int p) noexcept nogil
cdef int fallen_of_others(const Europe* s, int p) noexcept nogil
cdef void take_back(Europe* s, int p, int region, int citizen) noexcept nogil
cdef void come_onto(Europe* s, int p, int card) noexcept nogil
cdef void keep_from_supply(Europe* s, int p, int card) noexcept nogil
cdef void keep_citizen(Europe* s, int p, int region, int citizen, int card) noexcept nogil
cdef void place_kept(Europe* s, int p, int region) noexcept nogil
cdef int keeper(const Europe* s) noexcept nogil
cdef void place_lodged(Europe* s, int p, int region) noexcept nogil
cdef int lodger(const Europe* s) noexcept nogil
cdef void give_potion(Europe* s, int p, int region, int citizen) noexcept nogil
cdef void spend_potion(Europe* s, int p, int region, int citizen) noexcept nogil
cdef uint32_t with_own(const Europe* s, int p) noexcept nogil
cdef uint32_t with_others(const Europe* s, int p) noexcept nogil
cdef uint32_t inhabited(const Europe* s) noexcept nogil
cdef uint32_t seats_in(const Europe* s, int region) noexcept nogil
cdef int most_of_others(const Europe* s, int p, int region) noexcept nogil
cdef uint32_t with_majority(const Europe* s, int p, int lead) noexcept nogil
cdef int connected(const Europe* s, int p) noexcept nogil
cdef int lead_in_connected(const Europe* s, int p) noexcept nogil
cdef uint32_t with_open_way(const Europe* s, int p) noexcept nogil
