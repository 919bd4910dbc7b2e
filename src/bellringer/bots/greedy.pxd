from bellringer.bots.bot cimport Bot
from bellringer.core.dice cimport Dice
from bellringer.core.rules cimport Rules, STATE_ROOM

cdef enum:
    CHAIN = 4               # how many of its own questions in a row it thinks through

ctypedef struct Room:       # one state a depth, and the dealt one on the ground
    unsigned char states[CHAIN + 1][STATE_ROOM]
    int kind                # of the question that is being answered: asked again, it is another decision


cdef class Greedy(Bot):
    pass

cdef int choose_greedily(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil
cdef double worth(Room* room, const Rules* rules, int depth, int seat, int revealed) noexcept nogil
cdef bint goes_on(const void* state, int seat, int revealed, int kind) noexcept nogil
