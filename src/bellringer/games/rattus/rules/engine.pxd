from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask
from bellringer.core.compiled.rules cimport Rules
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    PLACINGS = 2            # of each seat in the set-up

cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef void answer_ask(void* state, int p, Ask ask, int move) noexcept nogil
cdef Ask take(void* state) noexcept nogil
cdef void go_on(void* state) noexcept nogil
cdef bint waits(void* state, int p, Ask ask) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef void forget_errand(Europe* s) noexcept nogil
cdef void next_settler(Europe* s) noexcept nogil
cdef void end_settling(Europe* s) noexcept nogil
cdef void deal(void* state) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
