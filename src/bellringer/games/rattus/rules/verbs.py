"""The verbs for class cards and the plague piece. Those for citizens, rats and pieces on the map have their own files.

Verbs are the few functions through which all rules change the state: conservation and the event log live there.
"""

import cython
from cython.cimports.bellringer.games.rattus.rules.events import (
    ABILITY_USED,
    CARD_GIVEN_UP,
    CARD_TAKEN,
    CARD_UPGRADED,
    PIECE_MOVED,
)
from cython.cimports.bellringer.games.rattus.rules.guilds import grant_guilds, use_guild
from cython.cimports.bellringer.games.rattus.rules.state import GUILDS_BOARD, card_level


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
    if s.modules & GUILDS_BOARD:
        grant_guilds(s, p)
    tell(s, p, CARD_TAKEN, card, origin, 0)


def give_up_card(s, p, card):
    """Put a class card of a seat back beside the board, which is not taking. Its tile goes back to the supply."""
    one: cython.ulonglong = 1
    s.cards[p] &= ~(one << card)
    s.on_table |= one << card
    strip_card(s, card)
    tell(s, p, CARD_GIVEN_UP, card, 0, 0)


def strip_card(s, card):
    """A class card that leaves its seat has no tile any longer, and no block."""
    one: cython.ulonglong = 1
    s.upgraded[0] &= ~(one << card)
    s.upgraded[1] &= ~(one << card)
    s.blocked &= ~(one << card)


def upgrade_card(s, p, card):
    """Place the card's tile on it with level II up, or turn it to level III."""
    one: cython.ulonglong = 1
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


def move_piece(s, p, region):
    """Move the plague piece to a region."""
    tell(s, p, PIECE_MOVED, s.piece, region, 0)
    s.piece = region
