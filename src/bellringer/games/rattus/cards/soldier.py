"""17 Soldier, of chivalry."""

from cython.cimports.bellringer.games.rattus.cards.soldier import (
    MORE_RATS_AT_1,
    MORE_RATS_AT_3,
    RAT_BESIDE_AT_1,
    RAT_BESIDE_AT_3,
)
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import RAT_BESIDE
from cython.cimports.bellringer.games.rattus.rules.plague import spread_targets
from cython.cimports.bellringer.games.rattus.rules.state import ANYWHERE
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def steps(s, p):
    """The plague piece may go two steps, three with five or six seats. [RA-12.42]"""
    return s.reach


def steps_2(s, p):
    """To any region. [RA-13.36]"""
    return ANYWHERE


def more_rats(s, p):
    """One rat more may come when the plague spreads. [RA-12.43]"""
    return MORE_RATS_AT_1


def more_rats_3(s, p):
    """Two. [RA-13.37]"""
    return MORE_RATS_AT_3


def may_use_last(s, p):
    """While a rat can come next to the plague piece."""
    return spread_targets(s) != 0


def use_last(s, p):
    """A rat comes to a neighbour of the plague region. [RA-12.45]"""
    ask(s, p, RAT_BESIDE, RAT_BESIDE_AT_1, 0)


def use_last_3(s, p):
    """Up to two. [RA-13.37]"""
    ask(s, p, RAT_BESIDE, RAT_BESIDE_AT_3, 0)
