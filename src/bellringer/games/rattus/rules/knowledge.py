"""What a seat knows about the hidden tokens, and `determinize`, which deals the rest anew.

Hidden are the faces of the rats on the board that the seat has not looked at, of those in the supply and of those
removed unseen. Known to all: which tokens have been turned; that the rats laid out at the set-up are starting tokens;
that those removed are regular ones. [RA-11] Hidden, too, are the events that come next (event_cards.py).

Hidden are region cards, too, in the hands of others and in the deck, but for those that everybody has seen. Which of
them are in a hand since before the discard pile was shuffled cannot be in the deck. [RA-14.17]
"""

import cython
from cython.cimports.bellringer.core.compiled.draws import give_dice
from cython.cimports.bellringer.core.compiled.rules import EVERYBODY
from cython.cimports.bellringer.core.compiled.sets import shuffle, sort, sort_distinct
from cython.cimports.bellringer.games.rattus.rules.event_cards import deal_events, has_seen
from cython.cimports.bellringer.games.rattus.rules.region_cards import has_bit
from cython.cimports.bellringer.games.rattus.rules.state import (
    BEING_DRAWN,
    DISCARDED,
    IN_HAND,
    NOT_IN_PLAY,
    PLAYED,
    REGION_DECK,
    REGIONS,
    TOKENS,
    Europe,
    actor,
    plays_region_cards,
)


def knows_rat(s, p, region, slot):
    """Whether a rat is face up, or the seat has looked at it. A seat beyond the table is a spectator, who has not."""
    return s.rats[region][slot].open or has_seen(s.rats[region][slot].seen, p)


def determinize(state, p, dice):
    """Deal anew everything that the seat can't see, uniformly among all deals that agree with what it has seen.

    The result depends only on the seat's view and the dice.
    """
    s = cython.cast(cython.pointer(Europe), state)
    starters = cython.declare(cython.schar[TOKENS])
    others = cython.declare(cython.schar[TOKENS])
    n_starters = gather_unseen(s, p, starters, True)
    n_regular = gather_unseen(s, p, others, False)
    shuffle(dice, starters, n_starters)
    shuffle(dice, others, n_regular)
    keep_shuffled_in(s, others, n_regular)
    laid_out = count_unseen(s, p, True)
    open_slots = count_unseen(s, p, False) + s.in_supply
    for i in range(s.in_removed):
        s.pool[TOKENS - 1 - i] = others[n_regular - 1 - i]
    for i in range(n_starters - laid_out):
        others[open_slots - 1 - i] = starters[laid_out + i]
    shuffle(dice, others, open_slots)
    deal_laid_out(s, p, starters)
    deal_returned(s, p, dice)
    dealt = deal_others(s, p, others)
    for i in range(s.in_supply):
        s.pool[i] = others[dealt + i]
    sort_distinct(s.pool, s.in_supply)
    sort_distinct(cython.address(s.pool[TOKENS - s.in_removed]), s.in_removed)
    if plays_region_cards(s):
        deal_cards_anew(s, p, dice, False)
        deal_cards_anew(s, p, dice, True)
    deal_events(s, p, dice)
    give_dice(cython.address(s.head), dice)


def keep_shuffled_in(s, tokens, n):
    """Bring to the front, from where none is removed, the tokens that everybody saw come to the supply. [RA-17.15]"""
    front = 0
    for i in range(n):
        token = tokens[i]
        if (s.shuffled_in[token >> 6] >> (token & 63)) & 1:
            tokens[i] = tokens[front]
            tokens[front] = token
            front += 1


def gather_unseen(s, p, tokens, starting):
    """Collect the starting or the regular tokens that the seat can't place, in ascending order."""
    n = 0
    for i in range(TOKENS):
        hidden: cython.bint = i < s.in_supply or i >= TOKENS - s.in_removed
        if hidden and s.starting[s.pool[i]] == starting:
            tokens[n] = s.pool[i]
            n += 1
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            rat = s.rats[region][slot]
            if not knows_rat(s, p, region, slot) and not rat.returned and s.starting[rat.token] == starting:
                tokens[n] = rat.token
                n += 1
    sort_distinct(tokens, n)
    return n


def count_unseen(s, p, laid_out):
    """The number of rats on the board that the seat has not looked at: those of the set-up, or from the supply."""
    n = 0
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            rat = s.rats[region][slot]
            if not knows_rat(s, p, region, slot) and rat.laid_out == laid_out and not rat.returned:
                n += 1
    return n


def deal_laid_out(s, p, starters):
    """Deal a starting token to each unseen rat of the set-up."""
    n = 0
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            if not knows_rat(s, p, region, slot) and s.rats[region][slot].laid_out:
                s.rats[region][slot].token = starters[n]
                n += 1


def deal_others(s, p, tokens):
    """Deal a token to each other unseen rat. Returns how many were dealt."""
    n = 0
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            rat = s.rats[region][slot]
            if not knows_rat(s, p, region, slot) and not rat.laid_out and not rat.returned:
                s.rats[region][slot].token = tokens[n]
                n += 1
    return n


def gather_returned(s, p, tokens):
    """Collect the tokens that rats which had been turned can be, but for those whose place the seat knows."""
    known = cython.declare(cython.ulonglong[2])
    known[0] = 0
    known[1] = 0
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            rat = s.rats[region][slot]
            if rat.returned and knows_rat(s, p, region, slot):
                known[rat.token >> 6] |= cython.cast(cython.ulonglong, 1) << (rat.token & 63)
    n = 0
    for token in range(TOKENS):
        if ((s.turned_then[token >> 6] & ~known[token >> 6]) >> (token & 63)) & 1:
            tokens[n] = token
            n += 1
    return n


def deal_returned(s, p, dice):
    """Deal a token to each unseen rat that had been turned. [RA-11.9]"""
    tokens = cython.declare(cython.schar[TOKENS])
    if s.turned_then[0] == 0 and s.turned_then[1] == 0:
        return
    shuffle(dice, tokens, gather_returned(s, p, tokens))
    n = 0
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            if s.rats[region][slot].returned and not knows_rat(s, p, region, slot):
                s.rats[region][slot].token = tokens[n]
                n += 1


def knows_region_card(s, p, card):
    """Whether a seat knows where a region card is."""
    place = s.card_at[card]
    if place == NOT_IN_PLAY or place == DISCARDED or place == PLAYED or has_bit(s.open_cards, card):
        return True
    if p == EVERYBODY:
        return place >= IN_HAND or place == BEING_DRAWN
    return place == IN_HAND + p or (place == BEING_DRAWN and p == actor(s))


def deal_cards_anew(s, p, dice, older):
    """Deal the region cards that the seat can't place to the places where they are.

    `older`: those that were in hands when the discard pile was last shuffled; otherwise the others.
    """
    cards = cython.declare(cython.schar[REGION_DECK])
    places = cython.declare(cython.schar[REGION_DECK])
    n = 0
    for card in range(REGION_DECK):
        if has_bit(s.held_then, card) == older and not knows_region_card(s, p, card):
            cards[n] = card
            places[n] = s.card_at[card]
            n += 1
    sort(places, n)
    shuffle(dice, cards, n)
    for i in range(n):
        s.card_at[cards[i]] = places[i]
