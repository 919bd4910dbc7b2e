# The verbs for citizens that were dropped, and for all that such a drop moves.
# The event of a drop has the cell of the first touch as column * 256 + row - 32768.
from libc.stdint cimport uint8_t

from bellringer.games.rattus.rules.drop cimport Drop, Fallen
from bellringer.games.rattus.rules.state cimport Europe

cdef void drop_from_hand(Europe* s, int p, int x, int y) noexcept nogil
cdef int citizen_of(const Europe* s, const Fallen* one) noexcept nogil
cdef void move_knocked(Europe* s, const Drop* drop) noexcept nogil
cdef void enter_way(Europe* s, int p, int origin, int place) noexcept nogil
cdef void lift_podium(Europe* s, int p, int place, int citizen) noexcept nogil
cdef void lift(Europe* s, int p, int place, int citizen) noexcept nogil
cdef void put_down(Europe* s, int p, int place, int citizen) noexcept nogil
cdef void settle_dropped(Europe* s, const Drop* drop, int cube) noexcept nogil
cdef void land(Europe* s, int p, int place) noexcept nogil
cdef void flip_rat(Europe* s, int p, int region, int slot) noexcept nogil
cdef void put_in_supply(Europe* s, int token) noexcept nogil
