from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void ask_for_university(Europe* s, int p, bint founded_too) noexcept nogil
cdef void begin_to_arrange(Europe* s, int p, int n, bint may_put_away) noexcept nogil
cdef void allow_events(const Europe* s, uint64_t* legal, int first, int n) noexcept nogil
cdef void ask_to_arrange(Europe* s, int p, int place, int n) noexcept nogil
cdef void draw_to_choose(Europe* s, int p, int n) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_give_up_card(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_give_up_card(Europe* s, int p, int move) noexcept nogil
cdef void legal_bonus_in(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_bonus_in(Europe* s, int p, int move) noexcept nogil
cdef void legal_university_goes(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_university_goes(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_university_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_university_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_university_to(const Europe* s, uint64_t* legal, int founded) noexcept nogil
cdef void answer_university_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_university_in(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_university_in(Europe* s, int p, int move, int citizens) noexcept nogil
cdef void legal_join_from(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_join_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_join_to(const Europe* s, int p, uint64_t* legal, int source) noexcept nogil
cdef void answer_join_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_put_away(const Europe* s, uint64_t* legal, int most) noexcept nogil
cdef void answer_put_away(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_arrange_event(const Europe* s, uint64_t* legal, int number, int most) noexcept nogil
cdef void answer_arrange_event(Europe* s, int p, int move, int number, int most) noexcept nogil
cdef void legal_choose_event(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_choose_event(Europe* s, int p, int move) noexcept nogil
# end
