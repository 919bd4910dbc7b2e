from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef int has_ended(Europe* s) noexcept nogil
cdef void end_turn(Europe* s) noexcept nogil
cdef void begin_last_part(Europe* s) noexcept nogil
cdef void go_on_last_round(Europe* s) noexcept nogil
cdef void end_part(Europe* s, int p) noexcept nogil
cdef bint several_may_count(const Europe* s) noexcept nogil
cdef void keep_counts(Europe* s) noexcept nogil
cdef void bring_back_counts(Europe* s) noexcept nogil
cdef void resolve_last(Europe* s, int p, int steps, bint may_stay) noexcept nogil
cdef void begin_last_plague(Europe* s, int p) noexcept nogil
cdef void end_last_plague(Europe* s, int p) noexcept nogil
cdef void begin_last_ravage(Europe* s) noexcept nogil
cdef void ravage_next_region(Europe* s) noexcept nogil
cdef void end_game(Europe* s) noexcept nogil
cdef void score_at_the_end(Europe* s) noexcept nogil
cdef int score(void* state, int p) noexcept nogil
cdef int place(void* state, int p) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_last_act(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_last_act(Europe* s, int p, int move) noexcept nogil
cdef void legal_piece_to(const Europe* s, uint64_t* legal, int steps) noexcept nogil
cdef void answer_piece_to(Europe* s, int p, int move) noexcept nogil
cdef void legal_plague_to(const Europe* s, uint64_t* legal, int steps, int again) noexcept nogil
cdef void answer_plague_to(Europe* s, int p, int move) noexcept nogil
cdef void legal_rat_beside(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_rat_beside(Europe* s, int p, int move, int most) noexcept nogil
# end
