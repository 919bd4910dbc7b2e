"""The conservation laws, which hold after every move: every piece is in exactly one place."""

import cython
from cython.cimports.bellringer.core.compiled.asks import ASK_DEPTH
from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.bellringer.games.notre_dame.rules.laws import (
    ASKS_LAW,
    CARDS_LAW,
    COINS_LAW,
    MARKERS_LAW,
    MESSAGES_LAW,
    PERSONS_LAW,
    SPACES_LAW,
)
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    ALL_MARKETS,
    ALL_ROUNDS,
    BOX_COINS,
    BROWN_PERSONS,
    GRAY_PILE,
    HAND,
    KINDS,
    LAST_SPACE,
    MARKERS,
    MARKETS,
    NOWHERE,
    PERIOD_ROUNDS,
    PERSONS_OPEN,
    PLACES,
    SECTORS,
    Town,
)


def broken_law(state):
    """The number of the first law that does not hold, or 0 if all hold."""
    s = cython.cast(cython.pointer(Town), state)
    if not markers_hold(s):
        return MARKERS_LAW
    if not coins_hold(s):
        return COINS_LAW
    if not messages_hold(s):
        return MESSAGES_LAW
    if not cards_hold(s):
        return CARDS_LAW
    if not persons_hold(s):
        return PERSONS_LAW
    if not spaces_hold(s):
        return SPACES_LAW
    if not asks_hold(s):
        return ASKS_LAW
    return 0


def markers_hold(s):
    """Each colour has 14 markers in own supply, general supply and on the board."""
    for p in range(s.head.seats):
        markers = s.supply[p] + s.general[p]
        for place in range(PLACES):
            markers += s.markers[p][place]
        if markers != MARKERS:
            return False
    return True


def coins_hold(s):
    """No seat has fewer than 0 coins; in the anniversary edition all seats together have at most those of the box."""
    coins = 0
    for p in range(s.head.seats):
        if s.coins[p] < 0:
            return False
        coins += s.coins[p]
    return coins <= BOX_COINS or not s.anniversary


def messages_hold(s):
    """Each message is on one market or with one seat."""
    found: cython.uint = 0
    n = 0
    for market in range(ALL_MARKETS):
        if s.message[market] != NOWHERE:
            token: cython.int = s.message[market]
            found |= 1 << token
            n += 1
    for p in range(s.head.seats):
        found |= s.collected[p]
        n += count_bits(s.collected[p])
    return n == KINDS * s.boroughs and found == (1 << (KINDS * s.boroughs)) - 1


def cards_hold(s):
    """Each colour has nine different cards; of a finished round's hand two or three are played."""
    for p in range(s.head.seats):
        cards = 0
        for slot in range(ACTIONS):
            cards |= 1 << s.deck[p][slot]
        if cards != (1 << ACTIONS) - 1:
            return False
        for earlier in range(s.round % PERIOD_ROUNDS):
            if count_bits((s.played[p] >> (HAND * earlier)) & 7) < 2:
                return False
    return True


def persons_hold(s):
    """The nine gray persons are different; open persons are not in the pile; each round has used two brown ones."""
    if s.head.over:
        return s.round == ALL_ROUNDS
    gray: cython.ulonglong = 0
    one: cython.ulonglong = 1
    for i in range(GRAY_PILE):
        gray |= one << s.gray[i]
    brown_left = BROWN_PERSONS - 2 * (s.round % PERIOD_ROUNDS + 1)
    brown: cython.int = s.brown
    for i in range(PERSONS_OPEN - 1):
        if s.open[i] >= BROWN_PERSONS or (brown >> s.open[i]) & 1:
            return False
    return (
        count_bits(gray) == GRAY_PILE
        and count_bits(brown) == brown_left
        and s.open[0] != s.open[1]
        and s.open[2] == s.gray[s.round]
    )


def spaces_hold(s):
    """Rats are on their tracks, friends in sectors or aside, carriages on markets; no prestige is below 0."""
    for p in range(s.head.seats):
        if s.rat[p] > LAST_SPACE or s.prestige[p] < 0:
            return False
        if s.friend[p] < NOWHERE or s.friend[p] >= SECTORS:
            return False
        if s.carriage[p] >= MARKETS * s.boroughs:
            return False
    return True


def asks_hold(s):
    """A running game waits for a seat of the table; a game that is over waits for nobody."""
    depth = s.head.asks.depth
    if s.head.over:
        return depth == 0
    if depth == 0 or depth > ASK_DEPTH or s.head.asks.is_lost:
        return False
    for i in range(depth):
        waiting = s.head.asks.stack[i].seats
        if waiting == 0 or waiting >> s.head.seats != 0:
            return False
    return True
