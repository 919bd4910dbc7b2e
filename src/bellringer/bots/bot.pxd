from bellringer.core.dice cimport Dice
from bellringer.core.play cimport Chooser, Player


cdef class Bot:
    cdef Dice dice
    cdef Chooser chooser
    cdef void* memory
    cdef Player player(self)
