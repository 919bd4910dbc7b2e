from bellringer.core.compiled.dice cimport Dice
from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:
    UNSEEN = 0          # the seat knows nothing about this card
    SEEN                # the seat knows which card this is
    AMONG               # one of several cards that the seat has seen, but not which

cdef int rounds_drawn(const Town* s) noexcept nogil
cdef int knows_card(const Town* s, int p, int pile, int slot) noexcept nogil
cdef void determinize(void* state, int p, Dice* dice) noexcept nogil
cdef int times_passed(const Town* s, int slot) noexcept nogil
cdef bint has_picked(const Town* s, int p) noexcept nogil
cdef void deal_pile_anew(Town* s, int p, int pile, Dice* dice) noexcept nogil
cdef void reorder_known(Town* s, int p, int pile, int first, Dice* dice) noexcept nogil
cdef bint knows_gray(const Town* s, int p) noexcept nogil
cdef void deal_gray_anew(Town* s, int p, Dice* dice) noexcept nogil
cdef void hide_choice(Town* s, int p) noexcept nogil
