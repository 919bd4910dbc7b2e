# Events: what happened, for the log and the animations. They are a ring in the state, written only while `recording`
# is on. Everybody may see every event: a rule never notes anything that is hidden from some seat.
from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.string cimport memcpy

cdef enum:
    EVENT_RING = 64     # more than one step can cause; a power of two
    STEPWISE = 2        # `recording` while somebody looks at each step of the rules: one more may be taken,
    STEPPED = 3         # or the rules pause before the next
    WATCHED = 4         # `recording` while the state is kept as it is at each event (`keep`)
    TRACED = 5          # `recording` while it is traced where gains and losses come from (sources.pxd)

ctypedef struct Event:
    uint8_t kind        # what happened; each game numbers its own
    uint8_t seat        # to whom
    uint8_t what        # a sector, person, card or message, depending on the kind
    uint8_t where       # a second such number
    int16_t amount

ctypedef struct Events:
    Event ring[EVENT_RING]
    uint16_t count      # events noted so far; the newest lies at (count - 1) mod EVENT_RING
    uint8_t recording       # 1: events are noted; STEPWISE, STEPPED: and the rules pause after each step; WATCHED, TRACED
    uint8_t unread          # events since the reader last read; the rules pause before any would be lost

cdef inline void note(Events* events, int kind, int seat, int what, int where, int amount) noexcept nogil:
    cdef Event* e
    if events.recording:
        e = &events.ring[events.count & (EVENT_RING - 1)]
        e.kind = <uint8_t> kind
        e.seat = <uint8_t> seat
        e.what = <uint8_t> what
        e.where = <uint8_t> where
        e.amount = <int16_t> amount
        events.count += 1
        events.unread += 1

# Keep the state as it is at the event that was just noted, behind the state itself, where `State.watched` has set memory
# aside: the n-th unread event's lies n states on. No pointer is needed for that, and no time while nobody watches. A game
# that notes events and keeps nothing has the state after the whole step at each of them.
cdef inline void keep(void* state, size_t size, const Events* events) noexcept nogil:
    if events.unread <= EVENT_RING:
        memcpy(<char*> state + size * events.unread, state, size)

# Whether the rules should pause and let the events be read. Half of the ring is room for one step of any game.
cdef inline bint is_full(const Events* events) noexcept nogil:
    return events.recording and events.unread > EVENT_RING // 2

# Whether the rules pause here, since somebody looks at each of their steps; notes that a step is taken if they do not.
cdef inline bint has_stepped(Events* events) noexcept nogil:
    if events.recording == STEPWISE:
        events.recording = STEPPED
        return False
    return events.recording == STEPPED
