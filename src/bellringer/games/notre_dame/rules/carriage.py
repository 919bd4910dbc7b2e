"""The carriages: where they can go, and the messages that they collect."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_set, count_bits
from cython.cimports.bellringer.core.compiled.sets import within_reach
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import RAT_STEP, TAKE_MESSAGE
from cython.cimports.bellringer.games.notre_dame.rules.events import CARRIAGE_MOVED, MESSAGE_TAKEN
from cython.cimports.bellringer.games.notre_dame.rules.moves import CARRIAGE, MOVE_RAT, PASS, TAKE
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_MESSAGE
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ALL_MARKETS,
    COIN_MESSAGE,
    KINDS,
    MARKER_MESSAGE,
    NOWHERE,
    RAT_MESSAGE,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import ask, gain, rat_back, take_coins, take_markers, tell


def collected_of_colour(s, p, colour):
    """How many messages of a colour the seat has."""
    return count_bits((s.collected[p] >> (colour * KINDS)) & 15)


def collected_of_kind(s, p, kind):
    """How many messages of a kind the seat has."""
    return count_bits((s.collected[p] >> kind) & 0x11111)


def is_on_board(s, colour):
    """Whether a message of that colour still lies on a market."""
    for market in range(ALL_MARKETS):
        if s.message[market] >= 0 and s.message[market] // KINDS == colour:
            return True
    return False


def may_take(s, p, market):
    """Whether a seat may take the message on a market.

    It may not take a second message of a colour before it has one of each colour that is still on the board.
    [ND-6.12] [ND-6.13]
    """
    if s.message[market] == NOWHERE:
        return False
    colour = s.message[market] // KINDS
    have = collected_of_colour(s, p, colour)
    for other in range(s.boroughs):
        if collected_of_colour(s, p, other) < have and is_on_board(s, other):
            return False
    return True


def legal_carriage_to(s, p, legal, steps):
    """Stay, or go to any market within reach. Going round and back is offered only if a message may be taken there."""
    here = s.carriage[p]
    reach = within_reach(s.streets, here, steps)
    if steps < 2 or not may_take(s, p, here):
        home: cython.uint = 1 << here
        reach &= ~home
    allow(legal, PASS)
    allow_set(legal, CARRIAGE, reach)


def answer_carriage_to(s, p, move):
    """Move the carriage, and ask whether to take the message if the seat may."""
    if move == PASS:
        return
    market = move - CARRIAGE
    origin = s.carriage[p]
    s.carriage[p] = market
    tell(s, p, CARRIAGE_MOVED, origin, market, 0)
    if may_take(s, p, market):
        ask(s, p, TAKE_MESSAGE, 0, 0)


def legal_take_message(legal):
    """Take the message, or leave it."""
    allow(legal, PASS)
    allow(legal, TAKE)


def answer_take_message(s, p, move):
    """Take the message and get its bonus at once, or leave it."""
    if move == TAKE:
        token: cython.int = s.message[s.carriage[p]]
        s.message[s.carriage[p]] = NOWHERE
        s.collected[p] |= 1 << token
        tell(s, p, MESSAGE_TAKEN, token, s.carriage[p], 0)
        name_source(s, OF_MESSAGE + token % KINDS)
        bring(s, p, token % KINDS, 1)


def bring(s, p, kind, times):
    """Give the bonus of so many messages of one kind, as a single gain."""
    gain(s, p, (kind + 1) * times)
    if kind == COIN_MESSAGE:
        take_coins(s, p, times)
    elif kind == MARKER_MESSAGE:
        take_markers(s, p, times)
    elif kind == RAT_MESSAGE:
        ask(s, p, RAT_STEP, times, 0)


def legal_rat_step(s, p, legal):
    """Move the rat back a step, or not; not possible at 0."""
    allow(legal, PASS)
    if s.rat[p] > 0:
        allow(legal, MOVE_RAT)


def answer_rat_step(s, p, move, steps):
    """Move the rat back, and ask again while steps are left."""
    if move == MOVE_RAT:
        rat_back(s, p, 1)
        if steps > 1:
            ask(s, p, RAT_STEP, steps - 1, 0)
