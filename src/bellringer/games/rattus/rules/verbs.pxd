from libc.stdint cimport uint32_t

from bellringer.core.asks cimport push_ask
from bellringer.core.events cimport note
from bellringer.games.rattus.rules.state cimport Europe, Rat

# Push an ask for one seat on the stack.
cdef inline void ask(Europe* s, int p, int kind, int about, int more) noexcept nogil:
    push_ask(&s.head.asks, kind, 1 << p, about, more)

# Record an event. Inline, since a simulation only tests whether events are recorded.
cdef inline void tell(Europe* s, int p, int kind, int what, int where, int amount) noexcept nogil:
    note(&s.head.events, kind, p, what, where, amount)

cdef void place_citizens(Europe* s, int p, int region, int n) noexcept nogil
cdef void move_citizens(Europe* s, int p, int source, int target, int n) noexcept nogil
cdef void save_citizen(Europe* s, int p, int region) noexcept nogil
cdef void kill_citizens(Europe* s, int p, int region, int n) noexcept nogil
cdef void take_card(Europe* s, int p, int card) noexcept nogil
cdef void add_rat(Europe* s, int region, Rat rat) noexcept nogil
cdef Rat lift_rat(Europe* s, int region, int slot) noexcept nogil
cdef void rat_from_supply(Europe* s, int p, int region) noexcept nogil
cdef void move_rat(Europe* s, int p, int region, int slot, int target) noexcept nogil
cdef void look_at_rat(Europe* s, int p, int region, int slot) noexcept nogil
cdef void swap_rats(Europe* s, int p, int one, int other) noexcept nogil
cdef void move_piece(Europe* s, int p, int region) noexcept nogil
cdef uint32_t with_room(const Europe* s) noexcept nogil
cdef uint32_t with_rats(const Europe* s) noexcept nogil
cdef uint32_t with_own(const Europe* s, int p) noexcept nogil
