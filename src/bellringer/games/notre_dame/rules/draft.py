"""The draft: three cards drawn, one kept, two passed; one of two kept, one passed. Everybody at once.

A pile is shuffled as it is drawn from, card by card: the same odds, and nothing of the future lies in the state.
"""

import cython
from cython.cimports.bellringer.core.compiled.draws import draw_number
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if
from cython.cimports.bellringer.games.notre_dame.rules.draws import CARD_DRAWS
from cython.cimports.bellringer.games.notre_dame.rules.moves import KEEP
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    HAND,
    KEEPING_PASSED,
    first_slot,
    right_of,
)


def draw_cards(s):
    """Let each seat draw three cards from its own pile. [ND-3.1]"""
    first = first_slot(s)
    for p in range(s.head.seats):
        for slot in range(first, first + HAND):
            draw_card(s, p, slot)


def draw_card(s, p, slot):
    """Draw a random card of a pile into a slot. The rest of the pile stays sorted, since it is a set."""
    drawn = slot + draw_number(cython.address(s.head), CARD_DRAWS, ACTIONS - slot)
    card = s.deck[p][drawn]
    for i in range(ACTIONS - 1, slot, -1):  # the cards before it move up; the loop has no branch, to be quick
        moves: cython.int = i <= drawn
        s.deck[p][i] = s.deck[p][i - moves]
    s.deck[p][slot] = card


def legal_keep(s, p, legal):
    """Any of the cards to choose from: the three drawn, or the two that were passed on."""
    passed: cython.int = s.phase == KEEPING_PASSED
    pile = right_of(s, p, passed)
    first = first_slot(s)
    allow_if(legal, KEEP + s.deck[pile][first], not passed)
    allow(legal, KEEP + s.deck[pile][first + 1])
    allow(legal, KEEP + s.deck[pile][first + 2])


def answer_keep(s, p, move):
    """Move the kept card to the first of the slots that it was chosen from. The others will be passed on."""
    passed: cython.int = s.phase == KEEPING_PASSED
    pile = right_of(s, p, passed)
    kept = first_slot(s) + passed
    slot = kept
    for _ in range(HAND - 1):  # two steps at most; the loop has no branch, to be quick
        step: cython.int = s.deck[pile][slot] != move - KEEP
        slot += step
    s.deck[pile][slot] = s.deck[pile][kept]
    s.deck[pile][kept] = move - KEEP
