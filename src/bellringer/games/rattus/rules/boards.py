"""The boards of guilds and inns: who is on a space or in a city, how it comes there, what that scores. [RA-16]"""

import cython
from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.bellringer.games.rattus.rules.boards import FROM_NOBODY
from cython.cimports.bellringer.games.rattus.rules.citizens import with_own
from cython.cimports.bellringer.games.rattus.rules.events import CITY_TAKEN, GUILD_TAKEN
from cython.cimports.bellringer.games.rattus.rules.guilds import grant_guilds, own_spaces, revoke_guilds
from cython.cimports.bellringer.games.rattus.rules.points import GUILDS, INNS, score_most
from cython.cimports.bellringer.games.rattus.rules.state import (
    GUILD_SPACES,
    GUILDS_BOARD,
    INNS_BOARD,
    MOST_SEATS,
    REGIONS,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import tell

# whose turn it is


def begin_on_boards(s, p):
    """A seat begins its turn, or its part of the last round: nothing on the boards is new, no guild has been used."""
    s.new_guilds = 0
    s.new_cities = 0
    s.guild_used = 0
    grant_guilds(s, p)


def end_part_by_guilds(s, p):
    """A seat has done its part of the last round: a later one may use the same abilities by the board. [RA-16.9]"""
    one: cython.ulonglong = 1
    revoke_guilds(s, p)
    s.used &= ~((one << GUILD_SPACES) - 1)


# the verbs


def on_boards(s, p):
    """How many citizens a seat has on both boards. They count neither as on the map nor as in the supply. [RA-16.19]"""
    return count_bits(own_spaces(s, p)) + count_bits(own_cities(s, p))


def put_out(s, occupant):
    """Return a citizen from a board to its owner's supply. Returns the owner. `occupant`: its seat, + 1, or 0."""
    if occupant == 0:
        return FROM_NOBODY
    s.supply[occupant - 1] += 1
    return occupant - 1


def take_space(s, p, space):
    """Place a citizen from the supply on a space of the guilds' board. [RA-16.1]"""
    one: cython.uint = 1
    owner = put_out(s, s.guilds[space])
    s.supply[p] -= 1
    s.guilds[space] = p + 1
    s.new_guilds |= one << space
    tell(s, p, GUILD_TAKEN, space, owner, 0)
    grant_guilds(s, p)


def take_city(s, p, region):
    """Place a citizen, which has just left the supply or the map, in the city of a region. [RA-16.12]"""
    one: cython.uint = 1
    owner = put_out(s, s.cities[region])
    s.cities[region] = p + 1
    s.new_cities |= one << region
    tell(s, p, CITY_TAKEN, owner, region, 0)


# where they are


def own_cities(s, p):
    """The bit set of the regions whose city has a citizen of the seat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        is_own: cython.uint = s.cities[region] == p + 1
        found |= is_own << region
    return found


def free_cities(s):
    """The bit set of the regions in play whose city has no citizen. [RA-16.18]"""
    found: cython.uint = 0
    for region in range(REGIONS):
        is_free: cython.uint = s.cities[region] == 0
        found |= is_free << region
    return found & s.regions


def cities_to_come(s, p):
    """The bit set of the cities to which a citizen of the supply can come."""
    return free_cities(s) if s.supply[p] > 0 else 0


def cities_to_take(s, p):
    """The bit set of the cities that another seat has, and the seat a citizen in the region. [RA-16.13]"""
    return with_own(s, p) & ~free_cities(s) & ~own_cities(s, p)


# the end


def score_boards(s):
    """The seat with the most on a board scores two points; with three seats or more the second one. [RA-16.20]"""
    spaces = cython.declare(cython.int[MOST_SEATS])
    cities = cython.declare(cython.int[MOST_SEATS])
    second: cython.int = s.head.seats > 2
    for p in range(MOST_SEATS):
        spaces[p] = count_bits(own_spaces(s, p))
        cities[p] = count_bits(own_cities(s, p))
    if s.modules & GUILDS_BOARD:
        score_most(s, spaces, 2, second, GUILDS)
    if s.modules & INNS_BOARD:
        score_most(s, cities, 2, second, INNS)
