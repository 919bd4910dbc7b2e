"""The rules: a heap, three moves, and a secret a seat."""

import cython
from cython.cimports.bellringer.core.compiled.asks import push_ask
from cython.cimports.bellringer.core.compiled.dice import next_word, roll
from cython.cimports.bellringer.core.compiled.events import note
from cython.cimports.bellringer.core.compiled.legal import allow_if
from cython.cimports.bellringer.core.compiled.rules import EVERYBODY
from cython.cimports.bellringer.core.compiled.settling import answer_by, settle_by, take_top
from cython.cimports.bellringer.core.compiled.state import book_by
from cython.cimports.bones.rules.state import (
    BONES_TAKEN,
    FEWEST_BONES,
    MOST_AT_ONCE,
    MOST_SEATS,
    MOVES,
    SIDES,
    TAKE,
    WORDS,
    Bones,
)

LEAST_BONES, MOST_BONES, MOST_SECRET = FEWEST_BONES, FEWEST_BONES + SIDES, SIDES  # for documents


def deal(state):
    """A heap of twelve bones and some more; a secret for each seat."""
    s = cython.cast(cython.pointer(Bones), state)
    dice = cython.address(s.head.dice)
    s.bones = FEWEST_BONES + roll(dice, SIDES)
    s.heap = s.bones
    s.turn = s.start
    for p in range(s.head.seats):
        s.secret[p] = 1 + roll(dice, SIDES)
    settle(state)


def find_legal(state, p, legal):
    """One to three bones, as long as there are so many."""
    s = cython.cast(cython.pointer(Bones), state)
    legal[0] = 0
    for move in range(MOST_AT_ONCE):
        allow_if(legal, move, move < s.heap)


def apply(state, p, move):
    """Answer the question; then it is the next one's turn."""
    if answer_by(state, p, move, take_top, answer):
        settle(state)


def answer(state, p, ask, move):
    """The bones go to the seat."""
    s = cython.cast(cython.pointer(Bones), state)
    s.heap -= move + 1
    s.taken[p] += move + 1
    s.turn = (s.turn + 1) % s.head.seats
    note(cython.address(s.head.events), BONES_TAKEN, p, 0, 0, move + 1)


def go_on(state):
    """Ask the seat on turn; an empty heap ends the game."""
    s = cython.cast(cython.pointer(Bones), state)
    if s.heap == 0:
        s.head.over = 1
    else:
        push_ask(cython.address(s.head.asks), TAKE, 1 << s.turn, 0, 0)


def waits(state, p, ask):
    """Whether there is surely a choice: the last bone is taken without a question."""
    return cython.cast(cython.pointer(Bones), state).heap > 1


def settle(state):
    """Go on until a seat has a real choice (core/compiled/settling.pxd)."""
    settle_by(state, WORDS, go_on, waits, find_legal, take_top, answer)


def determinize(state, p, dice):
    """The secrets of the others are rolled anew."""
    s = cython.cast(cython.pointer(Bones), state)
    for other in range(s.head.seats):
        if other != p and p != EVERYBODY:
            s.secret[other] = 1 + roll(dice, SIDES)
    for i in range(4):
        s.head.dice.word[i] = next_word(dice)


def evaluate(state, p):
    """The bones that one has more than the best of the others."""
    s = cython.cast(cython.pointer(Bones), state)
    best = 0
    for other in range(s.head.seats):
        if other != p and score(state, other) > best:
            best = score(state, other)
    return score(state, p) - best


def danger(state, p):
    """Nothing is ever lost."""
    return 0.0


def place(state, p):
    """One place below each seat with more."""
    s = cython.cast(cython.pointer(Bones), state)
    found = 1
    for other in range(s.head.seats):
        if score(state, other) > score(state, p):
            found += 1
    return found


def score(state, p):
    """Bones and the secret."""
    s = cython.cast(cython.pointer(Bones), state)
    return s.taken[p] + s.secret[p]


def broken_law(state):
    """The bones are all somewhere; a game that goes on waits for somebody."""
    s = cython.cast(cython.pointer(Bones), state)
    bones = s.heap
    for p in range(MOST_SEATS):
        bones += s.taken[p]
    if bones != s.bones:
        return 1
    return 2 if (s.head.asks.depth == 0) != (s.head.over == 1) else 0


def fill_rules(rules):
    """The table of functions by which the core plays this game."""
    rules.size = cython.sizeof(Bones)
    rules.moves = MOVES
    rules.words = WORDS
    rules.most_seats = MOST_SEATS
    rules.swing = 2.0
    rules.horizon = -1
    rules.deal = deal
    rules.find_legal = find_legal
    rules.apply = apply
    rules.settle = settle
    rules.determinize = determinize
    rules.evaluate = evaluate
    rules.danger = danger
    rules.place = place
    rules.score = score
    rules.broken_law = broken_law


def rulebook():
    """The compiled rules, for the core."""
    return book_by("bones", fill_rules)
