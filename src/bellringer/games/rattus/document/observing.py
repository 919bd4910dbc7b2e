"""How the spans of an observation are read that the kinds of fields can't say; document/observed.py says what they
mean.

Each shows what the view of the seat that looks shows, as shown.py and region_cards.py make it, and nothing else.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.observing import Readers, spread
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import ARRANGE_EVENT, KEEP_CARD
from cython.cimports.bellringer.games.rattus.rules.region_cards import has_bit
from cython.cimports.bellringer.games.rattus.rules.state import (
    BEING_DRAWN,
    DISCARDED,
    IN_DECK,
    IN_HAND,
    LOOKS,
    PLAYED,
    RATS,
    REGION_DECK,
    REGIONS,
    TOKENS,
    Europe,
    actor,
)
from cython.cimports.libc.stdint import uint64_t

READERS = Readers()


def readers() -> Readers:
    """The functions, by the names of their spans."""
    return READERS


def europe(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Europe), state)


def after(s, seat, other):
    """How far a seat is from another one, clockwise."""
    by: cython.int = other - seat
    return by + s.head.seats if by < 0 else by


def open_move(state, seat, move):
    """A move as others see it: which card a seat keeps, and how it arranges events, is its secret."""
    kind = top_ask(cython.address(europe(state).head.asks)).kind
    return -1 if kind == KEEP_CARD or kind == ARRANGE_EVENT else move


# tokens that lie face up


def write_face(s, token, numbers):
    """A token's limit and its symbols."""
    numbers[0] = s.limit[token]
    spread(s.symbols[token], numbers + 1)
    numbers[FACE - 1] = (s.symbols[token] >> (FACE - 2)) & 1


def rat_token(state, seat, about, places, numbers):
    """The rat that is being turned."""
    s = europe(state)
    if s.token > 0:
        write_face(s, s.token - 1, numbers)


def drawn_token(state, seat, about, places, numbers):
    """The rat that was drawn from the supply."""
    s = europe(state)
    if s.drawn > 0:
        write_face(s, s.drawn - 1, numbers)


# what a card's effect remembers


def errand(state, seat, about, places, numbers):
    """The regions from and to which it goes, whose citizen, which one, how many times more, and whether again."""
    s = europe(state)
    e = s.errand
    if e.source == 0 and e.target == 0 and e.seat == 0 and e.citizen == 0 and e.left == 0 and e.again == 0:
        return
    regions: cython.int = 0
    for region in range(REGIONS):
        regions += places[region] >= 0
    if places[e.source] >= 0:
        numbers[places[e.source]] = 1
    if places[e.target] >= 0:
        numbers[regions + places[e.target]] = 1
    numbers += 2 * regions
    numbers[after(s, seat, e.seat)] = 1
    numbers += s.head.seats
    numbers[0] = e.citizen
    numbers[1] = e.left
    numbers[2] = e.again


def write_order(rats, places, numbers):
    """Rats of a list, each at its place by its turn in the list."""
    for i in range(LOOKS):
        if rats[i] > 0 and places[rats[i] - 1] >= 0:
            numbers[places[rats[i] - 1]] = i + 1


def looked(state, seat, about, places, numbers):
    """The rats that were looked at to be arranged."""
    write_order(europe(state).looked, places, numbers)


def arranged(state, seat, about, places, numbers):
    """The rats that come to the places of those that were looked at, one by one."""
    write_order(europe(state).arranged, places, numbers)


# region cards


def write_cards(s, place, places, numbers):
    """The region cards that are somewhere."""
    for card in range(REGION_DECK):
        if s.card_at[card] == place and places[card] >= 0:
            numbers[places[card]] = 1


def hand(state, seat, about, places, numbers):
    """The region cards in the hand of the seat that looks."""
    write_cards(europe(state), IN_HAND + seat, places, numbers)


def hand_size(state, seat, about, places, numbers):
    """How many are in a seat's hand."""
    s = europe(state)
    for card in range(REGION_DECK):
        numbers[0] += s.card_at[card] == IN_HAND + about


def hand_known(state, seat, about, places, numbers):
    """The cards in a seat's hand that everybody knows."""
    s = europe(state)
    if s.open_cards[0] == 0 and s.open_cards[1] == 0:
        return
    for card in range(REGION_DECK):
        if s.card_at[card] == IN_HAND + about and places[card] >= 0 and has_bit(s.open_cards, card):
            numbers[places[card]] = 1


def hand_older(state, seat, about, places, numbers):
    """How many of them were in hands when the discard pile was last shuffled."""
    s = europe(state)
    if s.held_then[0] == 0 and s.held_then[1] == 0:
        return
    for card in range(REGION_DECK):
        numbers[0] += s.card_at[card] == IN_HAND + about and has_bit(s.held_then, card)


def region_deck(state, seat, about, places, numbers):
    """How many cards are in the deck."""
    s = europe(state)
    for card in range(REGION_DECK):
        numbers[0] += s.card_at[card] == IN_DECK


def region_discards(state, seat, about, places, numbers):
    """The discard pile, which is open."""
    write_cards(europe(state), DISCARDED, places, numbers)


def region_played(state, seat, about, places, numbers):
    """The cards that lie on class cards."""
    write_cards(europe(state), PLAYED, places, numbers)


def sees_drawn(s, seat):
    """Whoever draws sees the cards that are being drawn, and everybody if they are drawn openly."""
    if seat == actor(s):
        return True
    for card in range(REGION_DECK):
        if s.card_at[card] == BEING_DRAWN and not has_bit(s.open_cards, card):
            return False
    return True


def region_drawn(state, seat, about, places, numbers):
    """The cards that are being drawn, for who sees them."""
    s = europe(state)
    if sees_drawn(s, seat):
        write_cards(s, BEING_DRAWN, places, numbers)


# pieces on the map, and on cards


def walls(state, seat, about, places, numbers):
    """The borders with a wall. `places`: by the two regions of a border, the lower one first."""
    s = europe(state)
    for one in range(REGIONS):
        closed: cython.uint = s.borders[one] & ~s.open_to[one]
        if closed != 0:
            for other in range(one + 1, REGIONS):
                if (closed >> other) & 1 and places[REGIONS * one + other] >= 0:
                    numbers[places[REGIONS * one + other]] = 1


def levels(state, seat, about, places, numbers):
    """The level of each class card that is upgraded."""
    s = europe(state)
    left: cython.ulonglong = s.upgraded[0]
    card: cython.int = 0
    while left != 0:
        if left & 1 and places[card] >= 0:
            numbers[places[card]] = 2 + ((s.upgraded[1] >> card) & 1)
        left >>= 1
        card += 1


def lent_to(state, seat, about, places, numbers):
    """The card on which another one's tile lies."""
    s = europe(state)
    if s.lent > 0 and places[s.lent_to] >= 0:
        numbers[places[s.lent_to]] = 1


def bearing(state, seat, about, places, numbers):
    """By seat, clockwise, and by place: what the citizens there bear, and who stands on a podium with how many potions.

    `places`: of the regions in play, and of the palace.
    """
    s = europe(state)
    there: cython.int = 0
    for place in range(PLACES):
        there += places[place] >= 0
    for i in range(s.bearer_count):
        bearer = s.bearers[i]
        if places[bearer.place] < 0:
            continue
        block = numbers + there * (OF_A_BEARER + 2) * after(s, seat, bearer.seat)
        if bearer.podium:
            block += there * OF_A_BEARER + 2 * places[bearer.place]
            block[0] = 1
            block[1] = bearer.potions
        else:
            block += OF_A_BEARER * places[bearer.place]
            block[0] = max(block[0], bearer.potions)
            block[1] += bearer.potions
            block[2] += 1


# rats


def rats(state, seat, about, places, numbers):
    """For each region in play and each place of a rat there: see `rat_parts` of observed.py."""
    s = europe(state)
    width: cython.int = FACE + 4 + s.head.seats
    for region in range(REGIONS):
        if places[region] < 0:
            continue
        block = numbers + RATS * width * places[region]
        for slot in range(RATS):  # all of them, since a processor would guess wrong how many there are
            is_there: cython.bint = slot < s.rat_count[region]
            rat = s.rats[region][slot]
            block[0] = is_there
            block[FACE + 1] = is_there & rat.laid_out
            block[FACE + 2] = is_there & rat.open
            block[FACE + 3] = is_there & rat.returned
            if is_there and (rat.open or rat.seen != 0):
                if knows(s, seat, region, slot):
                    write_face(s, rat.token, block + 1)
                seen: cython.uint = rat.seen | (cython.cast(cython.uint, rat.seen) << s.head.seats)
                seen >>= seat
                for i in range(s.head.seats):
                    block[FACE + 4 + i] = (seen >> i) & 1
            block += width


def supply(state, seat, about, places, numbers):
    """How many tokens can still come."""
    numbers[0] = europe(state).in_supply


def removed(state, seat, about, places, numbers):
    """How many were removed unseen."""
    numbers[0] = europe(state).in_removed


def off_board(s, tokens):
    """The tokens in the supply and those removed, as a bit set of two numbers."""
    tokens[0] = 0
    tokens[1] = 0
    for i in range(s.in_supply):
        tokens[s.pool[i] >> 6] |= bit(s.pool[i])
    for i in range(s.in_removed):
        tokens[s.pool[TOKENS - 1 - i] >> 6] |= bit(s.pool[TOKENS - 1 - i])


def write_tokens(s, tokens, numbers):
    """Write 1 for each token of a bit set."""
    whole: cython.int = s.tokens & ~7
    for first in range(0, whole, 8):
        spread(tokens[first >> 6] >> (first & 63), numbers + first)
    for token in range(whole, s.tokens):
        numbers[token] = (tokens[token >> 6] >> (token & 63)) & 1


def tokens_seen(state, seat, about, places, numbers):
    """Of each token whether it has been turned, and whether it lies face down where the seat does not know. [RA-11.5]

    What was turned lies nowhere face down, as far as the seat can tell.
    """
    s = europe(state)
    tokens = cython.declare(uint64_t[4])  # those that lie unknown, and those that lie known
    off_board(s, tokens)
    tokens[2] = 0
    tokens[3] = 0
    if s.drawn > 0:
        tokens[2 + ((s.drawn - 1) >> 6)] |= bit(s.drawn - 1)
    for region in range(REGIONS):
        if not (s.regions >> region) & 1:
            continue
        for slot in range(RATS):
            rat = s.rats[region][slot]
            is_known: cython.int = (rat.open | ((rat.seen >> seat) & 1)) != 0
            is_told: uint64_t = (slot < s.rat_count[region]) & (is_known | (not rat.returned))
            tokens[2 * is_known + (rat.token >> 6)] |= is_told << (rat.token & 63)
    for i in range(2):
        tokens[2 + i] = ~(tokens[2 + i] | tokens[i])
    write_tokens(s, tokens + 2, numbers)
    write_tokens(s, tokens, numbers + s.tokens)


# events


def next_events(state, seat, about, places, numbers):
    """The next events, as far as the seat knows them, and who does. `places`: of the kinds of events."""
    s = europe(state)
    kinds: cython.int = EVENT_PLACES
    width: cython.int = 1 + kinds + s.head.seats
    for i in range(s.next_count):
        numbers[0] = 1
        if (s.next_events[i].seen >> seat) & 1:
            numbers[1 + s.next_events[i].event] = 1
        for p in range(s.head.seats):
            numbers[1 + kinds + after(s, seat, p)] = (s.next_events[i].seen >> p) & 1
        numbers += width


READERS.moves(open_move)
READERS.add("rat", rat_token)
READERS.add("drawn", drawn_token)
READERS.add("errand", errand)
READERS.add("looked", looked)
READERS.add("arranged", arranged)
READERS.add("players.hand", hand)
READERS.add("players.hand-size", hand_size)
READERS.add("players.hand-known", hand_known)
READERS.add("players.hand-older", hand_older)
READERS.add("region-deck", region_deck)
READERS.add("region-discards", region_discards)
READERS.add("region-played", region_played)
READERS.add("region-drawn", region_drawn)
READERS.add("walls", walls)
READERS.add("levels", levels)
READERS.add("lent-to", lent_to)
READERS.add("potions", bearing)
READERS.add("rats", rats)
READERS.add("supply", supply)
READERS.add("removed", removed)
READERS.add("unseen", tokens_seen)
READERS.add("next-events", next_events)
