"""What is asked about region cards: which is played on which class card, which of those drawn is kept. [RA-14]"""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_if, allow_set, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.citizens import place_citizens
from cython.cimports.bellringer.games.rattus.rules.moves import CARD, PASS, USE
from cython.cimports.bellringer.games.rattus.rules.region_cards import (
    drop_card,
    drop_drawn,
    keep_card,
    keep_drawn,
    lay_open,
    might_protect,
    protect,
    to_protect,
)
from cython.cimports.bellringer.games.rattus.rules.state import (
    BEING_DRAWN,
    DROP_CARD,
    EXPLORE,
    IN_HAND,
    KEEP_CARD,
    PLAYED,
    PROTECT,
    PROTECT_WHICH,
    REGION_DECK,
    region_of,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask


def legal_of_region_cards(s, p, legal, ask):
    """The legal moves for an ask about region cards."""
    if ask.kind == PROTECT:
        legal_protect(s, p, legal)
    elif ask.kind == PROTECT_WHICH:
        allow_set(legal, USE, to_protect(s, p, ask.about))
    else:
        legal_drawn(s, legal)


def answer_of_region_cards(s, p, ask, move):
    """Answer an ask about region cards."""
    if ask.kind == PROTECT:
        answer_protect(s, p, move, ask.about)
    elif ask.kind == PROTECT_WHICH:
        protect(s, p, ask.about, move - USE)
        ask_again(s, p, ask.more)
    elif ask.kind == KEEP_CARD:
        keep_card(s, p, move - CARD)
    elif ask.kind == DROP_CARD:
        drop_card(s, p, move - CARD)
        keep_drawn(s, p)
    elif ask.kind == EXPLORE:
        answer_explore(s, p, move - CARD, ask.about)


def legal_drawn(s, legal):
    """Any of the drawn cards."""
    for card in range(REGION_DECK):
        allow_if(legal, CARD + card, s.card_at[card] == BEING_DRAWN)


def legal_protect(s, p, legal):
    """Any card in hand that protects a class card from the rat, or none. [RA-14.10]"""
    allow(legal, PASS)
    for card in range(REGION_DECK):
        if s.card_at[card] == IN_HAND + p:
            allow_if(legal, CARD + card, to_protect(s, p, card) != 0)


def answer_protect(s, p, move, region):
    """Play it; if it can protect several class cards, the seat says which. [RA-14.7]"""
    if move == PASS:
        s.may_protect &= ~(1 << p)
        return
    card = move - CARD
    found: cython.ulonglong = to_protect(s, p, card)
    if found & (found - 1) == 0:
        protect(s, p, card, lowest_bit(found))
        ask_again(s, p, region)
    else:
        lay_open(s, card, PLAYED)
        put_ask(s, p, PROTECT_WHICH, card, region)


def ask_again(s, p, region):
    """The seat is asked for another card, if it may have one for another class card."""
    if not might_protect(s, p, region):
        s.may_protect &= ~(1 << p)


def answer_explore(s, p, card, level):
    """Citizens come to its region, at level III two. At levels II and III the card is kept. [RA-14.25, RA-14.27]"""
    if level > 1:
        keep_card(s, p, card)
    else:
        drop_drawn(s, p)
    place_citizens(s, p, region_of(card), 1 if level < 3 else 2)
