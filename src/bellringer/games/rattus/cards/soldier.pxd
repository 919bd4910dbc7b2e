# Written by tools/rattus/cards.py from the cards: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    MORE_RATS_AT_1 = 1
    MORE_RATS_AT_2 = 1
    MORE_RATS_AT_3 = 2
    RAT_BESIDE_AT_1 = 1
    RAT_BESIDE_AT_2 = 1
    RAT_BESIDE_AT_3 = 2

cdef int steps(const Europe* s, int p) noexcept nogil
cdef int steps_2(const Europe* s, int p) noexcept nogil
cdef int more_rats(const Europe* s, int p) noexcept nogil
cdef int more_rats_3(const Europe* s, int p) noexcept nogil
cdef bint may_use_last(const Europe* s, int p) noexcept nogil
cdef void use_last(Europe* s, int p) noexcept nogil
cdef void use_last_3(Europe* s, int p) noexcept nogil
