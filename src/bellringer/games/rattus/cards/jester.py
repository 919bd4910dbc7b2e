"""33 Jester, of the royalty."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import DROP_AT
from cython.cimports.bellringer.games.rattus.rules.drop import DROPPED
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the supply has two citizens."""
    return s.supply[p] >= DROPPED


def use(s, p):
    """Two citizens fall on the board, and settle where they end up. [RA-17.8]"""
    ask(s, p, DROP_AT, 0, 0)
