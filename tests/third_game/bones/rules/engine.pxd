from libc.stdint cimport uint64_t

from bellringer.core.dice cimport Dice
from bellringer.core.rules cimport Rules
from bones.rules.state cimport Bones

cdef void deal(void* state) noexcept nogil
cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef void determinize(void* state, int p, Dice* dice) noexcept nogil
cdef double evaluate(void* state, int p) noexcept nogil
cdef double danger(void* state, int p) noexcept nogil
cdef int place(void* state, int p) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef int broken_law(void* state) noexcept nogil
cdef void take(Bones* s, int p, int bones) noexcept nogil
cdef int next_seat(const Bones* s) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
