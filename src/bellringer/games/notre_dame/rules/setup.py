"""The set-up of a game, before the first round."""

import cython
from cython.cimports.bellringer.core.compiled.draws import draw_order
from cython.cimports.bellringer.games.notre_dame.cards.person_numbers import ALL_PERSONS, persons_in_pool
from cython.cimports.bellringer.games.notre_dame.rules.draws import GRAY_DRAWS, MESSAGE_DRAWS
from cython.cimports.bellringer.games.notre_dame.rules.rounds import begin_period, begin_round
from cython.cimports.bellringer.games.notre_dame.rules.setup import FIRST_COINS, FIRST_MARKERS
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ALL_MARKETS,
    KINDS,
    MARKERS,
    MARKETS,
    NOWHERE,
    Town,
    home_of,
)


def colour_of(s, borough):
    """The colour of a borough's messages. With two seats, the empty boroughs have two colours that nobody plays."""
    if s.head.seats > 2:
        return borough
    return borough // 2 if borough % 2 == 0 else 2 + borough // 2


def deal(state):
    """Set up the game and begin the first round. [ND-1]"""
    s = cython.cast(cython.pointer(Town), state)
    set_up_seats(s)
    lay_messages(s)
    stack_gray_persons(s)
    begin_period(s)
    begin_round(s, 0)


def set_up_seats(s):
    """Each seat: 4 markers, 10 in the general supply, 3 coins, the rat at 0, the friend aside, the carriage at home."""
    for p in range(s.head.seats):
        s.supply[p] = FIRST_MARKERS
        s.general[p] = MARKERS - FIRST_MARKERS
        s.coins[p] = FIRST_COINS
        s.friend[p] = NOWHERE
        s.carriage[p] = home_of(s, p) * MARKETS


def lay_messages(s):
    """Lay the four messages of each colour at random on the outer markets of its borough."""
    for market in range(ALL_MARKETS):
        s.message[market] = NOWHERE
    for borough in range(s.boroughs):
        outer = cython.cast(cython.p_schar, cython.address(s.message[borough * MARKETS + 1]))
        for kind in range(KINDS):
            outer[kind] = colour_of(s, borough) * KINDS + kind
        draw_order(cython.address(s.head), MESSAGE_DRAWS, outer, KINDS)


def stack_gray_persons(s):
    """Stack three random gray persons of each letter, A on top; with the new persons, three out of nine."""
    letter_cards = cython.declare(cython.schar[ALL_PERSONS])
    for letter in range(1, 4):
        n = 0
        for person in range(persons_in_pool(s.new_persons)):
            if s.back[person] == letter:
                letter_cards[n] = person
                n += 1
        draw_order(cython.address(s.head), GRAY_DRAWS, letter_cards, n)
        for i in range(3):
            s.gray[3 * (letter - 1) + i] = letter_cards[i]
