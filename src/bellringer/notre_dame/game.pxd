from libc.stdint cimport uint64_t

from bellringer.core.asks cimport Ask
from bellringer.core.rules cimport Rules
from bellringer.notre_dame.town cimport Town

cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef void answer(Town* s, int p, Ask ask, int move) noexcept nogil
cdef bint is_draft(int kind) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef void answer_together(Town* s, int p, int move) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
