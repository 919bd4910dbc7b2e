"""The few verbs through which every rule touches the state: citizens, class cards, rats, the plague piece.

Conservation and the event log live here.
"""

import cython
from cython.cimports.bellringer.core.dice import roll
from cython.cimports.bellringer.games.rattus.rules.events import (
    CARD_TAKEN,
    CITIZEN_SAVED,
    CITIZENS_KILLED,
    CITIZENS_MOVED,
    CITIZENS_PLACED,
    PIECE_MOVED,
    RAT_ARRIVES,
    RAT_MOVED,
    RAT_SEEN,
    RATS_SWAPPED,
)
from cython.cimports.bellringer.games.rattus.rules.state import RATS, REGIONS, Rat


def place_citizens(s, p, region, n):
    """Citizens from the supply to a region, as many as there are."""
    if n > s.supply[p]:
        n = s.supply[p]
    if n > 0:
        s.supply[p] -= n
        s.citizens[p][region] += n
        tell(s, p, CITIZENS_PLACED, 0, region, n)


def move_citizens(s, p, source, target, n):
    """Citizens from one region to another."""
    s.citizens[p][source] -= n
    s.citizens[p][target] += n
    tell(s, p, CITIZENS_MOVED, source, target, n)


def save_citizen(s, p, region):
    """A citizen from a region to the palace, safe for good."""
    s.citizens[p][region] -= 1
    s.palace[p] += 1
    tell(s, p, CITIZEN_SAVED, region, 0, 1)


def kill_citizens(s, p, region, n):
    """Citizens back to the supply, as many as the seat has there."""
    if n > s.citizens[p][region]:
        n = s.citizens[p][region]
    if n > 0:
        s.citizens[p][region] -= n
        s.supply[p] += n
        tell(s, p, CITIZENS_KILLED, 0, region, n)


def take_card(s, p, card):
    """A class card from beside the board or from whoever holds it."""
    origin = 255
    one: cython.ulonglong = 1
    for other in range(s.head.seats):
        if (s.cards[other] >> card) & 1:
            origin = other
            s.cards[other] &= ~(one << card)
    s.on_table &= ~(one << card)
    s.cards[p] |= one << card
    tell(s, p, CARD_TAKEN, card, origin, 0)


def add_rat(s, region, rat):
    """A rat comes to a region: it will be turned after those that are there."""
    s.rats[region][s.rat_count[region]] = rat
    s.rat_count[region] += 1


def lift_rat(s, region, slot):
    """A rat leaves a region; those after it move up. The empty slot is cleared: equal positions are equal bytes."""
    rat: Rat = s.rats[region][slot]
    s.rat_count[region] -= 1
    last = s.rat_count[region]
    while slot < last:
        s.rats[region][slot] = s.rats[region][slot + 1]
        slot += 1
    s.rats[region][last].token = 0
    s.rats[region][last].seen = 0
    s.rats[region][last].laid_out = 0
    return rat


def rat_from_supply(s, p, region):
    """The topmost rat of the supply, face down: any of them, since nobody knows their order."""
    drawn = roll(cython.address(s.head.dice), s.in_supply)
    rat: Rat = Rat(token=s.pool[drawn], seen=0, laid_out=0)
    s.in_supply -= 1
    s.pool[drawn] = s.pool[s.in_supply]
    s.pool[s.in_supply] = 0
    add_rat(s, region, rat)
    tell(s, p, RAT_ARRIVES, 0, region, 1)


def move_rat(s, p, region, slot, target):
    """A rat from one region to another; who has looked at it still knows it."""
    tell(s, p, RAT_MOVED, region, target, slot + 1)
    add_rat(s, target, lift_rat(s, region, slot))


def look_at_rat(s, p, region, slot):
    """The seat, and nobody else, sees the token's face."""
    s.rats[region][slot].seen |= 1 << p
    s.head.revealed += 1
    tell(s, p, RAT_SEEN, 0, region, slot + 1)


def swap_rats(s, p, one, other):
    """Each of two rats into the other's place; rats are numbered region * RATS + slot."""
    here: Rat = s.rats[one // RATS][one % RATS]
    s.rats[one // RATS][one % RATS] = s.rats[other // RATS][other % RATS]
    s.rats[other // RATS][other % RATS] = here
    tell(s, p, RATS_SWAPPED, one // RATS, other // RATS, 0)


def move_piece(s, p, region):
    """The plague piece goes to a region."""
    tell(s, p, PIECE_MOVED, s.piece, region, 0)
    s.piece = region


def with_room(s):
    """Bit set of the regions in play that may take another rat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        room: cython.uint = s.rat_count[region] < RATS
        found |= room << region
    return found & s.regions


def with_rats(s):
    """Bit set of the regions with a rat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = s.rat_count[region] > 0
        found |= some << region
    return found


def with_own(s, p):
    """Bit set of the regions where the seat has a citizen."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = s.citizens[p][region] > 0
        found |= some << region
    return found
