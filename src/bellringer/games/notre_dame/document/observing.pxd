from libc.stdint cimport int8_t, int16_t

from bellringer.core.compiled.asks cimport Ask
from bellringer.core.compiled.observing cimport Readers
from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:
    SLOTS = 9           # of a colour's cards in a period

cdef Readers READERS
cdef int8_t turn_of[SLOTS]      # the round of the period to which a slot belongs, from 1

cdef const Town* town(const void* state) noexcept nogil
cdef int rounds_done(const Town* s) noexcept nogil
cdef Ask see_ask(const void* state, int seat) noexcept nogil
cdef int open_move(const void* state, int seat, int move) noexcept nogil
cdef void round_number(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void prestige(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void played(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void hand(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void to_keep(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void write_past(const Town* s, int owner, int distance, int slots, int8_t* numbers) noexcept nogil
cdef void piles(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void markets(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void open_persons(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void gray_past(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void gray_left(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void gray_pile(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
cdef void plague(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil
