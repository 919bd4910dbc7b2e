from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef bint is_in_hand(const Town* s, int p, int k) noexcept nogil
cdef bint has_two_actions(const Town* s, int p) noexcept nogil
cdef void play(Town* s, int p, int k) noexcept nogil
cdef void play_third(Town* s, int p) noexcept nogil
cdef void act(Town* s, int p, int action) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_play_card(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_play_card(Town* s, int p, int move) noexcept nogil
cdef void legal_whose_card(const Town* s, int p, uint64_t* legal, int action) noexcept nogil
cdef void answer_whose_card(Town* s, int p, int move) noexcept nogil
cdef void legal_pay_marker(const Town* s, int p, uint64_t* legal, int target) noexcept nogil
cdef void answer_pay_marker(Town* s, int p, int move, int target) noexcept nogil
cdef void legal_friend_to(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_friend_to(Town* s, int p, int move) noexcept nogil
cdef void legal_donate(const Town* s, int p, uint64_t* legal, int must) noexcept nogil
cdef void answer_donate(Town* s, int p, int move, int must) noexcept nogil
# end
