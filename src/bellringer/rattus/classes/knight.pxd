# Written by tools/classes.py from the cards: do not edit.
from bellringer.rattus.europe cimport Europe

cdef int steps(Europe* s, int p) noexcept nogil
cdef int piece_counts(Europe* s, int p) noexcept nogil
cdef bint may_use_last(Europe* s, int p) noexcept nogil
cdef void use_last(Europe* s, int p) noexcept nogil
