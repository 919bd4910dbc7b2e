"""The region cards: they are dealt, drawn, kept, played on class cards, discarded, and score at the end. [RA-14]

Nobody knows the order of the deck, so each card is drawn from it at random. Sets of region cards are two numbers of 64
bits.
"""

import cython
from cython.cimports.bellringer.core.compiled.draws import draw_member
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import DROP_CARD, EXPLORE
from cython.cimports.bellringer.games.rattus.rules.citizens import with_majority
from cython.cimports.bellringer.games.rattus.rules.draws import REGION_CARD_DRAWS
from cython.cimports.bellringer.games.rattus.rules.events import (
    REGION_CARD_CHOSEN,
    REGION_CARD_DROPPED,
    REGION_CARD_PLAYED,
    REGION_CARD_SHOWN,
    REGION_CARDS_DRAWN,
    REGION_CARDS_KEPT,
    REGION_CARDS_SHUFFLED,
)
from cython.cimports.bellringer.games.rattus.rules.points import REGION_CARDS, score_points
from cython.cimports.bellringer.games.rattus.rules.region_cards import CLASSES, FIRST_HAND, NONE
from cython.cimports.bellringer.games.rattus.rules.state import (
    BEING_DRAWN,
    DISCARDED,
    IN_DECK,
    IN_HAND,
    PLAYED,
    REGION_DECK,
    left_of,
    region_of,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell
from cython.cimports.libc.stdint import uint64_t

# sets of region cards


def has_bit(cards, card):
    """Whether a card is in a set."""
    return (cards[card >> 6] >> (card & 63)) & 1


def set_bit(cards, card):
    """Add a card to a set."""
    cards[card >> 6] |= cython.cast(cython.ulonglong, 1) << (card & 63)


def clear_bit(cards, card):
    """Take a card out of a set."""
    cards[card >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (card & 63))


def count_at(s, place):
    """How many cards are somewhere."""
    found: cython.int = 0
    for card in range(REGION_DECK):
        found += s.card_at[card] == place
    return found


# the deck


def deal_region_cards(s):
    """The cards of the regions in play are the deck, of which each seat gets three. [RA-14.1, RA-14.3]"""
    for card in range(REGION_DECK):
        if (s.regions >> region_of(card)) & 1:
            s.card_at[card] = IN_DECK
    for _ in range(FIRST_HAND):
        for by in range(s.head.seats):
            take_from_deck(s, IN_HAND + left_of(s, s.start, by))


def can_draw(s):
    """Whether there is a card to draw."""
    return count_at(s, IN_DECK) + count_at(s, DISCARDED) > 0


def take_from_deck(s, place):
    """Move a random card of the deck, which is shuffled anew when it is empty. Returns it, or NONE. [RA-14.16]"""
    left: cython.int = count_at(s, IN_DECK)
    if left == 0:
        left = shuffle_discards(s)
    if left == 0:
        return NONE
    deck = cython.declare(uint64_t[2])
    deck[0] = 0
    deck[1] = 0
    for card in range(REGION_DECK):
        if s.card_at[card] == IN_DECK:
            set_bit(deck, card)
    drawn = draw_member(cython.address(s.head), REGION_CARD_DRAWS, deck, REGION_DECK)
    s.card_at[drawn] = place
    return drawn


def shuffle_discards(s):
    """The discard pile is the deck now. Everybody knows that what is in hands then is not in it. Returns how many."""
    found: cython.int = count_at(s, DISCARDED)
    if found == 0:
        return 0
    for card in range(REGION_DECK):
        place = s.card_at[card]
        if place == DISCARDED:
            s.card_at[card] = IN_DECK
        if place == BEING_DRAWN or place >= IN_HAND:
            set_bit(s.held_then, card)
        else:
            clear_bit(s.held_then, card)
    tell(s, s.turn, REGION_CARDS_SHUFFLED, 0, 0, found)
    return found


# drawing


def draw_cards(s, p, n):
    """Draw n cards face down, or as many as there are. Returns how many."""
    drawn: cython.int = 0
    while drawn < n and take_from_deck(s, BEING_DRAWN) != NONE:
        drawn += 1
    s.head.revealed += 1
    tell(s, p, REGION_CARDS_DRAWN, 0, 0, drawn)
    return drawn


def keep_drawn(s, p):
    """Take all drawn cards that are left in hand."""
    kept: cython.int = 0
    for card in range(REGION_DECK):
        if s.card_at[card] == BEING_DRAWN:
            s.card_at[card] = IN_HAND + p
            kept += 1
    tell(s, p, REGION_CARDS_KEPT, 0, 0, kept)


def keep_two(s, p):
    """Keep two of the drawn cards; which one is not kept is asked. [RA-14.21]"""
    if count_at(s, BEING_DRAWN) > 2:
        ask(s, p, DROP_CARD, 0, 0)
    else:
        keep_drawn(s, p)


def lay_open(s, card, place):
    """Put a card where everybody sees it."""
    s.card_at[card] = place
    clear_bit(s.open_cards, card)
    clear_bit(s.held_then, card)


def drop_card(s, p, card):
    """Discard a drawn card, for all to see."""
    lay_open(s, card, DISCARDED)
    tell(s, p, REGION_CARD_DROPPED, card, 0, 0)


def drop_drawn(s, p):
    """Discard all drawn cards that are left."""
    for card in range(REGION_DECK):
        if s.card_at[card] == BEING_DRAWN:
            drop_card(s, p, card)


def keep_card(s, p, card):
    """Take one of the drawn cards in hand, and discard the others."""
    s.card_at[card] = IN_HAND + p
    if has_bit(s.open_cards, card):
        tell(s, p, REGION_CARD_CHOSEN, card, 0, 0)
    else:
        tell(s, p, REGION_CARDS_KEPT, 0, 0, 1)
    drop_drawn(s, p)


def explore(s, p, level):
    """Draw three cards for all to see; citizens go to the region of one of them. [RA-14.23]"""
    draw_cards(s, p, FIRST_HAND)
    for card in range(REGION_DECK):
        if s.card_at[card] == BEING_DRAWN:
            set_bit(s.open_cards, card)
            tell(s, p, REGION_CARD_SHOWN, card, 0, 0)
    ask(s, p, EXPLORE, level, 0)


# playing


def classes_on(symbols):
    """The classes among the symbols of a rat, as a bit set."""
    return symbols & CLASSES


def unprotected(s, p, classes):
    """The class cards of a seat that rats hit and that are of one of some classes, as a bit set."""
    found: cython.ulonglong = 0
    cards: cython.ulonglong = s.cards[p] & ~s.protected
    while cards != 0:
        if (classes >> s.symbol_of[lowest_bit(cards)]) & 1:
            found |= cards & (~cards + 1)
        cards &= cards - 1
    return found


def to_protect(s, p, card):
    """The class cards of the seat that a region card can protect from the rat that acts now, as a bit set."""
    return unprotected(s, p, s.protects[card] & classes_on(s.symbols[s.token - 1]))


def might_protect(s, p, region):
    """Whether the seat is asked for region cards, which must not tell what it holds. [RA-14.10]"""
    if s.citizens[p][region] == 0 or unprotected(s, p, classes_on(s.symbols[s.token - 1])) == 0:
        return False
    return count_at(s, IN_HAND + p) > 0


def who_may_protect(s, region):
    """The bit set of the seats that are asked."""
    found: cython.int = 0
    for p in range(s.head.seats):
        if might_protect(s, p, region):
            found |= 1 << p
    return found


def protect(s, p, card, class_card):
    """The class card does not count for the rats of this plague; the region card lies on it. [RA-14.5]"""
    lay_open(s, card, PLAYED)
    s.protected |= cython.cast(cython.ulonglong, 1) << class_card
    tell(s, p, REGION_CARD_PLAYED, card, class_card, 0)


def discard_played(s):
    """When the plague of a region is over, what was played there is discarded. [RA-14.8]"""
    s.protected = 0
    for card in range(REGION_DECK):
        if s.card_at[card] == PLAYED:
            s.card_at[card] = DISCARDED


# the end


def points_in_hand(s, p):
    """The points that the cards in the seat's hand would bring now. [RA-14.14]"""
    found: cython.int = 0
    most: cython.uint = with_majority(s, p, 0)
    for card in range(REGION_DECK):
        if s.card_at[card] == IN_HAND + p:
            found += (most >> region_of(card)) & 1
    return found


def score_hands(s):
    """All hands are revealed, and score. [RA-14.14]"""
    s.head.revealed += 1
    for card in range(REGION_DECK):
        if s.card_at[card] >= IN_HAND:
            set_bit(s.open_cards, card)
    for p in range(s.head.seats):
        score_points(s, p, points_in_hand(s, p), REGION_CARDS)
