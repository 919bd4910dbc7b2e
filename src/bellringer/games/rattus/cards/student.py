"""23 Student, of the peasantry."""

from cython.cimports.bellringer.games.rattus.cards.student import UNIVERSITY_IN_AT_1, UNIVERSITY_IN_AT_3
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import JOIN_FROM, UNIVERSITY_IN
from cython.cimports.bellringer.games.rattus.rules.universities import beside_universities
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the supply has a citizen."""
    return s.supply[p] > 0


def use(s, p):
    """A citizen to a region with a university. [RA-15.19]"""
    ask(s, p, UNIVERSITY_IN, UNIVERSITY_IN_AT_1, 0)


def use_3(s, p):
    """Two citizens to one such region. [RA-15.22]"""
    ask(s, p, UNIVERSITY_IN, UNIVERSITY_IN_AT_3, 0)


def may_use_also_2(s, p):
    """While a citizen of the seat can go to a university beside it. [RA-15.20]"""
    return beside_universities(s, p) != 0


def may_use_also_3(s, p):
    """Level III moves nobody. [RA-15.22]"""
    return False


def use_also_2(s, p):
    """An own citizen from a neighbour to a region with a university. [RA-15.20]"""
    ask(s, p, JOIN_FROM, 0, 0)
