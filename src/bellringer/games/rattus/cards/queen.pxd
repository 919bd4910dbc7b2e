# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef bint adds_when_placing(const Europe* s, int p) noexcept nogil
cdef bint adds_when_placing_2(const Europe* s, int p) noexcept nogil
cdef int more_when_placing(const Europe* s, int p) noexcept nogil
cdef int more_when_placing_3(const Europe* s, int p) noexcept nogil
cdef bint may_use_last(const Europe* s, int p) noexcept nogil
cdef bint may_use_last_2(const Europe* s, int p) noexcept nogil
cdef void use_last(Europe* s, int p) noexcept nogil
