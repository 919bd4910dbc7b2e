"""9 Nun, of the church."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import NUN_TO
from cython.cimports.bellringer.games.rattus.rules.map_pieces import lift_nuns
from cython.cimports.bellringer.games.rattus.rules.state import NUNS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """Always."""
    return True


def use(s, p):
    """Lift all nuns, and place them one by one in any regions. [RA-12.12]"""
    lift_nuns(s)
    ask(s, p, NUN_TO, NUNS, 0)


def raises_limits(s, p):
    """Each nun raises the limits in its region by one. [RA-12.13]"""
    return 1


def raises_limits_2(s, p):
    """By two. [RA-13.20]"""
    return 2


def raises_limits_3(s, p):
    """By three. [RA-13.21]"""
    return 3
