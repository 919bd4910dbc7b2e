"""What a learned value reads of the game: the list, and how each feature is read.

A number tells how much there is; the ones after it tell which amounts it reaches, since the first coin is worth more
than the fifth.
"""

import cython
from cython.cimports.bellringer.core.compiled.features import Features, count_up
from cython.cimports.bellringer.games.notre_dame.rules.state import Town

from bellringer.core.compiled.features import counting, feature


def town(state):
    """The state as this game has it."""
    return cython.cast(cython.pointer(Town), state)


def prestige(state, p, numbers):
    numbers[0] = town(state).prestige[p]


def coins(state, p, numbers):
    count_up(numbers, town(state).coins[p], 4)


FEATURES = Features()
FEATURES.seat(prestige, feature("prestige", 0, 200, "prestige so far", scale=60))
FEATURES.seat(coins, feature("coins", 0, 40, "coins", counting(4), scale=10))
