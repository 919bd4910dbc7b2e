"""4 Witch, of magic."""

from cython.cimports.bellringer.games.rattus.rules.state import LOOK
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, with_rats


def may_use(s, p):
    """While a rat is on the board."""
    return with_rats(s) != 0


def use(s, p):
    """Look at a rat, then at another, and swap the two if wanted. [RA-7.4]"""
    ask(s, p, LOOK, 0, 0)
