"""2 Monk, of the church."""

import cython
from cython.cimports.bellringer.core.legal import lowest_bit
from cython.cimports.bellringer.games.rattus.rules.state import RAT_FROM
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, with_rats, with_room


def may_use(s, p):
    """While some rat has a neighbouring region with room."""
    room = with_room(s)
    rats: cython.uint = with_rats(s)
    while rats != 0:
        if s.borders[lowest_bit(rats)] & room:
            return True
        rats &= rats - 1
    return False


def use(s, p):
    """Any one rat to a neighbouring region with room. [RA-7.2]"""
    ask(s, p, RAT_FROM, 0, 0)
