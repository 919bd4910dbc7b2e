"""16 Queen, of royalty."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import QUEEN
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import PLACE_ANYWHERE
from cython.cimports.bellringer.games.rattus.rules.citizens import lead_in_connected
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def adds_when_placing(s, p):
    """While the seat's largest connected area has more regions than any other seat's. [RA-12.38]"""
    return lead_in_connected(s, p) > 0


def adds_when_placing_2(s, p):
    """While no other seat's connected area has more regions than the seat's largest. [RA-13.34]"""
    return lead_in_connected(s, p) >= 0


def more_when_placing(s, p):
    """Two citizens more than usual, in phase B. [RA-12.38]"""
    return 2


def more_when_placing_3(s, p):
    """Three citizens more than usual. [RA-13.35]"""
    return 3


def may_use_last(s, p):
    """While the supply has a citizen, and the area is larger than any other seat's."""
    return s.supply[p] > 0 and lead_in_connected(s, p) > 0


def may_use_last_2(s, p):
    """While the supply has a citizen, and no other seat's area is larger."""
    return s.supply[p] > 0 and lead_in_connected(s, p) >= 0


def use_last(s, p):
    """Two citizens more, in any one region. [RA-12.41]"""
    ask(s, p, PLACE_ANYWHERE, QUEEN, 0)
