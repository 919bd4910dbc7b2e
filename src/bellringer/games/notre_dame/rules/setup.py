"""Setting up a game: what is shuffled, dealt and laid out before the first round."""

import cython
from cython.cimports.bellringer.core.sets import shuffle
from cython.cimports.bellringer.games.notre_dame.rules.rounds import begin_period, begin_round
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ALL_MARKETS,
    ALL_PERSONS,
    KINDS,
    MARKERS,
    MARKETS,
    NOWHERE,
    Town,
    home_of,
    persons_in_pool,
)


def colour_of(s, borough):
    """Whose colour a borough's messages have; with two seats the empty ones carry the two unused colours."""
    if s.head.seats > 2:
        return borough
    return borough // 2 if borough % 2 == 0 else 2 + borough // 2


def deal(state):
    """Set up all, and begin the first round. [ND-1]"""
    s = cython.cast(cython.pointer(Town), state)
    set_up_seats(s)
    lay_messages(s)
    stack_gray_persons(s)
    begin_period(s)
    begin_round(s)


def set_up_seats(s):
    """4 markers, 10 in the general supply, 3 coins, the rat at 0, the friend aside, the carriage at home."""
    for p in range(s.head.seats):
        s.supply[p] = 4
        s.general[p] = MARKERS - 4
        s.coins[p] = 3
        s.friend[p] = NOWHERE
        s.carriage[p] = home_of(s, p) * MARKETS


def lay_messages(s):
    """The four messages of a colour at random on the four outer markets of its borough."""
    for market in range(ALL_MARKETS):
        s.message[market] = NOWHERE
    for borough in range(s.boroughs):
        outer = cython.cast(cython.p_schar, cython.address(s.message[borough * MARKETS + 1]))
        for kind in range(KINDS):
            outer[kind] = colour_of(s, borough) * KINDS + kind
        shuffle(cython.address(s.head.dice), outer, KINDS)


def stack_gray_persons(s):
    """Three gray persons of each letter, A on B on C; with the new persons, three of the letter's nine."""
    letter_cards = cython.declare(cython.schar[ALL_PERSONS])
    for letter in range(1, 4):
        n = 0
        for person in range(persons_in_pool(s)):
            if s.back[person] == letter:
                letter_cards[n] = person
                n += 1
        shuffle(cython.address(s.head.dice), letter_cards, n)
        for i in range(3):
            s.gray[3 * (letter - 1) + i] = letter_cards[i]
