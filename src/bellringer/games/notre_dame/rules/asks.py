"""From an ask's number to its pair: legal moves and answer. Written by tools/asks.py from asks.toml: do not edit."""

from cython.cimports.bellringer.games.notre_dame.rules import (
    actions,
    cards,
    carriage,
    draft,
    hiring,
    pieces,
    plague,
)


def put(number, legal, answer):
    """Put a pair at its number."""
    PAIRS[number].legal = legal
    PAIRS[number].answer = answer


def fill_pairs():
    """Put every pair at its number."""
    put(1, legal_of_keep_own, answer_of_keep_own)
    put(2, legal_of_keep_passed, answer_of_keep_passed)
    put(3, legal_of_play_card, answer_of_play_card)
    put(4, legal_of_whose_card, answer_of_whose_card)
    put(5, legal_of_pay_marker, answer_of_pay_marker)
    put(6, legal_of_friend_to, answer_of_friend_to)
    put(7, legal_of_donate, answer_of_donate)
    put(8, legal_of_carriage_to, answer_of_carriage_to)
    put(9, legal_of_take_message, answer_of_take_message)
    put(10, legal_of_rat_step, answer_of_rat_step)
    put(11, legal_of_hotel_use, answer_of_hotel_use)
    put(12, legal_of_hire, answer_of_hire)
    put(13, legal_of_move_from, answer_of_move_from)
    put(14, legal_of_move_to, answer_of_move_to)
    put(15, legal_of_carry_from, answer_of_carry_from)
    put(16, legal_of_carry_to, answer_of_carry_to)
    put(17, legal_of_carry_pieces, answer_of_carry_pieces)
    put(18, legal_of_place_in_empty, answer_of_place_in_empty)
    put(19, legal_of_use_sector, answer_of_use_sector)
    put(20, legal_of_pay_for_rat, answer_of_pay_for_rat)
    put(21, legal_of_return_marker, answer_of_return_marker)
    put(22, legal_of_repeat_messages, answer_of_repeat_messages)
    put(23, legal_of_lose_marker, answer_of_lose_marker)


def legal_of_keep_own(s, p, legal, ask):
    draft.legal_keep(s, p, legal)


def answer_of_keep_own(s, p, ask, move):
    draft.answer_keep(s, p, move)


def legal_of_keep_passed(s, p, legal, ask):
    draft.legal_keep(s, p, legal)


def answer_of_keep_passed(s, p, ask, move):
    draft.answer_keep(s, p, move)


def legal_of_play_card(s, p, legal, ask):
    cards.legal_play_card(s, p, legal)


def answer_of_play_card(s, p, ask, move):
    cards.answer_play_card(s, p, move)


def legal_of_whose_card(s, p, legal, ask):
    cards.legal_whose_card(s, p, legal, ask.about)


def answer_of_whose_card(s, p, ask, move):
    cards.answer_whose_card(s, p, move)


def legal_of_pay_marker(s, p, legal, ask):
    cards.legal_pay_marker(s, p, legal, ask.about)


def answer_of_pay_marker(s, p, ask, move):
    cards.answer_pay_marker(s, p, move, ask.about)


def legal_of_friend_to(s, p, legal, ask):
    cards.legal_friend_to(s, p, legal)


def answer_of_friend_to(s, p, ask, move):
    cards.answer_friend_to(s, p, move)


def legal_of_donate(s, p, legal, ask):
    cards.legal_donate(s, p, legal, ask.about)


def answer_of_donate(s, p, ask, move):
    cards.answer_donate(s, p, move, ask.about)


def legal_of_carriage_to(s, p, legal, ask):
    carriage.legal_carriage_to(s, p, legal, ask.about)


def answer_of_carriage_to(s, p, ask, move):
    carriage.answer_carriage_to(s, p, move)


def legal_of_take_message(s, p, legal, ask):
    carriage.legal_take_message(legal)


def answer_of_take_message(s, p, ask, move):
    carriage.answer_take_message(s, p, move)


def legal_of_rat_step(s, p, legal, ask):
    carriage.legal_rat_step(s, p, legal)


def answer_of_rat_step(s, p, ask, move):
    carriage.answer_rat_step(s, p, move, ask.about)


def legal_of_hotel_use(s, p, legal, ask):
    actions.legal_hotel_use(s, p, legal)


def answer_of_hotel_use(s, p, ask, move):
    actions.answer_hotel_use(s, p, move, ask.about)


def legal_of_hire(s, p, legal, ask):
    hiring.legal_hire(s, p, legal, ask.more)


def answer_of_hire(s, p, ask, move):
    hiring.answer_hire(s, p, move, ask.about, ask.more)


def legal_of_move_from(s, p, legal, ask):
    pieces.legal_move_from(s, p, legal, ask.about)


def answer_of_move_from(s, p, ask, move):
    pieces.answer_move_from(s, p, move)


def legal_of_move_to(s, p, legal, ask):
    pieces.legal_move_to(s, p, legal, ask.about)


def answer_of_move_to(s, p, ask, move):
    pieces.answer_move_to(s, p, move, ask.about)


def legal_of_carry_from(s, p, legal, ask):
    pieces.legal_carry_from(s, p, legal)


def answer_of_carry_from(s, p, ask, move):
    pieces.answer_carry_from(s, p, move, ask.about)


def legal_of_carry_to(s, p, legal, ask):
    pieces.legal_carry_to(legal, ask.about)


def answer_of_carry_to(s, p, ask, move):
    pieces.answer_carry_to(s, p, move, ask.about, ask.more)


def legal_of_carry_pieces(s, p, legal, ask):
    pieces.legal_carry_pieces(s, p, legal, ask.about)


def answer_of_carry_pieces(s, p, ask, move):
    pieces.answer_carry_pieces(s, p, move, ask.about, ask.more)


def legal_of_place_in_empty(s, p, legal, ask):
    pieces.legal_place_in_empty(s, p, legal)


def answer_of_place_in_empty(s, p, ask, move):
    pieces.answer_place_in_empty(s, p, move, ask.about, ask.more)


def legal_of_use_sector(s, p, legal, ask):
    pieces.legal_use_sector(s, p, legal)


def answer_of_use_sector(s, p, ask, move):
    pieces.answer_use_sector(s, p, move)


def legal_of_pay_for_rat(s, p, legal, ask):
    pieces.legal_pay_for_rat(s, p, legal)


def answer_of_pay_for_rat(s, p, ask, move):
    pieces.answer_pay_for_rat(s, p, move)


def legal_of_return_marker(s, p, legal, ask):
    pieces.legal_return_marker(s, p, legal)


def answer_of_return_marker(s, p, ask, move):
    pieces.answer_return_marker(s, p, move, ask.about)


def legal_of_repeat_messages(s, p, legal, ask):
    pieces.legal_repeat_messages(s, p, legal)


def answer_of_repeat_messages(s, p, ask, move):
    pieces.answer_repeat_messages(s, p, move)


def legal_of_lose_marker(s, p, legal, ask):
    plague.legal_lose_marker(s, p, legal)


def answer_of_lose_marker(s, p, ask, move):
    plague.answer_lose_marker(s, p, move)


fill_pairs()
