from libc.stdint cimport uint64_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.rules cimport Rules

# Who decides for a seat: a function and the memory that it needs. Called without the GIL.
ctypedef int (*Chooser)(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil

ctypedef struct Player:
    Chooser choose
    void* memory

cdef int next_seat(const void* state) noexcept nogil
cdef long play_out(const Rules* rules, void* state, const Player* players, Dice* dice) noexcept nogil
cdef long play_randomly(const Rules* rules, void* state, Dice* dice) noexcept nogil
