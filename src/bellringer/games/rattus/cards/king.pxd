# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    HAVEN_ANY_AT_2 = 1
    HAVEN_ANY_AT_3 = 2

cdef bint may_use(const Europe* s, int p) noexcept nogil
cdef bint may_use_2(const Europe* s, int p) noexcept nogil
cdef void use(Europe* s, int p) noexcept nogil
cdef void use_2(Europe* s, int p) noexcept nogil
cdef void use_3(Europe* s, int p) noexcept nogil
