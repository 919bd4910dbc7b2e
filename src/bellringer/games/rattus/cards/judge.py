"""32 Judge, of the church."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import BACK_FROM
from cython.cimports.bellringer.games.rattus.rules.citizens import with_own
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the seat has a citizen in a region."""
    return with_own(s, p) != 0


def use(s, p):
    """One citizen comes back to the supply; another one of its region may go to the palace. [RA-17.6]"""
    ask(s, p, BACK_FROM, 0, 0)
