"""6 Knight, of chivalry."""

from cython.cimports.bellringer.games.rattus.rules.state import PIECE_TO
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def steps(s, p):
    """The plague piece may go two steps, three with five or six seats. [RA-7.6]"""
    return s.reach


def piece_counts(s, p):
    """The piece may count as two neutral citizens against the limits. [RA-7.7]"""
    return 2


def may_use_last(s, p):
    """Always: the piece may at least count."""
    return True


def use_last(s, p):
    """Move the piece, or let it stay; then it may count in the last ravage. [RA-9.6]"""
    ask(s, p, PIECE_TO, s.reach, 0)
