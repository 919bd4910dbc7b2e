# Written by tools/notre_dame/cards.py from the decks: do not edit.
from bellringer.games.notre_dame.rules.state cimport Town

cdef void serve(Town* s, int p, int person) noexcept nogil
