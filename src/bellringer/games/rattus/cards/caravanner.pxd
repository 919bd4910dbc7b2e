# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    CARAVAN_TO_AT_1 = 2
    CARAVAN_TO_AT_2 = 2
    CARAVAN_TO_AT_3 = 3

cdef void after_settling(Europe* s, int p) noexcept nogil
cdef bint may_use(const Europe* s, int p) noexcept nogil
cdef void use(Europe* s, int p) noexcept nogil
cdef void use_2(Europe* s, int p) noexcept nogil
cdef void use_3(Europe* s, int p) noexcept nogil
