from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef void carry(Town* s, int p, int source, int target, int markers, bint friend) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_move_from(const Town* s, int p, uint64_t* legal, int cathedral) noexcept nogil
cdef void answer_move_from(Town* s, int p, int move) noexcept nogil
cdef void legal_move_to(const Town* s, int p, uint64_t* legal, int source) noexcept nogil
cdef void answer_move_to(Town* s, int p, int move, int source) noexcept nogil
cdef void legal_carry_from(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_carry_from(Town* s, int p, int move, int how) noexcept nogil
cdef void legal_carry_to(uint64_t* legal, int source) noexcept nogil
cdef void answer_carry_to(Town* s, int p, int move, int source, int how) noexcept nogil
cdef void legal_carry_pieces(const Town* s, int p, uint64_t* legal, int source) noexcept nogil
cdef void answer_carry_pieces(Town* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_place_in_empty(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_place_in_empty(Town* s, int p, int move, int markers, int using) noexcept nogil
cdef void legal_use_sector(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_use_sector(Town* s, int p, int move) noexcept nogil
cdef void legal_pay_for_rat(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_pay_for_rat(Town* s, int p, int move) noexcept nogil
cdef void legal_return_marker(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_return_marker(Town* s, int p, int move, int returned) noexcept nogil
cdef void legal_repeat_messages(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_repeat_messages(Town* s, int p, int move) noexcept nogil
# end
