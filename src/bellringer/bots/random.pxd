from bellringer.bots.bot cimport Bot
from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.rules cimport Rules


cdef class Random(Bot):
    pass

cdef int choose_randomly(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil
