"""The conservation laws, which hold after every move: every piece is in exactly one place."""

import cython
from cython.cimports.bellringer.core.asks import ASK_DEPTH
from cython.cimports.bellringer.core.legal import count_bits
from cython.cimports.bellringer.games.rattus.rules.citizens import order_of, potions_left
from cython.cimports.bellringer.games.rattus.rules.laws import (
    ASKS_LAW,
    BEARERS_LAW,
    CARDS_LAW,
    CITIZENS_LAW,
    MAP_LAW,
    PIECE_LAW,
    RATS_LAW,
    TOKENS_LAW,
)
from cython.cimports.bellringer.games.rattus.rules.map_pieces import walled
from cython.cimports.bellringer.games.rattus.rules.state import (
    BISHOPS,
    CLASS_ROOM,
    LAST_RAVAGE,
    MOST_SEATS,
    NUNS,
    PALACE,
    RATS,
    REGIONS,
    TOKENS,
    WALLS,
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
    if not bearers_hold(s):
        return BEARERS_LAW
    if not map_holds(s):
        return MAP_LAW
    if not asks_hold(s):
        return ASKS_LAW
    return 0


def citizens_hold(s):
    """Each seat has all its citizens in supply, regions, palace and on a card; none is in a region not in play."""
    for p in range(MOST_SEATS):
        citizens = s.supply[p] + s.palace[p] + s.kept[p]
        for region in range(REGIONS):
            citizens += s.citizens[p][region]
            if s.citizens[p][region] > 0 and not (s.regions >> region) & 1:
                return False
        if citizens != (s.citizens_each if p < s.head.seats else 0):
            return False
    return True


def tokens_hold(s):
    """No token is in two places; those removed are regular and were not seen, those of the set-up are starting ones."""
    found = cython.declare(cython.schar[TOKENS])
    for token in range(TOKENS):
        found[token] = 0
    for i in range(TOKENS):
        if i < s.in_supply or i >= TOKENS - s.in_removed:
            found[s.pool[i]] += 1
        if i >= TOKENS - s.in_removed and (s.starting[s.pool[i]] or was_shuffled_in(s, s.pool[i])):
            return False
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            token = s.rats[region][slot].token
            found[token] += 1
            if s.rats[region][slot].laid_out and not s.starting[token]:
                return False
            if s.rats[region][slot].returned and not (s.turned_then[token >> 6] >> (token & 63)) & 1:
                return False
    if s.drawn > 0:
        found[s.drawn - 1] += 1
    for token in range(TOKENS):
        if found[token] > 1 or (found[token] > 0 and token >= s.tokens):
            return False
    return True


def was_shuffled_in(s, token):
    """Whether everybody saw the token come to the supply."""
    return (s.shuffled_in[token >> 6] >> (token & 63)) & 1


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
    held = found & ~s.on_table & s.tiles
    return found >> CLASS_ROOM == 0 and s.upgraded[0] & ~held == 0 and s.upgraded[1] & ~s.upgraded[0] == 0


def piece_holds(s):
    """The plague piece is in a region in play, and walls do not close it in."""
    return (s.regions >> s.piece) & 1 and s.open_to[s.piece] != 0


def bearers_hold(s):
    """Who bears potions is there, and stands in order; there are as many potions as the box has, at most."""
    before: cython.int = -1
    alike: cython.int = 0  # bearers of the same seat in the same place
    for i in range(s.bearer_count):
        bearer = s.bearers[i]
        now: cython.int = order_of(bearer.seat, bearer.place, bearer.potions)
        if bearer.potions == 0 or now < before:
            return False
        is_next: cython.bint = i > 0 and s.bearers[i - 1].seat == bearer.seat and s.bearers[i - 1].place == bearer.place
        alike = alike + 1 if is_next else 1
        citizens = s.palace[bearer.seat] if bearer.place == PALACE else s.citizens[bearer.seat][bearer.place]
        if alike > citizens:
            return False
        before = now
    return potions_left(s) >= 0


def map_holds(s):
    """Nuns and bishops are in regions in play, walls on borders, of each no more than there are."""
    nuns = 0
    closed = 0
    for region in range(REGIONS):
        nuns += s.nuns[region]
        closed += count_bits(walled(s, region))
        is_closed: cython.bint = s.borders[region] != 0 and s.open_to[region] == 0
        if is_closed != ((s.closed_in >> region) & 1):
            return False
        if s.open_to[region] & ~s.borders[region] != 0 or (s.nuns[region] > 0 and not (s.regions >> region) & 1):
            return False
    return nuns <= NUNS and closed <= 2 * WALLS and count_bits(s.bishops) <= BISHOPS and s.bishops & ~s.regions == 0


def asks_hold(s):
    """A running game waits for a seat of the table; a game that is over waits for nobody."""
    depth = s.head.asks.depth
    if s.head.over:
        return depth == 0 and s.phase == LAST_RAVAGE
    if depth == 0 or depth > ASK_DEPTH or s.head.asks.is_lost:
        return False
    for i in range(depth):
        waiting = s.head.asks.stack[i].seats
        if waiting == 0 or waiting >> s.head.seats != 0:
            return False
    return True
