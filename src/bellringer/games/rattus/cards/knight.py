"""6 Knight, of chivalry."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import PIECE_TO
from cython.cimports.bellringer.games.rattus.rules.plague import ask_counting
from cython.cimports.bellringer.games.rattus.rules.state import ANYWHERE
from cython.cimports.bellringer.games.rattus.rules.turn import piece_steps
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def steps(s, p):
    """The plague piece may go two steps, three with five or six seats. [RA-7.6]"""
    return s.reach


def steps_2(s, p):
    """To any region. [RA-13.15]"""
    return ANYWHERE


def piece_counts(s, p):
    """The piece may count as two neutral citizens against the limits. [RA-7.7]"""
    return 2


def lifts_limits_3(s, p):
    """All limits in the plague region may be zero instead. [RA-13.16]"""
    return True


def may_use_last(s, p):
    """Always: the piece may at least count."""
    return True


def use_last(s, p):
    """Move the piece, or let it stay; then it may count in the last ravage. [RA-9.6]"""
    if s.has_moved:
        ask_counting(s, p)
    else:
        ask(s, p, PIECE_TO, piece_steps(s, p), 0)
