"""The draft: three cards drawn, one kept, two passed; one of two kept, one passed. Everybody at once.

A pile is shuffled as it is drawn from, card by card: the same odds, and nothing of the future lies in the state.
"""

import cython
from cython.cimports.bellringer.core.dice import roll
from cython.cimports.bellringer.core.legal import allow, allow_if
from cython.cimports.bellringer.games.notre_dame.rules.moves import KEEP
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    HAND,
    KEEPING_PASSED,
    first_slot,
    right_of,
)


def draw_cards(s):
    """Each seat draws the three topmost cards of its own pile. [ND-3.1]"""
    first = first_slot(s)
    for p in range(s.head.seats):
        for slot in range(first, first + HAND):
            draw_card(s, p, slot)


def draw_card(s, p, slot):
    """Any card of the pile, which begins at that slot and stays in the order of the actions: it is a set."""
    drawn = slot + roll(cython.address(s.head.dice), ACTIONS - slot)
    card = s.deck[p][drawn]
    for i in range(ACTIONS - 1, slot, -1):  # those before it move up by one; no branch to guess
        moves: cython.int = i <= drawn
        s.deck[p][i] = s.deck[p][i - moves]
    s.deck[p][slot] = card


def legal_keep(s, p, legal):
    """Any of the cards in front of the seat: its own three, or the two it was passed."""
    passed: cython.int = s.phase == KEEPING_PASSED
    pile = right_of(s, p, passed)
    first = first_slot(s)
    allow_if(legal, KEEP + s.deck[pile][first], not passed)
    allow(legal, KEEP + s.deck[pile][first + 1])
    allow(legal, KEEP + s.deck[pile][first + 2])


def answer_keep(s, p, move):
    """The kept card goes to the first slot of those it was chosen from; the others will be passed on."""
    passed: cython.int = s.phase == KEEPING_PASSED
    pile = right_of(s, p, passed)
    kept = first_slot(s) + passed
    slot = kept
    for _ in range(HAND - 1):  # at most two steps, and none once it is found: no branch to guess
        step: cython.int = s.deck[pile][slot] != move - KEEP
        slot += step
    s.deck[pile][slot] = s.deck[pile][kept]
    s.deck[pile][kept] = move - KEEP
