from libc.stdint cimport uint32_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void lift_nuns(Europe* s) noexcept nogil
cdef void place_nun(Europe* s, int p, int region) noexcept nogil
cdef void move_bishop(Europe* s, int p, int source, int target) noexcept nogil
cdef void move_caravan(Europe* s, int p, int region) noexcept nogil
cdef void lift_walls(Europe* s) noexcept nogil
cdef void place_wall(Europe* s, int p, int one, int other) noexcept nogil
cdef uint32_t walled(const Europe* s, int region) noexcept nogil
cdef uint32_t may_wall(const Europe* s, int region) noexcept nogil
