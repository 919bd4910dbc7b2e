"""Citizens on podiums: where they may go, who is left when they may not, and what they score at the end.

A diplomat is a citizen like others, but never goes to the palace, nor where its seat has another diplomat. No rule
offers what would break that; so these sets stand wherever citizens are chosen to go somewhere.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow_set, count_bits, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.citizens import citizens_in, with_open_way, with_own
from cython.cimports.bellringer.games.rattus.rules.moves import CITIZEN, DIPLOMAT
from cython.cimports.bellringer.games.rattus.rules.points import DIPLOMATS, score_most
from cython.cimports.bellringer.games.rattus.rules.state import MOST_SEATS, ON_PODIUM, PODIUMS, REGULAR


def allow_citizens(legal, citizens):
    """Allow the choice of any of some citizens, by their numbers."""
    allow_set(legal, CITIZEN, citizens & REGULAR)
    allow_set(legal, DIPLOMAT, citizens >> ON_PODIUM)


def citizen_of(move):
    """The number of the citizen that a move chooses."""
    return move - CITIZEN if move < DIPLOMAT else move - DIPLOMAT + ON_PODIUM


# where they are


def has_diplomats(s):
    """Whether any seat has a diplomat."""
    found: cython.uint = 0
    for p in range(MOST_SEATS):
        found |= s.diplomats[p]
    return found != 0


def is_diplomat_in(s, p, region):
    """Whether the seat has a diplomat in a region."""
    return (s.diplomats[p] >> region) & 1


def regulars_in(s, p, region):
    """The seat's citizens in a region that are no diplomats, as a bit set of their numbers."""
    return citizens_in(s, p, region) & REGULAR


def only_diplomats(s, p):
    """The bit set of the regions where the seat has a diplomat, and nobody else."""
    found: cython.uint = 0
    left: cython.uint = s.diplomats[p]
    while left != 0:
        region = lowest_bit(left)
        alone: cython.uint = s.citizens[p][region] == 1
        found |= alone << region
        left &= left - 1
    return found


def with_regulars(s, p):
    """The bit set of the regions where the seat has a citizen that is no diplomat."""
    return with_own(s, p) & ~only_diplomats(s, p)


def podiums_left(s):
    """The podiums that are under no citizen."""
    left: cython.int = PODIUMS
    for p in range(MOST_SEATS):
        left -= count_bits(s.diplomats[p])
    return left


def without_diplomat(s, p):
    """The bit set of the regions where a citizen of the seat may get a podium."""
    return with_own(s, p) & ~s.diplomats[p]


def leads_in_diplomats(s, p):
    """Whether the seat has more diplomats than any other. [RA-14.38]"""
    own: cython.int = count_bits(s.diplomats[p])
    for other in range(s.head.seats):
        if other != p and count_bits(s.diplomats[other]) >= own:
            return False
    return own > 0


# where they may go


def that_may_go(s, p, source, target):
    """The seat's citizens in a region that may go to another one, as a bit set of their numbers. [RA-14.32]"""
    if s.diplomats[p] == 0 or not is_diplomat_in(s, p, target):
        return citizens_in(s, p, source)
    return regulars_in(s, p, source)


def how_many_may_go(s, p, source, target):
    """How many they are."""
    kept: cython.int = is_diplomat_in(s, p, source) and is_diplomat_in(s, p, target)
    return s.citizens[p][source] - kept


def may_go_to(s, p, source, targets):
    """The bit set of those targets to which a citizen of the seat may go from a region."""
    if (only_diplomats(s, p) >> source) & 1:
        return targets & ~s.diplomats[p]
    return targets


def with_way(s, p):
    """The bit set of the regions from which a citizen of the seat may go to a neighbour."""
    found: cython.uint = with_open_way(s, p)
    left: cython.uint = found & only_diplomats(s, p)
    while left != 0:
        region = lowest_bit(left)
        closed: cython.uint = (s.open_to[region] & ~s.diplomats[p]) == 0
        found &= ~(closed << region)
        left &= left - 1
    return found


def with_far_way(s, p):
    """The bit set of the regions from which a citizen of the seat may go to any other."""
    if (s.regions & ~s.diplomats[p]) != 0:
        return with_own(s, p)
    return with_regulars(s, p)


def that_may_come(s, p, target):
    """The bit set of the other regions from which a citizen of the seat may come to a region."""
    one: cython.uint = 1
    found: cython.uint = with_regulars(s, p) if is_diplomat_in(s, p, target) else with_own(s, p)
    return found & ~(one << target)


def others_that_may_come(s, p, target):
    """The bit set of the regions from which a citizen of any other seat may come to a region."""
    found: cython.uint = 0
    for other in range(s.head.seats):
        if other != p:
            found |= that_may_come(s, other, target)
    return found


def seats_that_may_go(s, source, target):
    """The bit set of the seats of which a citizen may go from one region to another."""
    found: cython.uint = 0
    for p in range(s.head.seats):
        some: cython.uint = s.citizens[p][source] > 0 and how_many_may_go(s, p, source, target) > 0
        found |= some << p
    return found


# the end


def score_diplomats(s):
    """Points for the most and the second most diplomats. [RA-14.36]"""
    counts = cython.declare(cython.int[MOST_SEATS])
    for p in range(MOST_SEATS):
        counts[p] = count_bits(s.diplomats[p])
    score_most(s, counts, FIRST, SECOND, DIPLOMATS)
