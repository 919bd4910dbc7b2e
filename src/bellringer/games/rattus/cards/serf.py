"""8 Serf, of the peasantry."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import SERF
from cython.cimports.bellringer.games.rattus.cards.serf import MOVE_IN_AT_1, MOVE_IN_AT_2, MOVE_IN_AT_3
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import ask_move_in
from cython.cimports.bellringer.games.rattus.rules.ending import resolve_last
from cython.cimports.bellringer.games.rattus.rules.state import UNRESOLVED
from cython.cimports.bellringer.games.rattus.rules.turn import piece_steps, piece_targets


def after_rat(s, p):
    """A citizen may come to the plague region if the rat killed one of another seat. [RA-12.8]"""
    ask_move_in(s, p, MOVE_IN_AT_1, SERF)


def after_rat_2(s, p):
    """Up to two, and as many as it killed. [RA-13.18]"""
    ask_move_in(s, p, MOVE_IN_AT_2, SERF)


def after_rat_3(s, p):
    """Up to three, and as many as it killed. [RA-13.19]"""
    ask_move_in(s, p, MOVE_IN_AT_3, SERF)


def may_use_last(s, p):
    """While the seat has resolved no plague in the last round, and the piece has moved or can move."""
    return s.has_resolved == UNRESOLVED and (s.has_moved or piece_targets(s, piece_steps(s, p)) != 0)


def use_last(s, p):
    """Move the plague piece and resolve a plague there. [RA-12.11]"""
    resolve_last(s, p, piece_steps(s, p), False)
