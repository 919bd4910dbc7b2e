"""The questions that class cards ask: which rat, which region, how many. No card is named here.

A rat is numbered by its place: region * RATS + slot. Slots tell in which order a region's rats are turned.
"""

from cython.cimports.bellringer.core.legal import allow, allow_set, refuse
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, GO, PASS, PLACE, RAT, SWAP_THEM, TO
from cython.cimports.bellringer.games.rattus.rules.state import (
    GO_COUNT,
    GO_TO,
    LOOK_AGAIN,
    RAT_TO,
    RATS,
    REGIONS,
    SWAP,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import (
    ask,
    look_at_rat,
    move_citizens,
    move_rat,
    place_citizens,
    save_citizen,
    swap_rats,
    with_own,
    with_rats,
    with_room,
)


def is_like_the_one_before(s, region, slot):
    """Whether a rat can't be told from the one that came just before it."""
    if slot == 0:
        return False
    here = s.rats[region][slot]
    before = s.rats[region][slot - 1]
    return here.seen == 0 and before.seen == 0 and here.laid_out == before.laid_out


def rat_targets(s, region):
    """The neighbours with room for a rat."""
    return s.borders[region] & with_room(s)


def legal_rat_from(s, legal):
    """Any rat with somewhere to go; of rats that are alike only the first: any other would do the same. [RA-7.11]"""
    room = with_room(s)
    for region in range(REGIONS):
        if s.borders[region] & room:
            for slot in range(s.rat_count[region]):
                if not is_like_the_one_before(s, region, slot):
                    allow(legal, RAT + region * RATS + slot)


def answer_rat_from(s, p, move):
    """Remember it; ask where to."""
    ask(s, p, RAT_TO, move - RAT, 0)


def legal_rat_to(s, legal, rat):
    """A neighbouring region with room. [RA-7.2]"""
    allow_set(legal, TO, rat_targets(s, rat // RATS))


def answer_rat_to(s, p, move, rat):
    """It goes there, and will be turned last there."""
    move_rat(s, p, rat // RATS, rat % RATS, move - TO)


def legal_go_from(s, p, legal):
    """Any region with an own citizen."""
    allow_set(legal, FROM, with_own(s, p))


def answer_go_from(s, p, move, most):
    """Remember it; ask where to."""
    ask(s, p, GO_TO, move - FROM, most)


def legal_go_to(s, legal, source):
    """A neighbouring region. [RA-7.3]"""
    allow_set(legal, TO, s.borders[source])


def answer_go_to(s, p, move, source, most):
    """Ask how many; where only one stands it is that one."""
    ask(s, p, GO_COUNT, source, move - TO)


def legal_go_count(s, p, legal, source):
    """One to three, as many as there are."""
    for n in range(1, 4):
        if n <= s.citizens[p][source]:
            allow(legal, GO + n - 1)


def answer_go_count(s, p, move, source, target):
    """They go."""
    move_citizens(s, p, source, target, move - GO + 1)


def legal_look(s, legal):
    """Any rat on the board, though rats are alike: which of them is swapped decides what is turned when. [RA-7.11]"""
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            allow(legal, RAT + region * RATS + slot)


def answer_look(s, p, move):
    """Look; then at another, if wanted. [RA-7.4]"""
    rat = move - RAT
    look_at_rat(s, p, rat // RATS, rat % RATS)
    ask(s, p, LOOK_AGAIN, rat, 0)


def legal_look_again(s, legal, first):
    """Any other rat, or enough."""
    legal_look(s, legal)
    refuse(legal, RAT + first)
    allow(legal, PASS)


def answer_look_again(s, p, move, first):
    """Look; rats of two regions may then be swapped."""
    if move == PASS:
        return
    second = move - RAT
    look_at_rat(s, p, second // RATS, second % RATS)
    if first // RATS != second // RATS:
        ask(s, p, SWAP, first, second)


def legal_swap(legal):
    """Swap them, or not."""
    allow(legal, PASS)
    allow(legal, SWAP_THEM)


def answer_swap(s, p, move, one, other):
    """Each into the other's place."""
    if move == SWAP_THEM:
        swap_rats(s, p, one, other)


def legal_haven_from(s, p, legal):
    """A region without rats where the seat has a citizen. [RA-7.5]"""
    allow_set(legal, FROM, with_own(s, p) & ~with_rats(s))


def answer_haven_from(s, p, move):
    """One of them is safe for good."""
    save_citizen(s, p, move - FROM)


def legal_place_one(s, legal):
    """Any region in play."""
    allow_set(legal, PLACE, s.regions)


def answer_place_one(s, p, move):
    """One citizen there."""
    place_citizens(s, p, move - PLACE, 1)
