"""The engine of the game: dispatches asks to the rules, and gives the core its table of functions.

Each kind of ask has its pair here, `legal_...` and `answer_...`, from the file of its subject. Legality is written
once: what `find_legal` does not give, `apply` never sees.
"""

import cython
from cython.cimports.bellringer.core.asks import pop_ask, top_ask
from cython.cimports.bellringer.core.events import has_stepped, is_full
from cython.cimports.bellringer.core.legal import count_legal, lowest_bit, nth_legal
from cython.cimports.bellringer.core.state import RuleBook
from cython.cimports.bellringer.games.notre_dame.rules.actions import answer_hotel_use, legal_hotel_use, use_sector
from cython.cimports.bellringer.games.notre_dame.rules.cards import (
    answer_donate,
    answer_friend_to,
    answer_pay_marker,
    answer_play_card,
    answer_whose_card,
    has_two_actions,
    legal_donate,
    legal_friend_to,
    legal_pay_marker,
    legal_play_card,
    legal_whose_card,
)
from cython.cimports.bellringer.games.notre_dame.rules.carriage import (
    answer_carriage_to,
    answer_rat_step,
    answer_take_message,
    legal_carriage_to,
    legal_rat_step,
    legal_take_message,
)
from cython.cimports.bellringer.games.notre_dame.rules.cathedral import place
from cython.cimports.bellringer.games.notre_dame.rules.draft import answer_keep, legal_keep
from cython.cimports.bellringer.games.notre_dame.rules.engine import SURE_KINDS
from cython.cimports.bellringer.games.notre_dame.rules.evaluation import danger, evaluate
from cython.cimports.bellringer.games.notre_dame.rules.hiring import answer_hire, legal_hire
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import determinize
from cython.cimports.bellringer.games.notre_dame.rules.laws import broken_law
from cython.cimports.bellringer.games.notre_dame.rules.moves import MOVES, USE, WORDS
from cython.cimports.bellringer.games.notre_dame.rules.pieces import (
    answer_carry_from,
    answer_carry_pieces,
    answer_carry_to,
    answer_move_from,
    answer_move_to,
    answer_pay_for_rat,
    answer_place_in_empty,
    answer_repeat_messages,
    answer_return_marker,
    legal_carry_from,
    legal_carry_pieces,
    legal_carry_to,
    legal_move_from,
    legal_move_to,
    legal_pay_for_rat,
    legal_place_in_empty,
    legal_repeat_messages,
    legal_return_marker,
    legal_use_sector,
)
from cython.cimports.bellringer.games.notre_dame.rules.plague import answer_lose_marker, legal_lose_marker
from cython.cimports.bellringer.games.notre_dame.rules.rounds import go_on
from cython.cimports.bellringer.games.notre_dame.rules.setup import deal
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    CARRIAGE_TO,
    CARRY_FROM,
    CARRY_PIECES,
    CARRY_TO,
    DONATE,
    FRIEND_TO,
    HIRE,
    HOTEL_USE,
    KEEP_OWN,
    KEEP_PASSED,
    LOSE_MARKER,
    MOST_SEATS,
    MOVE_FROM,
    MOVE_TO,
    PAY_FOR_RAT,
    PAY_MARKER,
    PLACE_IN_EMPTY,
    PLAY_CARD,
    RAT_STEP,
    REPEAT_MESSAGES,
    RETURN_MARKER,
    TAKE_MESSAGE,
    USE_SECTOR,
    WHOSE_CARD,
    Town,
)
from cython.cimports.libc.stdint import uint64_t


def find_legal(state, p, legal):
    """Write the legal moves of seat p for the top ask into a bit set."""
    s = cython.cast(cython.pointer(Town), state)
    ask = top_ask(cython.address(s.head.asks))[0]
    for word in range(WORDS):
        legal[word] = 0
    if ask.kind == KEEP_OWN or ask.kind == KEEP_PASSED:
        legal_keep(s, p, legal)
    elif ask.kind == PLAY_CARD:
        legal_play_card(s, p, legal)
    elif ask.kind == WHOSE_CARD:
        legal_whose_card(s, p, legal, ask.about)
    elif ask.kind == PAY_MARKER:
        legal_pay_marker(s, p, legal, ask.about)
    elif ask.kind == FRIEND_TO:
        legal_friend_to(s, p, legal)
    elif ask.kind == DONATE:
        legal_donate(s, p, legal, ask.about)
    elif ask.kind == CARRIAGE_TO:
        legal_carriage_to(s, p, legal, ask.about)
    elif ask.kind == TAKE_MESSAGE:
        legal_take_message(legal)
    elif ask.kind == RAT_STEP:
        legal_rat_step(s, p, legal)
    elif ask.kind == HOTEL_USE:
        legal_hotel_use(s, p, legal)
    elif ask.kind == HIRE:
        legal_hire(s, p, legal, ask.more)
    elif ask.kind == MOVE_FROM:
        legal_move_from(s, p, legal, ask.about)
    elif ask.kind == MOVE_TO:
        legal_move_to(s, p, legal, ask.about)
    elif ask.kind == CARRY_FROM:
        legal_carry_from(s, p, legal)
    elif ask.kind == CARRY_TO:
        legal_carry_to(legal, ask.about)
    elif ask.kind == CARRY_PIECES:
        legal_carry_pieces(s, p, legal, ask.about)
    elif ask.kind == PLACE_IN_EMPTY:
        legal_place_in_empty(s, p, legal)
    elif ask.kind == USE_SECTOR:
        legal_use_sector(s, p, legal)
    elif ask.kind == PAY_FOR_RAT:
        legal_pay_for_rat(s, p, legal)
    elif ask.kind == RETURN_MARKER:
        legal_return_marker(s, p, legal)
    elif ask.kind == REPEAT_MESSAGES:
        legal_repeat_messages(s, p, legal)
    else:
        legal_lose_marker(s, p, legal)


def apply(state, p, move):
    """Answer the top ask for seat p, and go on to the next real choice."""
    s = cython.cast(cython.pointer(Town), state)
    if is_asked_together(top_ask(cython.address(s.head.asks)).kind):
        if answer_together(s, p, move):
            return
    else:
        answer(s, p, pop_ask(cython.address(s.head.asks)), move)
    settle(s)


def is_asked_together(kind):
    """Whether several seats are asked at once: in the draft, and by the plague."""
    return kind == KEEP_OWN or kind == KEEP_PASSED or kind == LOSE_MARKER


def answer_together(s, p, move):
    """Answer for one of several seats that are asked at once. Returns whether others still owe an answer."""
    top = top_ask(cython.address(s.head.asks))
    if top.kind == LOSE_MARKER:
        answer_lose_marker(s, p, move)
    else:
        answer_keep(s, p, move)
    top.seats &= ~(1 << p)
    if top.seats != 0:
        return True
    pop_ask(cython.address(s.head.asks))
    return False


def answer(s, p, ask, move):
    """Answer an ask that was put to one seat."""
    if ask.kind == PLAY_CARD:
        answer_play_card(s, p, move)
    elif ask.kind == WHOSE_CARD:
        answer_whose_card(s, p, move)
    elif ask.kind == PAY_MARKER:
        answer_pay_marker(s, p, move, ask.about)
    elif ask.kind == FRIEND_TO:
        answer_friend_to(s, p, move)
    elif ask.kind == DONATE:
        answer_donate(s, p, move, ask.about)
    elif ask.kind == CARRIAGE_TO:
        answer_carriage_to(s, p, move)
    elif ask.kind == TAKE_MESSAGE:
        answer_take_message(s, p, move)
    elif ask.kind == RAT_STEP:
        answer_rat_step(s, p, move, ask.about)
    elif ask.kind == HOTEL_USE:
        answer_hotel_use(s, p, move, ask.about)
    elif ask.kind == HIRE:
        answer_hire(s, p, move, ask.about, ask.more)
    elif ask.kind == MOVE_FROM:
        answer_move_from(s, p, move)
    elif ask.kind == MOVE_TO:
        answer_move_to(s, p, move, ask.about)
    elif ask.kind == CARRY_FROM:
        answer_carry_from(s, p, move, ask.about)
    elif ask.kind == CARRY_TO:
        answer_carry_to(s, p, move, ask.about, ask.more)
    elif ask.kind == CARRY_PIECES:
        answer_carry_pieces(s, p, move, ask.about, ask.more)
    elif ask.kind == PLACE_IN_EMPTY:
        answer_place_in_empty(s, p, move, ask.about, ask.more)
    elif ask.kind == USE_SECTOR:
        use_sector(s, p, move - USE)
    elif ask.kind == PAY_FOR_RAT:
        answer_pay_for_rat(s, p, move)
    elif ask.kind == RETURN_MARKER:
        answer_return_marker(s, p, move, ask.about)
    elif ask.kind == REPEAT_MESSAGES:
        answer_repeat_messages(s, p, move)


def surely_a_choice(s, p, kind):
    """Whether an ask surely has two legal moves or more, so that they need not be counted.

    A test counts the legal moves of every ask for which this is true.
    """
    if kind == PLAY_CARD:
        return has_two_actions(s, p)
    if kind == HIRE:
        return s.coins[p] > 0
    return (SURE_KINDS >> kind) & 1


def settle(state):
    """Go on until a seat has a real choice. An ask with one answer is answered, an ask with none is dropped.

    While events are recorded, it returns before their ring is full, with no ask pending. Call it again after reading.
    Stepwise, it returns after each step.
    """
    s = cython.cast(cython.pointer(Town), state)
    legal = cython.declare(uint64_t[WORDS])
    while not s.head.over:
        if s.head.asks.depth == 0:
            if is_full(cython.address(s.head.events)) or has_stepped(cython.address(s.head.events)):
                return
            go_on(s)
            continue
        top = top_ask(cython.address(s.head.asks))
        p = lowest_bit(top.seats)
        if surely_a_choice(s, p, top.kind):
            return
        find_legal(s, p, legal)
        choices = count_legal(legal, WORDS)
        if choices > 1 or has_stepped(cython.address(s.head.events)):
            return
        ask = pop_ask(cython.address(s.head.asks))
        if choices == 1:
            answer(s, p, ask, nth_legal(legal, WORDS, 0))


def score(state, p):
    """Prestige."""
    s = cython.cast(cython.pointer(Town), state)
    return s.prestige[p]


def fill_rules(rules):
    """Fill in the table of functions through which the core plays this game."""
    rules.size = cython.sizeof(Town)
    rules.moves = MOVES
    rules.words = WORDS
    rules.most_seats = MOST_SEATS
    rules.swing = 10.0  # swing and horizon were tuned with tools/tune.py
    rules.horizon = 80
    rules.deal = deal
    rules.find_legal = find_legal
    rules.apply = apply
    rules.settle = settle
    rules.determinize = determinize
    rules.evaluate = evaluate
    rules.danger = danger
    rules.place = place
    rules.score = score
    rules.broken_law = broken_law


def rulebook():
    """Return the compiled rules for the core."""
    book: RuleBook = RuleBook("notre-dame")
    fill_rules(cython.address(book.rules))
    return book
