"""What the boards of guilds and inns ask: which space, which city, what a city adds. No card is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set
from cython.cimports.bellringer.core.compiled.sources import enter, name_source
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import CITY_MORE, CITY_WHICH
from cython.cimports.bellringer.games.rattus.rules.boards import (
    cities_to_come,
    cities_to_take,
    own_cities,
    take_city,
    take_space,
)
from cython.cimports.bellringer.games.rattus.rules.citizens import place_citizens, take_off
from cython.cimports.bellringer.games.rattus.rules.diplomats import citizen_of
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, GUILD, PASS, PLACE
from cython.cimports.bellringer.games.rattus.rules.points import INNS
from cython.cimports.bellringer.games.rattus.rules.sources import LEFT_COLUMN, OF_MODULE
from cython.cimports.bellringer.games.rattus.rules.state import GUILD_SPACES, REGIONS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask


def legal_guild_to(s, p, legal):
    """Any space but those that the seat has. [RA-16.1, RA-16.2]"""
    for space in range(GUILD_SPACES):
        allow_if(legal, GUILD + space, s.guilds[space] != p + 1)


def answer_guild_to(s, p, move):
    """The space becomes the seat's."""
    take_space(s, p, move - GUILD)


def legal_city_to(s, p, legal):
    """A free city, or a region from which a citizen can come into the taken city. [RA-16.12, RA-16.13]"""
    allow_set(legal, PLACE, cities_to_come(s, p))
    allow_set(legal, FROM, cities_to_take(s, p))


def answer_city_to(s, p, move):
    """A citizen comes from the supply, or one of the region does."""
    if move >= FROM:
        put_ask(s, p, CITY_WHICH, move - FROM, 0)
    else:
        s.supply[p] -= 1
        take_city(s, p, move - PLACE)


def answer_city_which(s, p, move, region):
    """The citizen comes into the city of its region; what it bears goes back to the box. [RA-16.14]"""
    enter(s, p, LEFT_COLUMN, 1)
    take_off(s, p, region, citizen_of(move))
    take_city(s, p, region)


# what cities add


def ask_cities(s, p, regions, before):
    """Ask whether the seat's cities add a citizen where it places some in phase B; none taken in this turn does.

    `before`: how many citizens it had in the region, or 0 if it gets one in each of them for certain. [RA-16.15]
    """
    s.cities_due = own_cities(s, p) & regions & ~s.new_cities
    if s.cities_due != 0:
        put_ask(s, p, CITY_MORE, before, 0)


def legal_city_more(s, p, legal, there):
    """Any of them where citizens have come, or none."""
    one: cython.uint = 1
    grown: cython.uint = 0
    for region in range(REGIONS):
        if (s.cities_due >> region) & 1 and s.citizens[p][region] > there:
            grown |= one << region
    if s.supply[p] > 0 and grown != 0:
        allow(legal, PASS)
        allow_set(legal, PLACE, grown)


def answer_city_more(s, p, move, there):
    """Place one citizen in the region of that city; then ask about the next one."""
    one: cython.uint = 1
    if move == PASS:
        s.cities_due = 0
        return
    s.cities_due &= ~(one << (move - PLACE))
    name_source(s, OF_MODULE + INNS)
    place_citizens(s, p, move - PLACE, 1)
    if s.cities_due != 0:
        put_ask(s, p, CITY_MORE, there, 0)
