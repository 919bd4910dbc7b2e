"""31 Boccaccio, of magic."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import BOCCACCIO
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import HAVEN_NEAR
from cython.cimports.bellringer.games.rattus.rules.citizens import fallen_of_others
from cython.cimports.bellringer.games.rattus.rules.ending import resolve_last
from cython.cimports.bellringer.games.rattus.rules.state import UNRESOLVED
from cython.cimports.bellringer.games.rattus.rules.turn import piece_steps, piece_targets
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def after_plague(s, p):
    """If the plague killed a citizen of another seat, one beside its region may go to the palace. [RA-17.1]"""
    if fallen_of_others(s, p) > 0:
        ask(s, p, HAVEN_NEAR, BOCCACCIO, 0)


def may_use_last(s, p):
    """While the seat has resolved no plague in the last round, and the piece has moved or can move."""
    return s.has_resolved == UNRESOLVED and (s.has_moved or piece_targets(s, piece_steps(s, p)) != 0)


def use_last(s, p):
    """Move the plague piece and resolve a plague there, with all cards of the seat that act in one. [RA-17.4]"""
    resolve_last(s, p, piece_steps(s, p), False)
