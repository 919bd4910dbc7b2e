"""15 Emperor, of royalty."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import CROSS_FROM, WALL_FROM
from cython.cimports.bellringer.games.rattus.rules.map_asks import with_crossing
from cython.cimports.bellringer.games.rattus.rules.map_pieces import lift_walls
from cython.cimports.bellringer.games.rattus.rules.state import WALLS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """Always."""
    return True


def use(s, p):
    """Lift all walls, and place them one by one on borders. [RA-12.34]"""
    lift_walls(s)
    ask(s, p, WALL_FROM, WALLS, 0)


def may_use_also_2(s, p):
    """While a citizen of anybody can cross a wall."""
    return with_crossing(s) != 0


def use_also_2(s, p):
    """A citizen of anybody crosses a wall. [RA-13.32]"""
    ask(s, p, CROSS_FROM, 0, 0)


def use_also_3(s, p):
    """Up to two, over one wall. [RA-13.33]"""
    s.errand.left = 2
    ask(s, p, CROSS_FROM, 0, 0)
