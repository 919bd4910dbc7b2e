"""The course of the game: three periods of three rounds with five phases each."""

import cython
from cython.cimports.bellringer.core.compiled.asks import push_ask
from cython.cimports.bellringer.core.compiled.draws import draw_number
from cython.cimports.bellringer.core.compiled.legal import count_bits, lowest_bit
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import HIRE, KEEP_OWN, KEEP_PASSED, PLAY_CARD
from cython.cimports.bellringer.games.notre_dame.rules.cathedral import score_cathedral
from cython.cimports.bellringer.games.notre_dame.rules.draft import draw_cards
from cython.cimports.bellringer.games.notre_dame.rules.draws import BROWN_DRAWS
from cython.cimports.bellringer.games.notre_dame.rules.events import (
    CARDS_DRAWN,
    CARDS_PASSED,
    GAME_ENDS,
    PERIOD_ENDS,
    PERSON_OPENS,
    ROUND_BEGINS,
)
from cython.cimports.bellringer.games.notre_dame.rules.plague import plague
from cython.cimports.bellringer.games.notre_dame.rules.rounds import PLAYS
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    ALL_ROUNDS,
    BROWN_PERSONS,
    HIRING,
    KEEPING_OWN,
    KEEPING_PASSED,
    PERIOD_ROUNDS,
    PERSONS_OPEN,
    PLAGUE,
    PLAYING,
    left_of,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import ask, tell


def begin_period(s):
    """Put all brown persons back into their pile. [ND-2.8]"""
    s.brown = (1 << BROWN_PERSONS) - 1


def take_cards_back(s):
    """Put all action cards back into their piles. [ND-2.8]"""
    for p in range(s.head.seats):
        s.played[p] = 0
        for action in range(ACTIONS):
            s.deck[p][action] = action


def begin_round(s, number):
    """Open three persons (phase 1), and let each seat draw three cards (phase 2). [ND-2.3]

    The cards that a seat knows follow from round and phase: these turn with the cards, and not before.
    """
    tell(s, 0, ROUND_BEGINS, 0, 0, number + 1)
    for i in range(PERSONS_OPEN):
        s.open[i] = draw_brown(s) if i < PERSONS_OPEN - 1 else s.gray[number]
        tell(s, 0, PERSON_OPENS, s.open[i], 0, 0)
    s.round = number
    if number % PERIOD_ROUNDS == 0:
        take_cards_back(s)
    draw_cards(s)
    s.head.revealed += 1
    s.phase = KEEPING_OWN
    ask_all(s, KEEP_OWN)
    tell(s, 0, CARDS_DRAWN, 0, 0, 0)


def draw_brown(s):
    """Draw a random brown person from the pile. Nobody has seen its order, so the odds are those of the top card."""
    left: cython.int = s.brown
    for _ in range(draw_number(cython.address(s.head), BROWN_DRAWS, count_bits(left))):
        left &= left - 1
    person = lowest_bit(left)
    s.brown &= ~(1 << person)
    return person


def ask_all(s, kind):
    """Ask every seat at once."""
    push_ask(cython.address(s.head.asks), kind, (1 << s.head.seats) - 1, 0, 0)


def go_on_with_round(s):
    """Take the next step of the round, when no ask is pending. [ND-2.2]"""
    if s.phase == KEEPING_OWN:
        pass_cards(s)
    elif s.phase == KEEPING_PASSED:
        begin_playing(s)
    elif s.phase == PLAYING:
        next_card(s)
    elif s.phase == HIRING:
        next_hiring(s)
    else:
        end_round(s)


def pass_cards(s):
    """Pass the two cards that were not kept to the left neighbour. [ND-3.1]"""
    s.head.revealed += 1
    s.phase = KEEPING_PASSED
    ask_all(s, KEEP_PASSED)
    tell(s, 0, CARDS_PASSED, 0, 0, 2)


def begin_playing(s):
    """Pass the last card on, which completes the hands. [ND-3.3]"""
    s.head.revealed += 1
    s.phase = PLAYING
    s.turn = 0
    tell(s, 0, CARDS_PASSED, 0, 0, 1)
    next_card(s)


def next_card(s):
    """Ask the next seat to play a card: clockwise from the start player a first one each, then a second. [ND-4.1]"""
    if s.turn == PLAYS * s.head.seats:
        s.phase = HIRING
        s.turn = 0
        next_hiring(s)
        return
    turn = s.turn if s.turn < s.head.seats else s.turn - s.head.seats
    s.turn += 1
    ask(s, left_of(s, s.start, turn), PLAY_CARD, 0, 0)


def next_hiring(s):
    """Let the next seat hire, clockwise from the start player; after the last one begin the plague. [ND-8.1]"""
    while s.turn < s.head.seats:
        p = left_of(s, s.start, s.turn)
        s.turn += 1
        if s.coins[p] > 0:
            ask(s, p, HIRE, 0, 0)
            return
    s.phase = PLAGUE
    plague(s)


def end_round(s):
    """Begin the next round with the next start player; after every third round, end the period first. [ND-2.6]"""
    number: cython.int = s.round + 1
    s.immune = 0
    s.start = left_of(s, s.start, 1)
    if number % PERIOD_ROUNDS == 0:
        score_cathedral(s)
        tell(s, 0, PERIOD_ENDS, 0, 0, number // PERIOD_ROUNDS)
        if number == ALL_ROUNDS:
            s.round = number
            s.head.over = 1
            tell(s, 0, GAME_ENDS, 0, 0, 0)
            return
        begin_period(s)
    begin_round(s, number)
