"""5 King, of royalty."""

from cython.cimports.bellringer.games.rattus.rules.state import HAVEN_FROM
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, with_own, with_rats


def may_use(s, p):
    """While the seat has a citizen in a region without rats."""
    return (with_own(s, p) & ~with_rats(s)) != 0


def use(s, p):
    """One own citizen from a region without rats to the palace. [RA-7.5]"""
    ask(s, p, HAVEN_FROM, 0, 0)
