"""14 Pied Piper, of magic."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import LEAD_FROM
from cython.cimports.bellringer.games.rattus.rules.diplomats import with_way
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While an own citizen can go to a neighbour."""
    return with_way(s, p) != 0


def use(s, p):
    """An own citizen to a neighbour, and as many rats as can go along. [RA-12.30]"""
    ask(s, p, LEAD_FROM, 0, 0)


def use_2(s, p):
    """A citizen of another seat goes along, too. [RA-13.30]"""
    s.errand.left = 1
    ask(s, p, LEAD_FROM, 0, 0)


def use_3(s, p):
    """A citizen of another seat goes along, and then the own one may go on. [RA-13.31]"""
    s.errand.left = 2
    ask(s, p, LEAD_FROM, 0, 0)
