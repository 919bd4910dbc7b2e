"""21 Caravanner, of the Islamic class."""

from cython.cimports.bellringer.games.rattus.cards.caravanner import CARAVAN_TO_AT_1, CARAVAN_TO_AT_2, CARAVAN_TO_AT_3
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import CARAVAN_IN
from cython.cimports.bellringer.games.rattus.rules.islamic_asks import begin_caravan, caravan_ways
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def after_settling(s, p):
    """The seat to the right of the one that begins places the caravan. [RA-14.43]"""
    ask(s, p, CARAVAN_IN, 0, 0)


def may_use(s, p):
    """While the caravan can go all its steps."""
    return s.caravan > 0 and caravan_ways(s, s.caravan - 1, CARAVAN_TO_AT_1) != 0


def use(s, p):
    """The caravan goes two steps; those with the most citizens where it has been may place one more. [RA-14.42]"""
    begin_caravan(s, p, CARAVAN_TO_AT_1, False)


def use_2(s, p):
    """The caravan goes two steps, and only the seat itself may place. [RA-14.49]"""
    begin_caravan(s, p, CARAVAN_TO_AT_2, True)


def use_3(s, p):
    """The caravan goes three steps, and only the seat itself may place. [RA-14.50]"""
    begin_caravan(s, p, CARAVAN_TO_AT_3, True)
