# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef void after_plague(Europe* s, int p) noexcept nogil
cdef bint may_use_last(const Europe* s, int p) noexcept nogil
cdef void use_last(Europe* s, int p) noexcept nogil
