"""2 Monk, of the church."""

import cython
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.games.rattus.cards.monk import RAT_FAR_FROM_AT_2, RAT_FAR_FROM_AT_3
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import RAT_FAR_FROM, RAT_FROM
from cython.cimports.bellringer.games.rattus.rules.rat_asks import far_targets
from cython.cimports.bellringer.games.rattus.rules.rats import with_rats, with_room
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While some rat has a neighbouring region with room."""
    room = with_room(s)
    rats: cython.uint = with_rats(s)
    while rats != 0:
        if s.open_to[lowest_bit(rats)] & room:
            return True
        rats &= rats - 1
    return False


def may_use_2(s, p):
    """While some rat has any region with room."""
    rats: cython.uint = with_rats(s)
    while rats != 0:
        if far_targets(s, lowest_bit(rats)) != 0:
            return True
        rats &= rats - 1
    return False


def use(s, p):
    """Any one rat to a neighbouring region with room. [RA-7.2]"""
    ask(s, p, RAT_FROM, 0, 0)


def use_2(s, p):
    """Any one rat to any region with room. [RA-13.7]"""
    ask(s, p, RAT_FAR_FROM, RAT_FAR_FROM_AT_2, 0)


def use_3(s, p):
    """Up to two rats of one region to another one. [RA-13.8]"""
    ask(s, p, RAT_FAR_FROM, RAT_FAR_FROM_AT_3, 0)
