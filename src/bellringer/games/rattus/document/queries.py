"""What documents ask of the compiled rules."""

from cython.cimports.bellringer.games.rattus.cards.deck import piece_counts
from cython.cimports.bellringer.games.rattus.document.codec import struct_of
from cython.cimports.bellringer.games.rattus.rules.plague import counting_card
from cython.cimports.bellringer.games.rattus.rules.turn import placing_card


def may_place_more(state, seat: int) -> bool:
    """Whether the seat holds a card, not used in this turn, that adds a citizen to those it places."""
    return placing_card(struct_of(state), seat) >= 0


def piece_counts_as(state, seat: int) -> int:
    """As how many citizens the seat's cards let the plague piece count; 0 when they do not."""
    s = struct_of(state)
    card = counting_card(s, seat)
    return piece_counts(s, seat, card) if card >= 0 else 0
