"""The verbs: the few functions through which all rules change the state: citizens, class cards, rats, the plague piece.

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
    """Place up to n citizens from the supply in a region."""
    if n > s.supply[p]:
        n = s.supply[p]
    if n > 0:
        s.supply[p] -= n
        s.citizens[p][region] += n
        tell(s, p, CITIZENS_PLACED, 0, region, n)


def move_citizens(s, p, source, target, n):
    """Move n citizens from one region to another."""
    s.citizens[p][source] -= n
    s.citizens[p][target] += n
    tell(s, p, CITIZENS_MOVED, source, target, n)


def save_citizen(s, p, region):
    """Move a citizen from a region to the palace, where it is safe for the rest of the game."""
    s.citizens[p][region] -= 1
    s.palace[p] += 1
    tell(s, p, CITIZEN_SAVED, region, 0, 1)


def kill_citizens(s, p, region, n):
    """Return up to n citizens of the seat in a region to its supply."""
    if n > s.citizens[p][region]:
        n = s.citizens[p][region]
    if n > 0:
        s.citizens[p][region] -= n
        s.supply[p] += n
        tell(s, p, CITIZENS_KILLED, 0, region, n)


def take_card(s, p, card):
    """Take a class card from beside the board or from the seat that holds it."""
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
    """Add a rat to a region. It will be turned after those that are there."""
    s.rats[region][s.rat_count[region]] = rat
    s.rat_count[region] += 1


def lift_rat(s, region, slot):
    """Take a rat out of a region; later ones move up. The empty slot is cleared: equal positions, equal bytes."""
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
    """Place a random rat of the supply face down. Nobody knows their order, so the odds are those of the top one."""
    drawn = roll(cython.address(s.head.dice), s.in_supply)
    rat: Rat = Rat(token=s.pool[drawn], seen=0, laid_out=0)
    s.in_supply -= 1
    s.pool[drawn] = s.pool[s.in_supply]
    s.pool[s.in_supply] = 0
    add_rat(s, region, rat)
    tell(s, p, RAT_ARRIVES, 0, region, 1)


def move_rat(s, p, region, slot, target):
    """Move a rat from one region to another. Seats that have looked at it still know it."""
    tell(s, p, RAT_MOVED, region, target, slot + 1)
    add_rat(s, target, lift_rat(s, region, slot))


def look_at_rat(s, p, region, slot):
    """Let a seat, and nobody else, see the face of a rat."""
    s.rats[region][slot].seen |= 1 << p
    s.head.revealed += 1
    tell(s, p, RAT_SEEN, 0, region, slot + 1)


def swap_rats(s, p, one, other):
    """Swap the places of two rats, which are numbered region * RATS + slot."""
    here: Rat = s.rats[one // RATS][one % RATS]
    s.rats[one // RATS][one % RATS] = s.rats[other // RATS][other % RATS]
    s.rats[other // RATS][other % RATS] = here
    tell(s, p, RATS_SWAPPED, one // RATS, other // RATS, 0)


def move_piece(s, p, region):
    """Move the plague piece to a region."""
    tell(s, p, PIECE_MOVED, s.piece, region, 0)
    s.piece = region


def with_room(s):
    """The bit set of the regions in play that have room for a rat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        room: cython.uint = s.rat_count[region] < RATS
        found |= room << region
    return found & s.regions


def with_rats(s):
    """The bit set of the regions with a rat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = s.rat_count[region] > 0
        found |= some << region
    return found


def with_own(s, p):
    """The bit set of the regions where the seat has a citizen."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = s.citizens[p][region] > 0
        found |= some << region
    return found
