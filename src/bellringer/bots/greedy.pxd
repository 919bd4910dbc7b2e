from bellringer.bots.bot cimport Bot
from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.rules cimport Rules, STATE_ROOM

cdef enum:
    CHAIN = 4               # how many of its own asks in a row it follows

ctypedef struct Scratch:    # a state for each depth; the first one is the deal that it starts from
    unsigned char states[CHAIN + 1][STATE_ROOM]
    int kind                # of the ask to answer; if the same kind comes again, it is another decision


cdef class Greedy(Bot):
    pass

cdef int choose_greedily(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil
cdef double value_of(Scratch* scratch, const Rules* rules, int depth, int seat, int revealed) noexcept nogil
cdef bint goes_on(const void* state, int seat, int revealed, int kind) noexcept nogil
