# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef bint guards_cards(const Europe* s, int p) noexcept nogil
cdef void taken_2(Europe* s, int p) noexcept nogil
cdef void taken_3(Europe* s, int p) noexcept nogil
