"""The verbs for class cards, tiles and the plague piece. Those for citizens, rats and map have their own files.

Verbs are the few functions through which all rules change the state: conservation and the event log live there.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.games.rattus.rules.events import (
    ABILITY_USED,
    CARD_BLOCKED,
    CARD_GIVEN_UP,
    CARD_TAKEN,
    CARD_UNBLOCKED,
    CARD_UPGRADED,
    PIECE_MOVED,
    TILE_BORROWED,
    TILE_RETURNED,
)
from cython.cimports.bellringer.games.rattus.rules.guilds import grant_guilds, use_guild
from cython.cimports.bellringer.games.rattus.rules.state import GUILDS_BOARD, actor, card_level, holder, holds


def take_card(s, p, card):
    """Take a class card from beside the board or from the seat that holds it. Its tile goes back to the supply."""
    origin = 255
    one: cython.ulonglong = 1
    for other in range(s.head.seats):
        if (s.cards[other] >> card) & 1:
            origin = other
            s.cards[other] &= ~(one << card)
    s.on_table &= ~(one << card)
    s.cards[p] |= one << card
    strip_card(s, card)
    tell(s, p, CARD_TAKEN, card, origin, 0)
    return_tile_of(s, p, card)
    if s.modules & GUILDS_BOARD:
        grant_guilds(s, p)


def give_up_card(s, p, card):
    """Put a class card of a seat back beside the board, which is not taking. Its tile goes back to the supply."""
    one: cython.ulonglong = 1
    s.cards[p] &= ~(one << card)
    s.on_table |= one << card
    strip_card(s, card)
    tell(s, p, CARD_GIVEN_UP, card, 0, 0)
    return_tile_of(s, p, card)
    if s.modules & GUILDS_BOARD and p == actor(s):
        grant_guilds(s, p)


def strip_card(s, card):
    """A class card that leaves its seat has no tile of its own any longer, and no block."""
    one: cython.ulonglong = 1
    s.upgraded[0] &= ~(one << card)
    s.upgraded[1] &= ~(one << card)
    s.blocked &= ~(one << card)


def return_tile_of(s, p, card):
    """A class card that leaves its seat has no borrowed tile any longer, either."""
    if s.lent != 0 and s.lent_to == card:
        return_tile(s, p)


def upgrade_card(s, p, card):
    """Place the card's tile on it with level II up, or turn it to level III. Another card gives it back for that."""
    one: cython.ulonglong = 1
    if s.lent == card + 1:
        return_tile(s, p)
    s.upgraded[1] |= s.upgraded[0] & (one << card)
    s.upgraded[0] |= one << card
    tell(s, p, CARD_UPGRADED, card, 0, card_level(s, card))


def use_up(s, p, card):
    """Note that a seat has used the ability of a card, which is possible once a turn."""
    one: cython.ulonglong = 1
    if s.modules & GUILDS_BOARD:
        use_guild(s, p, card)
    s.used |= one << card
    tell(s, p, ABILITY_USED, card, 0, 0)


def spend_card(s, card):
    """The card can't be used in this turn."""
    one: cython.ulonglong = 1
    s.used |= one << card


def borrow_tile(s, p, tile, card):
    """Place the tile of a card on another one, with level III up."""
    s.lent = tile + 1
    s.lent_to = card
    if s.modules & GUILDS_BOARD:
        grant_guilds(s, p)
    tell(s, p, TILE_BORROWED, tile, card, 0)


def return_tile(s, p):
    """The borrowed tile comes back to the supply."""
    tile: cython.int = s.lent - 1
    card: cython.int = s.lent_to
    s.lent = 0
    s.lent_to = 0
    tell(s, p, TILE_RETURNED, tile, card, 0)


def give_back_tile(s, p):
    """A tile that the seat borrowed earlier goes back by itself, and spends the card on which it lay. [RA-15.64]"""
    if s.lent != 0 and holds(s, p, s.lent_to):
        spend_card(s, s.lent_to)
        return_tile(s, p)


def block_card(s, p, card):
    """Block a class card, so that it gives no ability."""
    one: cython.ulonglong = 1
    s.blocked |= one << card
    tell(s, p, CARD_BLOCKED, card, holder(s, card), 0)


def unblock_cards(s, p):
    """At the end of a seat's turn its class cards are blocked no longer. [RA-15.43]"""
    cards: cython.ulonglong = s.cards[p] & s.blocked
    while cards != 0:
        s.blocked &= ~(cards & -cards)
        tell(s, p, CARD_UNBLOCKED, lowest_bit(cards), 0, 0)
        cards &= cards - 1


def move_piece(s, p, region):
    """Move the plague piece to a region."""
    origin: cython.int = s.piece
    s.piece = region
    tell(s, p, PIECE_MOVED, origin, region, 0)
