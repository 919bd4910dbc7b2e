"""10 Bishop, of the church."""

from cython.cimports.bellringer.games.rattus.cards.bishop import BISHOP_RAT_AT_2, BISHOP_RAT_AT_3
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import BISHOP_RAT
from cython.cimports.bellringer.games.rattus.rules.map_asks import ask_bishop, bishop_rats
from cython.cimports.bellringer.games.rattus.rules.state import REGIONS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """Always."""
    return True


def use(s, p):
    """Place a bishop, or move one when both are on the map. [RA-12.15]"""
    ask_bishop(s, p)


def may_use_also_2(s, p):
    """While a rat can leave a bishop's region. [RA-13.22]"""
    return bishop_rats(s) != 0


def use_also_2(s, p):
    """A rat out of a bishop's region to a neighbour. [RA-13.22]"""
    ask(s, p, BISHOP_RAT, BISHOP_RAT_AT_2, REGIONS)


def use_also_3(s, p):
    """Up to two rats out of one bishop's region. [RA-13.23]"""
    ask(s, p, BISHOP_RAT, BISHOP_RAT_AT_3, REGIONS)
