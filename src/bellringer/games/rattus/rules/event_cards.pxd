from libc.stdint cimport uint8_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:                  # the kinds of event cards; after these a bonus for each class, in the order of the symbols
    NO_EVENT = 0
    DISCARD
    UNIVERSITY_EVENT
    CLASS_BONUS

cdef enum:                  # how many of the next ones a card looks at, or draws
    FEW_EVENTS = 4
    MANY_EVENTS = 6

cdef int printed(int kind) noexcept nogil
cdef int events_left(const Europe* s) noexcept nogil
cdef void shuffle_events(Europe* s) noexcept nogil
cdef int draw_event(Europe* s) noexcept nogil
cdef int take_event(Europe* s, int place) noexcept nogil
cdef void make_certain(Europe* s, int n) noexcept nogil
cdef void put_on_top(Europe* s, int n) noexcept nogil
cdef int event_by_key(Europe* s, uint8_t* pile) noexcept nogil
cdef int pick_event(Dice* dice, uint8_t* pile) noexcept nogil
cdef int place_of_event(const Europe* s, int kind, int first) noexcept nogil
cdef void move_event(Europe* s, int source, int target) noexcept nogil
cdef void look_at_events(Europe* s, int p, int n) noexcept nogil
cdef void lay_out_events(Europe* s, int n) noexcept nogil
cdef bint has_seen(int seats, int p) noexcept nogil
cdef bint knows_event(const Europe* s, int p, int place) noexcept nogil
cdef void deal_events(Europe* s, int p, Dice* dice) noexcept nogil
