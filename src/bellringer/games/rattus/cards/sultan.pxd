# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    PODIUM_IN_AT_1 = 1
    PODIUM_IN_AT_2 = 2
    PODIUM_IN_AT_3 = 2

cdef bint may_use(const Europe* s, int p) noexcept nogil
cdef bint may_use_3(const Europe* s, int p) noexcept nogil
cdef void use(Europe* s, int p) noexcept nogil
cdef void use_2(Europe* s, int p) noexcept nogil
cdef bint may_use_also_3(const Europe* s, int p) noexcept nogil
cdef void use_also_3(Europe* s, int p) noexcept nogil
