"""What class cards ask about rats: which of them, to where, in which order. No card is named here.

A rat is numbered by its place: region * RATS + slot. Slots tell in which order a region's rats are turned.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set, refuse
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import (
    ARRANGE,
    LOOK_AGAIN,
    LOOK_ON,
    RAT_ALSO,
    RAT_FAR_TO,
    RAT_TO,
    SWAP,
)
from cython.cimports.bellringer.games.rattus.rules.events import RAT_ARRANGED
from cython.cimports.bellringer.games.rattus.rules.moves import PASS, RAT, SWAP_THEM, TO
from cython.cimports.bellringer.games.rattus.rules.rats import (
    look_at_rat,
    move_rat,
    swap_rats,
    with_room,
)
from cython.cimports.bellringer.games.rattus.rules.state import LOOKS, RATS, REGIONS, Rat
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell

# a rat moves


def is_like_the_one_before(s, region, slot):
    """Whether a rat can't be told from the one that came just before it."""
    if slot == 0:
        return False
    here = s.rats[region][slot]
    before = s.rats[region][slot - 1]
    return here.seen == 0 and before.seen == 0 and here.laid_out == before.laid_out and here.returned == before.returned


def rat_targets(s, region):
    """The neighbours that a rat can come to."""
    return s.open_to[region] & with_room(s)


def allow_rats(s, legal, region):
    """Allow every rat of a region; of rats that are alike only the first: any other would do the same. [RA-7.11]"""
    for slot in range(s.rat_count[region]):
        if not is_like_the_one_before(s, region, slot):
            allow(legal, RAT + region * RATS + slot)


def legal_rat_from(s, legal):
    """Any rat with somewhere to go."""
    room = with_room(s)
    for region in range(REGIONS):
        if s.open_to[region] & room:
            allow_rats(s, legal, region)


def answer_rat_from(s, p, move):
    """Remember the rat; ask where it goes."""
    ask(s, p, RAT_TO, move - RAT, 0)


def legal_rat_to(s, legal, rat):
    """A neighbouring region with room. [RA-7.2]"""
    allow_set(legal, TO, rat_targets(s, rat // RATS))


def answer_rat_to(s, p, move, rat):
    """The rat goes there, and will be turned last in that region."""
    move_rat(s, p, rat // RATS, rat % RATS, move - TO)


def far_targets(s, region):
    """All other regions that a rat can come to."""
    one: cython.uint = 1
    return with_room(s) & ~(one << region)


def legal_rat_far_from(s, legal):
    """Any rat, if there is room elsewhere."""
    for region in range(REGIONS):
        if far_targets(s, region) != 0:
            allow_rats(s, legal, region)


def answer_rat_far_from(s, p, move, most):
    """Remember the rat; ask where it goes."""
    ask(s, p, RAT_FAR_TO, move - RAT, most)


def legal_rat_far_to(s, legal, rat):
    """Any other region with room."""
    allow_set(legal, TO, far_targets(s, rat // RATS))


def answer_rat_far_to(s, p, move, rat, most):
    """The rat goes there; with an upgraded card another one of its region may follow."""
    move_rat(s, p, rat // RATS, rat % RATS, move - TO)
    if most > 1:
        ask(s, p, RAT_ALSO, rat // RATS, move - TO)


def legal_rat_also(s, legal, source, target):
    """Any rat of the same region, if the other still has room; or none."""
    if (with_room(s) >> target) & 1 and s.rat_count[source] > 0:
        allow(legal, PASS)
        allow_rats(s, legal, source)


def answer_rat_also(s, p, move, target):
    """That rat follows, unless the seat passes."""
    if move != PASS:
        move_rat(s, p, (move - RAT) // RATS, (move - RAT) % RATS, target)


# rats are looked at


def legal_look(s, legal):
    """Any rat on the board, though rats are alike: which of them is swapped decides what is turned when. [RA-7.11]"""
    for region in range(REGIONS):
        for slot in range(s.rat_count[region]):
            allow(legal, RAT + region * RATS + slot)


def answer_look(s, p, move):
    """Show the seat the rat; then ask whether it looks at another. [RA-7.4]"""
    rat = move - RAT
    look_at_rat(s, p, rat // RATS, rat % RATS)
    ask(s, p, LOOK_AGAIN, rat, 0)


def legal_look_again(s, legal, first):
    """Any other rat, or enough."""
    legal_look(s, legal)
    refuse(legal, RAT + first)
    allow(legal, PASS)


def answer_look_again(s, p, move, first):
    """Show the seat the rat; if it is in another region, the two may then be swapped."""
    if move == PASS:
        return
    second = move - RAT
    look_at_rat(s, p, second // RATS, second % RATS)
    if first // RATS != second // RATS and not is_fixed(s, first) and not is_fixed(s, second):
        ask(s, p, SWAP, first, second)


def is_fixed(s, rat):
    """Whether a rat lies where no new rat may come, so that no other can take its place."""
    return (s.bishops >> (rat // RATS)) & 1


def legal_swap(legal):
    """Swap them, or not."""
    allow(legal, PASS)
    allow(legal, SWAP_THEM)


def answer_swap(s, p, move, first, second):
    """Each rat goes to the place of the other, unless the seat passes."""
    if move == SWAP_THEM:
        swap_rats(s, p, first, second)


# several rats are looked at, and arranged


def looks(s):
    """How many rats have been looked at."""
    n = 0
    while n < LOOKS and s.looked[n] > 0:
        n += 1
    return n


def legal_look_on(s, legal):
    """Any rat that this card has not shown yet; after the first one, the seat may also stop."""
    legal_look(s, legal)
    n = looks(s)
    for i in range(n):
        refuse(legal, RAT + s.looked[i] - 1)
    allow_if(legal, PASS, n > 0)


def answer_look_on(s, p, move, most):
    """Show the seat the rat and ask for the next one; after the last one ask how to arrange them."""
    if move != PASS:
        rat = move - RAT
        look_at_rat(s, p, rat // RATS, rat % RATS)
        note_look(s, rat)
        if most > 1:
            ask(s, p, LOOK_ON, most - 1, 0)
            return
    if looks(s) > 1:
        ask(s, p, ARRANGE, s.looked[0] - 1, 0)


def note_look(s, rat):
    """Keep the rats that were looked at in the order of their places."""
    i: cython.int = looks(s)
    while i > 0 and s.looked[i - 1] > rat + 1:
        s.looked[i] = s.looked[i - 1]
        i -= 1
    s.looked[i] = rat + 1


def fits(s, chosen, i, rat):
    """Whether a rat can come to the i-th place, after those chosen for the places before.

    It stays where it is, or goes to another region. Those that come to one region keep their order, so that no two
    arrangements differ only within a region.
    """
    place: cython.int = s.looked[i] - 1
    for j in range(i):
        if chosen[j] == rat + 1:
            return False
    if rat == place:
        return True
    if rat // RATS == place // RATS or is_fixed(s, rat) or is_fixed(s, place):
        return False
    for j in range(i):
        before: cython.int = chosen[j] - 1
        if (s.looked[j] - 1) // RATS == place // RATS and before // RATS != place // RATS and before > rat:
            return False
    return True


def can_arrange(s, chosen, i):
    """Whether the rats that have no place yet can come to the places from the i-th on."""
    n = looks(s)
    if i == n:
        return True
    for k in range(n):
        rat: cython.int = s.looked[k] - 1
        if fits(s, chosen, i, rat):
            chosen[i] = rat + 1
            if can_arrange(s, chosen, i + 1):
                return True
    return False


def number_of(s, place):
    """Which of the places that were looked at it is, from 0."""
    i = 0
    while s.looked[i] != place + 1:
        i += 1
    return i


def legal_arrange(s, legal, rat):
    """Any of the rats that can come to the place of this one and leave places for the others."""
    chosen = cython.declare(cython.uchar[LOOKS])
    i = number_of(s, rat)
    for k in range(looks(s)):
        for j in range(i):
            chosen[j] = s.arranged[j]
        comes: cython.int = s.looked[k] - 1
        if fits(s, chosen, i, comes):
            chosen[i] = comes + 1
            allow_if(legal, RAT + comes, can_arrange(s, chosen, i + 1))


def answer_arrange(s, p, move, rat):
    """Remember the rat for this one's place; after the last one all go to their places."""
    i = number_of(s, rat)
    s.arranged[i] = move - RAT + 1
    if i + 1 < looks(s):
        ask(s, p, ARRANGE, s.looked[i + 1] - 1, 0)
    else:
        arrange_rats(s, p)


def arrange_rats(s, p):
    """Put the rats that were looked at where they have been arranged to go."""
    were = cython.declare(Rat[LOOKS])
    n = looks(s)
    for i in range(n):
        rat: cython.int = s.arranged[i] - 1
        were[i] = s.rats[rat // RATS][rat % RATS]
    for i in range(n):
        place: cython.int = s.looked[i] - 1
        s.rats[place // RATS][place % RATS] = were[i]
        if s.arranged[i] != place + 1:
            tell(s, p, RAT_ARRANGED, s.arranged[i] - 1, place, 0)
