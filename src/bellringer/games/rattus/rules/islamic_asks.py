"""What is asked about podiums and the caravan. No card is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import CARAVAN_TO, FOLLOW, PODIUM_IN, PODIUM_TO
from cython.cimports.bellringer.games.rattus.rules.citizens import (
    most_of_others,
    place_citizens,
    place_podium,
    seats_in,
    with_majority,
)
from cython.cimports.bellringer.games.rattus.rules.diplomats import citizen_of, podiums_left, without_diplomat
from cython.cimports.bellringer.games.rattus.rules.map_pieces import move_caravan
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, PASS, PLACE, TO
from cython.cimports.bellringer.games.rattus.rules.state import REGIONS, actor, left_of
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask

# podiums


def legal_podium_in(s, p, legal, again):
    """Any region with an own citizen and no own diplomat; a second time also none."""
    if podiums_left(s) > 0:
        found: cython.uint = without_diplomat(s, p)
        allow_if(legal, PASS, again and found != 0)
        allow_set(legal, FROM, found)


def answer_podium_in(s, p, move, most):
    """Ask under which citizen the podium goes; an upgraded card then asks about another podium."""
    if move == PASS:
        return
    if most > 1:
        put_ask(s, p, PODIUM_IN, most - 1, 1)
    put_ask(s, p, PODIUM_TO, move - FROM, 0)


def answer_podium_to(s, p, move, region):
    """Place the podium under that citizen."""
    place_podium(s, p, region, citizen_of(move))


# the caravan


def answer_caravan_in(s, p, move):
    """The caravan comes there."""
    move_caravan(s, p, move - PLACE)


def begin_caravan(s, p, steps, is_own):
    """Ask where it goes first. `is_own`: only the seat that moves it may place citizens after it."""
    s.errand.again = is_own
    put_ask(s, p, CARAVAN_TO, s.caravan - 1, steps)


def caravan_ways(s, start, steps):
    """The bit set of the neighbours to which it can go and then make its other steps, never back to where it began."""
    one: cython.uint = 1
    found: cython.uint = 0
    near: cython.uint = s.open_to[s.caravan - 1] & ~(one << start)
    for region in range(REGIONS):
        goes_on: cython.uint = steps == 1 or s.open_to[region] & ~(one << start) != 0
        found |= goes_on << region
    return near & found


def legal_caravan_to(s, legal, source, steps):
    """A neighbour from which it can make its other steps."""
    allow_set(legal, TO, caravan_ways(s, source, steps))


def answer_caravan_to(s, p, move, source, steps):
    """The caravan goes there. After its last step citizens may follow it to where it has been.

    They may not come to where it ends. [RA-14.45, RA-14.46]
    """
    here: cython.int = s.caravan - 1
    if here == source:
        s.errand.target = move - TO
    move_caravan(s, p, move - TO)
    if steps > 1:
        put_ask(s, p, CARAVAN_TO, source, steps - 1)
        return
    passed: cython.int = s.errand.target
    if here != passed:
        ask_followers(s, p, here)
    if passed != move - TO:
        ask_followers(s, p, passed)
    ask_followers(s, p, source)


def ask_followers(s, p, region):
    """Ask each seat that may place a citizen in a region, one after the other."""
    if s.errand.again:
        ask_next_follower(s, region, ((with_majority(s, p, 0) >> region) & 1) << p)
    else:
        ask_next_follower(s, region, leaders_in(s, region))


def leaders_in(s, region):
    """The bit set of the seats with the most citizens in a region; none where nobody has any. [RA-14.42]"""
    found: cython.uint = seats_in(s, region)
    for p in range(s.head.seats):
        behind: cython.uint = s.citizens[p][region] < most_of_others(s, p, region)
        found &= ~(behind << p)
    return found


def ask_next_follower(s, region, seats):
    """Ask the first of some seats, clockwise from the one that acts; the others follow. [RA-14.47]"""
    if seats == 0:
        return
    p = actor(s)
    while not (seats >> p) & 1:
        p = left_of(s, p, 1)
    put_ask(s, p, FOLLOW, region, seats & ~(1 << p))


def legal_follow(s, p, legal, region):
    """A citizen there, while the supply lasts; or none."""
    allow(legal, PASS)
    allow_if(legal, PLACE + region, s.supply[p] > 0)


def answer_follow(s, p, move, region, others):
    """Place a citizen of the seat there, unless it passes; then ask the other seats."""
    if move != PASS:
        place_citizens(s, p, region, 1)
    ask_next_follower(s, region, others)
