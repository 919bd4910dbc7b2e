"""The conservation laws, which hold after every move: every piece is in exactly one place."""

import cython
from cython.cimports.bellringer.core.asks import ASK_DEPTH
from cython.cimports.bellringer.games.rattus.rules.laws import (
    ASKS_LAW,
    CARDS_LAW,
    CITIZENS_LAW,
    PIECE_LAW,
    RATS_LAW,
    TOKENS_LAW,
)
from cython.cimports.bellringer.games.rattus.rules.state import (
    CLASS_ROOM,
    LAST_RAVAGE,
    MOST_SEATS,
    RATS,
    REGIONS,
    TOKENS,
    Europe,
)


def broken_law(state):
    """The number of the first law that does not hold, or 0 if all hold."""
    s = cython.cast(cython.pointer(Europe), state)
    if not citizens_hold(s):
        return CITIZENS_LAW
    if not tokens_hold(s):
        return TOKENS_LAW
    if not rats_hold(s):
        return RATS_LAW
    if not cards_hold(s):
        return CARDS_LAW
    if not piece_holds(s):
        return PIECE_LAW
    if not asks_hold(s):
        return ASKS_LAW
    return 0


def citizens_hold(s):
    """Each seat has all its citizens in supply, regions and palace; none is in a region that is not in play."""
    for p in range(MOST_SEATS):
        citizens = s.supply[p] + s.palace[p]
        for region in range(REGIONS):
            citizens += s.citizens[p][region]
            if s.citizens[p][region] > 0 and not (s.regions >> region) & 1:
                return False
        if citizens != (s.citizens_each if p < s.head.seats else 0):
            return False
    return True


def tokens_hold(s):
    """No token is in two places; removed tokens are regular ones, those of the set-up are starting tokens."""
    found = cython.declare(cython.schar[TOKENS])
    for token in range(TOKENS):
        found[token] = 0
    for i in range(TOKENS):
        if i < s.in_supply or i >= TOKENS - s.in_removed:
            found[s.pool[i]] += 1
        if i >= TOKENS - s.in_removed and s.starting[s.pool[i]]:
            return False
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            token = s.rats[region][slot].token
            found[token] += 1
            if s.rats[region][slot].laid_out and not s.starting[token]:
                return False
    for token in range(TOKENS):
        if found[token] > 1 or (found[token] > 0 and token >= s.tokens):
            return False
    return True


def rats_hold(s):
    """A region has at most three rats, and none if it is not in play."""
    for region in range(REGIONS):
        if s.rat_count[region] > RATS:
            return False
        if s.rat_count[region] > 0 and not (s.regions >> region) & 1:
            return False
    return True


def cards_hold(s):
    """No class card is in two places or with a seat that does not play; only held cards are upgraded, in order."""
    held: cython.ulonglong
    found: cython.ulonglong = s.on_table
    for p in range(MOST_SEATS):
        if found & s.cards[p] or (s.cards[p] != 0 and p >= s.head.seats):
            return False
        found |= s.cards[p]
    held = found & ~s.on_table
    return found >> CLASS_ROOM == 0 and s.upgraded[0] & ~held == 0 and s.upgraded[1] & ~s.upgraded[0] == 0


def piece_holds(s):
    """The plague piece is in a region in play."""
    return (s.regions >> s.piece) & 1


def asks_hold(s):
    """A running game waits for a seat of the table; a game that is over waits for nobody."""
    depth = s.head.asks.depth
    if s.head.over:
        return depth == 0 and s.phase == LAST_RAVAGE
    if depth == 0 or depth > ASK_DEPTH:
        return False
    for i in range(depth):
        waiting = s.head.asks.stack[i].seats
        if waiting == 0 or waiting >> s.head.seats != 0:
            return False
    return True
