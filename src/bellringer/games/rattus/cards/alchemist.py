"""28 Alchemist, of magic."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import ALCHEMIST
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import BORROW_TILE, PLACE_LODGED
from cython.cimports.bellringer.games.rattus.rules.citizens import lodger
from cython.cimports.bellringer.games.rattus.rules.lending_asks import tiles_left
from cython.cimports.bellringer.games.rattus.rules.state import left_of
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, spend_card


def borrows_tiles(s, p):
    """The tile of any other card may lie on this one. [RA-15.59]"""
    return True


def may_use(s, p):
    """While the card bears no tile, and one is in the supply."""
    return s.lent == 0 and tiles_left(s) != 0


def use(s, p):
    """Take the tile of any card at level III, whose ability the seat has while it lies here. [RA-15.59]"""
    ask(s, p, BORROW_TILE, ALCHEMIST, 0)


def taken(s, p):
    """The card does nothing in this turn [RA-15.58]; citizens of another seat on it are placed. [RA-15.70]"""
    spend_card(s, ALCHEMIST)
    owner = lodger(s)
    if owner >= 0 and owner != p:
        ask(s, p, PLACE_LODGED, owner, ALCHEMIST)


def before_last_ravage(s, p):
    """The seat to the left of the owner of citizens on it chooses the region. [RA-15.71]"""
    owner = lodger(s)
    if owner >= 0:
        ask(s, left_of(s, owner, 1), PLACE_LODGED, owner, ALCHEMIST)
