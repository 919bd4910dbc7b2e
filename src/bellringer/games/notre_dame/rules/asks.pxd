# Written by tools/asks.py from asks.toml: do not edit.
from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask
from bellringer.games.notre_dame.rules.ask_numbers cimport ASK_KINDS, CARRIAGE_TO, CARRY_TO, FRIEND_TO, KEEP_OWN, KEEP_PASSED, LOSE_MARKER, MOVE_TO, TAKE_MESSAGE
from bellringer.games.notre_dame.rules.state cimport Town

ctypedef void (*Legal)(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
ctypedef void (*Answer)(Town* s, int p, Ask ask, int move) noexcept nogil

ctypedef struct Pair:
    Legal legal
    Answer answer

cdef Pair PAIRS[ASK_KINDS + 1]

cdef void put(int number, Legal legal, Answer answer) noexcept
cdef void fill_pairs() noexcept
cdef void legal_of_keep_own(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_keep_own(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_keep_passed(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_keep_passed(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_play_card(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_play_card(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_whose_card(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_whose_card(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_pay_marker(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_pay_marker(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_friend_to(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_friend_to(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_donate(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_donate(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_carriage_to(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_carriage_to(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_take_message(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_take_message(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_rat_step(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_rat_step(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_hotel_use(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_hotel_use(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_hire(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_hire(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_move_from(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_move_from(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_move_to(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_move_to(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_carry_from(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_carry_from(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_carry_to(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_carry_to(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_carry_pieces(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_carry_pieces(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_place_in_empty(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_place_in_empty(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_use_sector(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_use_sector(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_pay_for_rat(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_pay_for_rat(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_return_marker(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_return_marker(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_repeat_messages(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_repeat_messages(Town* s, int p, Ask ask, int move) noexcept nogil
cdef void legal_of_lose_marker(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil
cdef void answer_of_lose_marker(Town* s, int p, Ask ask, int move) noexcept nogil

# Allow the legal answers to an ask.
cdef inline void allow_answers(const Town* s, int p, uint64_t* legal, Ask ask) noexcept nogil:
    PAIRS[ask.kind].legal(s, p, legal, ask)

# Answer an ask.
cdef inline void answer(Town* s, int p, Ask ask, int move) noexcept nogil:
    PAIRS[ask.kind].answer(s, p, ask, move)

# Whether several seats are asked at once.
cdef inline bint is_asked_together(int kind) noexcept nogil:
    return kind == KEEP_OWN or kind == KEEP_PASSED or kind == LOSE_MARKER

# Whether it always has two answers or more, so that nobody need count them.
cdef inline bint surely_has_two_answers(int kind) noexcept nogil:
    return kind == KEEP_OWN or kind == KEEP_PASSED or kind == FRIEND_TO or kind == CARRIAGE_TO or kind == TAKE_MESSAGE or kind == MOVE_TO or kind == CARRY_TO or kind == LOSE_MARKER
