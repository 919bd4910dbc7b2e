from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from bellringer.core.compiled.observing cimport Readers
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    FACE = 10           # numbers of a token's face: its limit, and its symbols
    PLACES = 18         # the regions and the palace
    EVENT_PLACES = 10   # kinds of events
    OF_A_BEARER = 3     # numbers of a place: the most potions under one citizen, under all, and how many bear some

cdef Readers READERS

# Whether a seat knows a rat's token, as `knows_rat` of the rules says it of one that looks.
cdef inline bint knows(const Europe* s, int seat, int region, int slot) noexcept nogil:
    return s.rats[region][slot].open or (s.rats[region][slot].seen >> seat) & 1

cdef inline uint64_t bit(int token) noexcept nogil:
    return <uint64_t> 1 << (token & 63)

cdef void off_board(const Europe* s, uint64_t* tokens) noexcept nogil
cdef void write_tokens(const Europe* s, const uint64_t* tokens, int8_t* numbers) noexcept nogil
cdef int open_move(const void* state, int seat, int move) noexcept nogil
cdef const Europe* europe(const void* state) noexcept nogil
cdef int after(const Europe* s, int seat, int other) noexcept nogil
cdef void write_face(const Europe* s, int token, int8_t* numbers) noexcept nogil
cdef void write_order(const uint8_t* rats, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void write_cards(const Europe* s, int place, const int16_t* places, int8_t* numbers) noexcept nogil
cdef bint sees_drawn(const Europe* s, int seat) noexcept nogil
cdef void rat_token(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void drawn_token(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void errand(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void looked(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void arranged(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void hand(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void hand_size(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void hand_known(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void hand_older(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void region_deck(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void region_discards(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void region_played(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void region_drawn(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void walls(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void levels(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void bearing(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void rats(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void supply(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void removed(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void tokens_seen(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void next_events(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void lent_to(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
