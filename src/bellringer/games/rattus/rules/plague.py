"""The plague: it spreads to neighbours, then ravages its region, one rat at a time."""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_set, lowest_bit
from cython.cimports.bellringer.games.rattus.cards.deck import piece_counts
from cython.cimports.bellringer.games.rattus.rules.events import PIECE_COUNTS, RAT_TURNED
from cython.cimports.bellringer.games.rattus.rules.moves import COUNT_IT, PASS, TO
from cython.cimports.bellringer.games.rattus.rules.state import (
    ALL,
    COUNT_PIECE,
    COUNTING,
    MAJORITY,
    MOST_SEATS,
    SPREAD,
    SPREADING,
    crowd,
    left_of,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import (
    ask,
    kill_citizens,
    lift_rat,
    move_piece,
    rat_from_supply,
    tell,
    with_room,
)


def begin_plague(s, p, region):
    """Move the plague piece, and spread: 1 rat in the region brings 1 more, 2 or 3 rats bring 2. [RA-4.1]"""
    move_piece(s, p, region)
    s.piece_counts = 0
    rats = s.rat_count[region]
    s.rats_to_come = rats if rats < 2 else 2
    s.phase = SPREADING


def spread_targets(s):
    """The bit set of the neighbours of the plague region that have room for a rat."""
    return s.borders[s.piece] & with_room(s)


def spread(s):
    """Ask where the next new rat goes. Go on if none is left to place, in the supply, or with room. [RA-4.3]"""
    if s.rats_to_come > 0 and s.in_supply > 0 and spread_targets(s) != 0:
        s.rats_to_come -= 1
        ask(s, s.turn, SPREAD, 0, 0)
    else:
        s.rats_to_come = 0
        s.phase = COUNTING


def legal_spread(s, legal):
    """Any neighbour with room for a rat."""
    allow_set(legal, TO, spread_targets(s))


def answer_spread(s, p, move):
    """Place a rat from the supply there, face down."""
    rat_from_supply(s, p, move - TO)


def counting_card(s, p):
    """A card of the seat that lets the plague piece count as citizens, or -1."""
    cards: cython.ulonglong = s.cards[p]
    while cards != 0:
        if piece_counts(s, p, lowest_bit(cards)) > 0:
            return lowest_bit(cards)
        cards &= cards - 1
    return -1


def ask_counting(s, p, last):
    """Ask whether the piece counts, if a rat will be turned; before the last ravage in any case. [RA-7.7]"""
    card = counting_card(s, p)
    if card >= 0 and (last or goes_on_ravaging(s, s.piece)):
        ask(s, p, COUNT_PIECE, piece_counts(s, p, card), 0)


def legal_count_piece(legal):
    """The piece counts as citizens, or not."""
    allow(legal, PASS)
    allow(legal, COUNT_IT)


def answer_count_piece(s, p, move, citizens):
    """Let the piece count as so many neutral citizens, which matter for the limits alone."""
    if move == COUNT_IT:
        s.piece_counts = citizens
        tell(s, p, PIECE_COUNTS, 0, s.piece, citizens)


def goes_on_ravaging(s, region):
    """Whether a region has both rats and citizens, so that the next rat is turned. [RA-5.1]"""
    return s.rat_count[region] > 0 and crowd(s, region) > 0


def turn_rat(s, region):
    """Turn the rat that came first and remove it; it strikes if its limit is reached. [RA-5.2]"""
    token = lift_rat(s, region, 0).token
    s.head.revealed += 1
    people = crowd(s, region)
    if region == s.piece:
        people += s.piece_counts
    acts: cython.int = people >= s.limit[token]
    tell(s, s.turn, RAT_TURNED, token, region, acts)
    if acts:
        symbols = s.symbols[token]
        if (symbols >> MAJORITY) & 1:
            strike_majority(s, region)
        strike_classes(s, region, symbols)


def strike_majority(s, region):
    """The seat with the most citizens in the region loses one; in a tie each of them does. [RA-5.5]"""
    most = 0
    for p in range(MOST_SEATS):
        here = s.citizens[p][region]
        most = here if here > most else most
    if most > 0:
        for by in range(s.head.seats):
            p = left_of(s, s.turn, by)
            if s.citizens[p][region] == most:
                kill_citizens(s, p, region, 1)


def strike_classes(s, region, symbols):
    """Each seat loses one citizen for each symbol that hits it: that for all, and those of its classes. [RA-5.6]"""
    for by in range(s.head.seats):
        p = left_of(s, s.turn, by)
        losses = (symbols >> ALL) & 1
        cards: cython.ulonglong = s.cards[p]
        while cards != 0:
            losses += (symbols >> s.symbol_of[lowest_bit(cards)]) & 1
            cards &= cards - 1
        kill_citizens(s, p, region, losses)
