"""1 Peasant, of the peasantry."""

from cython.cimports.bellringer.games.rattus.rules.state import PLACE_ONE
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def more_when_placing(s, p):
    """One citizen more than usual, in phase B. [RA-7.1]"""
    return 1


def may_use_last(s, p):
    """While the supply has a citizen."""
    return s.supply[p] > 0


def use_last(s, p):
    """A citizen in any one region. [RA-9.5]"""
    ask(s, p, PLACE_ONE, 0, 0)
