from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef uint64_t others_cards(const Europe* s, int p) noexcept nogil
cdef int placing_card(const Europe* s, int p) noexcept nogil
cdef int piece_steps(const Europe* s, int p) noexcept nogil
cdef uint32_t may_place(const Europe* s, int p) noexcept nogil
cdef void legal_settle(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_settle(Europe* s, int p, int move) noexcept nogil
cdef void legal_act(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_act(Europe* s, int p, int move) noexcept nogil
cdef void place_in(Europe* s, int p, int region) noexcept nogil
cdef void begin_ability(Europe* s, int p, int card) noexcept nogil
cdef void legal_place_more(uint64_t* legal) noexcept nogil
cdef void answer_place_more(Europe* s, int p, int move, int region) noexcept nogil
cdef void begin_turn(Europe* s, int p) noexcept nogil
