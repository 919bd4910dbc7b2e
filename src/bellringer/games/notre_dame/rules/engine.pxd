from libc.stdint cimport uint64_t

from bellringer.core.asks cimport Ask
from bellringer.core.rules cimport Rules
from bellringer.games.notre_dame.rules.state cimport (
    CARRIAGE_TO, CARRY_TO, FRIEND_TO, KEEP_OWN, KEEP_PASSED, LOSE_MARKER, MOVE_TO, TAKE_MESSAGE, Town,
)

cdef enum:
    # The bit set of the asks that always have two legal moves or more.
    SURE_KINDS = (
        (1 << KEEP_OWN) | (1 << KEEP_PASSED) | (1 << LOSE_MARKER) | (1 << FRIEND_TO)
        | (1 << CARRIAGE_TO) | (1 << TAKE_MESSAGE) | (1 << MOVE_TO) | (1 << CARRY_TO)
    )

cdef void find_legal(void* state, int p, uint64_t* legal) noexcept nogil
cdef void apply(void* state, int p, int move) noexcept nogil
cdef void answer(Town* s, int p, Ask ask, int move) noexcept nogil
cdef bint is_asked_together(int kind) noexcept nogil
cdef bint surely_a_choice(const Town* s, int p, int kind) noexcept nogil
cdef void settle(void* state) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef bint answer_together(Town* s, int p, int move) noexcept nogil
cdef void fill_rules(Rules* rules) noexcept
