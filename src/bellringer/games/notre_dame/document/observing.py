"""How the spans of an observation are read that the kinds of fields can't say; document/observed.py says what they
mean.

Each shows what the view of the seat that looks shows, as shown.py makes it, and nothing else.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.observing import Readers, told
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import KEEP_OWN, KEEP_PASSED, PLAY_CARD, WHOSE_CARD
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import AMONG, SEEN, knows_card, rounds_drawn
from cython.cimports.bellringer.games.notre_dame.rules.moves import PLAY
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    ALL_ROUNDS,
    BROWN_PERSONS,
    GRAY_PILE,
    HAND,
    KEEPING_PASSED,
    KINDS,
    MARKETS,
    PERIOD_ROUNDS,
    PERSONS_OPEN,
    Town,
    card_in,
    first_slot,
    right_of,
    unplayed,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import plague_value

READERS = Readers()
for i in range(SLOTS):
    turn_of[i] = i // HAND + 1


def readers() -> Readers:
    """The functions, by the names of their spans."""
    return READERS


def town(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Town), state)


def rounds_done(s):
    """Rounds whose gray person is past."""
    return s.round if s.round < ALL_ROUNDS else ALL_ROUNDS - 1


def see_ask(state, seat):
    """The ask on top. That a seat holds an action twice is its secret, so others see that it is asked for a card."""
    ask = top_ask(cython.address(town(state).head.asks))[0]
    if ask.kind == WHOSE_CARD and ask.seats != 1 << seat:
        ask.kind = PLAY_CARD
        ask.about = 0
        ask.more = 0
    return ask


def open_move(state, seat, move):
    """A move as others see it (open_moves.py): nothing of the draft, nor that a hand holds an action twice."""
    s = town(state)
    ask = top_ask(cython.address(s.head.asks))[0]
    if ask.kind == WHOSE_CARD:
        return PLAY + ask.about
    if ask.kind == KEEP_OWN or ask.kind == KEEP_PASSED:
        return -1
    if ask.kind != PLAY_CARD:
        return move
    alike: cython.int = 0
    first: cython.int = first_slot(s)
    held: cython.int = unplayed(s, seat, first)
    for k in range(HAND):
        if (held >> k) & 1 and card_in(s, seat, first, k) == move - PLAY:
            alike += 1
    return -1 if alike > 1 else move


# where the game stands


def round_number(state, seat, about, places, numbers):
    """The number of the round, from 1; once the game is over, that of the last round."""
    s = town(state)
    numbers[0] = s.round + 1 if s.round < ALL_ROUNDS else ALL_ROUNDS


def plague(state, seat, about, places, numbers):
    """The round's plague value."""
    numbers[0] = told(plague_value(town(state)))


# of a seat


def prestige(state, seat, about, places, numbers):
    """Prestige is hidden from others, unless the table shows it or the game is over. [ND-14]"""
    s = town(state)
    if seat == about or s.open_prestige or s.head.over:
        numbers[0] = told(s.prestige[about])


def played(state, seat, about, places, numbers):
    """By whose pile a card came from, and by its action: the round of the period in which it was played."""
    s = town(state)
    open_cards: cython.int = s.played[about]
    owner: cython.int = about
    for k in range(HAND):
        for r in range(PERIOD_ROUNDS):  # of a card that is not drawn yet, none is open
            numbers[s.deck[owner][HAND * r + k]] = ((open_cards >> (HAND * r + k)) & 1) * (r + 1)
        numbers += ACTIONS
        owner = owner - 1 if owner > 0 else s.head.seats - 1


def hand(state, seat, about, places, numbers):
    """The cards that the seat holds for good in this round, and has not played."""
    s = town(state)
    if s.head.over:
        return
    first = first_slot(s)
    if s.phase > KEEPING_PASSED:
        owner: cython.int = seat
        for k in range(HAND):
            numbers[s.deck[owner][first + k]] = ~(s.played[seat] >> (first + k)) & 1
            numbers += ACTIONS
            owner = owner - 1 if owner > 0 else s.head.seats - 1
        return
    for k in range(s.phase + 1):
        if knows_card(s, seat, right_of(s, seat, k), first + k) == SEEN:
            numbers[ACTIONS * k + card_in(s, seat, first, k)] = 1


def to_keep(state, seat, about, places, numbers):
    """The cards of which the seat has to keep one."""
    s = town(state)
    if s.head.over or s.phase > KEEPING_PASSED:
        return
    first = first_slot(s)
    from_pile = right_of(s, seat, s.phase)
    if knows_card(s, seat, from_pile, first + s.phase) == AMONG:
        for k in range(s.phase, HAND):
            numbers[s.deck[from_pile][first + k]] = 1


def piles(state, seat, about, places, numbers):
    """What is known of the cards of each colour in this period: those known by their place, and those seen together."""
    s = town(state)
    slots: cython.int = HAND * rounds_drawn(s)
    drafting: cython.int = slots - HAND if not s.head.over and s.phase <= KEEPING_PASSED else slots
    owner: cython.int = seat
    for distance in range(s.head.seats):
        write_past(s, owner, distance, drafting, numbers)
        for slot in range(drafting, slots):
            known = knows_card(s, seat, owner, slot)
            if known == SEEN:
                numbers[s.deck[owner][slot]] = slot + 1
            elif known == AMONG:
                numbers[ACTIONS + s.deck[owner][slot]] = turn_of[slot]
        numbers += 2 * ACTIONS
        owner = owner + 1 if owner + 1 < s.head.seats else 0


def write_past(s, owner, distance, slots, numbers):
    """What is known of a colour's cards of the rounds whose draft is over, as `knows_card` has it.

    `distance`: of the owner from the seat that looks, clockwise. Without branches, since half of them would be guessed
    wrong.
    """
    behind: cython.int = s.head.seats - distance if distance > 0 else 0  # the seat that looks, from the owner
    holder: cython.int = owner
    for k in range(HAND):
        is_seen: cython.int = behind == k or (behind == 1 and k > 0) or (behind == 0 and s.head.seats < HAND)
        is_among: cython.int = behind == 0 and not is_seen
        open_cards: cython.int = s.played[holder]
        slot: cython.int = k
        while slot < slots:
            known: cython.int = is_seen | ((open_cards >> slot) & 1)
            card: cython.int = s.deck[owner][slot]
            numbers[card] = known * (slot + 1)
            numbers[ACTIONS + card] = (is_among & ~known) * turn_of[slot]
            slot += HAND
        holder = holder + 1 if holder + 1 < s.head.seats else 0


# messages and persons


def markets(state, seat, about, places, numbers):
    """The message of each market, by its kind: only those of one colour lie at the edge of a borough."""
    s = town(state)
    for borough in range(s.boroughs):
        for side in range(1, MARKETS):
            message: cython.int = s.message[MARKETS * borough + side]
            numbers[message & (KINDS - 1)] = message >= 0  # 0 for no message, at the place of the last kind
            numbers += KINDS


def open_persons(state, seat, about, places, numbers):
    """The open persons."""
    s = town(state)
    for i in range(PERSONS_OPEN):
        numbers[places[s.open[i]]] = 1


def gray_past(state, seat, about, places, numbers):
    """The gray persons of past rounds."""
    s = town(state)
    for i in range(rounds_done(s)):
        numbers[s.gray[i] - BROWN_PERSONS] = i + 1


def gray_left(state, seat, about, places, numbers):
    """The gray persons to come, in no order."""
    s = town(state)
    for i in range(rounds_done(s) + 1, GRAY_PILE):
        numbers[s.gray[i] - BROWN_PERSONS] = 1


def gray_pile(state, seat, about, places, numbers):
    """The gray persons to come, in order, for a seat that has looked through them."""
    s = town(state)
    if (s.knows_gray >> seat) & 1:
        for i in range(rounds_done(s) + 1, GRAY_PILE):
            numbers[s.gray[i] - BROWN_PERSONS] = i + 1


READERS.asks(see_ask)
READERS.moves(open_move)
READERS.add("round", round_number)
READERS.add("plague", plague)
READERS.add("players.prestige", prestige)
READERS.add("players.played", played)
READERS.add("players.hand", hand)
READERS.add("players.to-keep", to_keep)
READERS.add("piles", piles)
READERS.add("markets", markets)
READERS.add("open", open_persons)
READERS.add("gray-past", gray_past)
READERS.add("gray-left", gray_left)
READERS.add("gray-pile", gray_pile)
