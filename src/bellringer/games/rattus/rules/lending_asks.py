"""What cards ask that block others, guard them or borrow their tiles. No card is named here."""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_set
from cython.cimports.bellringer.games.rattus.rules.citizens import (
    fallen_of_others,
    keeper,
    lodger,
    place_citizens,
    place_lodged,
    save_from_supply,
)
from cython.cimports.bellringer.games.rattus.rules.ending import legal_piece_to
from cython.cimports.bellringer.games.rattus.rules.moves import ONE_MORE, PASS, PLACE, PLAGUE, USE
from cython.cimports.bellringer.games.rattus.rules.state import (
    BLOCK_CARD,
    BORROW_TILE,
    HAVEN_NEW,
    MOST_SEATS,
    PLACE_KEPT,
    PLACE_LODGED,
    PLACE_OF,
    WALK_TO,
    lent_tile,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask
from cython.cimports.bellringer.games.rattus.rules.verbs import block_card, borrow_tile, move_piece


def legal_of_lending(s, p, legal, ask):
    """The legal moves for an ask by such a card."""
    if ask.kind == BLOCK_CARD:
        legal_block_card(s, legal, ask.about)
    elif ask.kind == BORROW_TILE:
        allow_set(legal, USE, tiles_left(s))
    elif ask.kind == WALK_TO:
        legal_piece_to(s, legal, ask.about)
    elif ask.kind == PLACE_OF:
        legal_of_some(s, legal, s.supply[ask.about])
    elif ask.kind == HAVEN_NEW:
        legal_haven_new(s, p, legal)
    elif ask.kind == PLACE_LODGED:
        legal_of_some(s, legal, s.lodged[ask.about])


def answer_of_lending(s, p, ask, move):
    """Answer an ask by such a card."""
    if ask.kind == BLOCK_CARD:
        answer_block_card(s, p, move)
    elif ask.kind == BORROW_TILE:
        borrow_tile(s, p, move - USE, ask.about)
    elif ask.kind == WALK_TO:
        answer_walk_to(s, p, move)
    elif ask.kind == PLACE_OF:
        place_citizens(s, ask.about, move - PLACE, 1)
    elif ask.kind == HAVEN_NEW:
        answer_haven_new(s, p, move)
    elif ask.kind == PLACE_LODGED:
        place_lodged(s, ask.about, move - PLACE)


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


# citizens


def legal_of_some(s, legal, citizens):
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
