"""The module of universities: its pieces and tokens on the map, and what the event cards do.

An event is resolved step by step (`event_step`), since other seats may be asked in between. Steps that ask a seat count
from the seat on turn, or the one that acts in the last round.
"""

import cython
from cython.cimports.bellringer.core.compiled.draws import draw_number
from cython.cimports.bellringer.core.compiled.legal import count_bits, lowest_bit
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import BONUS_IN, GIVE_UP_CARD, UNIVERSITY_GOES
from cython.cimports.bellringer.games.rattus.rules.citizens import most_of_others, with_own
from cython.cimports.bellringer.games.rattus.rules.diplomats import may_go_to
from cython.cimports.bellringer.games.rattus.rules.draws import UNIVERSITY_DRAWS
from cython.cimports.bellringer.games.rattus.rules.event_cards import (
    CLASS_BONUS,
    DISCARD,
    NO_EVENT,
    UNIVERSITY_EVENT,
    draw_event,
    shuffle_events,
)
from cython.cimports.bellringer.games.rattus.rules.events import (
    EVENT_DRAWN,
    TOKENS_TAKEN_BACK,
    UNIVERSITY_FOUNDED,
    UNIVERSITY_MOVED,
)
from cython.cimports.bellringer.games.rattus.rules.points import UNIVERSITY, score_points
from cython.cimports.bellringer.games.rattus.rules.sources import OF_EVENT
from cython.cimports.bellringer.games.rattus.rules.state import TURN_ENDS, UNIVERSITIES, actor, left_of
from cython.cimports.bellringer.games.rattus.rules.universities import GREEN, WHITE
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell

# the pieces and the tokens


def with_university(s):
    """The bit set of the regions with a piece."""
    found: cython.uint = 0
    for piece in range(UNIVERSITIES):
        if s.university[piece] > 0:
            found |= cython.cast(cython.uint, 1) << (s.university[piece] - 1)
    return found


def university_in(s, region):
    """Which piece stands in a region."""
    return GREEN if s.university[GREEN] == region + 1 else WHITE


def free_for_university(s):
    """The bit set of the regions with neither token nor piece."""
    return s.regions & ~s.founded & ~with_university(s)


def university_targets(s, founded_too):
    """The bit set of the regions that a piece can go to: without the other one, mostly without a token. [RA-15.13]"""
    return s.regions & ~with_university(s) if founded_too else free_for_university(s)


def lay_out_universities(s):
    """Place the pieces in two random regions, and shuffle the events. [RA-15.1]"""
    left: cython.uint = s.regions
    for piece in range(UNIVERSITIES):
        found: cython.uint = left
        for _ in range(draw_number(cython.address(s.head), UNIVERSITY_DRAWS, count_bits(left))):
            found &= found - 1
        s.university[piece] = lowest_bit(found) + 1
        left &= ~(cython.cast(cython.uint, 1) << lowest_bit(found))
    shuffle_events(s)


def move_university(s, p, source, target):
    """Move the piece of one region to another."""
    piece = university_in(s, source)
    s.university[piece] = target + 1
    tell(s, p, UNIVERSITY_MOVED, source, target, piece)


def place_token(s, p, region):
    """Place a token in a region that has none. [RA-15.13]"""
    one: cython.uint = 1
    if not (s.founded >> region) & 1:
        s.founded |= one << region
        tell(s, p, UNIVERSITY_FOUNDED, 0, region, 0)


def take_tokens_back(s, p):
    """When every region has a token or a piece, all tokens go. [RA-15.15]"""
    if free_for_university(s) == 0:
        s.founded = 0
        tell(s, p, TOKENS_TAKEN_BACK, 0, 0, 0)


def sole_leader(s, region):
    """The seat that has more citizens in a region than any other, or -1."""
    for p in range(s.head.seats):
        if s.citizens[p][region] > most_of_others(s, p, region):
            return p
    return -1


def beside_universities(s, p):
    """The bit set of the regions from which a citizen of the seat may go to a university in a neighbour."""
    found: cython.uint = 0
    left: cython.uint = with_own(s, p)
    while left != 0:
        region = lowest_bit(left)
        some: cython.uint = universities_beside(s, p, region) != 0
        found |= some << region
        left &= left - 1
    return found


def universities_beside(s, p, region):
    """The bit set of the neighbours with a university to which a citizen of the seat may go. [RA-15.21, RA-14.32]"""
    return may_go_to(s, p, region, s.open_to[region] & with_university(s))


# the events


def goes_on_with_event(s):
    """Take the next step of the event; at the end of a turn, draw it first. Returns whether it goes on. [RA-15.5]"""
    if s.event == 0:
        if s.phase != TURN_ENDS or s.university[GREEN] == 0:
            return False
        begin_event(s, draw_event(s))
    if step_of_event(s):
        return True
    s.event = 0
    s.event_step = 0
    return False


def begin_event(s, kind):
    """A drawn event happens."""
    s.event = kind + 1
    s.event_step = 0
    tell(s, actor(s), EVENT_DRAWN, kind, 0, 0)


def step_of_event(s):
    """Ask the next seat that the event asks. Returns whether there was any."""
    kind = s.event - 1
    name_source(s, OF_EVENT + kind)
    if kind == NO_EVENT:
        return False
    if kind == DISCARD:
        return ask_for_a_card(s)
    if kind == UNIVERSITY_EVENT:
        return found_next(s)
    return ask_for_bonus(s, kind - CLASS_BONUS)


def ask_for_a_card(s):
    """Each seat in turn may give up one of its class cards. [RA-15.8]"""
    if s.event_step >= s.head.seats:
        return False
    ask(s, left_of(s, actor(s), s.event_step), GIVE_UP_CARD, 0, 0)
    s.event_step += 1
    return True


def ask_for_bonus(s, symbol):
    """For each class card of the class its seat may place a citizen with a university; one each in turn. [RA-15.10]"""
    most: cython.int = 0
    for p in range(s.head.seats):
        cards = cards_of_class(s, p, symbol)
        most = cards if cards > most else most
    while s.event_step < most * s.head.seats:
        before: cython.int = s.event_step // s.head.seats
        p = left_of(s, actor(s), s.event_step % s.head.seats)
        s.event_step += 1
        if cards_of_class(s, p, symbol) > before:
            ask(s, p, BONUS_IN, 0, 0)
            return True
    return False


def cards_of_class(s, p, symbol):
    """How many class cards of a class a seat holds, blocked or not. [RA-15.11]"""
    found: cython.int = 0
    cards: cython.ulonglong = s.cards[p]
    while cards != 0:
        found += s.symbol_of[lowest_bit(cards)] == symbol
        cards &= cards - 1
    return found


def found_next(s):
    """The sole leader in a university's region scores, and moves the piece; the green one comes first. [RA-15.12]"""
    while s.event_step < UNIVERSITIES:
        region: cython.int = s.university[s.event_step] - 1
        s.event_step += 1
        p = sole_leader(s, region)
        if p >= 0:
            score_points(s, p, 1, UNIVERSITY)
            ask(s, p, UNIVERSITY_GOES, region, 0)
            return True
    return False


def found_at_the_end(s):
    """The sole leader in each university's region scores; nothing moves. [RA-15.17]"""
    for piece in range(UNIVERSITIES):
        if s.university[piece] > 0:
            p = sole_leader(s, s.university[piece] - 1)
            if p >= 0:
                score_points(s, p, 1, UNIVERSITY)
