"""11 Courier, of the bourgeoisie."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import EXCHANGE_FROM
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import may_exchange
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While two seats have citizens in two regions."""
    return may_exchange(s)


def use(s, p):
    """Two citizens of two seats in two regions change places. [RA-12.19]"""
    ask(s, p, EXCHANGE_FROM, 0, 0)


def use_2(s, p):
    """Up to two citizens of one region with as many of another. [RA-13.24]"""
    s.errand.left = 1
    ask(s, p, EXCHANGE_FROM, 0, 0)


def use_3(s, p):
    """Up to three. [RA-13.25]"""
    s.errand.left = 2
    ask(s, p, EXCHANGE_FROM, 0, 0)
