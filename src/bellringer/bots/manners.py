"""The manners of bots: how much each likes a state, in points of the game.

A search asks in the worlds that it has dealt itself, so that a manner knows no more than the search does.
"""

import cython
from cython.cimports.bellringer.core.compiled.head import Head


def liking(rules, state, seat, manner):
    """How much a seat with this manner likes a state."""
    if manner == CAUTIOUS:
        return -rules.danger(state, seat)
    if manner == GREEDY:
        return rules.evaluate(state, seat) + rules.danger(state, seat)
    return -best_other(rules, state, seat) if manner == MEDDLING else 0.0


def best_other(rules, state, seat):
    """The evaluation of the other seat for which the state looks best."""
    seats = cython.cast(cython.pointer(Head), state).seats
    best: cython.double = -1e9
    for other in range(seats):
        if other != seat:
            found: cython.double = rules.evaluate(state, other)
            if found > best:
                best = found
    return best
