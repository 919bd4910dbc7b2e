"""The rules: a heap, three moves, and a secret a seat."""

import cython
from cython.cimports.bellringer.core.asks import pop_ask, push_ask
from cython.cimports.bellringer.core.dice import next_word, roll
from cython.cimports.bellringer.core.events import note
from cython.cimports.bellringer.core.legal import allow_if
from cython.cimports.bellringer.core.state import RuleBook
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
    """The bones go to the seat; then it is the next one's turn."""
    s = cython.cast(cython.pointer(Bones), state)
    pop_ask(cython.address(s.head.asks))
    take(s, p, move + 1)
    settle(state)


def take(s, p, bones):
    """Bones from the heap."""
    s.heap -= bones
    s.taken[p] += bones
    s.turn = next_seat(s)
    note(cython.address(s.head.events), BONES_TAKEN, p, 0, 0, bones)


def next_seat(s):
    """Whose turn it is after this one."""
    return (s.turn + 1) % s.head.seats


def settle(state):
    """Ask the seat on turn; the last bone is taken without a question; an empty heap ends the game."""
    s = cython.cast(cython.pointer(Bones), state)
    if s.heap == 1 and s.head.asks.depth == 0:
        take(s, s.turn, 1)
    if s.heap == 0:
        s.head.over = 1
    elif s.head.asks.depth == 0:
        push_ask(cython.address(s.head.asks), TAKE, 1 << s.turn, 0, 0)


def determinize(state, p, dice):
    """The secrets of the others are rolled anew."""
    s = cython.cast(cython.pointer(Bones), state)
    for other in range(s.head.seats):
        if other != p:
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
    book: RuleBook = RuleBook("bones")
    fill_rules(cython.address(book.rules))
    return book
