"""3 Merchant, of the bourgeoisie."""

from cython.cimports.bellringer.games.rattus.cards.merchant import GO_FROM_AT_1
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import GO_FAR_FROM, GO_FROM
from cython.cimports.bellringer.games.rattus.rules.diplomats import with_far_way, with_way
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While an own citizen can go to a neighbour."""
    return with_way(s, p) != 0


def may_use_3(s, p):
    """While an own citizen can go to another region."""
    return with_far_way(s, p) != 0


def use(s, p):
    """Up to three own citizens from one region to a neighbour. [RA-7.3]"""
    ask(s, p, GO_FROM, GO_FROM_AT_1, 0)


def use_2(s, p):
    """Any number of them. [RA-13.9]"""
    ask(s, p, GO_FROM, s.citizens_each, 0)


def use_3(s, p):
    """Any number of them, to any region. [RA-13.10]"""
    ask(s, p, GO_FAR_FROM, s.citizens_each, 0)
