# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    LOOK_ON_AT_2 = 3
    LOOK_ON_AT_3 = 4

cdef bint may_use(const Europe* s, int p) noexcept nogil
cdef void use(Europe* s, int p) noexcept nogil
cdef void use_2(Europe* s, int p) noexcept nogil
cdef void use_3(Europe* s, int p) noexcept nogil
