from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask
from bellringer.core.compiled.rules cimport Rules

cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef void answer_ask(void* state, int p, Ask ask, int move) noexcept nogil
cdef bint waits(void* state, int p, Ask ask) noexcept nogil
cdef void go_on(void* state) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
