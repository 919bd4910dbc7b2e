"""5 King, of royalty."""

from cython.cimports.bellringer.games.rattus.rules.citizens import with_own
from cython.cimports.bellringer.games.rattus.rules.rats import with_rats
from cython.cimports.bellringer.games.rattus.rules.state import HAVEN_ANY, HAVEN_FROM
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the seat has a citizen in a region without rats."""
    return (with_own(s, p) & ~with_rats(s)) != 0


def may_use_2(s, p):
    """While the seat has a citizen in a region."""
    return with_own(s, p) != 0


def use(s, p):
    """One own citizen from a region without rats to the palace. [RA-7.5]"""
    ask(s, p, HAVEN_FROM, 0, 0)


def use_2(s, p):
    """One own citizen from any region. [RA-13.13]"""
    ask(s, p, HAVEN_ANY, 1, 0)


def use_3(s, p):
    """Up to two own citizens from any one region. [RA-13.14]"""
    ask(s, p, HAVEN_ANY, 2, 0)
