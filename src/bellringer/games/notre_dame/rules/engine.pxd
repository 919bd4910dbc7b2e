from libc.stdint cimport uint64_t

from bellringer.core.rules cimport Rules
from bellringer.games.notre_dame.rules.state cimport Town

cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef bint surely_a_choice(const Town* s, int p, int kind) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef bint answer_together(Town* s, int p, int move) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
