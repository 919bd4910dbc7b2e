# Written by tools/notre_dame/cards.py from the decks: do not edit.
from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:
    COUNCILLOR_HIRE = 1

cdef void administrator(Town* s, int p) noexcept nogil
cdef void nurse(Town* s, int p) noexcept nogil
cdef void scholar(Town* s, int p) noexcept nogil
cdef void priest(Town* s, int p) noexcept nogil
cdef void procurator(Town* s, int p) noexcept nogil
cdef void bell_ringer(Town* s, int p) noexcept nogil
cdef void spy(Town* s, int p) noexcept nogil
cdef void gypsies(Town* s, int p) noexcept nogil
cdef void coachman(Town* s, int p) noexcept nogil
cdef void butcher(Town* s, int p) noexcept nogil
cdef void patron(Town* s, int p) noexcept nogil
cdef void merchant(Town* s, int p) noexcept nogil
cdef void innkeeper(Town* s, int p) noexcept nogil
cdef void gravedigger(Town* s, int p) noexcept nogil
cdef void actress(Town* s, int p) noexcept nogil
cdef void councillor(Town* s, int p) noexcept nogil
cdef void guard(Town* s, int p) noexcept nogil
cdef void mistress(Town* s, int p) noexcept nogil
