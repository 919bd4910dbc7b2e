"""The actions of the seven sectors, in the rulebook's order. A sector acts when a piece has come to it."""

from cython.cimports.bellringer.core.compiled.legal import allow
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.notre_dame.rules.actions import HOTEL_USES
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import CARRIAGE_TO, HOTEL_USE
from cython.cimports.bellringer.games.notre_dame.rules.events import SECTOR_USED
from cython.cimports.bellringer.games.notre_dame.rules.moves import GET_COIN, GET_MARKER, MOVE_RAT
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_PLACE
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    BANK,
    CARRIAGE_HOUSE,
    CLOISTER_SCHOOL,
    HOTEL,
    PARK,
    RESIDENCE,
    pieces,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import (
    ask,
    coins_to_be_had,
    gain,
    rat_back,
    take_coins,
    take_markers,
    tell,
)


def cloister_school(s, p):
    """One marker from the general supply for each piece here. [ND-5.1]"""
    take_markers(s, p, pieces(s, p, CLOISTER_SCHOOL))


def bank(s, p):
    """One coin for each piece here. [ND-5.2]"""
    take_coins(s, p, pieces(s, p, BANK))


def residence(s, p):
    """One prestige for each piece here. [ND-5.3]"""
    gain(s, p, pieces(s, p, RESIDENCE))


def carriage_house(s, p):
    """The carriage may go up to as many markets as there are pieces here. [ND-5.4]"""
    ask(s, p, CARRIAGE_TO, pieces(s, p, CARRIAGE_HOUSE), 0)


def hotel(s, p):
    """A coin, a marker or a step of the rat; twice from the 4th piece, in the anniversary edition the 3rd. [ND-5.5]"""
    doubles_from = 3 if s.anniversary else 4
    ask(s, p, HOTEL_USE, HOTEL_USES if pieces(s, p, HOTEL) >= doubles_from else 1, 0)


def park(s, p):
    """Move the rat back one space. [ND-5.6]"""
    rat_back(s, p, 1)


def hospital(s, p):
    """Move the rat back one space. [ND-5.7]"""
    rat_back(s, p, 1)


def use_sector(s, p, sector):
    """Carry out the action of a sector, with the pieces that are there now."""
    tell(s, p, SECTOR_USED, sector, 0, 0)
    before = name_source(s, OF_PLACE + sector)
    if sector == CLOISTER_SCHOOL:
        cloister_school(s, p)
    elif sector == BANK:
        bank(s, p)
    elif sector == RESIDENCE:
        residence(s, p)
    elif sector == CARRIAGE_HOUSE:
        carriage_house(s, p)
    elif sector == HOTEL:
        hotel(s, p)
    elif sector == PARK:
        park(s, p)
    else:
        hospital(s, p)
    name_source(s, before)


def legal_hotel_use(s, p, legal):
    """A coin; a marker if the general supply has one; a step back unless the rat is at 0."""
    if coins_to_be_had(s, p) > 0:
        allow(legal, GET_COIN)
    if s.general[p] > 0:
        allow(legal, GET_MARKER)
    if s.rat[p] > 0:
        allow(legal, MOVE_RAT)


def answer_hotel_use(s, p, move, uses):
    """Take it, and ask again if a use is left. Some persons ask this question too."""
    if move == GET_COIN:
        take_coins(s, p, 1)
    elif move == GET_MARKER:
        take_markers(s, p, 1)
    else:
        rat_back(s, p, 1)
    if uses > 1:
        ask(s, p, HOTEL_USE, uses - 1, 0)
