from libc.stdint cimport uint32_t

from bellringer.core.compiled.dice cimport Dice

cdef void shuffle(Dice* dice, signed char* items, int n) noexcept nogil
cdef void sort(signed char* items, int n) noexcept nogil
cdef void sort_distinct(signed char* items, int n) noexcept nogil
cdef uint32_t within_reach(const uint32_t* neighbours, int place, int steps) noexcept nogil
