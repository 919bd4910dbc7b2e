"""From a class card's number to its hooks. Written by tools/rattus/cards.py from the cards: do not edit."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import (
    KING,
    KNIGHT,
    MERCHANT,
    MONK,
    PEASANT,
    WITCH,
)
from cython.cimports.bellringer.games.rattus.cards.king import may_use as king_may_use
from cython.cimports.bellringer.games.rattus.cards.king import use as king_use
from cython.cimports.bellringer.games.rattus.cards.knight import may_use_last as knight_may_use_last
from cython.cimports.bellringer.games.rattus.cards.knight import piece_counts as knight_piece_counts
from cython.cimports.bellringer.games.rattus.cards.knight import steps as knight_steps
from cython.cimports.bellringer.games.rattus.cards.knight import use_last as knight_use_last
from cython.cimports.bellringer.games.rattus.cards.merchant import may_use as merchant_may_use
from cython.cimports.bellringer.games.rattus.cards.merchant import use as merchant_use
from cython.cimports.bellringer.games.rattus.cards.monk import may_use as monk_may_use
from cython.cimports.bellringer.games.rattus.cards.monk import use as monk_use
from cython.cimports.bellringer.games.rattus.cards.peasant import may_use_last as peasant_may_use_last
from cython.cimports.bellringer.games.rattus.cards.peasant import more_when_placing as peasant_more_when_placing
from cython.cimports.bellringer.games.rattus.cards.peasant import use_last as peasant_use_last
from cython.cimports.bellringer.games.rattus.cards.witch import may_use as witch_may_use
from cython.cimports.bellringer.games.rattus.cards.witch import use as witch_use


def may_use(s, p, card):
    """Whether the ability can be used now, in the action phase: there is something for it to do."""
    if card == MONK:
        return monk_may_use(s, p)
    elif card == MERCHANT:
        return merchant_may_use(s, p)
    elif card == WITCH:
        return witch_may_use(s, p)
    elif card == KING:
        return king_may_use(s, p)
    return False


def use(s, p, card):
    """Begin the ability: it asks what it needs."""
    if card == MONK:
        monk_use(s, p)
    elif card == MERCHANT:
        merchant_use(s, p)
    elif card == WITCH:
        witch_use(s, p)
    elif card == KING:
        king_use(s, p)


def may_use_last(s, p, card):
    """The same in the last round."""
    if card == PEASANT:
        return peasant_may_use_last(s, p)
    elif card == KNIGHT:
        return knight_may_use_last(s, p)
    return may_use(s, p, card)


def use_last(s, p, card):
    """The same in the last round."""
    if card == PEASANT:
        peasant_use_last(s, p)
    elif card == KNIGHT:
        knight_use_last(s, p)
    else:
        use(s, p, card)


def more_when_placing(s, p, card):
    """How many citizens more than rats may be placed, and in a region without rats at all."""
    if card == PEASANT:
        return peasant_more_when_placing(s, p)
    return 0


def steps(s, p, card):
    """How far the plague piece may go in phase C."""
    if card == KNIGHT:
        return knight_steps(s, p)
    return 1


def piece_counts(s, p, card):
    """As how many citizens the piece may count against the limits, if the holder wants."""
    if card == KNIGHT:
        return knight_piece_counts(s, p)
    return 0
