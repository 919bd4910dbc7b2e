"""7 Baker, of the peasantry."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import BAKER
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import KEEP_FROM, PLACE_KEPT
from cython.cimports.bellringer.games.rattus.rules.citizens import keep_from_supply, keeper, with_own
from cython.cimports.bellringer.games.rattus.rules.lending_asks import ask_owner
from cython.cimports.bellringer.games.rattus.rules.state import acting_card, left_of
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the supply has a citizen."""
    return s.supply[p] > 0


def use(s, p):
    """A citizen from the supply onto the card. [RA-12.1]"""
    keep_from_supply(s, p, acting_card(s, p, BAKER))


def may_use_also_3(s, p):
    """While the seat has a citizen in a region. [RA-13.17]"""
    return with_own(s, p) != 0


def use_also_3(s, p):
    """An own citizen from the board onto the card. [RA-13.17]"""
    ask(s, p, KEEP_FROM, acting_card(s, p, BAKER), 0)


def taken(s, p):
    """Whoever takes it from its owner places all citizens on it in one region. [RA-12.2]"""
    owner = keeper(s)
    if owner >= 0 and owner != p:
        ask(s, p, PLACE_KEPT, owner, 0)


def taken_2(s, p):
    """The owner chooses the region. [RA-13.17]"""
    ask_owner(s, BAKER)


def before_last_ravage(s, p):
    """The seat to the left of their owner chooses the region. [RA-12.3]"""
    owner = keeper(s)
    if owner >= 0:
        ask(s, left_of(s, owner, 1), PLACE_KEPT, owner, 0)


def before_last_ravage_2(s, p):
    """The owner chooses the region. [RA-13.17]"""
    ask_owner(s, BAKER)
