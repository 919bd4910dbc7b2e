"""The verbs: the few functions through which all rules change the state.

Conservation and the event log live here: no card or action writes a supply, a purse or the rat's track itself.
"""

from cython.cimports.bellringer.core.compiled.sources import enter, enter_by
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
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_PLACE
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
    """The number of coins left in the box. [ND-1.4]"""
    left = BOX_COINS
    for p in range(s.head.seats):
        left -= s.coins[p]
    return left


def coins_to_be_had(s, p):
    """How many coins seat p could still get; in the 2007 edition, without a limit, more than any rule gives."""
    if not s.anniversary:
        return BOX_COINS
    return BOX_COINS - s.coins[p]


def richest_other(s, p):
    """The other seat with the most coins; among equals the first one clockwise from p."""
    richest = left_of(s, p, 1)
    for by in range(2, s.head.seats):
        other = left_of(s, p, by)
        if s.coins[other] > s.coins[richest]:
            richest = other
    return richest


def take_coins(s, p, n):
    """Give n coins from the supply; once that is empty (anniversary edition only), from the richest other seat."""
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
    """Return n coins to the supply."""
    s.coins[p] -= n
    tell(s, p, COINS_PAID, 0, 0, n)


def take_markers(s, p, n):
    """Move up to n markers from the general supply to the own supply."""
    if n > s.general[p]:
        n = s.general[p]
    if n > 0:
        s.general[p] -= n
        s.supply[p] += n
        tell(s, p, MARKERS_GAINED, 0, 0, n)


def gain(s, p, n):
    """Gain prestige. The park adds its bonus once to each gain, but not to a gain of 0."""
    if n > 0:
        bonus = pieces(s, p, PARK) // 2
        enter(s, p, s.round, n)
        enter_by(s, p, s.round, OF_PLACE + PARK, bonus)
        s.prestige[p] += n + bonus
        tell(s, p, PRESTIGE_GAINED, 0, bonus, n)


def lose_prestige(s, p, n):
    """Lose up to n prestige; a seat never goes below 0."""
    if n > s.prestige[p]:
        n = s.prestige[p]
    if n > 0:
        enter(s, p, s.round, -n)
        s.prestige[p] -= n
        tell(s, p, PRESTIGE_LOST, 0, 0, n)


def move_rat(s, p, to):
    """Move the rat to a space of its track."""
    origin = s.rat[p]
    if to != origin:
        s.rat[p] = to
        tell(s, p, RAT_MOVED, origin, to, 0)


def rat_back(s, p, n):
    """Move the rat back n spaces, but not below 0."""
    move_rat(s, p, s.rat[p] - n if s.rat[p] > n else 0)


def place_marker(s, p, place):
    """Place a marker from the own supply."""
    s.supply[p] -= 1
    s.markers[p][place] += 1
    tell(s, p, MARKER_PLACED, 0, place, 1)


def grant_marker(s, p, place):
    """Place a marker from the general supply. Returns False if that is empty."""
    if s.general[p] == 0:
        return False
    s.general[p] -= 1
    s.markers[p][place] += 1
    tell(s, p, MARKER_GRANTED, 0, place, 1)
    return True


def return_marker(s, p, place):
    """Return a marker from the board to the general supply."""
    s.markers[p][place] -= 1
    s.general[p] += 1
    tell(s, p, MARKER_RETURNED, place, 0, 1)


def move_markers(s, p, source, target, n):
    """Move n markers from one place of the board to another."""
    s.markers[p][source] -= n
    s.markers[p][target] += n
    tell(s, p, MARKER_MOVED, source, target, n)


def move_friend(s, p, sector):
    """Move the friend to a sector."""
    origin = TRUSTED_FRIEND if s.friend[p] == NOWHERE else s.friend[p]
    s.friend[p] = sector
    tell(s, p, FRIEND_MOVED, origin, sector, 0)


def most_pieces(s, p):
    """The number of pieces in the fullest sector."""
    most = 0
    for sector in range(SECTORS):
        here = pieces(s, p, sector)
        most = here if here > most else most
    return most


def plague_value(s):
    """The sum of the rats on the open persons. [ND-11.1]"""
    rats = 0
    for i in range(PERSONS_OPEN):
        rats += s.rats[s.open[i]]
    return rats
