"""18 Crusader, of chivalry."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import DRAW_RAT, REPLACE_RAT
from cython.cimports.bellringer.games.rattus.rules.ending import resolve_last
from cython.cimports.bellringer.games.rattus.rules.rats import draw_rat
from cython.cimports.bellringer.games.rattus.rules.state import ANYWHERE, UNRESOLVED
from cython.cimports.bellringer.games.rattus.rules.turn import piece_steps
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def steps(s, p):
    """The plague piece may go two steps, three with five or six seats. [RA-12.46]"""
    return s.reach


def steps_2(s, p):
    """To any region. [RA-13.38]"""
    return ANYWHERE


def reveals_all(s, p):
    """All rats of the plague region may be revealed together; the seat decides which acts when. [RA-12.47]"""
    return True


def may_use_also_3(s, p):
    """While the supply has a rat. [RA-13.39]"""
    return s.in_supply > 0


def use_also_3(s, p):
    """Draw a rat for all to see. [RA-13.39]"""
    draw_rat(s, p)


def may_use_also_last_3(s, p):
    """In the last round only after the reveal. [RA-13.41]"""
    return False


def after_reveal_3(s, p):
    """The drawn rat may replace one of the revealed ones; if none is drawn yet, one may be. [RA-13.40]"""
    if s.drawn > 0:
        ask(s, p, REPLACE_RAT, s.piece, 0)
    else:
        ask(s, p, DRAW_RAT, 0, 0)


def may_use_last(s, p):
    """While the seat has resolved no plague in the last round."""
    return s.has_resolved == UNRESOLVED


def use_last(s, p):
    """Move the plague piece, or let it stay, and resolve a plague there. [RA-12.49]"""
    resolve_last(s, p, piece_steps(s, p), True)
