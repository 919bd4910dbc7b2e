# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef bint may_use(const Europe* s, int p, int card) noexcept nogil
cdef void use(Europe* s, int p, int card) noexcept nogil
cdef bint may_use_last(const Europe* s, int p, int card) noexcept nogil
cdef void use_last(Europe* s, int p, int card) noexcept nogil
cdef int more_when_placing(const Europe* s, int p, int card) noexcept nogil
cdef int steps(const Europe* s, int p, int card) noexcept nogil
cdef int piece_counts(const Europe* s, int p, int card) noexcept nogil
