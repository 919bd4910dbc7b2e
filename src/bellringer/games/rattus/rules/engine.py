"""The engine of the game: what comes next, and the table of functions by which the core plays it.

Legality is written once: what `find_legal` does not give, `apply` never sees.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import pop_ask, top_ask
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.core.compiled.settling import answer_by, settle_by
from cython.cimports.bellringer.core.compiled.state import book_by
from cython.cimports.bellringer.games.rattus.cards.deck import after_settling, having_after_settling
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import ACT, LAST_ACT, SETTLE
from cython.cimports.bellringer.games.rattus.rules.asks import allow_answers, answer, stands_with_one_answer
from cython.cimports.bellringer.games.rattus.rules.ending import (
    end_turn,
    go_on_last_round,
    place,
    ravage_next_region,
    score,
)
from cython.cimports.bellringer.games.rattus.rules.engine import PLACINGS
from cython.cimports.bellringer.games.rattus.rules.evaluation import danger, evaluate, evaluate_all
from cython.cimports.bellringer.games.rattus.rules.features import FEATURES
from cython.cimports.bellringer.games.rattus.rules.knowledge import determinize
from cython.cimports.bellringer.games.rattus.rules.laws import broken_law
from cython.cimports.bellringer.games.rattus.rules.moves import MOVES, WORDS
from cython.cimports.bellringer.games.rattus.rules.plague import ask_before_ravage, end_plague, ravage, spread
from cython.cimports.bellringer.games.rattus.rules.setup import deal as set_up
from cython.cimports.bellringer.games.rattus.rules.state import (
    ACTING,
    COUNTING,
    LAST_ROUND,
    LOOKS,
    MOST_SEATS,
    RAVAGING,
    SETTLING,
    SPREADING,
    TURN_ENDS,
    Europe,
    cards_in_play,
    left_of,
)
from cython.cimports.bellringer.games.rattus.rules.turn import begin_turn, can_surely_take
from cython.cimports.bellringer.games.rattus.rules.universities import goes_on_with_event
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask


def find_legal(state, p, legal):
    """Write the legal moves of seat p for the top ask into a bit set."""
    s = cython.cast(cython.pointer(Europe), state)
    for word in range(WORDS):
        legal[word] = 0
    allow_answers(s, p, legal, top_ask(cython.address(s.head.asks))[0])


def apply(state, p, move):
    """Answer the top ask for seat p, and go on to the next real choice."""
    if answer_by(state, p, move, take, answer_ask):
        settle(state)


def answer_ask(state, p, ask, move):
    """Carry out a move that answers an ask."""
    answer(cython.cast(cython.pointer(Europe), state), p, ask, move)


def take(state):
    """Take off the top ask. What a seat will do in the last round may wait below it: that is asked anew at its time."""
    s = cython.cast(cython.pointer(Europe), state)
    asks = cython.address(s.head.asks)
    ask = pop_ask(asks)
    if asks.depth == 1 and top_ask(asks).kind == LAST_ACT:
        pop_ask(asks)
    return ask


def go_on(state):
    """Take the next step of the game, when no ask is pending, so that no errand is under way. [RA-2.1]"""
    s = cython.cast(cython.pointer(Europe), state)
    forget_errand(s)
    if s.phase == SETTLING:
        next_settler(s)
    elif s.phase == ACTING:
        put_ask(s, s.turn, ACT, 0, 0)
    elif s.phase == SPREADING:
        spread(s)
    elif s.phase == COUNTING:
        s.phase = RAVAGING
        ask_before_ravage(s, s.turn)
    elif s.phase == RAVAGING:
        if not ravage(s, s.piece):
            s.phase = TURN_ENDS
            end_plague(s, s.turn)
    elif s.phase == TURN_ENDS:
        if not goes_on_with_event(s):
            end_turn(s)
    elif s.phase == LAST_ROUND:
        go_on_last_round(s)
    else:
        ravage_next_region(s)


def forget_errand(s):
    """Clear what an effect has remembered: equal positions, equal bytes."""
    errand = cython.address(s.errand)
    errand.source = 0
    errand.target = 0
    errand.seat = 0
    errand.citizen = 0
    errand.left = 0
    errand.again = 0
    s.cities_due = 0
    for i in range(LOOKS):
        s.looked[i] = 0
        s.arranged[i] = 0


def next_settler(s):
    """Ask the next seat for two citizens, first clockwise, then back; after that begin the first turn. [RA-1.7]"""
    seats = s.head.seats
    if s.step == PLACINGS * seats and cards_in_play(s) & having_after_settling() != 0:
        end_settling(s)
        return
    if s.step >= PLACINGS * seats:
        s.step = 0
        begin_turn(s, s.start)
        return
    by = s.step if s.step < seats else PLACINGS * seats - 1 - s.step
    s.step += 1
    s.turn = left_of(s, s.start, by)
    put_ask(s, s.turn, SETTLE, 0, 0)


def end_settling(s):
    """Let the cards of the table act before the first turn, for the seat to the right of the one that begins."""
    s.step += 1
    s.turn = left_of(s, s.start, s.head.seats - 1)
    cards: cython.ulonglong = cards_in_play(s) & having_after_settling()
    while cards != 0:
        after_settling(s, s.turn, lowest_bit(cards))
        cards &= cards - 1


def waits(state, p, ask):
    """Whether an ask surely waits: it has two answers, or whether it has must not tell what the seat holds. [RA-14.10]

    Taking a card or moving the plague piece is a choice: the moves need not be listed.
    """
    s = cython.cast(cython.pointer(Europe), state)
    if ask.kind == ACT and s.has_taken == 0 and can_surely_take(s, p):
        return True
    return stands_with_one_answer(ask.kind)


def settle(state):
    """Go on until a seat has a real choice (core/compiled/settling.pxd)."""
    settle_by(state, WORDS, go_on, waits, find_legal, take, answer_ask)


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
    rules.evaluate_all = evaluate_all
    rules.danger = danger
    rules.place = place
    rules.score = score
    rules.broken_law = broken_law


def rulebook():
    """Return the compiled rules for the core."""
    return book_by("rattus", fill_rules, FEATURES)
