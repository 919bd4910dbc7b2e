from bellringer.core.compiled.dice cimport Dice
from bellringer.games.rattus.rules.state cimport Europe

cdef bint knows_rat(const Europe* s, int p, int region, int slot) noexcept nogil
cdef void determinize(void* state, int p, Dice* dice) noexcept nogil
cdef int gather_unseen(const Europe* s, int p, signed char* tokens, bint starting) noexcept nogil
cdef void deal_laid_out(Europe* s, int p, signed char* starters) noexcept nogil
cdef int deal_others(Europe* s, int p, signed char* tokens) noexcept nogil
cdef int count_unseen(const Europe* s, int p, bint laid_out) noexcept nogil
cdef int gather_returned(const Europe* s, int p, signed char* tokens) noexcept nogil
cdef void deal_returned(Europe* s, int p, Dice* dice) noexcept nogil
cdef void keep_shuffled_in(const Europe* s, signed char* tokens, int n) noexcept nogil
cdef bint knows_region_card(const Europe* s, int p, int card) noexcept nogil
cdef void deal_cards_anew(Europe* s, int p, Dice* dice, bint older) noexcept nogil
