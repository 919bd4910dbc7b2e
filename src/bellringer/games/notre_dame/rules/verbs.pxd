from bellringer.core.compiled.asks cimport push_ask
from bellringer.core.compiled.events cimport WATCHED, keep, note
from bellringer.core.compiled.sources cimport remember_source
from bellringer.games.notre_dame.rules.state cimport Town

# Push an ask for one seat on the stack.
cdef inline void ask(Town* s, int p, int kind, int about, int more) noexcept nogil:
    push_ask(&s.head.asks, kind, 1 << p, about, more)
    remember_source(s)

# Record an event, once it has happened: who watches sees the state as it is then. Inline, since a simulation only tests
# whether events are recorded.
cdef inline void tell(Town* s, int p, int kind, int what, int where, int amount) noexcept nogil:
    note(&s.head.events, kind, p, what, where, amount)
    if s.head.events.recording == WATCHED:
        keep(s, sizeof(Town), &s.head.events)

cdef int bank_coins(const Town* s) noexcept nogil
cdef int coins_to_be_had(const Town* s, int p) noexcept nogil
cdef int richest_other(const Town* s, int p) noexcept nogil
cdef void take_coins(Town* s, int p, int n) noexcept nogil
cdef void pay_coins(Town* s, int p, int n) noexcept nogil
cdef void take_markers(Town* s, int p, int n) noexcept nogil
cdef void gain(Town* s, int p, int n) noexcept nogil
cdef void lose_prestige(Town* s, int p, int n) noexcept nogil
cdef void move_rat(Town* s, int p, int to) noexcept nogil
cdef void rat_back(Town* s, int p, int n) noexcept nogil
cdef void place_marker(Town* s, int p, int place) noexcept nogil
cdef bint grant_marker(Town* s, int p, int place) noexcept nogil
cdef void return_marker(Town* s, int p, int place) noexcept nogil
cdef void move_markers(Town* s, int p, int source, int target, int n) noexcept nogil
cdef void move_friend(Town* s, int p, int sector) noexcept nogil
cdef int most_pieces(const Town* s, int p) noexcept nogil
cdef int plague_value(const Town* s) noexcept nogil
