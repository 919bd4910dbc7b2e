"""1 Peasant, of the peasantry."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import PEASANT
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import PLACE_ANYWHERE, PLACE_ONE
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def adds_when_placing(s, p):
    """Always. [RA-7.1]"""
    return True


def more_when_placing(s, p):
    """One citizen more than usual, in phase B. [RA-7.1]"""
    return 1


def more_when_placing_3(s, p):
    """Two. [RA-13.6]"""
    return 2


def adds_anywhere_2(s, p):
    """In any region. [RA-13.5]"""
    return True


def may_use_last(s, p):
    """While the supply has a citizen."""
    return s.supply[p] > 0


def use_last(s, p):
    """A citizen in any one region. [RA-9.5]"""
    ask(s, p, PLACE_ONE, 0, 0)


def use_last_3(s, p):
    """Two citizens in any one region. [RA-13.6]"""
    ask(s, p, PLACE_ANYWHERE, PEASANT, 0)
