"""12 Mayor, of the bourgeoisie."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import MAYOR
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import FILL, PLACE_WITHIN
from cython.cimports.bellringer.games.rattus.rules.citizens import with_majority
from cython.cimports.bellringer.games.rattus.rules.placing import place_each
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """Instead of placing citizens as usual, while the seat has more citizens in a region than any other. [RA-12.22]"""
    return not s.has_placed and s.supply[p] > 0 and with_majority(s, p, 1) != 0


def may_use_2(s, p):
    """Instead of placing citizens as usual, while no seat has more citizens in some region than this one. [RA-13.26]"""
    return not s.has_placed and s.supply[p] > 0 and with_majority(s, p, 0) != 0


def use(s, p):
    """A citizen in each of these regions. [RA-12.22]"""
    place_each(s, p, with_majority(s, p, 1))
    ask(s, p, FILL, 0, 0)


def use_2(s, p):
    """A citizen in each region where no other seat has more. [RA-13.26]"""
    place_each(s, p, with_majority(s, p, 0))
    ask(s, p, FILL, 0, 0)


def use_3(s, p):
    """A citizen in each of these regions, and another one in one of them. [RA-13.27]"""
    place_each(s, p, with_majority(s, p, 0))
    ask(s, p, PLACE_WITHIN, MAYOR, 0)
    ask(s, p, FILL, 0, 0)


def may_use_last(s, p):
    """While the seat has a majority, and a citizen in its supply."""
    return s.supply[p] > 0 and with_majority(s, p, 1) != 0


def may_use_last_2(s, p):
    """While the supply has a citizen, and no other seat has more citizens in some region."""
    return s.supply[p] > 0 and with_majority(s, p, 0) != 0


def use_last(s, p):
    """A citizen in one region where the seat has more than any other. [RA-12.25]"""
    s.within = with_majority(s, p, 1)
    ask(s, p, PLACE_WITHIN, MAYOR, 0)


def use_last_2(s, p):
    """A citizen in one region where no other seat has more. [RA-13.26]"""
    s.within = with_majority(s, p, 0)
    ask(s, p, PLACE_WITHIN, MAYOR, 0)


def use_last_3(s, p):
    """Two citizens, each in a region where no other seat has more. [RA-13.27]"""
    s.within = with_majority(s, p, 0)
    ask(s, p, PLACE_WITHIN, MAYOR, 0)
    ask(s, p, PLACE_WITHIN, MAYOR, 0)
