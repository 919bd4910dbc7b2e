"""The evaluation: how good a position looks for a seat, in prestige, as a sum of terms that a player would name.

What the seat has now counts in full; what its pieces will still bring counts by the rounds that are left. The
weights are plain guesses of a player, checked against random play; every term is in points of prestige.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.core.compiled.sets import within_reach
from cython.cimports.bellringer.games.notre_dame.rules.carriage import may_take
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import SEEN, knows_card
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ALL_ROUNDS,
    BANK,
    CARRIAGE_HOUSE,
    CLOISTER_SCHOOL,
    HAND,
    HOSPITAL,
    HOTEL,
    KEEPING_PASSED,
    KINDS,
    LAST_SPACE,
    NOTRE_DAME,
    NOWHERE,
    PARK,
    PERIOD_ROUNDS,
    PLAYING,
    RESIDENCE,
    SECTORS,
    TRUSTED_FRIEND,
    Town,
    card_of,
    first_slot,
    pieces,
    right_of,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import plague_value


def evaluate(state, p):
    """The sum of the terms. After the end only prestige counts, with coins and markers as tie-breaks."""
    s = cython.cast(cython.pointer(Town), state)
    if s.head.over:
        return s.prestige[p] + 0.01 * (s.coins[p] + s.supply[p])
    return (
        s.prestige[p]
        + purse(s, p)
        + own_markers(s, p)
        + sectors(s, p)
        + cathedral_share(s, p)
        + hand(s, p)
        - fear_of_the_rat(s, p)
    )


def danger(state, p):
    """The cost of the rat."""
    return fear_of_the_rat(cython.cast(cython.pointer(Town), state), p)


def rounds_left(s):
    """The number of rounds after this one."""
    return ALL_ROUNDS - 1 - s.round


def purse(s, p):
    """The value of the coins. Each round needs one, for a person; further ones are worth little, in the end nothing."""
    useful = rounds_left(s) + 1 + 2
    coins: cython.double = s.coins[p]
    if coins > useful:
        coins = useful + 0.1 * (coins - useful)
    first: cython.double = coins if coins < 3 else 3
    return 1.3 * first + 0.6 * (coins - first) if rounds_left(s) > 0 else 0.3 * coins


def own_markers(s, p):
    """The value of the own supply. Each round needs two markers; without one, an action must rob another sector."""
    needed = 2 * rounds_left(s)
    markers = s.supply[p] if s.supply[p] < needed else needed
    first = markers if markers < 3 else 3
    return 0.9 * first + 0.4 * (markers - first)


def sectors(s, p):
    """What the sectors will still bring. A card comes about once in four rounds; the hospital works in every round."""
    worth: cython.double = 0
    left = rounds_left(s)
    worth += 0.25 * left * pieces(s, p, RESIDENCE)
    worth += 0.20 * left * pieces(s, p, BANK)
    worth += 0.12 * left * pieces(s, p, CLOISTER_SCHOOL)
    worth += 0.18 * left * pieces(s, p, CARRIAGE_HOUSE)
    worth += 0.10 * left * pieces(s, p, HOTEL)
    worth += 0.55 * left * (pieces(s, p, PARK) / 2.0)
    hospital = pieces(s, p, HOSPITAL)
    worth += 0.45 * left * (hospital if hospital < 3 else 3)
    for sector in range(SECTORS):
        worth += 0.2 if pieces(s, p, sector) > 0 else 0.0
    return worth


def cathedral_share(s, p):
    """The seat's share of the prestige that the cathedral will give at the end of the period."""
    markers = 0
    for other in range(s.head.seats):
        markers += s.markers[other][NOTRE_DAME]
    if markers == 0:
        return 0.0
    later = PERIOD_ROUNDS - 1 - s.round % PERIOD_ROUNDS
    return s.markers[p][NOTRE_DAME] * (s.cathedral / (markers + 0.8 * later))


def fear_of_the_rat(s, p):
    """The cost of the rat: a little for each space, and the full penalty if this round's plague would overrun it."""
    strikes = 0 if (s.immune >> p) & 1 else plague_value(s)
    if s.phase > PLAYING + 1:
        strikes = 0
    space = s.rat[p] + strikes - pieces(s, p, HOSPITAL)
    worry: cython.double = 0.08 * space * space if space > 0 else 0.0
    if rounds_left(s) == 0:
        worry = 0
    if space > LAST_SPACE:
        worry = 3.5 + (6.5 if rounds_left(s) > 0 else 0.0)
    return worry


def hand(s, p):
    """The value of the cards kept so far, or of the best of those that are still to be played."""
    first = first_slot(s)
    best: cython.double = 0
    second: cython.double = 0
    unplayed = 0
    for k in range(HAND):
        pile = right_of(s, p, k)
        if (s.played[p] >> (first + k)) & 1 or not is_kept(s, p, pile, first + k):
            continue
        unplayed += 1
        worth: cython.double = card_worth(s, p, card_of(s, p, k))
        if worth > best:
            second = best
            best = worth
        elif worth > second:
            second = worth
    if s.phase > PLAYING or unplayed < 2 and s.phase == PLAYING:
        return 0.0
    return best + second if unplayed != 2 or s.phase < PLAYING else best


def is_kept(s, p, pile, slot):
    """Whether the seat has kept the card, so that it will not be passed on."""
    if s.phase > KEEPING_PASSED:
        return True
    if slot % HAND == 0:
        return knows_card(s, p, pile, slot) == SEEN
    return slot % HAND == 1 and s.phase == KEEPING_PASSED and knows_card(s, p, pile, slot) == SEEN


def card_worth(s, p, action):
    """What playing the card now would bring, roughly."""
    if action == TRUSTED_FRIEND:
        best: cython.double = 0
        for sector in range(SECTORS):
            if sector != s.friend[p] and sector_worth(s, p, sector) > best:
                best = sector_worth(s, p, sector)
        return best
    robbed: cython.double = 1.0 if s.supply[p] == 0 else 0.0
    if action == NOTRE_DAME:
        coins = s.coins[p] if s.coins[p] < 3 else 3
        return coins * (coins + 1) / 2.0 - 0.8 * coins + 1.5 - robbed if coins > 0 else 0.0
    return sector_worth(s, p, action) - robbed


def sector_worth(s, p, sector):
    """What the sector would bring with one piece more, now and in later rounds."""
    n = pieces(s, p, sector) + 1
    left = rounds_left(s)
    if sector == CLOISTER_SCHOOL:
        return 0.6 * (n if n < s.general[p] else s.general[p]) if left > 0 else 0.0
    if sector == BANK:
        return 0.9 * n if left > 0 else 0.4 * n
    if sector == RESIDENCE:
        return n + pieces(s, p, PARK) // 2 + 0.2 * left
    if sector == CARRIAGE_HOUSE:
        return best_message(s, p, n) + 0.1 * left
    if sector == HOTEL:
        return 1.0 if n < 4 else 2.0
    if sector == PARK:
        return 0.5 + 0.3 * left
    return 0.5 + 0.4 * left


def best_message(s, p, steps):
    """The value of the best message that the carriage could collect within so many steps."""
    best: cython.double = 0
    reach: cython.uint = within_reach(s.streets, s.carriage[p], steps)
    while reach != 0:
        market = lowest_bit(reach)
        reach &= reach - 1
        if s.message[market] != NOWHERE and may_take(s, p, market):
            worth: cython.double = 2.0 + 0.7 * (s.message[market] % KINDS)
            if worth > best:
                best = worth
    return best
