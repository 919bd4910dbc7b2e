from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef int has_ended(Europe* s) noexcept nogil
cdef void end_turn(Europe* s) noexcept nogil
cdef void next_in_last_round(Europe* s) noexcept nogil
cdef void legal_last_act(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_last_act(Europe* s, int p, int move) noexcept nogil
cdef void legal_piece_to(const Europe* s, uint64_t* legal, int steps) noexcept nogil
cdef void answer_piece_to(Europe* s, int p, int move) noexcept nogil
cdef void ravage_next_region(Europe* s) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef int place(void* state, int p) noexcept nogil
