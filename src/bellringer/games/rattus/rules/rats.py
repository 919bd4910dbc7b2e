"""The verbs for rats: they come, move, are looked at, swapped, revealed, drawn, replaced."""

import cython
from cython.cimports.bellringer.core.compiled.dice import roll
from cython.cimports.bellringer.core.compiled.draws import draw_member
from cython.cimports.bellringer.games.rattus.rules.draws import RAT_DRAWS, TURNED_DRAWS
from cython.cimports.bellringer.games.rattus.rules.events import (
    RAT_ARRIVES,
    RAT_DISCARDED,
    RAT_DRAWN,
    RAT_MOVED,
    RAT_REPLACED,
    RAT_REVEALED,
    RAT_SEEN,
    RATS_SWAPPED,
)
from cython.cimports.bellringer.games.rattus.rules.state import RATS, REGIONS, TOKENS, Rat
from cython.cimports.bellringer.games.rattus.rules.verbs import tell
from cython.cimports.libc.stdint import uint64_t


def add_rat(s, region, rat):
    """Add a rat to a region. It will be turned after those that are there."""
    s.rats[region][s.rat_count[region]] = rat
    s.rat_count[region] += 1


def lift_rat(s, region, slot):
    """Take a rat out of a region; later ones move up. The empty slot is cleared: equal positions, equal bytes."""
    rat: Rat = s.rats[region][slot]
    s.rat_count[region] -= 1
    last = s.rat_count[region]
    while slot < last:
        s.rats[region][slot] = s.rats[region][slot + 1]
        slot += 1
    s.rats[region][last] = Rat(token=0, seen=0, laid_out=0, open=0, returned=0)
    return rat


def discard_rat(s, region, slot):
    """Take a rat out of a region for good. Everybody sees which it was."""
    rat: Rat = lift_rat(s, region, slot)
    s.head.revealed += 1
    if rat.returned:
        s.turned_then[rat.token >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (rat.token & 63))
        forget_returned(s)
    return rat.token


def forget_returned(s):
    """Clear what the returned rats can be when none is left face down."""
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            if s.rats[region][slot].returned:
                return
    s.turned_then[0] = 0
    s.turned_then[1] = 0


def draw_token(s):
    """Draw a random token of the supply. Nobody knows their order, so the odds are those of the top one."""
    drawn = place_by_key(s) if s.head.is_keyed else roll(cython.address(s.head.dice), s.in_supply)
    token = s.pool[drawn]
    s.in_supply -= 1
    s.pool[drawn] = s.pool[s.in_supply]
    s.pool[s.in_supply] = 0
    return token


def place_by_key(s):
    """Where in the supply the token lies that is drawn at a live table, which draws tokens by their numbers."""
    tokens = cython.declare(uint64_t[2])
    tokens[0] = 0
    tokens[1] = 0
    for i in range(s.in_supply):
        tokens[s.pool[i] >> 6] |= cython.cast(uint64_t, 1) << (s.pool[i] & 63)
    token = draw_member(cython.address(s.head), RAT_DRAWS, tokens, s.tokens)
    place = 0
    while s.pool[place] != token:
        place += 1
    return place


def rat_from_supply(s, p, region):
    """Place a random rat of the supply face down."""
    add_rat(s, region, Rat(token=draw_token(s), seen=0, laid_out=0, open=0, returned=0))
    tell(s, p, RAT_ARRIVES, 0, region, 1)


def gather_turned(s, tokens):
    """Collect the tokens that lie nowhere, as a bit set of two numbers: they have been turned."""
    elsewhere = cython.declare(cython.bint[TOKENS])
    for token in range(TOKENS):
        elsewhere[token] = token >= s.tokens
    for i in range(TOKENS):
        if i < s.in_supply or i >= TOKENS - s.in_removed:
            elsewhere[s.pool[i]] = True
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            elsewhere[s.rats[region][slot].token] = True
    if s.drawn > 0:
        elsewhere[s.drawn - 1] = True
    tokens[0] = 0
    tokens[1] = 0
    for token in range(TOKENS):
        if not elsewhere[token]:
            tokens[token >> 6] |= cython.cast(uint64_t, 1) << (token & 63)


def rat_from_turned(s, p, region):
    """Place a random rat of those that have been turned, face down: which it is nobody knows any more."""
    turned = cython.declare(uint64_t[2])
    gather_turned(s, turned)
    if turned[0] == 0 and turned[1] == 0:
        return
    for word in range(2):  # a later one can be what has been turned since the first came back
        s.turned_then[word] |= turned[word]
    token = draw_member(cython.address(s.head), TURNED_DRAWS, turned, TOKENS)
    add_rat(s, region, Rat(token=token, seen=0, laid_out=0, open=0, returned=1))
    tell(s, p, RAT_ARRIVES, 0, region, 1)


def move_rat(s, p, region, slot, target):
    """Move a rat from one region to another. Seats that have looked at it still know it."""
    add_rat(s, target, lift_rat(s, region, slot))
    tell(s, p, RAT_MOVED, region, target, slot + 1)


def look_at_rat(s, p, region, slot):
    """Let a seat, and nobody else, see the face of a rat."""
    s.rats[region][slot].seen |= 1 << p
    s.head.revealed += 1
    tell(s, p, RAT_SEEN, 0, region, slot + 1)


def swap_rats(s, p, one, other):
    """Swap the places of two rats, which are numbered region * RATS + slot."""
    here: Rat = s.rats[one // RATS][one % RATS]
    s.rats[one // RATS][one % RATS] = s.rats[other // RATS][other % RATS]
    s.rats[other // RATS][other % RATS] = here
    tell(s, p, RATS_SWAPPED, one // RATS, other // RATS, 0)


def reveal_rats(s, p, region):
    """Turn all rats of a region face up, where they lie."""
    s.head.revealed += 1
    for slot in range(s.rat_count[region]):
        s.rats[region][slot].open = 1
        tell(s, p, RAT_REVEALED, s.rats[region][slot].token, region, slot + 1)


def draw_rat(s, p):
    """Draw a random rat of the supply, for everybody to see."""
    s.drawn = draw_token(s) + 1
    s.head.revealed += 1
    tell(s, p, RAT_DRAWN, s.drawn - 1, 0, 0)


def discard_drawn(s, p):
    """Put the drawn rat away."""
    token: cython.int = s.drawn - 1
    s.drawn = 0
    tell(s, p, RAT_DISCARDED, token, 0, 0)


def replace_rat(s, p, region, slot):
    """Put the drawn rat, face up, in the place of a revealed one, which is put away."""
    old: Rat = s.rats[region][slot]
    s.rats[region][slot] = Rat(token=s.drawn - 1, seen=0, laid_out=0, open=1, returned=0)
    drawn: cython.int = s.drawn - 1
    s.drawn = 0
    if old.returned:
        s.turned_then[old.token >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (old.token & 63))
        forget_returned(s)
    tell(s, p, RAT_REPLACED, old.token, region, drawn)


def with_room(s):
    """The bit set of the regions in play that a rat can come to: there is room, and no piece keeps it out."""
    found: cython.uint = 0
    for region in range(REGIONS):
        room: cython.uint = s.rat_count[region] < RATS
        found |= room << region
    return found & s.regions & ~s.bishops


def with_rats(s):
    """The bit set of the regions with a rat."""
    found: cython.uint = 0
    for region in range(REGIONS):
        some: cython.uint = s.rat_count[region] > 0
        found |= some << region
    return found
