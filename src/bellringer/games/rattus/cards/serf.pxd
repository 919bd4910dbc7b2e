# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    MOVE_IN_AT_1 = 1
    MOVE_IN_AT_2 = 2
    MOVE_IN_AT_3 = 3

cdef void after_rat(Europe* s, int p) noexcept nogil
cdef void after_rat_2(Europe* s, int p) noexcept nogil
cdef void after_rat_3(Europe* s, int p) noexcept nogil
cdef bint may_use_last(const Europe* s, int p) noexcept nogil
cdef void use_last(Europe* s, int p) noexcept nogil
