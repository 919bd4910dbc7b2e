# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef int steps(const Europe* s, int p) noexcept nogil
cdef int steps_2(const Europe* s, int p) noexcept nogil
cdef void after_plague(Europe* s, int p) noexcept nogil
cdef void after_plague_3(Europe* s, int p) noexcept nogil
cdef bint may_use_last(const Europe* s, int p) noexcept nogil
cdef void use_last(Europe* s, int p) noexcept nogil
