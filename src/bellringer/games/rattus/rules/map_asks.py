"""What class cards ask about the pieces on the map: nuns, bishops, walls. No card is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set, count_bits, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import (
    BISHOP_FROM,
    BISHOP_RAT,
    BISHOP_TO,
    CROSS_ALSO,
    CROSS_TO,
    CROSS_WHICH,
    CROSS_WHOSE,
    NUN_TO,
    RAT_TO,
    WALL_FROM,
    WALL_TO,
)
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import allow_that_may_go
from cython.cimports.bellringer.games.rattus.rules.citizens import inhabited, lead_citizen
from cython.cimports.bellringer.games.rattus.rules.diplomats import citizen_of, seats_that_may_go
from cython.cimports.bellringer.games.rattus.rules.map_pieces import (
    may_wall,
    move_bishop,
    place_nun,
    place_wall,
    walled,
)
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, OF, PASS, PLACE, RAT, TO
from cython.cimports.bellringer.games.rattus.rules.rat_asks import allow_rats, rat_targets
from cython.cimports.bellringer.games.rattus.rules.state import BISHOPS, RATS, REGIONS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask

# nuns and bishops


def answer_nun_to(s, p, move, most):
    """Place a nun there; then ask for the next one."""
    place_nun(s, p, move - PLACE)
    if most > 1:
        ask(s, p, NUN_TO, most - 1, 0)


def ask_bishop(s, p):
    """Ask where a bishop comes, or which one moves when all are on the map."""
    if count_bits(s.bishops) < BISHOPS:
        ask(s, p, BISHOP_TO, REGIONS, 0)
    else:
        ask(s, p, BISHOP_FROM, 0, 0)


def legal_bishop_from(s, legal):
    """Any bishop."""
    allow_set(legal, FROM, s.bishops)


def answer_bishop_from(s, p, move):
    """Ask where to."""
    ask(s, p, BISHOP_TO, move - FROM, 0)


def legal_bishop_to(s, legal):
    """Any region without a bishop."""
    allow_set(legal, PLACE, s.regions & ~s.bishops)


def answer_bishop_to(s, p, move, source):
    """The bishop comes there."""
    move_bishop(s, p, source, move - PLACE)


def bishop_rats(s):
    """The bit set of the regions with a bishop from which a rat can go to a neighbour."""
    found: cython.uint = 0
    left: cython.uint = s.bishops
    while left != 0:
        region = lowest_bit(left)
        goes: cython.uint = s.rat_count[region] > 0 and rat_targets(s, region) != 0
        found |= goes << region
        left &= left - 1
    return found


def legal_bishop_rat(s, legal, source):
    """Any rat of such a region; a second one is of the same region, and may stay."""
    regions: cython.uint = bishop_rats(s)
    if source < REGIONS:
        regions &= cython.cast(cython.uint, 1) << source
        allow_if(legal, PASS, regions != 0)
    while regions != 0:
        allow_rats(s, legal, lowest_bit(regions))
        regions &= regions - 1


def answer_bishop_rat(s, p, move, most):
    """Ask where the rat goes; with an upgraded card ask about another one after it."""
    if move == PASS:
        return
    rat = move - RAT
    if most > 1:
        ask(s, p, BISHOP_RAT, most - 1, rat // RATS)
    ask(s, p, RAT_TO, rat, 0)


# walls


def legal_wall_from(s, legal):
    """Any region with a border that can be closed."""
    left: cython.uint = s.regions
    while left != 0:
        region = lowest_bit(left)
        allow_if(legal, FROM + region, may_wall(s, region) != 0)
        left &= left - 1


def answer_wall_from(s, p, move, most):
    """Ask for the other side."""
    ask(s, p, WALL_TO, move - FROM, most)


def legal_wall_to(s, legal, region):
    """Any neighbour to which the border can be closed: the plague piece is never closed in."""
    allow_set(legal, TO, may_wall(s, region))


def answer_wall_to(s, p, move, region, most):
    """Close the border with a wall; then ask for the next one."""
    place_wall(s, p, region, move - TO)
    if most > 1:
        ask(s, p, WALL_FROM, most - 1, 0)


# citizens cross a wall


def with_wall(s):
    """The bit set of the regions with a wall on a border."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = walled(s, region) != 0
        found |= some << region
    return found


def may_cross(s, source):
    """The bit set of the regions behind a wall to which a citizen may go."""
    found: cython.uint = 0
    left: cython.uint = walled(s, source)
    while left != 0:
        target = lowest_bit(left)
        some: cython.uint = seats_that_may_go(s, source, target) != 0
        found |= some << target
        left &= left - 1
    return found


def with_crossing(s):
    """The bit set of the regions from which a citizen may cross a wall."""
    found: cython.uint = 0
    left: cython.uint = inhabited(s) & with_wall(s)
    while left != 0:
        source = lowest_bit(left)
        some: cython.uint = may_cross(s, source) != 0
        found |= some << source
        left &= left - 1
    return found


def legal_cross_from(s, legal):
    """Any region with citizens that may cross a wall on a border."""
    allow_set(legal, FROM, with_crossing(s))


def answer_cross_from(s, p, move):
    """Ask over which wall."""
    ask(s, p, CROSS_TO, move - FROM, 0)


def legal_cross_to(s, legal, source):
    """Any region behind a wall."""
    allow_set(legal, TO, may_cross(s, source))


def answer_cross_to(s, p, move, source):
    """Ask whose citizen."""
    ask(s, p, CROSS_WHOSE, source, move - TO)


def legal_cross_whose(s, legal, source, target):
    """Any seat's with citizens there that may go."""
    allow_set(legal, OF, seats_that_may_go(s, source, target))


def answer_cross_whose(s, p, move, source, target):
    """Ask which."""
    s.errand.target = target
    ask(s, p, CROSS_WHICH, source, move - OF)


def legal_cross_which(s, legal, source, owner):
    """Any of that seat's citizens there that may go."""
    allow_that_may_go(s, owner, legal, source, s.errand.target)


def answer_cross_which(s, p, move, source, owner):
    """The citizen crosses; with an upgraded card another one may, over the same wall."""
    target: cython.int = s.errand.target
    lead_citizen(s, owner, source, target, citizen_of(move))
    if s.errand.left > 1:
        s.errand.left -= 1
        ask(s, p, CROSS_ALSO, source, target)


def legal_cross_also(s, legal, source, target):
    """From either side, if citizens are there; or none."""
    allow(legal, PASS)
    allow_if(legal, FROM + source, seats_that_may_go(s, source, target) != 0)
    allow_if(legal, FROM + target, seats_that_may_go(s, target, source) != 0)


def answer_cross_also(s, p, move, source, target):
    """Ask whose."""
    if move != PASS:
        side = move - FROM
        ask(s, p, CROSS_WHOSE, side, target if side == source else source)
