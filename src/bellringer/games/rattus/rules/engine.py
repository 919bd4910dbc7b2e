"""The engine of the game: dispatches asks to the rules, and gives the core its table of functions.

Each kind of ask has its pair here, `legal_...` and `answer_...`, from the file of its subject. Legality is written
once: what `find_legal` does not give, `apply` never sees.
"""

import cython
from cython.cimports.bellringer.core.asks import pop_ask, top_ask
from cython.cimports.bellringer.core.events import is_full
from cython.cimports.bellringer.core.legal import count_legal, lowest_bit, nth_legal
from cython.cimports.bellringer.core.state import RuleBook
from cython.cimports.bellringer.games.rattus.rules.ending import (
    answer_last_act,
    answer_piece_to,
    end_turn,
    legal_last_act,
    legal_piece_to,
    next_in_last_round,
    place,
    ravage_next_region,
    score,
)
from cython.cimports.bellringer.games.rattus.rules.evaluation import evaluate
from cython.cimports.bellringer.games.rattus.rules.knowledge import determinize
from cython.cimports.bellringer.games.rattus.rules.laws import broken_law
from cython.cimports.bellringer.games.rattus.rules.moves import MOVES, WORDS
from cython.cimports.bellringer.games.rattus.rules.pieces import (
    answer_go_count,
    answer_go_from,
    answer_go_to,
    answer_haven_from,
    answer_look,
    answer_look_again,
    answer_place_one,
    answer_rat_from,
    answer_rat_to,
    answer_swap,
    legal_go_count,
    legal_go_from,
    legal_go_to,
    legal_haven_from,
    legal_look,
    legal_look_again,
    legal_place_one,
    legal_rat_from,
    legal_rat_to,
    legal_swap,
)
from cython.cimports.bellringer.games.rattus.rules.plague import (
    answer_count_piece,
    answer_spread,
    ask_counting,
    goes_on_ravaging,
    legal_count_piece,
    legal_spread,
    spread,
    turn_rat,
)
from cython.cimports.bellringer.games.rattus.rules.setup import deal as set_up
from cython.cimports.bellringer.games.rattus.rules.state import (
    ACT,
    ACTING,
    COUNT_PIECE,
    COUNTING,
    GO_COUNT,
    GO_FROM,
    GO_TO,
    HAVEN_FROM,
    LAST_ACT,
    LAST_ROUND,
    LOOK,
    LOOK_AGAIN,
    MOST_SEATS,
    PIECE_TO,
    PLACE_MORE,
    PLACE_ONE,
    RAT_FROM,
    RAT_TO,
    RAVAGING,
    SETTLE,
    SETTLING,
    SPREAD,
    SPREADING,
    SWAP,
    Europe,
    left_of,
)
from cython.cimports.bellringer.games.rattus.rules.turn import (
    answer_act,
    answer_place_more,
    answer_settle,
    begin_turn,
    legal_act,
    legal_place_more,
    legal_settle,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask
from cython.cimports.libc.stdint import uint64_t


def find_legal(state, p, legal):
    """Write the legal moves of seat p for the top ask into a bit set."""
    s = cython.cast(cython.pointer(Europe), state)
    ask = top_ask(cython.address(s.head.asks))[0]
    for word in range(WORDS):
        legal[word] = 0
    if ask.kind == ACT:
        legal_act(s, p, legal)
    elif ask.kind == SETTLE:
        legal_settle(s, legal)
    elif ask.kind == PLACE_MORE:
        legal_place_more(legal)
    elif ask.kind == RAT_FROM:
        legal_rat_from(s, legal)
    elif ask.kind == RAT_TO:
        legal_rat_to(s, legal, ask.about)
    elif ask.kind == GO_FROM:
        legal_go_from(s, p, legal)
    elif ask.kind == GO_TO:
        legal_go_to(s, legal, ask.about)
    elif ask.kind == GO_COUNT:
        legal_go_count(s, p, legal, ask.about)
    elif ask.kind == LOOK:
        legal_look(s, legal)
    elif ask.kind == LOOK_AGAIN:
        legal_look_again(s, legal, ask.about)
    elif ask.kind == SWAP:
        legal_swap(legal)
    elif ask.kind == HAVEN_FROM:
        legal_haven_from(s, p, legal)
    elif ask.kind == SPREAD:
        legal_spread(s, legal)
    elif ask.kind == COUNT_PIECE:
        legal_count_piece(legal)
    elif ask.kind == LAST_ACT:
        legal_last_act(s, p, legal)
    elif ask.kind == PLACE_ONE:
        legal_place_one(s, legal)
    else:
        legal_piece_to(s, legal, ask.about)


def apply(state, p, move):
    """Answer the top ask for seat p, and go on to the next real choice."""
    s = cython.cast(cython.pointer(Europe), state)
    answer(s, p, pop_ask(cython.address(s.head.asks)), move)
    settle(s)


def answer(s, p, ask, move):
    """Answer an ask."""
    if ask.kind == ACT:
        answer_act(s, p, move)
    elif ask.kind == SETTLE:
        answer_settle(s, p, move)
    elif ask.kind == PLACE_MORE:
        answer_place_more(s, p, move, ask.about)
    elif ask.kind == RAT_FROM:
        answer_rat_from(s, p, move)
    elif ask.kind == RAT_TO:
        answer_rat_to(s, p, move, ask.about)
    elif ask.kind == GO_FROM:
        answer_go_from(s, p, move, ask.about)
    elif ask.kind == GO_TO:
        answer_go_to(s, p, move, ask.about, ask.more)
    elif ask.kind == GO_COUNT:
        answer_go_count(s, p, move, ask.about, ask.more)
    elif ask.kind == LOOK:
        answer_look(s, p, move)
    elif ask.kind == LOOK_AGAIN:
        answer_look_again(s, p, move, ask.about)
    elif ask.kind == SWAP:
        answer_swap(s, p, move, ask.about, ask.more)
    elif ask.kind == HAVEN_FROM:
        answer_haven_from(s, p, move)
    elif ask.kind == SPREAD:
        answer_spread(s, p, move)
    elif ask.kind == COUNT_PIECE:
        answer_count_piece(s, p, move, ask.about)
    elif ask.kind == LAST_ACT:
        answer_last_act(s, p, move)
    elif ask.kind == PLACE_ONE:
        answer_place_one(s, p, move)
    elif ask.kind == PIECE_TO:
        answer_piece_to(s, p, move)


def go_on(s):
    """Take the next step of the game, when no ask is pending. [RA-2.1]"""
    if s.phase == SETTLING:
        next_settler(s)
    elif s.phase == ACTING:
        put_ask(s, s.turn, ACT, 0, 0)
    elif s.phase == SPREADING:
        spread(s)
    elif s.phase == COUNTING:
        s.phase = RAVAGING
        ask_counting(s, s.turn, False)
    elif s.phase == RAVAGING:
        if goes_on_ravaging(s, s.piece):
            turn_rat(s, s.piece)
        else:
            end_turn(s)
    elif s.phase == LAST_ROUND:
        next_in_last_round(s)
    else:
        ravage_next_region(s)


def next_settler(s):
    """Ask the next seat for two citizens, first clockwise, then back; after that begin the first turn. [RA-1.7]"""
    seats = s.head.seats
    if s.step == 2 * seats:
        s.step = 0
        begin_turn(s, s.start)
        return
    by = s.step if s.step < seats else 2 * seats - 1 - s.step
    s.step += 1
    s.turn = left_of(s, s.start, by)
    put_ask(s, s.turn, SETTLE, 0, 0)


def settle(state):
    """Go on until a seat has a real choice. An ask with one answer is answered, an ask with none is dropped.

    While events are recorded, it returns before their ring is full, with no ask pending. Call it again after reading.
    """
    s = cython.cast(cython.pointer(Europe), state)
    legal = cython.declare(uint64_t[WORDS])
    while not s.head.over:
        if s.head.asks.depth == 0:
            if is_full(cython.address(s.head.events)):
                return
            go_on(s)
            continue
        top = top_ask(cython.address(s.head.asks))
        p = lowest_bit(top.seats)
        if top.kind == ACT and s.has_taken == 0 and (s.on_table | s.cards[left_of(s, p, 1)]) != 0:
            return  # taking a card or moving the plague piece is a choice: the moves need not be listed
        find_legal(s, p, legal)
        choices = count_legal(legal, WORDS)
        if choices > 1:
            return
        ask = pop_ask(cython.address(s.head.asks))
        if choices == 1:
            answer(s, p, ask, nth_legal(legal, WORDS, 0))


def deal(state):
    """Set up the game, and go on to the first ask."""
    set_up(state)
    settle(state)


def fill_rules(rules):
    """Fill in the table of functions through which the core plays this game."""
    rules.size = cython.sizeof(Europe)
    rules.moves = MOVES
    rules.words = WORDS
    rules.most_seats = MOST_SEATS
    rules.swing = 3.0  # swing and horizon were tuned with tools/tune.py
    rules.horizon = 10
    rules.deal = deal
    rules.find_legal = find_legal
    rules.apply = apply
    rules.settle = settle
    rules.determinize = determinize
    rules.evaluate = evaluate
    rules.place = place
    rules.score = score
    rules.broken_law = broken_law


def rulebook():
    """Return the compiled rules for the core."""
    book: RuleBook = RuleBook("rattus")
    fill_rules(cython.address(book.rules))
    return book
