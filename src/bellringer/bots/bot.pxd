from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.play cimport Chooser, Player
from bellringer.core.compiled.state cimport RuleBook


cdef class Bot:
    cdef Dice dice
    cdef Chooser chooser
    cdef void* memory
    cdef check_plays(self, RuleBook book)
    cdef Player player(self, RuleBook book)
    cdef dict made_with(self)
    cdef tuple chances(self)
    cdef put_chances(self, tuple words)
