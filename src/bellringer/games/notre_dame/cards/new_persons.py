"""The New Persons: eighteen gray persons, six a letter, in printed order."""

from cython.cimports.bellringer.games.notre_dame.cards.new_persons import COUNCILLOR_HIRE
from cython.cimports.bellringer.games.notre_dame.cards.person_numbers import COUNCILLOR
from cython.cimports.bellringer.games.notre_dame.rules.actions import use_sector
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import (
    CARRY_FROM,
    HIRE,
    PAY_FOR_RAT,
    PLACE_IN_EMPTY,
    REPEAT_MESSAGES,
    RETURN_MARKER,
    USE_SECTOR,
)
from cython.cimports.bellringer.games.notre_dame.rules.cards import play_third
from cython.cimports.bellringer.games.notre_dame.rules.events import GRAY_PILE_SEEN
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    CARRY_ALL,
    HOSPITAL,
    HOTEL,
    MARKETS,
    NOTRE_DAME,
    NOWHERE,
    SECTORS,
    home_of,
    pieces,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import (
    ask,
    gain,
    grant_marker,
    plague_value,
    rat_back,
    take_coins,
    tell,
)


def administrator(s, p):
    """As much prestige as the seat has. [ND-10.1]"""
    gain(s, p, s.prestige[p])


def nurse(s, p):
    """A marker from the general supply to the hospital, and a step of the rat. [ND-10.2]"""
    if grant_marker(s, p, HOSPITAL):
        rat_back(s, p, 1)


def scholar(s, p):
    """The action of the third, unplayed card. [ND-10.3]"""
    play_third(s, p)


def priest(s, p):
    """A marker from the general supply to the cathedral. [ND-10.4]"""
    grant_marker(s, p, NOTRE_DAME)


def procurator(s, p):
    """Use a sector as it stands. [ND-10.5]"""
    ask(s, p, USE_SECTOR, 0, 0)


def bell_ringer(s, p):
    """3 prestige for each marker on the cathedral. [ND-10.6]"""
    gain(s, p, 3 * s.markers[p][NOTRE_DAME])


def spy(s, p):
    """Look through the gray pile, and 2 prestige. [ND-10.7]"""
    s.knows_gray |= 1 << p
    s.head.revealed += 1
    tell(s, p, GRAY_PILE_SEEN, 0, 0, 0)
    gain(s, p, 2)


def gypsies(s, p):
    """Any number of markers back to the general supply, 2 prestige for each. [ND-10.8]"""
    ask(s, p, RETURN_MARKER, 0, 0)


def coachman(s, p):
    """The bonus of all messages of one kind once more. [ND-10.9]"""
    ask(s, p, REPEAT_MESSAGES, 0, 0)


def butcher(s, p):
    """A marker from the general supply to each empty sector, which stay unused. [ND-10.10]"""
    empty = 0
    for sector in range(SECTORS):
        if pieces(s, p, sector) == 0:
            empty += 1
    if empty > s.general[p]:
        ask(s, p, PLACE_IN_EMPTY, s.general[p], 0)
        return
    for sector in range(SECTORS):
        if pieces(s, p, sector) == 0:
            grant_marker(s, p, sector)


def patron(s, p):
    """Any number of coins to the supply, a step of the rat for each. [ND-10.11]"""
    ask(s, p, PAY_FOR_RAT, 0, 0)


def merchant(s, p):
    """A coin for each market of the own borough without a message. [ND-10.12]"""
    first = home_of(s, p) * MARKETS
    bare = 0
    for market in range(first, first + MARKETS):
        if s.message[market] == NOWHERE:
            bare += 1
    take_coins(s, p, bare)


def innkeeper(s, p):
    """2 prestige for each piece in the hotel. [ND-10.13]"""
    gain(s, p, 2 * pieces(s, p, HOTEL))


def gravedigger(s, p):
    """As much prestige as the round's plague value. [ND-10.14]"""
    gain(s, p, plague_value(s))


def actress(s, p):
    """All pieces of a sector to another, and use that. [ND-10.15]"""
    ask(s, p, CARRY_FROM, CARRY_ALL, 0)


def councillor(s, p):
    """Up to two more hirings, a coin each, but not of the councillor again. [ND-10.16]"""
    ask(s, p, HIRE, COUNCILLOR_HIRE, 1 + COUNCILLOR)


def guard(s, p):
    """3 prestige for each two markers in the general supply. [ND-10.17]"""
    gain(s, p, s.general[p] // 2 * 3)


def mistress(s, p):
    """A marker from the general supply to the friend's sector, and use that. [ND-10.18]"""
    if s.friend[p] != NOWHERE and grant_marker(s, p, s.friend[p]):
        use_sector(s, p, s.friend[p])
