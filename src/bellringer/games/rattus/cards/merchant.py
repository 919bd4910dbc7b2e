"""3 Merchant, of the bourgeoisie."""

from cython.cimports.bellringer.games.rattus.rules.state import GO_FROM
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, with_own


def may_use(s, p):
    """While the seat has a citizen in a region."""
    return with_own(s, p) != 0


def use(s, p):
    """Up to three own citizens from one region to a neighbour. [RA-7.3]"""
    ask(s, p, GO_FROM, 3, 0)
