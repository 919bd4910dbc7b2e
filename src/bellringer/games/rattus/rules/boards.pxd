from libc.stdint cimport uint32_t

from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    FROM_NOBODY = 255       # in an event: the space or city was free

cdef void begin_on_boards(Europe* s, int p) noexcept nogil
cdef void end_part_by_guilds(Europe* s, int p) noexcept nogil
cdef int on_boards(const Europe* s, int p) noexcept nogil
cdef int put_out(Europe* s, int occupant) noexcept nogil
cdef void take_space(Europe* s, int p, int space) noexcept nogil
cdef void take_city(Europe* s, int p, int region) noexcept nogil
cdef uint32_t own_cities(const Europe* s, int p) noexcept nogil
cdef uint32_t free_cities(const Europe* s) noexcept nogil
cdef uint32_t cities_to_come(const Europe* s, int p) noexcept nogil
cdef uint32_t cities_to_take(const Europe* s, int p) noexcept nogil
cdef void score_boards(Europe* s) noexcept nogil
