"""The first citizens of the set-up, and a turn up to the move of the plague piece: card, citizens, abilities."""

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
    """Place two citizens there. [RA-1.7]"""
    place_citizens(s, p, move - PLACE, 2)


def begin_turn(s, p):
    """Begin the turn of a seat, with nothing taken, placed or used. [RA-2.1]"""
    s.phase = ACTING
    s.turn = p
    s.turns += 1
    s.has_taken = 0
    s.has_placed = 0
    s.used = 0
    tell(s, p, TURN_BEGINS, 0, 0, s.turns)


def placing_card(s, p):
    """An unused card of the seat that lets it place more citizens, or -1."""
    cards: cython.ulonglong = fresh_cards(s, p)
    while cards != 0:
        card = lowest_bit(cards)
        if more_when_placing(s, p, card) > 0:
            return card
        cards &= cards - 1
    return -1


def piece_steps(s, p):
    """How far the seat may move the plague piece: as far as its best card says, since cards do not add up."""
    most = 1
    cards: cython.ulonglong = s.cards[p]
    while cards != 0:
        far = steps(s, p, lowest_bit(cards))
        most = far if far > most else most
        cards &= cards - 1
    return most


def may_place(s, p):
    """The bit set of the regions to place citizens in: those with rats, or with a card that adds one, all. [RA-3.2]"""
    if s.has_placed or s.supply[p] == 0:
        return 0
    if placing_card(s, p) >= 0:
        return s.regions
    return with_rats(s)


def others_cards(s, p):
    """The class cards that a seat may take: those beside the board and those of other seats."""
    found: cython.ulonglong = s.on_table
    for other in range(MOST_SEATS):
        found |= s.cards[other]
    return found & ~s.cards[p]


def legal_act(s, p, legal):
    """Everything that the turn still offers, and the move of the plague piece, which ends it. [RA-2.2]"""
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
    """Carry out the choice. The turn goes on unless the plague piece has moved."""
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
    """Use the ability of a card, which is possible once a turn."""
    one: cython.ulonglong = 1
    s.used |= one << card
    tell(s, p, ABILITY_USED, card, 0, 0)
    use(s, p, card)


def place_in(s, p, region):
    """Place a citizen for each rat. A card that adds one is offered, or used at once if there is no rat. [RA-3.1]"""
    s.has_placed = 1
    rats = s.rat_count[region]
    place_citizens(s, p, region, rats)
    if s.supply[p] > 0 and placing_card(s, p) >= 0:
        if rats > 0:
            ask(s, p, PLACE_MORE, region, 0)
        else:
            answer_place_more(s, p, ONE_MORE, region)


def legal_place_more(legal):
    """Place one more citizen, or stop."""
    allow(legal, PASS)
    allow(legal, ONE_MORE)


def answer_place_more(s, p, move, region):
    """Place the citizens that the card adds in the same region."""
    if move == ONE_MORE:
        card = placing_card(s, p)
        one: cython.ulonglong = 1
        s.used |= one << card
        tell(s, p, ABILITY_USED, card, 0, 0)
        place_citizens(s, p, region, more_when_placing(s, p, card))
