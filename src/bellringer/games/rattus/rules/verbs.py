"""The verbs for class cards and the plague piece. Those for citizens, rats and pieces on the map have their own files.

Verbs are the few functions through which all rules change the state: conservation and the event log live there.
"""

import cython
from cython.cimports.bellringer.games.rattus.rules.events import (
    ABILITY_USED,
    CARD_TAKEN,
    CARD_UPGRADED,
    PIECE_MOVED,
)
from cython.cimports.bellringer.games.rattus.rules.state import card_level


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
    s.upgraded[0] &= ~(one << card)
    s.upgraded[1] &= ~(one << card)
    s.blocked &= ~(one << card)
    tell(s, p, CARD_TAKEN, card, origin, 0)


def upgrade_card(s, p, card):
    """Place the card's tile on it with level II up, or turn it to level III."""
    one: cython.ulonglong = 1
    s.upgraded[1] |= s.upgraded[0] & (one << card)
    s.upgraded[0] |= one << card
    tell(s, p, CARD_UPGRADED, card, 0, card_level(s, card))


def use_up(s, p, card):
    """Note that a seat has used the ability of a card, which is possible once a turn."""
    one: cython.ulonglong = 1
    s.used |= one << card
    tell(s, p, ABILITY_USED, card, 0, 0)


def move_piece(s, p, region):
    """Move the plague piece to a region."""
    tell(s, p, PIECE_MOVED, s.piece, region, 0)
    s.piece = region
