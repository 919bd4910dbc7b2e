"""What cards ask that block others, guard them or borrow their tiles. No card is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_set
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import BLOCK_CARD, PLACE_KEPT, PLACE_LODGED
from cython.cimports.bellringer.games.rattus.rules.citizens import (
    fallen_of_others,
    keeper,
    lodger,
    place_citizens,
    place_lodged,
    save_from_supply,
)
from cython.cimports.bellringer.games.rattus.rules.moves import ONE_MORE, PASS, PLACE, PLAGUE, USE
from cython.cimports.bellringer.games.rattus.rules.state import MOST_SEATS, lent_tile
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask
from cython.cimports.bellringer.games.rattus.rules.verbs import block_card, borrow_tile, move_piece

# blocking


def ask_block(s, p, least):
    """Ask which class card is blocked, of a seat that lost a citizen, if the plague killed so many of others."""
    if fallen_of_others(s, p) >= least:
        put_ask(s, p, BLOCK_CARD, losers(s, p), 0)


def losers(s, p):
    """The other seats of which the plague has killed a citizen, as a bit set."""
    found: cython.uint = 0
    for other in range(MOST_SEATS):
        has_lost: cython.uint = other != p and s.fallen[other] > 0
        found |= has_lost << other
    return found


def legal_block_card(s, legal, seats):
    """Any class card of these seats that is not blocked, or none."""
    found: cython.ulonglong = 0
    for p in range(MOST_SEATS):
        if (seats >> p) & 1:
            found |= s.cards[p] & ~s.blocked
    if found != 0:
        allow(legal, PASS)
        allow_set(legal, USE, found)


def answer_block_card(s, p, move):
    """The card is blocked, unless the seat passes."""
    if move != PASS:
        block_card(s, p, move - USE)


def answer_walk_to(s, p, move):
    """Move the plague piece there, without a plague."""
    if move != PASS:
        move_piece(s, p, move - PLAGUE)
        s.has_moved = 1


# borrowing


def tiles_left(s):
    """The class cards of the table whose tiles are in the supply, as a bit set."""
    return s.tiles & ~s.upgraded[0] & ~lent_tile(s)


def legal_borrow_tile(s, legal):
    """Any tile in the supply."""
    allow_set(legal, USE, tiles_left(s))


def answer_borrow_tile(s, p, move, card):
    """The tile comes to the card."""
    borrow_tile(s, p, move - USE, card)


# citizens


def legal_place_of(s, legal, owner):
    """Any region in play, if the other seat has a citizen in its supply."""
    allow_anywhere(s, legal, s.supply[owner])


def answer_place_of(s, move, owner):
    """Place a citizen of the other seat there."""
    place_citizens(s, owner, move - PLACE, 1)


def legal_place_lodged(s, legal, owner):
    """Any region in play, if citizens of the seat are on the card."""
    allow_anywhere(s, legal, s.lodged[owner])


def answer_place_lodged(s, move, owner):
    """Place all of them there."""
    place_lodged(s, owner, move - PLACE)


def allow_anywhere(s, legal, citizens):
    """Any region in play, if there are any citizens to come."""
    if citizens > 0:
        allow_set(legal, PLACE, s.regions)


def legal_haven_new(s, p, legal):
    """A citizen of the supply, or none."""
    if s.supply[p] > 0:
        allow(legal, PASS)
        allow(legal, ONE_MORE)


def answer_haven_new(s, p, move):
    """A citizen of the supply goes to the palace, unless the seat passes."""
    if move == ONE_MORE:
        save_from_supply(s, p)


def ask_owner(s, card):
    """Ask the seat whose citizens lie on a card where they go, or on the card that has borrowed its tile."""
    owner: cython.int = lodger(s) if s.lent == card + 1 else keeper(s)
    if owner < 0:
        return
    if s.lent == card + 1:
        put_ask(s, owner, PLACE_LODGED, owner, s.lent_to)
    else:
        put_ask(s, owner, PLACE_KEPT, owner, 0)
