"""A turn up to the move of the plague piece: a class card, citizens, abilities, in any order. Before it, the set-up."""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_if, allow_set, lowest_bit
from cython.cimports.bellringer.core.sets import within_reach
from cython.cimports.bellringer.games.rattus.cards.deck import may_use, more_when_placing, steps, use
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED, TURN_BEGINS
from cython.cimports.bellringer.games.rattus.rules.moves import ONE_MORE, PASS, PLACE, PLAGUE, TAKE, USE
from cython.cimports.bellringer.games.rattus.rules.plague import begin_plague
from cython.cimports.bellringer.games.rattus.rules.state import (
    ACTING,
    MOST_SEATS,
    PLACE_MORE,
    fresh_cards,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, place_citizens, take_card, tell, with_rats


def legal_settle(s, legal):
    """Any region in play."""
    allow_set(legal, PLACE, s.regions)


def answer_settle(s, p, move):
    """Two citizens there. [RA-1.7]"""
    place_citizens(s, p, move - PLACE, 2)


def begin_turn(s, p):
    """Nothing taken, placed or used yet. [RA-2.1]"""
    s.phase = ACTING
    s.turn = p
    s.turns += 1
    s.has_taken = 0
    s.has_placed = 0
    s.used = 0
    tell(s, p, TURN_BEGINS, 0, 0, s.turns)


def placing_card(s, p):
    """An unused card of the seat that lets it place more, or -1."""
    cards: cython.ulonglong = fresh_cards(s, p)
    while cards != 0:
        card = lowest_bit(cards)
        if more_when_placing(s, p, card) > 0:
            return card
        cards &= cards - 1
    return -1


def piece_steps(s, p):
    """How far the seat may move the plague piece: its best card decides, cards do not add up."""
    most = 1
    cards: cython.ulonglong = s.cards[p]
    while cards != 0:
        far = steps(s, p, lowest_bit(cards))
        most = far if far > most else most
        cards &= cards - 1
    return most


def may_place(s, p):
    """The regions where the seat may place citizens now: those with rats; with a card that adds one, any. [RA-3.2]"""
    if s.has_placed or s.supply[p] == 0:
        return 0
    if placing_card(s, p) >= 0:
        return s.regions
    return with_rats(s)


def others_cards(s, p):
    """The class cards that a seat may take: those beside the board and those of all others."""
    found: cython.ulonglong = s.on_table
    for other in range(MOST_SEATS):
        found |= s.cards[other]
    return found & ~s.cards[p]


def legal_act(s, p, legal):
    """All that a turn offers, and last the plague piece's move, which ends it. [RA-2.2]"""
    if not s.has_taken:
        allow_set(legal, TAKE, others_cards(s, p))
    cards: cython.ulonglong = fresh_cards(s, p)
    while cards != 0:
        card = lowest_bit(cards)
        allow_if(legal, USE + card, may_use(s, p, card))
        cards &= cards - 1
    allow_set(legal, PLACE, may_place(s, p))
    here: cython.uint = 1 << s.piece
    allow_set(legal, PLAGUE, within_reach(s.borders, s.piece, piece_steps(s, p)) & ~here)


def answer_act(s, p, move):
    """One of these; but for the plague's move the turn goes on."""
    if move >= USE:
        begin_ability(s, p, move - USE)
    elif move >= TAKE:
        s.has_taken = 1
        take_card(s, p, move - TAKE)
    elif move >= PLAGUE:
        begin_plague(s, p, move - PLAGUE)
    else:
        place_in(s, p, move - PLACE)


def begin_ability(s, p, card):
    """Once a turn; the card asks what it needs."""
    one: cython.ulonglong = 1
    s.used |= one << card
    tell(s, p, ABILITY_USED, card, 0, 0)
    use(s, p, card)


def place_in(s, p, region):
    """As many as the region has rats; a card that adds one is asked for, or acts alone where no rat is. [RA-3.1]"""
    s.has_placed = 1
    rats = s.rat_count[region]
    place_citizens(s, p, region, rats)
    if s.supply[p] > 0 and placing_card(s, p) >= 0:
        if rats > 0:
            ask(s, p, PLACE_MORE, region, 0)
        else:
            answer_place_more(s, p, ONE_MORE, region)


def legal_place_more(legal):
    """One more, or enough."""
    allow(legal, PASS)
    allow(legal, ONE_MORE)


def answer_place_more(s, p, move, region):
    """The card's own citizens come to the same region."""
    if move == ONE_MORE:
        card = placing_card(s, p)
        one: cython.ulonglong = 1
        s.used |= one << card
        tell(s, p, ABILITY_USED, card, 0, 0)
        place_citizens(s, p, region, more_when_placing(s, p, card))
