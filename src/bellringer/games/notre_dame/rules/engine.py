"""The engine of the game: what comes next, and the table of functions by which the core plays it.

Legality is written once: what `find_legal` does not give, `apply` never sees.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.settling import answer_by, settle_by, take_top
from cython.cimports.bellringer.core.compiled.state import book_by
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import HIRE, PLAY_CARD
from cython.cimports.bellringer.games.notre_dame.rules.asks import (
    allow_answers,
    answer,
    surely_has_two_answers,
)
from cython.cimports.bellringer.games.notre_dame.rules.cards import has_two_actions
from cython.cimports.bellringer.games.notre_dame.rules.cathedral import place
from cython.cimports.bellringer.games.notre_dame.rules.evaluation import danger, evaluate
from cython.cimports.bellringer.games.notre_dame.rules.features import FEATURES
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import determinize
from cython.cimports.bellringer.games.notre_dame.rules.laws import broken_law
from cython.cimports.bellringer.games.notre_dame.rules.moves import MOVES, WORDS
from cython.cimports.bellringer.games.notre_dame.rules.rounds import go_on_with_round
from cython.cimports.bellringer.games.notre_dame.rules.setup import deal
from cython.cimports.bellringer.games.notre_dame.rules.state import MOST_SEATS, Town


def find_legal(state, p, legal):
    """Write the legal moves of seat p for the top ask into a bit set."""
    s = cython.cast(cython.pointer(Town), state)
    for word in range(WORDS):
        legal[word] = 0
    allow_answers(s, p, legal, top_ask(cython.address(s.head.asks))[0])


def apply(state, p, move):
    """Answer the top ask for seat p, and go on to the next real choice."""
    if answer_by(state, p, move, take_top, answer_ask):
        settle(state)


def answer_ask(state, p, ask, move):
    """Carry out a move that answers an ask."""
    answer(cython.cast(cython.pointer(Town), state), p, ask, move)


def waits(state, p, ask):
    """Whether an ask surely has two legal moves or more, so that they need not be counted.

    A test counts the legal moves of every ask for which this is true.
    """
    s = cython.cast(cython.pointer(Town), state)
    if ask.kind == PLAY_CARD:
        return has_two_actions(s, p)
    if ask.kind == HIRE:
        return s.coins[p] > 0
    return surely_has_two_answers(ask.kind)


def go_on(state):
    """Take the next step of the round, when no ask is pending."""
    go_on_with_round(cython.cast(cython.pointer(Town), state))


def settle(state):
    """Go on until a seat has a real choice (core/compiled/settling.pxd)."""
    settle_by(state, WORDS, go_on, waits, find_legal, take_top, answer_ask)


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
    return book_by("notre-dame", fill_rules, FEATURES)
