"""How a game ends: what ends it, the last round of abilities, the last ravage, and who has won."""

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
    """0, or why this was the last turn: no rats in the supply, no citizens in the seat's, too many turns. [RA-8.1]"""
    if s.in_supply == 0:
        return 1
    if s.supply[s.turn] == 0:
        return 2
    if s.turns >= MOST_TURNS:
        return 3
    return 0


def end_turn(s):
    """The next seat's turn, or the last round, which goes the other way round and leaves this seat out. [RA-9.1]"""
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
    """Each seat in turn, anticlockwise from the right of the one that ended it, may use its cards. [RA-9.2]"""
    s.step += 1
    if s.step < s.head.seats:
        ask(s, left_of(s, s.turn, s.head.seats - s.step), LAST_ACT, 0, 0)
        return
    s.phase = LAST_RAVAGE
    s.step = 0
    tell(s, s.turn, LAST_RAVAGE_BEGINS, 0, 0, 0)


def legal_last_act(s, p, legal):
    """Any ability not yet used, or enough."""
    allow(legal, PASS)
    cards: cython.ulonglong = fresh_cards(s, p)
    while cards != 0:
        allow_if(legal, USE + lowest_bit(cards), may_use_last(s, p, lowest_bit(cards)))
        cards &= cards - 1


def answer_last_act(s, p, move):
    """The ability, and then the same question again."""
    if move == PASS:
        return
    card = move - USE
    one: cython.ulonglong = 1
    s.used |= one << card
    tell(s, p, ABILITY_USED, card, 0, 0)
    ask(s, p, LAST_ACT, 0, 0)
    use_last(s, p, card)


def legal_piece_to(s, legal, steps):
    """It stays, or goes to any other region in reach."""
    here: cython.uint = 1 << s.piece
    allow(legal, PASS)
    allow_set(legal, PLAGUE, within_reach(s.borders, s.piece, steps) & ~here)


def answer_piece_to(s, p, move):
    """It brings no plague now; the last ravage comes everywhere. It may count there. [RA-9.6]"""
    if move != PASS:
        move_piece(s, p, move - PLAGUE)
    ask_counting(s, p, True)


def ravage_next_region(s):
    """One rat of the region on turn; when it has no more to turn, the next region; after the last, the end. [RA-9.8]"""
    if goes_on_ravaging(s, s.step):
        turn_rat(s, s.step)
        return
    s.step += 1
    if s.step == REGIONS:
        s.head.over = 1
        tell(s, s.turn, GAME_ENDS, 0, 0, 0)


def score(state, p):
    """Citizens on the board and in the palace. [RA-10.1]"""
    s = cython.cast(cython.pointer(Europe), state)
    found = s.palace[p]
    for region in range(REGIONS):
        found += s.citizens[p][region]
    return found


def place(state, p):
    """By citizens; among equals who would have had the next turn comes first: no place is shared. [RA-10.2]"""
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
