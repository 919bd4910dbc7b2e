"""24 Professor, of the bourgeoisie."""

from cython.cimports.bellringer.games.rattus.rules.event_cards import FEW_EVENTS, MANY_EVENTS
from cython.cimports.bellringer.games.rattus.rules.university_asks import begin_to_arrange, draw_to_choose


def may_use(s, p):
    """Always."""
    return True


def use(s, p):
    """Look at the next four events, and put them back in any order. [RA-15.25]"""
    begin_to_arrange(s, p, FEW_EVENTS, False)


def use_2(s, p):
    """Look at the next four events, and put each away or back, in any order. [RA-15.32]"""
    begin_to_arrange(s, p, FEW_EVENTS, True)


def use_3(s, p):
    """Look at the next six events, and put each away or back, in any order. [RA-15.33]"""
    begin_to_arrange(s, p, MANY_EVENTS, True)


def use_last(s, p):
    """Draw four events; one of them happens. [RA-15.30]"""
    draw_to_choose(s, p, FEW_EVENTS)


def use_last_3(s, p):
    """Draw six. [RA-15.33]"""
    draw_to_choose(s, p, MANY_EVENTS)
