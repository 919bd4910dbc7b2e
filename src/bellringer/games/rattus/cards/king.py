"""5 King, of royalty."""

from cython.cimports.bellringer.games.rattus.cards.king import HAVEN_ANY_AT_2, HAVEN_ANY_AT_3
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import HAVEN_ANY, HAVEN_FROM
from cython.cimports.bellringer.games.rattus.rules.diplomats import with_regulars
from cython.cimports.bellringer.games.rattus.rules.rats import with_rats
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While a citizen of the seat can go from a region without rats."""
    return (with_regulars(s, p) & ~with_rats(s)) != 0


def may_use_2(s, p):
    """While a citizen of the seat can go from a region."""
    return with_regulars(s, p) != 0


def use(s, p):
    """One own citizen from a region without rats to the palace. [RA-7.5]"""
    ask(s, p, HAVEN_FROM, 0, 0)


def use_2(s, p):
    """One own citizen from any region. [RA-13.13]"""
    ask(s, p, HAVEN_ANY, HAVEN_ANY_AT_2, 0)


def use_3(s, p):
    """Up to two own citizens from any one region. [RA-13.14]"""
    ask(s, p, HAVEN_ANY, HAVEN_ANY_AT_3, 0)
