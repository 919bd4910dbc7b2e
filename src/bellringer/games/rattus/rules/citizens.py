"""The verbs for citizens: they come, go, are saved, are kept on a card, fall; some bear potions or stand on a podium.

A seat's citizens in a place differ only in what they bear: citizen 0 bears nothing, citizen 2 two potions, citizen
ON_PODIUM + 2 these and a podium, so that it is a diplomat. Those that bear nothing are only counted; the others stand
in a list too. A seat never has two diplomats in a region, and none in the palace.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.core.compiled.sources import enter, enter_by
from cython.cimports.bellringer.games.rattus.rules.events import (
    CITIZEN_KEPT,
    CITIZEN_LED,
    CITIZEN_SAVED,
    CITIZEN_TAKEN_BACK,
    CITIZENS_KILLED,
    CITIZENS_MOVED,
    CITIZENS_PLACED,
    PODIUM_PLACED,
    POTION_PLACED,
    POTION_SPENT,
)
from cython.cimports.bellringer.games.rattus.rules.sources import (
    KILLED_COLUMN,
    LEFT_COLUMN,
    MOVED_COLUMN,
    OF_POTION,
    PLACED_COLUMN,
    SAVED_COLUMN,
    SPARED_COLUMN,
)
from cython.cimports.bellringer.games.rattus.rules.state import (
    MOST_SEATS,
    ON_PODIUM,
    PALACE,
    POTIONS,
    REGIONS,
    Bearer,
    number_of,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import tell

# those that bear something


def order_of(seat, place, citizen):
    """The place of a bearer in the list: by seat, place and number, so that equal positions have equal bytes."""
    return (seat * (PALACE + 1) + place) * (2 * ON_PODIUM) + citizen


def order_in(s, i):
    """The place in the list, as by `order_of`, of the bearer at an index."""
    return order_of(s.bearers[i].seat, s.bearers[i].place, number_of(s.bearers[i]))


def add_bearer(s, p, place, citizen):
    """Note what a citizen of a seat bears in a region or in the palace."""
    order: cython.int = order_of(p, place, citizen)
    podium: cython.int = citizen >= ON_PODIUM
    i: cython.int = s.bearer_count
    while i > 0 and order_in(s, i - 1) > order:
        s.bearers[i] = s.bearers[i - 1]
        i -= 1
    s.bearers[i] = Bearer(seat=p, place=place, potions=citizen - ON_PODIUM * podium, podium=podium)
    s.bearer_count += 1
    if podium:
        s.diplomats[p] |= cython.cast(cython.uint, 1) << place


def drop_bearer(s, p, place, citizen):
    """Forget it. The empty slot is cleared."""
    order: cython.int = order_of(p, place, citizen)
    last = s.bearer_count - 1
    i: cython.int = 0
    while i < last and order_in(s, i) != order:
        i += 1
    s.bearer_count -= 1
    while i < s.bearer_count:
        s.bearers[i] = s.bearers[i + 1]
        i += 1
    s.bearers[i] = Bearer(seat=0, place=0, potions=0, podium=0)
    if citizen >= ON_PODIUM:
        s.diplomats[p] &= ~(cython.cast(cython.uint, 1) << place)


def citizens_in(s, p, region):
    """Which citizens a seat has in a region, as a bit set of their numbers."""
    plain: cython.int = s.citizens[p][region]
    found: cython.ulonglong = 0
    for i in range(s.bearer_count):
        if s.bearers[i].seat == p and s.bearers[i].place == region:
            found |= cython.cast(cython.ulonglong, 1) << number_of(s.bearers[i])
            plain -= 1
    return found | cython.cast(cython.ulonglong, plain > 0)


def potions_left(s):
    """The potions that are under no citizen."""
    left: cython.int = POTIONS
    for i in range(s.bearer_count):
        left -= s.bearers[i].potions
    return left


# the verbs


def place_citizens(s, p, region, n):
    """Place up to n citizens from the supply in a region."""
    if n > s.supply[p]:
        n = s.supply[p]
    if n > 0:
        enter(s, p, PLACED_COLUMN, n)
        s.supply[p] -= n
        s.citizens[p][region] += n
        tell(s, p, CITIZENS_PLACED, 0, region, n)


def move_plain(s, p, source, target, n):
    """Move n citizens that bear nothing from one region to another."""
    enter(s, p, MOVED_COLUMN, n)
    s.citizens[p][source] -= n
    s.citizens[p][target] += n
    tell(s, p, CITIZENS_MOVED, source, target, n)


def carry(s, p, source, target, citizen):
    """Move a citizen from one region to another, with what it bears, without a word."""
    enter(s, p, MOVED_COLUMN, 1)
    s.citizens[p][source] -= 1
    s.citizens[p][target] += 1
    if citizen > 0:
        drop_bearer(s, p, source, citizen)
        bring_bearer(s, p, target, citizen)


def bring_bearer(s, p, place, citizen):
    """Note what a citizen brings to a place; a podium that something pushes where none may be goes back to the box."""
    if citizen >= ON_PODIUM and (place == PALACE or (s.diplomats[p] >> place) & 1):
        citizen -= ON_PODIUM
    if citizen > 0:
        add_bearer(s, p, place, citizen)


def move_citizen(s, p, source, target, citizen):
    """Move a citizen of the seat that acts."""
    carry(s, p, source, target, citizen)
    tell(s, p, CITIZENS_MOVED, source, target, 1)


def lead_citizen(s, p, source, target, citizen):
    """Move a citizen of a seat, whoever acts."""
    carry(s, p, source, target, citizen)
    tell(s, p, CITIZEN_LED, source, target, 1)


def save_citizen(s, p, region, citizen):
    """Move a citizen from a region to the palace, where it is safe for the rest of the game."""
    enter(s, p, SAVED_COLUMN, 1)
    s.citizens[p][region] -= 1
    s.palace[p] += 1
    if citizen > 0:
        drop_bearer(s, p, region, citizen)
        bring_bearer(s, p, PALACE, citizen)
    tell(s, p, CITIZEN_SAVED, region, 0, 1)


def save_from_supply(s, p):
    """Place a citizen from the supply in the palace."""
    enter(s, p, PLACED_COLUMN, 1)
    enter(s, p, SAVED_COLUMN, 1)
    s.supply[p] -= 1
    s.palace[p] += 1
    tell(s, p, CITIZEN_SAVED, REGIONS, 0, 1)


def take_off(s, p, region, citizen):
    """Take a citizen off its region; what it bears goes back to the box."""
    s.citizens[p][region] -= 1
    if citizen > 0:
        drop_bearer(s, p, region, citizen)


def kill_citizen(s, p, region, citizen):
    """Return a citizen of the seat in a region to its supply."""
    enter(s, p, KILLED_COLUMN, 1)
    take_off(s, p, region, citizen)
    s.supply[p] += 1
    s.killed[p] += 1
    s.fallen[p] += 1
    tell(s, p, CITIZENS_KILLED, 0, region, 1)


def kill_citizens(s, p, region, n):
    """Return up to n citizens of the seat in a region, which are all alike, to its supply.

    A rat may kill them by several symbols, so it is the caller who enters what each falls to.
    """
    if n > s.citizens[p][region]:
        n = s.citizens[p][region]
    if n > 0:
        s.citizens[p][region] -= n
        s.supply[p] += n
        s.killed[p] += n
        s.fallen[p] += n
        tell(s, p, CITIZENS_KILLED, 0, region, n)


def killed_of_others(s, p):
    """How many citizens of other seats the rat has killed that is being turned."""
    killed: cython.int = 0
    for other in range(MOST_SEATS):
        if other != p:
            killed += s.killed[other]
    return killed


def fallen_of_others(s, p):
    """How many citizens of other seats the plague has killed that is on, or has just ended."""
    fallen: cython.int = 0
    for other in range(MOST_SEATS):
        if other != p:
            fallen += s.fallen[other]
    return fallen


def take_back(s, p, region, citizen):
    """Return a citizen to its owner's supply, which is no death."""
    enter(s, p, LEFT_COLUMN, 1)
    take_off(s, p, region, citizen)
    s.supply[p] += 1
    tell(s, p, CITIZEN_TAKEN_BACK, 0, region, 1)


def come_onto(s, p, card):
    """A citizen comes onto the card that keeps citizens, or onto one that has borrowed its tile."""
    if s.lent != 0 and s.lent_to == card:
        s.lodged[p] += 1
    else:
        s.kept[p] += 1


def keep_from_supply(s, p, card):
    """Place a citizen from the supply on such a card."""
    s.supply[p] -= 1
    come_onto(s, p, card)
    tell(s, p, CITIZEN_KEPT, card, REGIONS, 1)


def keep_citizen(s, p, region, citizen, card):
    """Take a citizen off the board and place it on such a card."""
    enter(s, p, LEFT_COLUMN, 1)
    take_off(s, p, region, citizen)
    come_onto(s, p, card)
    tell(s, p, CITIZEN_KEPT, card, region, 1)


def place_kept(s, p, region):
    """Place all citizens on the card in a region."""
    n: cython.int = s.kept[p]
    enter(s, p, PLACED_COLUMN, n)
    s.kept[p] = 0
    s.citizens[p][region] += n
    tell(s, p, CITIZENS_PLACED, 1, region, n)


def keeper(s):
    """The seat whose citizens are on the card, or -1."""
    for p in range(MOST_SEATS):
        if s.kept[p] > 0:
            return p
    return -1


def place_lodged(s, p, region):
    """Place all citizens on the card that borrows in a region."""
    n: cython.int = s.lodged[p]
    enter(s, p, PLACED_COLUMN, n)
    s.lodged[p] = 0
    s.citizens[p][region] += n
    tell(s, p, CITIZENS_PLACED, 2, region, n)


def lodger(s):
    """The seat whose citizens are on the card that borrows, or -1."""
    for p in range(MOST_SEATS):
        if s.lodged[p] > 0:
            return p
    return -1


def give_potion(s, p, region, citizen):
    """Place a potion under a citizen."""
    if citizen > 0:
        drop_bearer(s, p, region, citizen)
    add_bearer(s, p, region, citizen + 1)
    tell(s, p, POTION_PLACED, 0, region, citizen % ON_PODIUM + 1)


def spend_potion(s, p, region, citizen):
    """Remove a potion from under a citizen, which stays."""
    enter_by(s, p, SPARED_COLUMN, OF_POTION, 1)
    drop_bearer(s, p, region, citizen)
    if citizen > 1:
        add_bearer(s, p, region, citizen - 1)
    tell(s, p, POTION_SPENT, 0, region, citizen % ON_PODIUM - 1)


def place_podium(s, p, region, citizen):
    """Place a podium under a citizen, which is a diplomat from now on."""
    if citizen > 0:
        drop_bearer(s, p, region, citizen)
    add_bearer(s, p, region, citizen + ON_PODIUM)
    tell(s, p, PODIUM_PLACED, 0, region, 1)


# where they are


def with_own(s, p):
    """The bit set of the regions where the seat has a citizen."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = s.citizens[p][region] > 0
        found |= some << region
    return found


def with_others(s, p):
    """The bit set of the regions where any other seat has a citizen."""
    found: cython.uint = 0
    for other in range(s.head.seats):
        if other != p:
            found |= with_own(s, other)
    return found


def inhabited(s):
    """The bit set of the regions with citizens."""
    return with_others(s, MOST_SEATS)


def seats_in(s, region):
    """The bit set of the seats that have citizens in a region."""
    found: cython.uint = 0
    for p in range(s.head.seats):
        some: cython.uint = s.citizens[p][region] > 0
        found |= some << p
    return found


def most_of_others(s, p, region):
    """The largest number of citizens that another seat has in a region."""
    most = 0
    for other in range(s.head.seats):
        if other != p and s.citizens[other][region] > most:
            most = s.citizens[other][region]
    return most


def with_majority(s, p, lead):
    """The bit set of the regions where the seat has a citizen, and so many more than any other seat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        own: cython.int = s.citizens[p][region]
        leads: cython.uint = own > 0 and own >= most_of_others(s, p, region) + lead
        found |= leads << region
    return found


def connected(s, p):
    """The number of regions in the seat's largest connected area; walls part regions."""
    left: cython.uint = with_own(s, p)
    largest = 0
    while left != 0:
        area: cython.uint = left & (~left + 1)
        edge: cython.uint = area
        size = 0
        while edge != 0:
            here = lowest_bit(edge)
            edge &= edge - 1
            size += 1
            beyond: cython.uint = s.open_to[here] & left & ~area
            area |= beyond
            edge |= beyond
        left &= ~area
        largest = size if size > largest else largest
    return largest


def lead_in_connected(s, p):
    """By how many regions the seat's largest connected area leads that of the best other seat; -1 without an area."""
    own = connected(s, p)
    if own == 0:
        return -1
    best = 0
    for other in range(s.head.seats):
        if other != p:
            theirs = connected(s, other)
            best = theirs if theirs > best else best
    return own - best if own >= best else -1


def with_open_way(s, p):
    """The bit set of the regions where the seat has a citizen that can go to a neighbour."""
    return with_own(s, p) & ~s.closed_in
