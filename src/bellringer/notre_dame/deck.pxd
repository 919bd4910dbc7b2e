# Written by tools/decks.py from the decks: do not edit.
from bellringer.notre_dame.town cimport Town

cdef void serve(Town* s, int p, int person) noexcept nogil
