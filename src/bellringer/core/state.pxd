from libc.stdint cimport uint64_t

from bellringer.core.dice cimport Dice
from bellringer.core.head cimport Head
from bellringer.core.rules cimport Rules


cdef class RuleBook:
    cdef Rules rules
    cdef readonly str name


cdef class State:
    cdef readonly RuleBook book
    cdef void* memory
    cdef Head* head(self) noexcept nogil
