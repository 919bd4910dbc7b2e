"""4 Witch, of magic."""

from cython.cimports.bellringer.games.rattus.cards.witch import LOOK_ON_AT_2, LOOK_ON_AT_3
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import LOOK, LOOK_ON
from cython.cimports.bellringer.games.rattus.rules.rats import with_rats
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While a rat is on the board."""
    return with_rats(s) != 0


def use(s, p):
    """Look at a rat, then at another, and swap the two if wanted. [RA-7.4]"""
    ask(s, p, LOOK, 0, 0)


def use_2(s, p):
    """Look at up to three rats, and arrange them. [RA-13.11]"""
    ask(s, p, LOOK_ON, LOOK_ON_AT_2, 0)


def use_3(s, p):
    """Look at up to four rats, and arrange them. [RA-13.12]"""
    ask(s, p, LOOK_ON, LOOK_ON_AT_3, 0)
