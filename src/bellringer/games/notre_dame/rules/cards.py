"""Playing an action card: choosing it, paying a marker for it, and carrying out its action."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, refuse
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.notre_dame.rules.actions import use_sector
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import DONATE, FRIEND_TO, PAY_MARKER, WHOSE_CARD
from cython.cimports.bellringer.games.notre_dame.rules.events import ACTION_FORGONE, CARD_PLAYED
from cython.cimports.bellringer.games.notre_dame.rules.moves import FROM, GIVE, PASS, PLAY, TO, WHOSE
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_PLACE
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    HAND,
    NOTRE_DAME,
    PLACES,
    SECTORS,
    TRUSTED_FRIEND,
    card_in,
    card_of,
    colour_in_hand,
    first_slot,
    unplayed,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import (
    ask,
    gain,
    move_friend,
    move_markers,
    pay_coins,
    place_marker,
    tell,
)


def is_in_hand(s, p, k):
    """Whether this round's k-th card of seat p is still unplayed."""
    return (~s.played[p] >> (first_slot(s) + k)) & 1


def play(s, p, k):
    """Play the k-th card of the hand and carry it out. [ND-4.1]"""
    s.played[p] |= 1 << (first_slot(s) + k)
    action = card_of(s, p, k)
    tell(s, p, CARD_PLAYED, action, colour_in_hand(s, k), 0)
    act(s, p, action)


def play_third(s, p):
    """Carry out the one card that the seat has not played in this round."""
    for k in range(HAND):
        if is_in_hand(s, p, k):
            play(s, p, k)
            return


def act(s, p, action):
    """Carry out an action card: place a marker and act there, or ask where the friend goes."""
    if action == TRUSTED_FRIEND:
        ask(s, p, FRIEND_TO, 0, 0)
    elif action == NOTRE_DAME and s.coins[p] == 0:
        tell(s, p, ACTION_FORGONE, action, 0, 0)
    elif s.supply[p] == 0:
        ask(s, p, PAY_MARKER, action, 0)
    elif action == NOTRE_DAME:
        ask(s, p, DONATE, 0, 0)
    else:
        place_marker(s, p, action)
        use_sector(s, p, action)


def legal_play_card(s, p, legal):
    """Any card of the hand. [ND-4.1]"""
    first = first_slot(s)
    held = unplayed(s, p, first)
    for k in range(HAND):
        allow_if(legal, PLAY + card_in(s, p, first, k), (held >> k) & 1)


def has_two_actions(s, p):
    """Whether the hand has cards of two different actions: a quick way to count its legal moves."""
    actions = 0
    first = first_slot(s)
    held = unplayed(s, p, first)
    for k in range(HAND):
        actions |= ((held >> k) & 1) << card_in(s, p, first, k)
    return (actions & (actions - 1)) != 0


def answer_play_card(s, p, move):
    """Play a card of that action. If the hand has two, from different owners, ask which."""
    action = move - PLAY
    found = 0
    last = 0
    first = first_slot(s)
    held = unplayed(s, p, first)
    for k in range(HAND):
        fits: cython.int = card_in(s, p, first, k) == action
        fits &= held >> k
        found += fits
        last += fits * (k - last)
    if found > 1:
        ask(s, p, WHOSE_CARD, action, 0)
    else:
        play(s, p, last)


def legal_whose_card(s, p, legal, action):
    """The cards of that action in the hand, named by the pile that they came from."""
    for k in range(HAND):
        if is_in_hand(s, p, k) and card_of(s, p, k) == action:
            allow(legal, WHOSE + k)


def answer_whose_card(s, p, move):
    """Play the chosen one of two cards with the same action."""
    play(s, p, move - WHOSE)


def legal_pay_marker(s, p, legal, target):
    """If the own supply is empty: a marker from any other place, or none, and then no action either."""
    allow(legal, PASS)
    for place in range(PLACES):
        allow_if(legal, FROM + place, s.markers[p][place] > 0)
    refuse(legal, FROM + target)


def answer_pay_marker(s, p, move, target):
    """Move the marker and act. In the cathedral, a donation must follow."""
    if move == PASS:
        tell(s, p, ACTION_FORGONE, target, 0, 0)
        return
    move_markers(s, p, move - FROM, target, 1)
    if target == NOTRE_DAME:
        ask(s, p, DONATE, 1, 0)
    else:
        use_sector(s, p, target)


def legal_friend_to(s, p, legal):
    """Any sector except the one where the friend stands."""
    for sector in range(SECTORS):
        if s.friend[p] != sector:
            allow(legal, TO + sector)


def answer_friend_to(s, p, move):
    """Move the friend, and carry out the action of his new sector."""
    move_friend(s, p, move - TO)
    use_sector(s, p, move - TO)


def legal_donate(s, p, legal, must):
    """One to three coins; or none, and then no marker, unless the donation is a must."""
    if not must:
        allow(legal, PASS)
    for coins in range(1, 4):
        if coins <= s.coins[p]:
            allow(legal, GIVE + coins - 1)


def answer_donate(s, p, move, must):
    """Gain 1, 3 or 6 prestige for 1, 2 or 3 coins, and place a marker unless one was moved there before (`must`)."""
    if move == PASS:
        tell(s, p, ACTION_FORGONE, NOTRE_DAME, 0, 0)
        return
    coins = move - GIVE + 1
    if not must:
        place_marker(s, p, NOTRE_DAME)
    pay_coins(s, p, coins)
    name_source(s, OF_PLACE + NOTRE_DAME)
    gain(s, p, coins * (coins + 1) // 2)
