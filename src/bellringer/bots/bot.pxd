from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.play cimport Chooser, Player


cdef class Bot:
    cdef Dice dice
    cdef Chooser chooser
    cdef void* memory
    cdef check_chooser(self)
    cdef Player player(self)
    cdef dict made_with(self)
    cdef tuple chances(self)
    cdef put_chances(self, tuple words)
