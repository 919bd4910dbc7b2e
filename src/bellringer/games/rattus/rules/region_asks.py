"""What is asked about region cards: which is played on which class card, which of those drawn is kept. [RA-14]"""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import PROTECT_WHICH
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
from cython.cimports.bellringer.games.rattus.rules.state import BEING_DRAWN, IN_HAND, PLAYED, REGION_DECK, region_of
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask


def legal_drawn(s, legal):
    """Any of the drawn cards."""
    for card in range(REGION_DECK):
        allow_if(legal, CARD + card, s.card_at[card] == BEING_DRAWN)


def answer_keep_card(s, p, move):
    """The card comes to the seat's hand."""
    keep_card(s, p, move - CARD)


def answer_drop_card(s, p, move):
    """That card is put away; the seat keeps the other drawn ones."""
    drop_card(s, p, move - CARD)
    keep_drawn(s, p)


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


def legal_protect_which(s, p, legal, region_card):
    """Any class card that the region card protects."""
    allow_set(legal, USE, to_protect(s, p, region_card))


def answer_protect_which(s, p, move, region_card, region):
    """The region card protects that class card. [RA-14.7]"""
    protect(s, p, region_card, move - USE)
    ask_again(s, p, region)


def ask_again(s, p, region):
    """The seat is asked for another card, if it may have one for another class card."""
    if not might_protect(s, p, region):
        s.may_protect &= ~(1 << p)


def answer_explore(s, p, move, level):
    """Citizens come to its region, at level III two. At levels II and III the card is kept. [RA-14.25, RA-14.27]"""
    card = move - CARD
    if level > 1:
        keep_card(s, p, card)
    else:
        drop_drawn(s, p)
    place_citizens(s, p, region_of(card), 1 if level < 3 else 2)
