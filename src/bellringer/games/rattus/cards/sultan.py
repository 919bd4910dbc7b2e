"""22 Sultan, of the Islamic class."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import SULTAN
from cython.cimports.bellringer.games.rattus.cards.sultan import PODIUM_IN_AT_1, PODIUM_IN_AT_2
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import PODIUM_IN
from cython.cimports.bellringer.games.rattus.rules.diplomats import (
    leads_in_diplomats,
    podiums_left,
    without_diplomat,
)
from cython.cimports.bellringer.games.rattus.rules.points import TOKEN, score_points
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the box has a podium, and the seat a citizen in a region where it has no diplomat."""
    return podiums_left(s) > 0 and without_diplomat(s, p) != 0


def may_use_3(s, p):
    """While a citizen can get a podium, and the seat has taken no victory point instead. [RA-14.38]"""
    return (s.used_also >> SULTAN) & 1 == 0 and podiums_left(s) > 0 and without_diplomat(s, p) != 0


def use(s, p):
    """A podium under an own citizen. [RA-14.30]"""
    ask(s, p, PODIUM_IN, PODIUM_IN_AT_1, 0)


def use_2(s, p):
    """Up to two, in two regions. [RA-14.37]"""
    ask(s, p, PODIUM_IN, PODIUM_IN_AT_2, 0)


def may_use_also_3(s, p):
    """While the seat has more diplomats than any other, and has placed no podium in this turn. [RA-14.38]"""
    return (s.used >> SULTAN) & 1 == 0 and leads_in_diplomats(s, p)


def use_also_3(s, p):
    """A victory point. [RA-14.38]"""
    score_points(s, p, 1, TOKEN)
