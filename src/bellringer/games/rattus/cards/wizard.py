"""13 Wizard, of magic."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import POTION_IN
from cython.cimports.bellringer.games.rattus.rules.citizens import potions_left, with_own
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the seat has a citizen in a region, and the box a potion."""
    return with_own(s, p) != 0 and potions_left(s) > 0


def use(s, p):
    """A potion under an own citizen. [RA-12.26]"""
    ask(s, p, POTION_IN, 1, 0)


def use_2(s, p):
    """Two in one region without rats, or one. [RA-13.28]"""
    ask(s, p, POTION_IN, 2, 0)


def use_3(s, p):
    """Two anywhere. [RA-13.29]"""
    ask(s, p, POTION_IN, 3, 0)
