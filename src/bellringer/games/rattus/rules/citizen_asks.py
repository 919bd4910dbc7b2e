"""What class cards ask about citizens: from where, to where, whose, which, how many. No card is named here."""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_set, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import FEW, MOST_GO
from cython.cimports.bellringer.games.rattus.rules.citizens import (
    citizens_in,
    give_potion,
    keep_citizen,
    killed_of_others,
    lead_citizen,
    move_citizen,
    move_plain,
    place_citizens,
    potions_left,
    save_citizen,
    seats_in,
    with_open_way,
    with_others,
    with_own,
)
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED
from cython.cimports.bellringer.games.rattus.rules.moves import CITIZEN, FROM, GO, GO_MANY, OF, PASS, PLACE, RAT, TO
from cython.cimports.bellringer.games.rattus.rules.rats import move_rat, with_rats, with_room
from cython.cimports.bellringer.games.rattus.rules.state import (
    EXCHANGE_ALSO,
    EXCHANGE_FOR,
    EXCHANGE_TO,
    EXCHANGE_WHICH,
    EXCHANGE_WHOSE,
    EXCHANGE_WITH,
    GO_ANYWHERE,
    GO_COUNT,
    GO_TO,
    GO_WHICH,
    HAVEN_ALSO,
    HAVEN_WHICH,
    KEEP_WHICH,
    LEAD_ON,
    LEAD_OTHER,
    LEAD_RAT,
    LEAD_TO,
    LEAD_WHICH,
    LEAD_WHOSE,
    MOVE_IN,
    POTION_ALSO,
    POTION_IN,
    POTION_TO,
    RATS,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell


def legal_from_own(s, p, legal):
    """Any region with an own citizen."""
    allow_set(legal, FROM, with_own(s, p))


def legal_from_open(s, p, legal):
    """Any region with an own citizen that can go to a neighbour."""
    allow_set(legal, FROM, with_open_way(s, p))


def legal_citizen(s, owner, legal, region):
    """Any of a seat's citizens there that are not alike."""
    allow_set(legal, CITIZEN, citizens_in(s, owner, region))


def legal_place_one(s, legal):
    """Any region in play."""
    allow_set(legal, PLACE, s.regions)


def answer_place_one(s, p, move):
    """One citizen there."""
    place_citizens(s, p, move - PLACE, 1)


# citizens of one region go to another


def answer_go_from(s, p, move, most):
    """Remember it; ask where to."""
    ask(s, p, GO_TO, move - FROM, most)


def answer_go_far_from(s, p, move, most):
    """Remember it; ask where to, however far."""
    ask(s, p, GO_ANYWHERE, move - FROM, most)


def legal_go_to(s, legal, source):
    """A neighbouring region. [RA-7.3]"""
    allow_set(legal, TO, s.open_to[source])


def legal_go_anywhere(s, legal, source):
    """Any other region."""
    one: cython.uint = 1
    allow_set(legal, TO, s.regions & ~(one << source))


def answer_go_to(s, p, move, source, most):
    """Ask how many; where only one stands it is that one."""
    s.errand.left = most
    ask(s, p, GO_COUNT, source, move - TO)


def legal_go_count(s, p, legal, source):
    """One to as many as may go, and as there are."""
    most: cython.int = s.errand.left if s.errand.left > 0 else FEW
    if most > MOST_GO:
        most = MOST_GO
    if most > s.citizens[p][source]:
        most = s.citizens[p][source]
    for n in range(1, most + 1):
        allow(legal, GO + n - 1 if n <= FEW else GO_MANY + n - FEW - 1)


def answer_go_count(s, p, move, source, target):
    """They go; which ones, if they are not alike, is asked one by one while some stay."""
    n: cython.int = move - GO + 1 if move < GO_MANY else move - GO_MANY + FEW + 1
    if citizens_in(s, p, source) <= 1:
        move_plain(s, p, source, target, n)
    elif n == s.citizens[p][source]:
        while s.citizens[p][source] > 0:
            move_citizen(s, p, source, target, lowest_bit(citizens_in(s, p, source)))
    else:
        s.errand.left = n
        ask(s, p, GO_WHICH, source, target)


def legal_go_which(s, p, legal, source):
    """Any of them. When all that are left go, the order is no choice."""
    if s.errand.left < s.citizens[p][source]:
        legal_citizen(s, p, legal, source)
    else:
        allow(legal, CITIZEN + lowest_bit(citizens_in(s, p, source)))


def answer_go_which(s, p, move, source, target):
    """It goes with what it bears; then the next one."""
    move_citizen(s, p, source, target, move - CITIZEN)
    s.errand.left -= 1
    if s.errand.left > 0:
        ask(s, p, GO_WHICH, source, target)


# to the palace


def legal_haven_from(s, p, legal):
    """A region without rats where the seat has a citizen. [RA-7.5]"""
    allow_set(legal, FROM, with_own(s, p) & ~with_rats(s))


def answer_haven_from(s, p, move, another):
    """Ask which of them is safe for good."""
    ask(s, p, HAVEN_WHICH, move - FROM, another)


def answer_haven_which(s, p, move, region, another):
    """That one is."""
    save_citizen(s, p, region, move - CITIZEN)
    if another:
        ask(s, p, HAVEN_ALSO, region, 0)


def legal_haven_also(s, p, legal, region):
    """Another one of the same region, or none."""
    if s.citizens[p][region] > 0:
        allow(legal, PASS)
        legal_citizen(s, p, legal, region)


def answer_haven_also(s, p, move, region):
    """It follows."""
    if move != PASS:
        save_citizen(s, p, region, move - CITIZEN)


# onto the card


def answer_keep_from(s, p, move):
    """Ask which of them."""
    ask(s, p, KEEP_WHICH, move - FROM, 0)


def answer_keep_which(s, p, move, region):
    """It comes to the card."""
    keep_citizen(s, p, region, move - CITIZEN)


# potions


def legal_potion_in(s, p, legal, is_second):
    """Any region with an own citizen; a second time also none."""
    if potions_left(s) > 0:
        if is_second:
            allow(legal, PASS)
        legal_from_own(s, p, legal)


def answer_potion_in(s, p, move, level, is_second):
    """Ask under which citizen; then, by a better card, for another."""
    if move == PASS:
        return
    region = move - FROM
    if level == 3 and not is_second:
        ask(s, p, POTION_IN, level, 1)
    ask(s, p, POTION_TO, region, level == 2 and s.rat_count[region] == 0)


def answer_potion_to(s, p, move, region, another):
    """Place it there."""
    give_potion(s, p, region, move - CITIZEN)
    if another:
        ask(s, p, POTION_ALSO, region, 0)


def legal_potion_also(s, p, legal, region):
    """Any own citizen of the same region, or none."""
    if potions_left(s) > 0:
        allow(legal, PASS)
        legal_citizen(s, p, legal, region)


def answer_potion_also(s, p, move, region):
    """Place it there."""
    if move != PASS:
        give_potion(s, p, region, move - CITIZEN)


# two citizens change places


def may_exchange(s):
    """Whether there are two citizens of two seats in two regions."""
    for p in range(s.head.seats):
        if whose_partners(s, p, with_own(s, p)) != 0:
            return True
    return False


def whose_partners(s, owner, regions):
    """The bit set of those regions whose citizens of a seat can be exchanged for others' in another region."""
    others: cython.uint = with_others(s, owner)
    if others & (others - 1) != 0:
        return regions
    return regions & ~others if others != 0 else 0


def legal_exchange_from(s, legal):
    """Any region with a citizen for whom there is another seat's elsewhere."""
    found: cython.uint = 0
    for owner in range(s.head.seats):
        found |= whose_partners(s, owner, with_own(s, owner))
    allow_set(legal, FROM, found)


def answer_exchange_from(s, p, move):
    """Ask whose."""
    ask(s, p, EXCHANGE_WHOSE, move - FROM, 0)


def legal_exchange_whose(s, legal, region):
    """Any seat's with citizens there, for which there is another seat's elsewhere."""
    one: cython.uint = 1
    for owner in range(s.head.seats):
        here: cython.uint = with_own(s, owner) & (one << region)
        if whose_partners(s, owner, here) != 0:
            allow(legal, OF + owner)


def answer_exchange_whose(s, p, move, region):
    """Ask which."""
    ask(s, p, EXCHANGE_WHICH, region, move - OF)


def answer_exchange_which(s, p, move, region, owner):
    """Remember it; ask for which region's citizen, or when the regions are known, whose."""
    s.errand.source = region
    s.errand.seat = owner
    s.errand.citizen = move - CITIZEN
    if s.errand.again:
        ask(s, p, EXCHANGE_WITH, s.errand.target, 0)
    else:
        ask(s, p, EXCHANGE_TO, region, 0)


def legal_exchange_to(s, legal, source):
    """Any other region with a citizen of another seat."""
    one: cython.uint = 1
    allow_set(legal, FROM, with_others(s, s.errand.seat) & ~(one << source))


def answer_exchange_to(s, p, move):
    """Ask whose."""
    s.errand.target = move - FROM
    ask(s, p, EXCHANGE_WITH, move - FROM, 0)


def legal_exchange_with(s, legal, region):
    """Any other seat's with citizens there."""
    one: cython.uint = 1
    allow_set(legal, OF, seats_in(s, region) & ~(one << s.errand.seat))


def answer_exchange_with(s, p, move, region):
    """Ask which."""
    ask(s, p, EXCHANGE_FOR, region, move - OF)


def answer_exchange_for(s, p, move, region, owner):
    """The two change places; by a better card, two others of the same regions may."""
    source: cython.int = s.errand.source
    lead_citizen(s, s.errand.seat, source, region, s.errand.citizen)
    lead_citizen(s, owner, region, source, move - CITIZEN)
    if s.errand.left > 0:
        s.errand.left -= 1
        s.errand.again = 1
        ask(s, p, EXCHANGE_ALSO, source, region)


def legal_exchange_also(s, legal, source, target):
    """Any seat's with citizens in the first region, if another seat has some in the second; or none."""
    one: cython.uint = 1
    allow(legal, PASS)
    for owner in range(s.head.seats):
        if s.citizens[owner][source] > 0 and seats_in(s, target) & ~(one << owner) != 0:
            allow(legal, OF + owner)


def answer_exchange_also(s, p, move, source):
    """Ask which."""
    if move != PASS:
        ask(s, p, EXCHANGE_WHICH, source, move - OF)


# a citizen leads others away


def answer_lead_from(s, p, move):
    """Ask where to."""
    ask(s, p, LEAD_TO, move - FROM, 0)


def answer_lead_to(s, p, move, source):
    """Ask which citizen leads."""
    ask(s, p, LEAD_WHICH, source, move - TO)


def answer_lead_which(s, p, move, source, target):
    """It goes; by a better card another seat's goes along; then the rats."""
    s.errand.source = source
    s.errand.target = target
    s.errand.citizen = move - CITIZEN
    move_citizen(s, p, source, target, move - CITIZEN)
    one: cython.uint = 1
    if s.errand.left > 0 and seats_in(s, source) & ~(one << p) != 0:
        ask(s, p, LEAD_WHOSE, source, target)
    else:
        lead_rats(s, p)


def legal_lead_whose(s, p, legal, source):
    """Any other seat's with citizens there."""
    one: cython.uint = 1
    allow_set(legal, OF, seats_in(s, source) & ~(one << p))


def answer_lead_whose(s, p, move, source):
    """Ask which."""
    ask(s, p, LEAD_OTHER, source, move - OF)


def answer_lead_other(s, p, move, source, owner):
    """It goes along."""
    lead_citizen(s, owner, source, s.errand.target, move - CITIZEN)
    lead_rats(s, p)


def lead_rats(s, p):
    """Move as many rats along as can go, in their order; which ones, if not all can, is asked."""
    source: cython.int = s.errand.source
    target: cython.int = s.errand.target
    if s.errand.left > 1:
        ask(s, p, LEAD_ON, target, source)
    room: cython.int = room_for_rats(s, target)
    if room < s.rat_count[source]:
        s.errand.left = 0  # from here on: the first slot from which the next rat is chosen
        if room > 0:
            ask(s, p, LEAD_RAT, source, target)
        return
    while s.rat_count[source] > 0:
        move_rat(s, p, source, 0, target)


def room_for_rats(s, region):
    """How many rats more can come to a region."""
    return RATS - s.rat_count[region] if (with_room(s) >> region) & 1 else 0


def legal_lead_rat(s, legal, source, target):
    """Those after the last one that went, which leave enough after them: so rats keep their order."""
    last = s.rat_count[source] - room_for_rats(s, target)
    for slot in range(s.errand.left, last + 1):
        allow(legal, RAT + source * RATS + slot)


def answer_lead_rat(s, p, move, source, target):
    """It goes; then the next one, while there is room."""
    slot = (move - RAT) % RATS
    move_rat(s, p, source, slot, target)
    s.errand.left = slot
    if room_for_rats(s, target) > 0:
        ask(s, p, LEAD_RAT, source, target)


def legal_lead_on(s, legal, here, before):
    """A neighbour of the second region, but not the first one; or no farther."""
    one: cython.uint = 1
    allow(legal, PASS)
    allow_set(legal, TO, s.open_to[here] & ~(one << before))


def answer_lead_on(s, p, move, here):
    """It goes on alone."""
    if move != PASS:
        move_citizen(s, p, here, move - TO, s.errand.citizen)


# citizens come where a rat has killed


def ask_move_in(s, p, most, card):
    """Ask how many come, up to so many, and to as many citizens of others as the rat has killed."""
    killed: cython.int = killed_of_others(s, p)
    if killed > 0:
        ask(s, p, MOVE_IN, killed if killed < most else most, card)


def legal_move_in(s, p, legal, most):
    """Up to so many, while the supply lasts."""
    if s.supply[p] > 0:
        allow(legal, PASS)
        for n in range(1, most + 1):
            if n <= s.supply[p]:
                allow(legal, GO + n - 1)


def answer_move_in(s, p, move, card):
    """They come at once, before the next rat."""
    if move != PASS:
        tell(s, p, ABILITY_USED, card, 0, 0)
        place_citizens(s, p, s.piece, move - GO + 1)
