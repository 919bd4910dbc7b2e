"""The first citizens of the set-up, and phase B of a turn: a citizen for each rat, and what cards add to it.

What cards add is asked card by card, in the order of their numbers, and then what cities add; whether a card adds
anything is judged before the first citizen is placed. Each of it is lost when the supply is empty.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import (
    allow,
    allow_if,
    allow_set,
    count_bits,
    highest_bit,
    lowest_bit,
)
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.rattus.cards.deck import (
    adds_anywhere,
    adds_when_placing,
    having_adds_when_placing,
    more_when_placing,
)
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import FILL, PLACE_ANYWHERE, PLACE_MORE, PLACE_WITHIN
from cython.cimports.bellringer.games.rattus.rules.board_asks import ask_cities
from cython.cimports.bellringer.games.rattus.rules.citizens import place_citizens, place_kept
from cython.cimports.bellringer.games.rattus.rules.moves import ONE_MORE, PASS, PLACE
from cython.cimports.bellringer.games.rattus.rules.rats import with_rats
from cython.cimports.bellringer.games.rattus.rules.sources import OF_CARD, OF_PLACING, OF_SETTLING
from cython.cimports.bellringer.games.rattus.rules.state import INNS_BOARD, fresh_abilities
from cython.cimports.bellringer.games.rattus.rules.universities import with_university
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, use_up


def legal_settle(s, legal):
    """Any region in play without a university. [RA-1.7, RA-15.2]"""
    allow_set(legal, PLACE, s.regions & ~with_university(s))


def legal_anywhere(s, legal):
    """Any region in play."""
    allow_set(legal, PLACE, s.regions)


def answer_settle(s, p, move):
    """Place two citizens there. [RA-1.7]"""
    name_source(s, OF_SETTLING)
    place_citizens(s, p, move - PLACE, 2)


def adding_cards(s, p):
    """The unused cards of the seat that add citizens to those it places now, as a bit set."""
    cards: cython.ulonglong = fresh_abilities(s, p) & having_adds_when_placing()
    found: cython.ulonglong = 0
    while cards != 0:
        adds: cython.ulonglong = adds_when_placing(s, p, lowest_bit(cards))
        found |= adds << lowest_bit(cards)
        cards &= cards - 1
    return found


def may_place(s, p):
    """The bit set of the regions to place citizens in: those with rats, or with a card that adds some, all. [RA-3.2]"""
    if s.has_placed or s.supply[p] == 0:
        return 0
    if adding_cards(s, p) != 0:
        return s.regions
    return with_rats(s)


def place_in(s, p, region):
    """Place a citizen for each rat, then what cards add. [RA-3.1]

    Where no rat is, what the only such card adds comes at once, unless it may come anywhere. [RA-3.6, RA-13.42]
    """
    s.has_placed = 1
    rats = s.rat_count[region]
    cards: cython.ulonglong = adding_cards(s, p)
    if s.modules & INNS_BOARD:
        ask_cities(s, p, 1 << region, s.citizens[p][region])
    name_source(s, OF_PLACING)
    place_citizens(s, p, region, rats)
    if rats == 0 and (cards & (cards - 1)) == 0 and not adds_anywhere(s, p, lowest_bit(cards)):
        answer_place_more(s, p, ONE_MORE, region, lowest_bit(cards))
        return
    while cards != 0:
        card = highest_bit(cards)
        cards &= ~(cython.cast(cython.ulonglong, 1) << card)
        if adds_anywhere(s, p, card):
            ask(s, p, PLACE_ANYWHERE, card, 0)
        else:
            ask(s, p, PLACE_MORE, region, card)


def legal_place_more(s, p, legal):
    """Place what the card adds, or stop."""
    if s.supply[p] > 0:
        allow(legal, PASS)
        allow(legal, ONE_MORE)


def answer_place_more(s, p, move, region, card):
    """Place the citizens that the card adds in the same region."""
    if move == ONE_MORE:
        use_once(s, p, card)
        name_source(s, OF_CARD + card)
        place_citizens(s, p, region, more_when_placing(s, p, card))


def legal_place_anywhere(s, p, legal):
    """Any region in play, or none."""
    if s.supply[p] > 0:
        allow(legal, PASS)
        allow_set(legal, PLACE, s.regions)


def answer_place_anywhere(s, p, move, card):
    """Place all citizens that the card adds in one region."""
    if move != PASS:
        use_once(s, p, card)
        name_source(s, OF_CARD + card)
        place_citizens(s, p, move - PLACE, more_when_placing(s, p, card))


def use_once(s, p, card):
    """Note that a card is used, if it is not noted yet: it may add citizens one by one."""
    if not (s.used >> card) & 1:
        use_up(s, p, card)


# citizens that come one by one to certain regions


def place_each(s, p, regions):
    """Place a citizen in each of some regions, and what other cards add in any of these, citizen by citizen."""
    cards: cython.ulonglong = adding_cards(s, p)
    s.has_placed = 1
    s.within = regions
    s.to_fill = regions
    if s.modules & INNS_BOARD:
        ask_cities(s, p, regions, 0)
    while cards != 0:
        card = highest_bit(cards)
        cards &= ~(cython.cast(cython.ulonglong, 1) << card)
        if adds_anywhere(s, p, card):
            ask(s, p, PLACE_ANYWHERE, card, 0)
        else:
            for _ in range(more_when_placing(s, p, card)):
                ask(s, p, PLACE_WITHIN, card, 0)


def legal_fill(s, p, legal):
    """Any region that has not got its citizen, while the supply lasts; the first, if it will last for all."""
    if s.supply[p] == 0:
        return
    if count_bits(s.to_fill) <= s.supply[p]:
        allow_if(legal, PLACE + lowest_bit(s.to_fill), s.to_fill != 0)
    else:
        allow_set(legal, PLACE, s.to_fill)


def answer_fill(s, p, move):
    """Place a citizen there, and go on."""
    one: cython.uint = 1
    s.to_fill &= ~(one << (move - PLACE))
    place_citizens(s, p, move - PLACE, 1)
    if s.to_fill != 0:
        ask(s, p, FILL, 0, 0)


def legal_place_within(s, p, legal):
    """Any of these regions, or none."""
    if s.supply[p] > 0 and s.within != 0:
        allow(legal, PASS)
        allow_set(legal, PLACE, s.within)


def answer_place_within(s, p, move, card):
    """Place one citizen there."""
    if move != PASS:
        use_once(s, p, card)
        name_source(s, OF_CARD + card)
        place_citizens(s, p, move - PLACE, 1)


# citizens that come from a card


def answer_place_kept(s, move, owner):
    """Place all citizens on the card there, whosever they are."""
    place_kept(s, owner, move - PLACE)
