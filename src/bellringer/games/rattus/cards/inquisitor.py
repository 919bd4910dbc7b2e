"""26 Inquisitor, of chivalry."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import WALK_TO
from cython.cimports.bellringer.games.rattus.rules.lending_asks import ask_block
from cython.cimports.bellringer.games.rattus.rules.state import ANYWHERE
from cython.cimports.bellringer.games.rattus.rules.turn import piece_steps, piece_targets
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def steps(s, p):
    """The plague piece may go two steps, three with five or six seats. [RA-15.39]"""
    return s.reach


def steps_2(s, p):
    """To any region. [RA-15.46]"""
    return ANYWHERE


def after_plague(s, p):
    """If the plague killed three citizens of others, a class card of one of these seats may be blocked. [RA-15.40]"""
    ask_block(s, p, 3)


def after_plague_3(s, p):
    """If it killed one. [RA-15.47]"""
    ask_block(s, p, 1)


def may_use_last(s, p):
    """While no card of the seat has moved the piece in the last round, and it can move."""
    return not s.has_moved and piece_targets(s, piece_steps(s, p)) != 0


def use_last(s, p):
    """Move the piece, or let it stay. [RA-15.45]"""
    ask(s, p, WALK_TO, piece_steps(s, p), 0)
