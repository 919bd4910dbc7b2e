"""20 Explorer, of the Islamic class."""

from cython.cimports.bellringer.games.rattus.rules.region_cards import can_draw, explore


def may_use(s, p):
    """While there is a region card to draw, and a citizen in the supply. [RA-14.24]"""
    return s.supply[p] > 0 and can_draw(s)


def use(s, p):
    """Draw three region cards for all to see; a citizen goes to the region of one of them. [RA-14.23]"""
    explore(s, p, 1)


def may_use_2(s, p):
    """While there is a region card to draw: it may be wanted alone. [RA-14.26]"""
    return can_draw(s)


def use_2(s, p):
    """The chosen card is kept. [RA-14.25]"""
    explore(s, p, 2)


def use_3(s, p):
    """Two citizens go there. [RA-14.27]"""
    explore(s, p, 3)
