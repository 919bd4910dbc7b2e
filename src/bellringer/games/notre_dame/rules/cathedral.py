"""The cathedral after each period, and the places at the end of the game."""

import cython
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.notre_dame.rules.events import CATHEDRAL_SHARED
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_SHARE
from cython.cimports.bellringer.games.notre_dame.rules.state import NOTRE_DAME, Town
from cython.cimports.bellringer.games.notre_dame.rules.verbs import gain, return_marker, tell


def score_cathedral(s):
    """Give each marker there an equal share of prestige, rounded down; return the markers. [ND-12.1]"""
    markers = 0
    for p in range(s.head.seats):
        markers += s.markers[p][NOTRE_DAME]
    if markers == 0:
        return
    share = s.cathedral // markers
    tell(s, 0, CATHEDRAL_SHARED, 0, 0, share)
    name_source(s, OF_SHARE)
    for p in range(s.head.seats):
        gain(s, p, share * s.markers[p][NOTRE_DAME])
        while s.markers[p][NOTRE_DAME] > 0:
            return_marker(s, p, NOTRE_DAME)


def place(state, p):
    """A seat's place, by prestige, then by coins plus own markers. Equal seats share a place. [ND-12.4, ND-12.5]"""
    s = cython.cast(cython.pointer(Town), state)
    ahead = 0
    for other in range(s.head.seats):
        if s.prestige[other] > s.prestige[p]:
            ahead += 1
        elif s.prestige[other] == s.prestige[p]:
            if s.coins[other] + s.supply[other] > s.coins[p] + s.supply[p]:
                ahead += 1
    return ahead + 1
