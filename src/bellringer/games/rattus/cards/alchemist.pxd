# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef bint borrows_tiles(const Europe* s, int p) noexcept nogil
cdef bint may_use(const Europe* s, int p) noexcept nogil
cdef void use(Europe* s, int p) noexcept nogil
cdef void taken(Europe* s, int p) noexcept nogil
cdef void before_last_ravage(Europe* s, int p) noexcept nogil
