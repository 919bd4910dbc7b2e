"""The end of a game: what ends it, the last round of abilities, the last ravage, the places."""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_if, allow_set, lowest_bit
from cython.cimports.bellringer.core.sets import within_reach
from cython.cimports.bellringer.games.rattus.cards.deck import may_use_last, use_last
from cython.cimports.bellringer.games.rattus.rules.events import (
    ABILITY_USED,
    GAME_ENDS,
    LAST_RAVAGE_BEGINS,
    LAST_ROUND_BEGINS,
)
from cython.cimports.bellringer.games.rattus.rules.moves import PASS, PLAGUE, USE
from cython.cimports.bellringer.games.rattus.rules.plague import ask_counting, goes_on_ravaging, turn_rat
from cython.cimports.bellringer.games.rattus.rules.state import (
    LAST_ACT,
    LAST_RAVAGE,
    LAST_ROUND,
    MOST_TURNS,
    REGIONS,
    Europe,
    fresh_cards,
    left_of,
)
from cython.cimports.bellringer.games.rattus.rules.turn import begin_turn
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, move_piece, tell


def has_ended(s):
    """Why this was the last turn (1 no rats left, 2 no citizens left to the seat, 3 too many turns), or 0. [RA-8.1]"""
    if s.in_supply == 0:
        return 1
    if s.supply[s.turn] == 0:
        return 2
    if s.turns >= MOST_TURNS:
        return 3
    return 0


def end_turn(s):
    """Begin the next turn, or the last round, which goes anticlockwise and leaves this seat out. [RA-9.1]"""
    s.piece_counts = 0
    why = has_ended(s)
    if why == 0:
        begin_turn(s, left_of(s, s.turn, 1))
        return
    tell(s, s.turn, LAST_ROUND_BEGINS, 0, 0, why)
    s.phase = LAST_ROUND
    s.step = 0
    s.used = 0
    next_in_last_round(s)


def next_in_last_round(s):
    """Let the next seat use its cards, anticlockwise from the right of the seat that ended the game. [RA-9.2]"""
    s.step += 1
    if s.step < s.head.seats:
        ask(s, left_of(s, s.turn, s.head.seats - s.step), LAST_ACT, 0, 0)
        return
    s.phase = LAST_RAVAGE
    s.step = 0
    tell(s, s.turn, LAST_RAVAGE_BEGINS, 0, 0, 0)


def legal_last_act(s, p, legal):
    """Use an ability that is not used yet, or stop."""
    allow(legal, PASS)
    cards: cython.ulonglong = fresh_cards(s, p)
    while cards != 0:
        allow_if(legal, USE + lowest_bit(cards), may_use_last(s, p, lowest_bit(cards)))
        cards &= cards - 1


def answer_last_act(s, p, move):
    """Use the ability, and ask again after it."""
    if move == PASS:
        return
    card = move - USE
    one: cython.ulonglong = 1
    s.used |= one << card
    tell(s, p, ABILITY_USED, card, 0, 0)
    ask(s, p, LAST_ACT, 0, 0)
    use_last(s, p, card)


def legal_piece_to(s, legal, steps):
    """Leave the plague piece, or move it to another region within reach."""
    here: cython.uint = 1 << s.piece
    allow(legal, PASS)
    allow_set(legal, PLAGUE, within_reach(s.borders, s.piece, steps) & ~here)


def answer_piece_to(s, p, move):
    """Move the plague piece, without a plague there: the last ravage comes everywhere. It may count there. [RA-9.6]"""
    if move != PASS:
        move_piece(s, p, move - PLAGUE)
    ask_counting(s, p, True)


def ravage_next_region(s):
    """Turn one rat of the current region, or go on to the next region; end the game after the last one. [RA-9.8]"""
    if goes_on_ravaging(s, s.step):
        turn_rat(s, s.step)
        return
    s.step += 1
    if s.step == REGIONS:
        s.head.over = 1
        tell(s, s.turn, GAME_ENDS, 0, 0, 0)


def score(state, p):
    """The number of a seat's citizens in regions and in the palace. [RA-10.1]"""
    s = cython.cast(cython.pointer(Europe), state)
    found = s.palace[p]
    for region in range(REGIONS):
        found += s.citizens[p][region]
    return found


def place(state, p):
    """A seat's place, by citizens. Among equals, the seat whose turn would come first is ahead. [RA-10.2]"""
    s = cython.cast(cython.pointer(Europe), state)
    ahead = 0
    own = score(state, p)
    seats = s.head.seats
    waits = (p - s.turn - 1 + seats) % seats
    for other in range(seats):
        theirs = score(state, other)
        if theirs > own or (theirs == own and (other - s.turn - 1 + seats) % seats < waits):
            ahead += 1
    return ahead + 1
