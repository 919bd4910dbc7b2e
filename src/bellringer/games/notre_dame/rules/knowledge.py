"""What a seat knows about the hidden cards, and `determinize`, which deals the rest anew.

Hidden are the cards of this period (hands, cards on their way, third cards, piles) and the order of the gray
persons. All else is open, or, like prestige, follows from what everybody saw. [ND-14]
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.dice import roll
from cython.cimports.bellringer.core.compiled.draws import give_dice
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.core.compiled.rules import EVERYBODY
from cython.cimports.bellringer.core.compiled.sets import shuffle, sort
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import PLAY_CARD, WHOSE_CARD
from cython.cimports.bellringer.games.notre_dame.rules.cards import has_two_actions
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    GRAY_PILE,
    HAND,
    KEEPING_OWN,
    KEEPING_PASSED,
    PERIOD_ROUNDS,
    Town,
    card_of,
    first_slot,
    left_of,
    unplayed,
)


def rounds_drawn(s):
    """The number of rounds of this period whose cards are drawn."""
    return PERIOD_ROUNDS if s.head.over else s.round % PERIOD_ROUNDS + 1


def times_passed(s, slot):
    """How often the cards of a slot's round have been passed to the left: 0, 1 or 2 times."""
    if s.head.over or slot < first_slot(s) or s.phase > KEEPING_PASSED:
        return 2
    return 0 if s.phase == KEEPING_OWN else 1


def has_picked(s, p):
    """Whether the seat has already answered the current question of the draft."""
    return not (top_ask(cython.address(s.head.asks)).seats >> p) & 1


def knows_card(s, p, pile, slot):
    """What seat p knows about a drawn card: UNSEEN, SEEN, or AMONG cards that it has seen together.

    A seat number beyond the table stands for a spectator, who knows only the open cards, and of two cards of one colour
    in a hand not which of them was kept at first. [ND-14.9] EVERYBODY has seen each card that is drawn.
    """
    if p == EVERYBODY:
        return SEEN
    k = slot % HAND
    holder = left_of(s, pile, k)
    if (s.played[holder] >> slot) & 1:
        return AMONG if p >= s.head.seats and s.head.seats == 2 and k != 1 else SEEN
    if p >= s.head.seats:
        return UNSEEN
    passed = times_passed(s, slot)
    distance = p - pile if p >= pile else p - pile + s.head.seats
    if distance == 0:
        if k == 0:
            return SEEN if passed > 0 or has_picked(s, p) else AMONG
        return SEEN if passed == 2 and s.head.seats == 2 else AMONG
    if distance == 1 and k > 0 and passed > 0:
        return SEEN if passed == 2 or has_picked(s, p) else AMONG
    if distance == 2 and k == 2 and passed == 2:
        return SEEN
    return UNSEEN


def determinize(state, p, dice):
    """Deal anew everything that the seat can't see, uniformly among all deals that agree with what it has seen.

    The result depends only on the seat's view and the dice.
    """
    s = cython.cast(cython.pointer(Town), state)
    for pile in range(s.head.seats):
        deal_pile_anew(s, p, pile, dice)
    deal_gray_anew(s, p, dice)
    hide_choice(s, p)
    give_dice(cython.address(s.head), dice)


def hide_choice(s, p):
    """Hide that another seat is asked which of two cards with the same action it plays.

    For p that seat has yet to play. In the new deal it is asked for an action, or, if it holds a single action, for a
    card of that action.
    """
    if s.head.over or p == EVERYBODY:
        return
    top = top_ask(cython.address(s.head.asks))
    if (top.kind == WHOSE_CARD or top.kind == PLAY_CARD) and top.seats != 1 << p:
        other = lowest_bit(top.seats)
        top.kind = PLAY_CARD
        top.about = 0
        if not has_two_actions(s, other):
            held: cython.uint = unplayed(s, other, first_slot(s))
            top.kind = WHOSE_CARD
            top.about = card_of(s, other, lowest_bit(held))


def deal_pile_anew(s, p, pile, dice):
    """Deal the unseen cards of one pile to the slots where they may be. The cards left over are the pile, sorted."""
    drawn = HAND * rounds_drawn(s)
    unseen: cython.int = (1 << ACTIONS) - 1
    n = ACTIONS
    for slot in range(drawn):
        if knows_card(s, p, pile, slot) != UNSEEN:
            unseen &= ~(1 << s.deck[pile][slot])
            n -= 1
    for slot in range(drawn):
        if slot % HAND == 0:
            reorder_known(s, p, pile, slot, dice)
        if knows_card(s, p, pile, slot) == UNSEEN:
            left: cython.int = unseen
            for _ in range(roll(dice, n)):
                left &= left - 1
            s.deck[pile][slot] = lowest_bit(left)
            unseen &= ~(1 << s.deck[pile][slot])
            n -= 1
    for slot in range(drawn, ACTIONS):
        s.deck[pile][slot] = lowest_bit(unseen)
        unseen &= unseen - 1


def reorder_known(s, p, pile, first, dice):
    """Shuffle the cards of a round whose set the seat knows, but not their order."""
    cards = cython.declare(cython.schar[HAND])
    n = 0
    for slot in range(first, first + HAND):
        if knows_card(s, p, pile, slot) == AMONG:
            cards[n] = s.deck[pile][slot]
            n += 1
    sort(cards, n)
    shuffle(dice, cards, n)
    for slot in range(first + HAND - 1, first - 1, -1):
        if knows_card(s, p, pile, slot) == AMONG:
            n -= 1
            s.deck[pile][slot] = cards[n]


def knows_gray(s, p):
    """Whether the seat has looked through the pile of gray persons; for EVERYBODY whether any has."""
    return s.knows_gray != 0 if p == EVERYBODY else (s.knows_gray >> p) & 1


def deal_gray_anew(s, p, dice):
    """Deal the coming gray persons anew, each letter by itself, unless the seat has looked through the pile."""
    if knows_gray(s, p):
        return
    for letter in range(GRAY_PILE // PERIOD_ROUNDS):
        first = PERIOD_ROUNDS * letter
        hidden_from = s.round + 1 if s.round >= first else first
        n = first + PERIOD_ROUNDS - hidden_from
        if n > 0:
            cards = cython.cast(cython.p_schar, cython.address(s.gray[hidden_from]))
            sort(cards, n)
            shuffle(dice, cards, n)
