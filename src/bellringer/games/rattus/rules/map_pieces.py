"""The verbs for the pieces that cards bring to the map: nuns, bishops, walls and the caravan."""

import cython
from cython.cimports.bellringer.games.rattus.rules.events import (
    BISHOP_MOVED,
    CARAVAN_MOVED,
    NUN_PLACED,
    WALL_PLACED,
)
from cython.cimports.bellringer.games.rattus.rules.state import REGIONS
from cython.cimports.bellringer.games.rattus.rules.verbs import tell


def lift_nuns(s):
    """Take all nuns off the map."""
    for region in range(REGIONS):
        s.nuns[region] = 0


def place_nun(s, p, region):
    """Place a nun in a region."""
    s.nuns[region] += 1
    tell(s, p, NUN_PLACED, 0, region, 0)


def move_bishop(s, p, source, target):
    """Move a bishop from one region to another; a new one comes from REGIONS."""
    one: cython.uint = 1
    s.bishops &= ~(one << source)
    s.bishops |= one << target
    tell(s, p, BISHOP_MOVED, source, target, 0)


def move_caravan(s, p, region):
    """Move the caravan to a region; at first it comes from REGIONS."""
    origin: cython.int = s.caravan - 1 if s.caravan > 0 else REGIONS
    s.caravan = region + 1
    tell(s, p, CARAVAN_MOVED, origin, region, 0)


def lift_walls(s):
    """Take all walls off the map."""
    s.closed_in = 0
    for region in range(REGIONS):
        s.open_to[region] = s.borders[region]


def place_wall(s, p, one, other):
    """Close the border between two regions."""
    bit: cython.uint = 1
    s.open_to[one] &= ~(bit << other)
    s.open_to[other] &= ~(bit << one)
    if s.open_to[one] == 0:
        s.closed_in |= bit << one
    if s.open_to[other] == 0:
        s.closed_in |= bit << other
    tell(s, p, WALL_PLACED, one, other, 0)


def walled(s, region):
    """The bit set of the neighbours of a region that a wall keeps off."""
    return s.borders[region] & ~s.open_to[region]


def may_wall(s, region):
    """The bit set of the neighbours to which a border of the region can be closed: the piece is never closed in."""
    found: cython.uint = s.open_to[region]
    left: cython.uint = s.open_to[s.piece]
    if left & (left - 1) == 0:  # one way out is left to the plague piece
        if region == s.piece:
            return 0
        found &= ~(cython.cast(cython.uint, 1) << s.piece)
    return found
