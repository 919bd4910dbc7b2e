"""The verbs for event cards: they are shuffled, drawn, looked at, arranged; and who knows which comes.

A card that nobody has put in its place is not certain before it is drawn: the pile is counted by kinds. Those at its
top that a seat has arranged have an order, and who knows each of them. All that is not in the pile lies face up.
"""

import cython
from cython.cimports.bellringer.core.compiled.dice import roll
from cython.cimports.bellringer.core.compiled.draws import draw_member
from cython.cimports.bellringer.core.compiled.rules import EVERYBODY
from cython.cimports.bellringer.games.rattus.rules.draws import EVENT_DRAWS
from cython.cimports.bellringer.games.rattus.rules.event_cards import (
    DISCARD,
    NO_EVENT,
    UNIVERSITY_EVENT,
)
from cython.cimports.bellringer.games.rattus.rules.events import EVENTS_SEEN, EVENTS_SHUFFLED
from cython.cimports.bellringer.games.rattus.rules.state import EVENT_KINDS, NextEvent
from cython.cimports.bellringer.games.rattus.rules.verbs import tell
from cython.cimports.libc.stdint import uint8_t, uint64_t


def printed(kind):
    """How many cards of a kind there are, of thirty. [RA-15.3]"""
    if kind == NO_EVENT:
        return 6
    if kind == DISCARD:
        return 3
    return 7 if kind == UNIVERSITY_EVENT else 2


def events_left(s):
    """How many cards the pile has."""
    left: cython.int = 0
    for kind in range(EVENT_KINDS):
        left += s.event_pile[kind]
    return left


def shuffle_events(s):
    """All cards come to the pile; what is certain of its top stays there."""
    for kind in range(EVENT_KINDS):
        s.event_pile[kind] = printed(kind)


# drawing


def draw_event(s):
    """Draw the next card, and return its kind. [RA-15.6]"""
    s.head.revealed += 1
    make_certain(s, 1)
    return take_event(s, 0)


def take_event(s, place):
    """Take one of the next cards off the pile, and return its kind."""
    kind: cython.int = s.next_events[place].event
    s.event_pile[kind] -= 1
    s.next_count -= 1
    for i in range(place, s.next_count):
        s.next_events[i] = s.next_events[i + 1]
    s.next_events[s.next_count] = NextEvent(event=0, seen=0)
    return kind


def make_certain(s, n):
    """Let chance say which the next n cards are. If the pile has too few, all others are shuffled and come below it."""
    left = events_left(s)
    put_on_top(s, n if n < left else left)
    if s.next_count < n:
        shuffle_events(s)
        tell(s, s.turn, EVENTS_SHUFFLED, 0, 0, 0)
        put_on_top(s, n)


def put_on_top(s, n):
    """Pick cards of the pile until n are certain."""
    pile = cython.declare(uint8_t[EVENT_KINDS])
    for kind in range(EVENT_KINDS):
        pile[kind] = s.event_pile[kind]
    for i in range(s.next_count):
        pile[s.next_events[i].event] -= 1
    while s.next_count < n:
        event = event_by_key(s, pile) if s.head.is_keyed else pick_event(cython.address(s.head.dice), pile)
        s.next_events[s.next_count] = NextEvent(event=event, seen=0)
        s.next_count += 1


def event_by_key(s, pile):
    """Take a card out of the pile at a live table, where each of the thirty has a number, in the order of the kinds."""
    cards = cython.declare(uint64_t[1])
    cards[0] = 0
    first: cython.int = 0
    for kind in range(EVENT_KINDS):
        for card in range(pile[kind]):
            cards[0] |= cython.cast(uint64_t, 1) << (first + card)
        first += printed(kind)
    number = draw_member(cython.address(s.head), EVENT_DRAWS, cards, first)
    found: cython.int = 0
    while number >= printed(found):
        number -= printed(found)
        found += 1
    pile[found] -= 1
    return found


def pick_event(dice, pile):
    """Take any card out of a pile that has some, and return its kind."""
    left: cython.int = 0
    for kind in range(EVENT_KINDS):
        left += pile[kind]
    n: cython.int = roll(dice, left)
    found: cython.int = 0
    while n >= pile[found]:
        n -= pile[found]
        found += 1
    pile[found] -= 1
    return found


# looking at them


def look_at_events(s, p, n):
    """A seat looks at the next n cards; from now on it alone knows them. [RA-15.27]"""
    s.head.revealed += 1
    make_certain(s, n)
    for i in range(n):
        s.next_events[i].seen = 1 << p
    tell(s, p, EVENTS_SEEN, 0, 0, n)


def lay_out_events(s, n):
    """Draw n cards, for one of them to be chosen."""
    s.head.revealed += 1
    make_certain(s, n)
    for _ in range(n):
        s.drawn_events[take_event(s, 0)] += 1


def place_of_event(s, kind, first):
    """Where the next card of a kind lies, from a place on."""
    found: cython.int = first
    while s.next_events[found].event != kind:
        found += 1
    return found


def move_event(s, source, target):
    """Put one of the next cards at an earlier place."""
    moved = s.next_events[source]
    i: cython.int = source
    while i > target:
        s.next_events[i] = s.next_events[i - 1]
        i -= 1
    s.next_events[target] = moved


# who knows them


def has_seen(seats, p):
    """Whether a seat is in the set of those that have seen something; for EVERYBODY whether any is."""
    return seats != 0 if p == EVERYBODY else (seats >> p) & 1


def knows_event(s, p, place):
    """Whether a seat knows one of the next cards. A seat beyond the table is a spectator, who does not."""
    return has_seen(s.next_events[place].seen, p)


def deal_events(s, p, dice):
    """Deal anew those of the next cards that a seat does not know, from all that can lie there. [RA-15.29]"""
    if s.next_count == 0:
        return
    pile = cython.declare(uint8_t[EVENT_KINDS])
    for kind in range(EVENT_KINDS):
        pile[kind] = s.event_pile[kind]
    for i in range(s.next_count):
        if knows_event(s, p, i):
            pile[s.next_events[i].event] -= 1
    for i in range(s.next_count):
        if not knows_event(s, p, i):
            s.next_events[i].event = pick_event(dice, pile)
