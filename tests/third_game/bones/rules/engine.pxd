from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask
from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.rules cimport Rules

cdef void deal(void* state) noexcept nogil
cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef void answer(void* state, int p, Ask ask, int move) noexcept nogil
cdef void go_on(void* state) noexcept nogil
cdef bint waits(void* state, int p, Ask ask) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef void determinize(void* state, int p, Dice* dice) noexcept nogil
cdef double evaluate(void* state, int p) noexcept nogil
cdef double danger(void* state, int p) noexcept nogil
cdef int place(void* state, int p) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef int broken_law(void* state) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
