from bellringer.core.compiled.asks cimport push_ask
from bellringer.core.compiled.events cimport WATCHED, keep, note
from bellringer.core.compiled.sources cimport remember_source
from bellringer.games.rattus.rules.state cimport Europe

# Push an ask for one seat on the stack.
cdef inline void ask(Europe* s, int p, int kind, int about, int more) noexcept nogil:
    push_ask(&s.head.asks, kind, 1 << p, about, more)
    remember_source(s)

# Record an event, once it has happened: who watches sees the state as it is then. Inline, since a simulation only tests
# whether events are recorded.
cdef inline void tell(Europe* s, int p, int kind, int what, int where, int amount) noexcept nogil:
    note(&s.head.events, kind, p, what, where, amount)
    if s.head.events.recording == WATCHED:
        keep(s, sizeof(Europe), &s.head.events)

cdef void take_card(Europe* s, int p, int card) noexcept nogil
cdef void give_up_card(Europe* s, int p, int card) noexcept nogil
cdef void strip_card(Europe* s, int card) noexcept nogil
cdef void return_tile_of(Europe* s, int p, int card) noexcept nogil
cdef void upgrade_card(Europe* s, int p, int card) noexcept nogil
cdef void use_up(Europe* s, int p, int card) noexcept nogil
cdef void spend_card(Europe* s, int card) noexcept nogil
cdef void borrow_tile(Europe* s, int p, int tile, int card) noexcept nogil
cdef void return_tile(Europe* s, int p) noexcept nogil
cdef void give_back_tile(Europe* s, int p) noexcept nogil
cdef void block_card(Europe* s, int p, int card) noexcept nogil
cdef void unblock_cards(Europe* s, int p) noexcept nogil
cdef void move_piece(Europe* s, int p, int region) noexcept nogil
