"""What class cards ask about citizens: from where, to where, whose, which, how many. No card is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set, count_bits, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import (
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
)
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
    with_others,
    with_own,
)
from cython.cimports.bellringer.games.rattus.rules.diplomats import (
    allow_citizens,
    citizen_of,
    has_diplomats,
    how_many_may_go,
    may_go_to,
    others_that_may_come,
    regulars_in,
    seats_that_may_go,
    that_may_go,
    with_far_way,
    with_regulars,
    with_way,
)
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, GO, GO_MANY, OF, PASS, PLACE, RAT, TO
from cython.cimports.bellringer.games.rattus.rules.rats import move_rat, with_rats, with_room
from cython.cimports.bellringer.games.rattus.rules.state import ON_PODIUM, RATS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell


def legal_from_own(s, p, legal):
    """Any region with an own citizen."""
    allow_set(legal, FROM, with_own(s, p))


def legal_go_from(s, p, legal):
    """Any region with an own citizen that can go to a neighbour."""
    allow_set(legal, FROM, with_way(s, p))


def legal_go_far_from(s, p, legal):
    """Any region with an own citizen that can go to another one."""
    allow_set(legal, FROM, with_far_way(s, p))


def legal_citizen(s, p, legal, region):
    """Any of the seat's citizens there that are not alike."""
    allow_citizens(legal, citizens_in(s, p, region))


def allow_that_may_go(s, owner, legal, source, target):
    """Any of a seat's citizens there that may go to a region."""
    allow_citizens(legal, that_may_go(s, owner, source, target))


def legal_place_one(s, legal):
    """Any region in play."""
    allow_set(legal, PLACE, s.regions)


def answer_place_one(s, p, move):
    """One citizen there."""
    place_citizens(s, p, move - PLACE, 1)


# citizens of one region go to another


def answer_go_from(s, p, move, most):
    """Remember the region; ask where its citizens go."""
    ask(s, p, GO_TO, move - FROM, most)


def answer_go_far_from(s, p, move, most):
    """Remember the region; ask where its citizens go, however far."""
    ask(s, p, GO_ANYWHERE, move - FROM, most)


def legal_go_to(s, p, legal, source):
    """A neighbouring region. [RA-7.3]"""
    allow_set(legal, TO, may_go_to(s, p, source, s.open_to[source]))


def legal_go_anywhere(s, p, legal, source):
    """Any other region."""
    one: cython.uint = 1
    allow_set(legal, TO, may_go_to(s, p, source, s.regions & ~(one << source)))


def answer_go_to(s, p, move, source, most):
    """Ask how many go."""
    s.errand.left = most
    ask(s, p, GO_COUNT, source, move - TO)


def legal_go_count(s, p, legal, source, target):
    """From one citizen up to as many as may go and are there."""
    most: cython.int = s.errand.left if s.errand.left > 0 else FEW
    there: cython.int = how_many_may_go(s, p, source, target)
    if most > there:
        most = there
    allow_counts(legal, most)


def allow_counts(legal, most):
    """Allow every number of citizens from one up to so many."""
    if most > MOST_GO:
        most = MOST_GO
    for n in range(1, most + 1):
        allow(legal, GO + n - 1 if n <= FEW else GO_MANY + n - FEW - 1)


def count_of(move):
    """The number of citizens that a move chooses."""
    return move - GO + 1 if move < GO_MANY else move - GO_MANY + FEW + 1


def answer_go_count(s, p, move, source, target):
    """That many go. If they are not alike and some stay, the seat is asked for each which one goes."""
    n: cython.int = count_of(move)
    if that_may_go(s, p, source, target) <= 1:
        move_plain(s, p, source, target, n)
    elif n == how_many_may_go(s, p, source, target):
        while n > 0:
            move_citizen(s, p, source, target, lowest_bit(that_may_go(s, p, source, target)))
            n -= 1
    else:
        s.errand.left = n
        ask(s, p, GO_WHICH, source, target)


def legal_go_which(s, p, legal, source, target):
    """Any of the citizens that may go. If all that are left go, their order is no choice."""
    citizens: cython.ulonglong = that_may_go(s, p, source, target)
    if s.errand.left >= how_many_may_go(s, p, source, target):
        citizens &= ~citizens + 1
    allow_citizens(legal, citizens)


def answer_go_which(s, p, move, source, target):
    """The citizen goes with what it bears; then the next one is asked for."""
    move_citizen(s, p, source, target, citizen_of(move))
    s.errand.left -= 1
    if s.errand.left > 0:
        ask(s, p, GO_WHICH, source, target)


# to the palace


def legal_haven_from(s, p, legal):
    """A region without rats where the seat has a citizen. [RA-7.5]"""
    allow_set(legal, FROM, with_regulars(s, p) & ~with_rats(s))


def legal_haven_any(s, p, legal):
    """A region where the seat has a citizen, with or without rats."""
    allow_set(legal, FROM, with_regulars(s, p))


def answer_haven_from(s, p, move):
    """Ask which of them is safe for good."""
    ask(s, p, HAVEN_WHICH, move - FROM, 0)


def answer_haven_any(s, p, move, most):
    """Ask which of them is safe for good; if two may go, another one may follow."""
    ask(s, p, HAVEN_WHICH, move - FROM, most > 1)


def legal_haven_which(s, p, legal, region):
    """Any that is no diplomat. [RA-14.33]"""
    allow_citizens(legal, regulars_in(s, p, region))


def answer_haven_which(s, p, move, region, again):
    """That citizen goes to the palace; if `again`, one more of its region may follow."""
    save_citizen(s, p, region, citizen_of(move))
    if again:
        ask(s, p, HAVEN_ALSO, region, 0)


def legal_haven_also(s, p, legal, region):
    """Another one of the same region, or none."""
    others: cython.ulonglong = regulars_in(s, p, region)
    allow_if(legal, PASS, others != 0)
    allow_citizens(legal, others)


def answer_haven_also(s, p, move, region):
    """That citizen goes to the palace too, unless the seat passes."""
    if move != PASS:
        save_citizen(s, p, region, citizen_of(move))


# onto the card


def answer_keep_from(s, p, move, card):
    """Ask which of them."""
    ask(s, p, KEEP_WHICH, move - FROM, card)


def answer_keep_which(s, p, move, region, card):
    """That citizen goes onto the card."""
    keep_citizen(s, p, region, citizen_of(move), card)


# potions


def legal_potion_in(s, p, legal, again):
    """Any region with an own citizen; a second time also none."""
    if potions_left(s) > 0:
        if again:
            allow(legal, PASS)
        legal_from_own(s, p, legal)


def has_second_potion(level):
    """Whether a card of that level places a second potion wherever the seat wants. [RA-13.29]"""
    return level == 3


def answer_potion_in(s, p, move, level, again):
    """Ask under which citizen the potion goes; an upgraded card then places another."""
    if move == PASS:
        return
    region = move - FROM
    if has_second_potion(level) and not again:
        ask(s, p, POTION_IN, level, 1)
    ask(s, p, POTION_TO, region, level == 2 and s.rat_count[region] == 0)


def answer_potion_to(s, p, move, region, again):
    """Place the potion under that citizen; if `again`, one more of its region may get one."""
    give_potion(s, p, region, citizen_of(move))
    if again:
        ask(s, p, POTION_ALSO, region, 0)


def legal_potion_also(s, p, legal, region):
    """Any own citizen of the same region, or none."""
    if potions_left(s) > 0:
        allow(legal, PASS)
        legal_citizen(s, p, legal, region)


def answer_potion_also(s, p, move, region):
    """Place a second potion under that citizen, unless the seat passes."""
    if move != PASS:
        give_potion(s, p, region, citizen_of(move))


# two citizens change places


def may_exchange(s):
    """Whether there are two citizens of two seats in two regions that may change places."""
    for p in range(s.head.seats):
        if with_exchange(s, p) != 0:
            return True
    return False


def with_exchange(s, owner):
    """The bit set of the regions with a citizen of a seat that may change places with another seat's elsewhere."""
    own: cython.uint = with_own(s, owner)
    if not has_diplomats(s):
        others: cython.uint = with_others(s, owner)
        return own if count_bits(others) > 1 else own & ~others if others != 0 else 0
    found: cython.uint = 0
    while own != 0:
        region = lowest_bit(own)
        some: cython.uint = may_go_to(s, owner, region, others_that_may_come(s, owner, region)) != 0
        found |= some << region
        own &= own - 1
    return found


def exchange_targets(s, owner, source, citizen):
    """The bit set of the regions with a citizen of another seat with which that one may change places."""
    found: cython.uint = others_that_may_come(s, owner, source)
    return found & ~s.diplomats[owner] if citizen >= ON_PODIUM else found


def legal_exchange_from(s, legal):
    """Any region with a citizen for whom there is another seat's elsewhere."""
    found: cython.uint = 0
    for owner in range(s.head.seats):
        found |= with_exchange(s, owner)
    allow_set(legal, FROM, found)


def answer_exchange_from(s, p, move):
    """Ask whose."""
    ask(s, p, EXCHANGE_WHOSE, move - FROM, 0)


def legal_exchange_whose(s, legal, region):
    """Any seat's with citizens there, for which there is another seat's elsewhere."""
    for owner in range(s.head.seats):
        allow_if(legal, OF + owner, (with_exchange(s, owner) >> region) & 1)


def answer_exchange_whose(s, p, move, region):
    """Ask which."""
    ask(s, p, EXCHANGE_WHICH, region, move - OF)


def legal_exchange_which(s, legal, region, owner):
    """Any of the seat's citizens there that may go where another seat's may come from."""
    if s.errand.again:
        allow_that_may_go(s, owner, legal, region, s.errand.target)
        return
    citizens: cython.ulonglong = regulars_in(s, owner, region)
    if exchange_targets(s, owner, region, ON_PODIUM) != 0:
        citizens = citizens_in(s, owner, region)
    allow_citizens(legal, citizens)


def answer_exchange_which(s, p, move, region, owner):
    """Remember the citizen; ask for the other region, or, for a second pair, whose citizen there it is."""
    s.errand.source = region
    s.errand.seat = owner
    s.errand.citizen = citizen_of(move)
    if s.errand.again:
        ask(s, p, EXCHANGE_WITH, s.errand.target, 0)
    else:
        ask(s, p, EXCHANGE_TO, region, 0)


def legal_exchange_to(s, legal, source):
    """Any other region with a citizen of another seat."""
    allow_set(legal, FROM, exchange_targets(s, s.errand.seat, source, s.errand.citizen))


def answer_exchange_to(s, p, move):
    """Ask whose."""
    s.errand.target = move - FROM
    ask(s, p, EXCHANGE_WITH, move - FROM, 0)


def legal_exchange_with(s, legal, region):
    """Any other seat's with citizens there."""
    one: cython.uint = 1
    allow_set(legal, OF, seats_that_may_go(s, region, s.errand.source) & ~(one << s.errand.seat))


def answer_exchange_with(s, p, move, region):
    """Ask which."""
    ask(s, p, EXCHANGE_FOR, region, move - OF)


def legal_exchange_for(s, legal, region, owner):
    """Any of that seat's citizens there that may go where the first one is."""
    allow_that_may_go(s, owner, legal, region, s.errand.source)


def answer_exchange_for(s, p, move, region, owner):
    """The two citizens change places; an upgraded card may exchange two others of the same regions."""
    source: cython.int = s.errand.source
    lead_citizen(s, s.errand.seat, source, region, s.errand.citizen)
    lead_citizen(s, owner, region, source, citizen_of(move))
    if s.errand.left > 0:
        s.errand.left -= 1
        s.errand.again = 1
        ask(s, p, EXCHANGE_ALSO, source, region)


def legal_exchange_also(s, legal, source, target):
    """Any seat's with citizens in the first region, if another seat has some in the second; or none."""
    one: cython.uint = 1
    allow(legal, PASS)
    givers: cython.uint = seats_that_may_go(s, source, target)
    takers: cython.uint = seats_that_may_go(s, target, source)
    for owner in range(s.head.seats):
        allow_if(legal, OF + owner, (givers >> owner) & 1 and takers & ~(one << owner) != 0)


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


def legal_lead_which(s, p, legal, source, target):
    """Any own citizen there that may go."""
    allow_that_may_go(s, p, legal, source, target)


def answer_lead_which(s, p, move, source, target):
    """The citizen goes; with an upgraded card another seat's goes along; then the rats follow."""
    s.errand.source = source
    s.errand.target = target
    s.errand.citizen = citizen_of(move)
    move_citizen(s, p, source, target, citizen_of(move))
    if s.errand.left > 0 and led_seats(s, p, source, target) != 0:
        ask(s, p, LEAD_WHOSE, source, target)
    else:
        lead_rats(s, p)


def led_seats(s, p, source, target):
    """The bit set of the other seats of which a citizen may go along."""
    one: cython.uint = 1
    return seats_that_may_go(s, source, target) & ~(one << p)


def legal_lead_whose(s, p, legal, source, target):
    """Any other seat's with citizens there."""
    allow_set(legal, OF, led_seats(s, p, source, target))


def answer_lead_whose(s, p, move, source):
    """Ask which."""
    ask(s, p, LEAD_OTHER, source, move - OF)


def legal_lead_other(s, legal, source, owner):
    """Any of that seat's citizens there that may go along."""
    allow_that_may_go(s, owner, legal, source, s.errand.target)


def answer_lead_other(s, p, move, source, owner):
    """That citizen goes along."""
    lead_citizen(s, owner, source, s.errand.target, citizen_of(move))
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
    """Any rat after the last one that went, so that rats keep their order; enough must be left after it."""
    last = s.rat_count[source] - room_for_rats(s, target)
    for slot in range(s.errand.left, last + 1):
        allow(legal, RAT + source * RATS + slot)


def answer_lead_rat(s, p, move, source, target):
    """The rat goes; then the next one is asked for, while there is room."""
    slot = (move - RAT) % RATS
    move_rat(s, p, source, slot, target)
    s.errand.left = slot
    if room_for_rats(s, target) > 0:
        ask(s, p, LEAD_RAT, source, target)


def legal_lead_on(s, p, legal, region, before):
    """A neighbour of the second region, but not the first one; or no farther."""
    one: cython.uint = 1
    targets: cython.uint = s.open_to[region] & ~(one << before)
    allow(legal, PASS)
    allow_set(legal, TO, targets & ~s.diplomats[p] if s.errand.citizen >= ON_PODIUM else targets)


def answer_lead_on(s, p, move, region):
    """The own citizen goes on alone, unless the seat passes."""
    if move != PASS:
        move_citizen(s, p, region, move - TO, s.errand.citizen)


# citizens come where a rat has killed


def ask_move_in(s, p, most, card):
    """Ask how many come, up to so many, and to as many citizens of others as the rat has killed."""
    killed: cython.int = killed_of_others(s, p)
    if killed > 0:
        ask(s, p, MOVE_IN, killed if killed < most else most, card)


def legal_move_in(s, p, legal, most):
    """Up to `most` citizens, while the supply lasts."""
    if s.supply[p] > 0:
        allow(legal, PASS)
        allow_counts(legal, most if most < s.supply[p] else s.supply[p])


def answer_move_in(s, p, move, card):
    """The citizens come at once, before the next rat is turned."""
    if move != PASS:
        tell(s, p, ABILITY_USED, card, 0, 0)
        place_citizens(s, p, s.piece, count_of(move))
