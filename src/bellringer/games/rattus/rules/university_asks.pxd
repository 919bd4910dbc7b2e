from libc.stdint cimport uint64_t

from bellringer.core.asks cimport Ask
from bellringer.games.rattus.rules.state cimport Europe

cdef void legal_of_universities(const Europe* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_universities(Europe* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_give_up_card(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void legal_bonus_in(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_university_goes(Europe* s, int p, int move, int source) noexcept nogil
cdef void answer_university_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void ask_for_university(Europe* s, int p, bint founded_too) noexcept nogil
cdef void begin_to_arrange(Europe* s, int p, int n, bint may_put_away) noexcept nogil
cdef void legal_events(const Europe* s, uint64_t* legal, int first, int n) noexcept nogil
cdef void answer_put_away(Europe* s, int p, int move, int n) noexcept nogil
cdef void answer_arrange_event(Europe* s, int p, int move, int place, int n) noexcept nogil
cdef void ask_to_arrange(Europe* s, int p, int place, int n) noexcept nogil
cdef void draw_to_choose(Europe* s, int p, int n) noexcept nogil
cdef void legal_choose_event(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_choose_event(Europe* s, int p, int move) noexcept nogil
