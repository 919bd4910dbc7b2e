"""The engine of the game: what comes next, and the table of functions by which the core plays it.

Legality is written once: what `find_legal` does not give, `apply` never sees.
"""

import cython
from cython.cimports.bellringer.core.asks import pop_ask, top_ask
from cython.cimports.bellringer.core.events import has_stepped, is_full
from cython.cimports.bellringer.core.legal import count_legal, lowest_bit, nth_legal
from cython.cimports.bellringer.core.state import RuleBook
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import HIRE, PLAY_CARD
from cython.cimports.bellringer.games.notre_dame.rules.asks import (
    allow_answers,
    answer,
    is_asked_together,
    surely_has_two_answers,
)
from cython.cimports.bellringer.games.notre_dame.rules.cards import has_two_actions
from cython.cimports.bellringer.games.notre_dame.rules.cathedral import place
from cython.cimports.bellringer.games.notre_dame.rules.evaluation import danger, evaluate
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import determinize
from cython.cimports.bellringer.games.notre_dame.rules.laws import broken_law
from cython.cimports.bellringer.games.notre_dame.rules.moves import MOVES, WORDS
from cython.cimports.bellringer.games.notre_dame.rules.rounds import go_on
from cython.cimports.bellringer.games.notre_dame.rules.setup import deal
from cython.cimports.bellringer.games.notre_dame.rules.state import MOST_SEATS, Town
from cython.cimports.libc.stdint import uint64_t


def find_legal(state, p, legal):
    """Write the legal moves of seat p for the top ask into a bit set."""
    s = cython.cast(cython.pointer(Town), state)
    for word in range(WORDS):
        legal[word] = 0
    allow_answers(s, p, legal, top_ask(cython.address(s.head.asks))[0])


def apply(state, p, move):
    """Answer the top ask for seat p, and go on to the next real choice."""
    s = cython.cast(cython.pointer(Town), state)
    if is_asked_together(top_ask(cython.address(s.head.asks)).kind):
        if answer_together(s, p, move):
            return
    else:
        answer(s, p, pop_ask(cython.address(s.head.asks)), move)
    settle(s)


def answer_together(s, p, move):
    """Answer for one of several seats that are asked at once. Returns whether others still owe an answer."""
    top = top_ask(cython.address(s.head.asks))
    answer(s, p, top[0], move)
    top.seats &= ~(1 << p)
    if top.seats != 0:
        return True
    pop_ask(cython.address(s.head.asks))
    return False


def surely_a_choice(s, p, kind):
    """Whether an ask surely has two legal moves or more, so that they need not be counted.

    A test counts the legal moves of every ask for which this is true.
    """
    if kind == PLAY_CARD:
        return has_two_actions(s, p)
    if kind == HIRE:
        return s.coins[p] > 0
    return surely_has_two_answers(kind)


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
