"""The few verbs through which every rule touches the state.

Conservation and the event log live here: no card or action writes a supply, a purse or the rat's track itself.
"""

from cython.cimports.bellringer.games.notre_dame.rules.events import (
    COINS_GAINED,
    COINS_PAID,
    COINS_TAKEN,
    FRIEND_MOVED,
    MARKER_GRANTED,
    MARKER_MOVED,
    MARKER_PLACED,
    MARKER_RETURNED,
    MARKERS_GAINED,
    PRESTIGE_GAINED,
    PRESTIGE_LOST,
    RAT_MOVED,
)
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    BOX_COINS,
    NOWHERE,
    PARK,
    PERSONS_OPEN,
    SECTORS,
    TRUSTED_FRIEND,
    left_of,
    pieces,
)


def bank_coins(s):
    """Coins left in the box. [ND-1.4]"""
    left = BOX_COINS
    for p in range(s.head.seats):
        left -= s.coins[p]
    return left


def coins_to_be_had(s, p):
    """How many coins seat p could still gain: more than anyone asks for in the 2007 edition."""
    if not s.anniversary:
        return BOX_COINS
    return BOX_COINS - s.coins[p]


def richest_other(s, p):
    """The other seat with most coins; among equals the first clockwise from p."""
    richest = left_of(s, p, 1)
    for by in range(2, s.head.seats):
        other = left_of(s, p, by)
        if s.coins[other] > s.coins[richest]:
            richest = other
    return richest


def take_coins(s, p, n):
    """Coins from the supply; in the anniversary edition, when it runs out, from the richest other seat."""
    if s.anniversary:
        if n > coins_to_be_had(s, p):
            n = coins_to_be_had(s, p)
        missing = n - bank_coins(s)
        while missing > 0:
            other = richest_other(s, p)
            part = s.coins[other] if s.coins[other] < missing else missing
            s.coins[other] -= part
            s.coins[p] += part
            tell(s, p, COINS_TAKEN, other, 0, part)
            n -= part
            missing -= part
    if n > 0:
        s.coins[p] += n
        tell(s, p, COINS_GAINED, 0, 0, n)


def pay_coins(s, p, n):
    """Coins back to the supply."""
    s.coins[p] -= n
    tell(s, p, COINS_PAID, 0, 0, n)


def take_markers(s, p, n):
    """Markers from the general to the own supply, as many as there are."""
    if n > s.general[p]:
        n = s.general[p]
    if n > 0:
        s.general[p] -= n
        s.supply[p] += n
        tell(s, p, MARKERS_GAINED, 0, 0, n)


def gain(s, p, n):
    """One gain of prestige: the park adds its bonus once, and not to nothing."""
    if n > 0:
        bonus = pieces(s, p, PARK) // 2
        s.prestige[p] += n + bonus
        tell(s, p, PRESTIGE_GAINED, 0, bonus, n)


def lose_prestige(s, p, n):
    """Prestige back to the supply, as much as there is."""
    if n > s.prestige[p]:
        n = s.prestige[p]
    if n > 0:
        s.prestige[p] -= n
        tell(s, p, PRESTIGE_LOST, 0, 0, n)


def move_rat(s, p, to):
    """Put the rat on a space of its track."""
    if to != s.rat[p]:
        tell(s, p, RAT_MOVED, s.rat[p], to, 0)
        s.rat[p] = to


def rat_back(s, p, n):
    """The rat goes back n spaces, never below 0."""
    move_rat(s, p, s.rat[p] - n if s.rat[p] > n else 0)


def place_marker(s, p, place):
    """A marker from the own supply."""
    s.supply[p] -= 1
    s.markers[p][place] += 1
    tell(s, p, MARKER_PLACED, 0, place, 1)


def grant_marker(s, p, place):
    """A marker from the general supply; False, and nothing placed, when that is empty."""
    if s.general[p] == 0:
        return False
    s.general[p] -= 1
    s.markers[p][place] += 1
    tell(s, p, MARKER_GRANTED, 0, place, 1)
    return True


def return_marker(s, p, place):
    """A marker from the board to the general supply."""
    s.markers[p][place] -= 1
    s.general[p] += 1
    tell(s, p, MARKER_RETURNED, place, 0, 1)


def move_markers(s, p, source, target, n):
    """Markers from one place of the board to another."""
    s.markers[p][source] -= n
    s.markers[p][target] += n
    tell(s, p, MARKER_MOVED, source, target, n)


def move_friend(s, p, sector):
    """The friend, from where he is, to a sector."""
    origin = TRUSTED_FRIEND if s.friend[p] == NOWHERE else s.friend[p]
    s.friend[p] = sector
    tell(s, p, FRIEND_MOVED, origin, sector, 0)


def most_pieces(s, p):
    """The pieces in the fullest sector."""
    most = 0
    for sector in range(SECTORS):
        here = pieces(s, p, sector)
        most = here if here > most else most
    return most


def plague_value(s):
    """The rats on the open persons together. [ND-11.1]"""
    rats = 0
    for i in range(PERSONS_OPEN):
        rats += s.rats[s.open[i]]
    return rats
