"""What a learned value reads of the game: the list, and how each feature is read.

Citizens that outlive the last ravage win. So the features tell how many a seat has and how far they are from the
plague piece and from rats, what its cards and its turn still allow, and whose turn will be the last one.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.features import Features, count_up
from cython.cimports.bellringer.core.compiled.legal import count_bits, lowest_bit
from cython.cimports.bellringer.games.rattus.cards.areas import area_counts
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import ASK_KINDS
from cython.cimports.bellringer.games.rattus.rules.boards import own_cities
from cython.cimports.bellringer.games.rattus.rules.citizens import connected, with_majority, with_own
from cython.cimports.bellringer.games.rattus.rules.diplomats import FIRST, SECOND
from cython.cimports.bellringer.games.rattus.rules.features import (
    BITS_OF_A_CLASS,
    CARDS_READ,
    DISTANCES,
    FIRST_CITIZENS,
    LIMIT_OF_LEAD,
    MOST_OF_A_CLASS,
    PACES,
    RAT_COUNTS,
    UNIT,
    UPGRADES_READ,
    Lands,
    clockwise,
    europe,
    group_of,
    others_in,
)
from cython.cimports.bellringer.games.rattus.rules.guilds import own_spaces
from cython.cimports.bellringer.games.rattus.rules.plague import limit_of
from cython.cimports.bellringer.games.rattus.rules.state import (
    ACTING,
    ALL,
    CLASS_SYMBOLS,
    COUNTING,
    GUILD_SPACES,
    GUILDS_BOARD,
    IN_HAND,
    INNS_BOARD,
    LAST_ROUND,
    MAJORITY,
    MOST_SEATS,
    REGION_DECK,
    REGIONS,
    SETTLING,
    SPREADING,
    UNIVERSITIES,
    fresh_abilities,
    fresh_second_abilities,
    plays_region_cards,
    region_of,
)
from cython.cimports.bellringer.games.rattus.rules.turn import guard, upgradable
from cython.cimports.bellringer.games.rattus.rules.universities import sole_leader

from bellringer.core.compiled.features import counting, feature
from bellringer.games.rattus import names

MOST_CITIZENS = 20  # of a seat in the shipped boxes; an owner's box may have more, which are told as so many
MOST_POINTS = 255  # that it can take
MOST_RATS = 65  # in the larger box
CARDS = names.CLASSES[:CARDS_READ]
NEAR = ("with the plague piece", "beside it", "two steps away", "farther")
ROUGHLY = ("with the plague piece", "beside it", "elsewhere")
WITH_RATS = ("without rats", "with 1 rat", "with 2 rats", "with 3 rats")
LEFT = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)  # rats in the supply of which each step is told
LEADS = (-3, -2, -1, 0, 1, 2, 3)
# The asks are told in groups, each by its first one: those of the first six cards singly, others by their cards.
ASK_GROUPS = (
    *("settle", "act", "place-more", "rat-from", "rat-to", "go-from", "go-to", "go-count", "look", "look-again"),
    *("swap", "haven-from", "spread", "count-piece", "last-act", "place-one", "piece-to", "place-anywhere"),
    *("keep-from", "go-far-from", "haven-any", "lose-which", "potion-in", "exchange-from", "lead-from", "move-in"),
    *("rat-far-from", "look-on", "more-rats", "reveal-all", "plague-to", "nun-to", "bishop-from", "wall-from"),
    *("cross-from", "back-from", "drop-at", "protect", "keep-card", "podium-in", "caravan-in", "guild-to"),
    *("give-up-card", "put-away"),
)


def asks_by_group():
    """Put each ask into its group, and return what the groups are called. An ask that is added joins the last one."""
    asks = [name for name, _, _ in names.ASKS]
    for kind in range(1, ASK_KINDS):
        group_of[kind] = max(i for i, name in enumerate(ASK_GROUPS) if asks.index(name) < kind)
    lasts = [asks[asks.index(name) - 1] for name in ASK_GROUPS[1:]]
    ranges = [one if one == last else f"{one} to {last}" for one, last in zip(ASK_GROUPS, lasts, strict=False)]
    return (*ranges, f"{max(ASK_GROUPS, key=asks.index)} and those after it")


# what several features share


def write_set(numbers, members):
    """Write 1 for each member of a bit set."""
    while members != 0:
        numbers[lowest_bit(members)] = 1
        members &= members - 1


def lands_of(s):
    """The regions by their distance from the plague piece; walls part regions."""
    lands = cython.declare(Lands)
    lands.at[0] = 1 << s.piece
    lands.at[1] = s.open_to[s.piece]
    beyond: cython.uint = 0
    left: cython.uint = lands.at[1]
    while left != 0:
        beyond |= s.open_to[lowest_bit(left)]
        left &= left - 1
    lands.at[2] = beyond & ~(lands.at[0] | lands.at[1])
    lands.at[3] = s.regions & ~(lands.at[0] | lands.at[1] | lands.at[2])
    return lands


def distance_of(lands, region):
    """Which of the sets has a region."""
    for distance in range(DISTANCES - 1):
        if (lands.at[distance] >> region) & 1:
            return distance
    return DISTANCES - 1


def standings_now(s, scores):
    """Each seat's score as things stand: its citizens that are neither in the supply nor on cards and boards."""
    for p in range(s.head.seats):
        scores[p] = s.citizens_each - s.supply[p] - s.kept[p] - s.lodged[p] + s.points[p]
    if s.modules & GUILDS_BOARD:
        for space in range(GUILD_SPACES):
            take_off_board(scores, s.guilds[space])
    if s.modules & INNS_BOARD:
        for region in range(REGIONS):
            take_off_board(scores, s.cities[region])


def take_off_board(scores, occupant):
    """A citizen on a board counts for nothing. `occupant`: its seat, + 1, or 0 for nobody."""
    if occupant > 0:
        scores[occupant - 1] -= 1


def losses_by_faces(s, p, region, hits):
    """The citizens that the seat would lose if the region's rats were turned now, as they lie in this world.

    Each rat meets the crowd less what the seat itself has lost by then, as if others lost nothing: what all lose there
    would cost as many times as much to find out as seats play. `hits`: see `hits_by_class`.
    """
    own: cython.int = s.citizens[p][region]
    left: cython.int = own
    others = others_in(s, p, region)
    people: cython.int = others.citizens
    if region == s.piece:
        people += s.piece_counts
    for slot in range(s.rat_count[region]):
        token: cython.int = s.rats[region][slot].token
        symbols: cython.uint = s.symbols[token]
        limit: cython.int = s.limit[token]
        if s.nuns[region] > 0 or s.no_limits:
            limit = limit_of(s, region, token)
        if left > 0 and people + left >= limit:
            lost: cython.int = (symbols >> ALL) & 1
            if left >= others.most:
                lost += (symbols >> MAJORITY) & 1
            symbols &= (1 << CLASS_SYMBOLS) - 1
            while symbols != 0:
                lost += (hits >> (BITS_OF_A_CLASS * lowest_bit(symbols))) & MOST_OF_A_CLASS
                symbols &= symbols - 1
            left = left - lost if left > lost else 0
    return own - left


def hits_by_class(s, p):
    """How many class cards of each class rats can hit the seat by: a byte for each class."""
    one: cython.ulonglong = 1
    found: cython.ulonglong = 0
    cards: cython.ulonglong = s.cards[p] & ~s.protected
    while cards != 0:
        found += one << (BITS_OF_A_CLASS * s.symbol_of[lowest_bit(cards)])
        cards &= cards - 1
    return found


def average_loss(s, p, region):
    """The citizens that unknown rats would kill of the seat there on average, in parts of one: see evaluation.py."""
    own: cython.int = s.citizens[p][region]
    others = others_in(s, p, region)
    people: cython.int = own + others.citizens - s.nuns[region]
    if people <= 0:
        return 0
    acting: cython.int = (12 * people if people < 6 else 70) + (28 if people > 2 else 10)
    each: cython.int = 35 + 36 * count_bits(s.cards[p] & ~s.protected)
    each += 40 if own >= others.most else 0
    lost: cython.int = UNIT * s.rat_count[region] * acting * each // 10000
    return lost if lost < UNIT * own else UNIT * own


def last_turn(s, pace):
    """How many turns after this one the last one is, if each brings so many rats; -1 in the last round."""
    turns: cython.int = (s.in_supply + pace - 1) // pace
    if s.phase >= LAST_ROUND:
        return -1
    if s.phase <= SPREADING and turns > 0:
        turns -= 1  # this turn still brings rats
    return turns


def still_acts(s, p):
    """Whether the seat may still use abilities: in its turn, or in its part of the last round."""
    if s.phase == ACTING:
        return p == s.turn
    return s.phase == LAST_ROUND and p != s.turn and clockwise(s, p, s.turn) >= s.step


# of a seat


def score_now(state, p, numbers):
    scores = cython.declare(cython.int[MOST_SEATS])
    standings_now(europe(state), scores)
    numbers[0] = scores[p]


def points(state, p, numbers):
    numbers[0] = europe(state).points[p]


def lead(state, p, numbers):
    s = europe(state)
    scores = cython.declare(cython.int[MOST_SEATS])
    standings_now(s, scores)
    best: cython.int = -1
    for other in range(s.head.seats):
        if other != p and scores[other] > best:
            best = scores[other]
    ahead: cython.int = scores[p] - best
    numbers[0] = max(-LIMIT_OF_LEAD, min(LIMIT_OF_LEAD, ahead))
    for i in range(7):
        numbers[1 + i] = ahead >= i - 3  # LEADS


def place_now(state, p, numbers):
    s = europe(state)
    scores = cython.declare(cython.int[MOST_SEATS])
    standings_now(s, scores)
    place: cython.int = 0
    for other in range(s.head.seats):
        place += scores[other] > scores[p] or (scores[other] == scores[p] and wait(s, other) < wait(s, p))
    numbers[place] = 1


def wait(s, p):
    """After how many turns the seat would have its next one: among equals, the seat that waits less is ahead."""
    turns: cython.int = clockwise(s, s.turn, p)
    return turns if turns > 0 else cython.cast(cython.int, s.head.seats)


def supply(state, p, numbers):
    count_up(numbers, europe(state).supply[p], 6)


def palace(state, p, numbers):
    count_up(numbers, europe(state).palace[p], 3)


def set_aside(state, p, numbers):
    s = europe(state)
    numbers[0] = s.kept[p] + s.lodged[p]


def by_region(state, p, numbers):
    s = europe(state)
    for region in range(REGIONS):
        numbers[region] = s.citizens[p][region]


def by_distance(state, p, numbers):
    s = europe(state)
    lands = lands_of(s)
    left: cython.uint = with_own(s, p)
    while left != 0:
        region = lowest_bit(left)
        left &= left - 1
        numbers[RAT_COUNTS * distance_of(cython.address(lands), region) + s.rat_count[region]] += s.citizens[p][region]


def regions_held(state, p, numbers):
    s = europe(state)
    left: cython.uint = with_own(s, p)
    while left != 0:
        region = lowest_bit(left)
        left &= left - 1
        rats: cython.int = s.rat_count[region]
        own: cython.int = s.citizens[p][region]
        most: cython.int = others_in(s, p, region).most
        numbers[rats] += 1
        numbers[RAT_COUNTS + rats] += own > most
        numbers[2 * RAT_COUNTS + rats] += own == most


def expected_losses(state, p, numbers):
    s = europe(state)
    near: cython.uint = s.open_to[s.piece]
    left: cython.uint = with_own(s, p)
    while left != 0:
        region = lowest_bit(left)
        left &= left - 1
        if s.rat_count[region] > 0:
            there = 0 if region == s.piece else 2 - ((near >> region) & 1)
            numbers[there] += average_loss(s, p, region)


def dealt_losses(state, p, numbers):
    s = europe(state)
    near: cython.uint = s.open_to[s.piece]
    left: cython.uint = with_own(s, p)
    hits: cython.ulonglong = hits_by_class(s, p)
    while left != 0:
        region = lowest_bit(left)
        left &= left - 1
        if s.rat_count[region] > 0:
            there = 0 if region == s.piece else 2 - ((near >> region) & 1)
            numbers[there] += losses_by_faces(s, p, region, hits)


def cards_held(state, p, numbers):
    one: cython.ulonglong = 1
    write_set(numbers, europe(state).cards[p] & ((one << CARDS_READ) - 1))


def how_many_cards(state, p, numbers):
    count_up(numbers, count_bits(europe(state).cards[p]), 4)


def cards_by_class(state, p, numbers):
    s = europe(state)
    cards: cython.ulonglong = s.cards[p]
    while cards != 0:
        numbers[s.symbol_of[lowest_bit(cards)]] += 1
        cards &= cards - 1


def fresh_cards(state, p, numbers):
    s = europe(state)
    one: cython.ulonglong = 1
    if still_acts(s, p):
        write_set(numbers, fresh_abilities(s, p) & ((one << CARDS_READ) - 1))


def fresh_seconds(state, p, numbers):
    s = europe(state)
    if still_acts(s, p):
        numbers[0] = count_bits(fresh_second_abilities(s, p))


def upgrades(state, p, numbers):
    s = europe(state)
    one: cython.ulonglong = 1
    own: cython.ulonglong = s.cards[p] & ((one << UPGRADES_READ) - 1)
    write_set(numbers, own & s.upgraded[0])
    better: cython.ulonglong = own & s.upgraded[1]
    while better != 0:
        numbers[lowest_bit(better)] = 2
        better &= better - 1


def cards_apart(state, p, numbers):
    s = europe(state)
    numbers[0] = count_bits(upgradable(s, p))
    numbers[1] = count_bits(s.cards[p] & s.blocked)
    numbers[2] = count_bits(s.cards[p] & s.protected)
    numbers[3] = guard(s, p) >= 0
    numbers[4] = s.lent != 0 and (s.cards[p] >> s.lent_to) & 1


def turn_in(state, p, numbers):
    s = europe(state)
    numbers[clockwise(s, s.start if s.phase == SETTLING else s.turn, p)] = 1


def tempo(state, p, numbers):
    s = europe(state)
    acts: cython.bint = s.phase == ACTING and p == s.turn
    numbers[0] = s.head.asks.depth > 0 and (top_ask(cython.address(s.head.asks)).seats >> p) & 1
    numbers[1] = acts
    numbers[2] = acts and not s.has_taken
    numbers[3] = acts and not s.has_placed
    numbers[4] = acts and not s.has_placed and s.supply[p] > 0


def settling_left(state, p, numbers):
    s = europe(state)
    if s.phase == SETTLING:
        placed: cython.int = s.citizens_each - s.supply[p]
        numbers[0] = max(0, FIRST_CITIZENS - placed)


def part_in(state, p, numbers):
    s = europe(state)
    if s.phase == LAST_ROUND:
        parts: cython.int = clockwise(s, p, s.turn) - s.step
        if parts >= 0 and p != s.turn:
            numbers[parts] = 1


def turns_left(state, p, numbers):
    s = europe(state)
    begun: cython.bint = s.phase != SETTLING
    after: cython.int = clockwise(s, s.turn if begun else s.start, p)
    for i in range(PACES):
        last: cython.int = last_turn(s, i + 1)
        if last >= after:
            numbers[i] = (last - after) // s.head.seats + 1 - (begun and after == 0)


def gets_a_turn(state, p, numbers):
    turns_left(state, p, numbers)
    for i in range(PACES):
        numbers[i] = numbers[i] > 0


def has_last_turn(state, p, numbers):
    s = europe(state)
    after: cython.int = clockwise(s, s.start if s.phase == SETTLING else s.turn, p)
    if s.phase >= LAST_ROUND:
        for i in range(PACES):
            numbers[i] = p == s.turn
        return
    for i in range(PACES):
        numbers[i] = last_turn(s, i + 1) % s.head.seats == after


def plague_losses(state, p, numbers):
    s = europe(state)
    numbers[0] = s.owed[p]
    numbers[1] = s.killed[p]
    numbers[2] = s.fallen[p]


def potions(state, p, numbers):
    s = europe(state)
    for i in range(s.bearer_count):
        if s.bearers[i].seat == p and s.bearers[i].place < REGIONS:
            numbers[s.rat_count[s.bearers[i].place] > 0] += s.bearers[i].potions


def diplomats(state, p, numbers):
    s = europe(state)
    own: cython.int = count_bits(s.diplomats[p])
    if own == 0:
        return
    more: cython.int = 0
    as_many: cython.int = 0
    for other in range(s.head.seats):
        theirs: cython.int = count_bits(s.diplomats[other])
        more += theirs > own
        as_many += theirs == own
    count_up(numbers, own, 3)
    if more == 0:
        numbers[4] = FIRST if as_many == 1 else (FIRST + SECOND) // as_many
    elif more == 1:
        numbers[4] = SECOND // as_many


def hand(state, p, numbers):
    s = europe(state)
    if not plays_region_cards(s):
        return
    most: cython.uint = with_majority(s, p, 0)
    for card in range(REGION_DECK):
        if s.card_at[card] == IN_HAND + p:
            numbers[0] += 1
            numbers[1] += (most >> region_of(card)) & 1
            against: cython.uint = s.protects[card]
            while against != 0:
                numbers[2 + lowest_bit(against)] += 1
                against &= against - 1


def guild_spaces(state, p, numbers):
    s = europe(state)
    if s.modules & GUILDS_BOARD:
        write_set(numbers, own_spaces(s, p))


def cities(state, p, numbers):
    s = europe(state)
    if s.modules & INNS_BOARD:
        numbers[0] = count_bits(own_cities(s, p))


def universities(state, p, numbers):
    s = europe(state)
    if s.university[0] == 0:
        return
    for piece in range(UNIVERSITIES):
        numbers[piece] = s.citizens[p][s.university[piece] - 1]
        numbers[UNIVERSITIES + piece] = sole_leader(s, s.university[piece] - 1) == p


def largest_area(state, p, numbers):
    s = europe(state)
    if area_counts(s):
        numbers[0] = connected(s, p)


# of the table


def how_many_seats(state, p, numbers):
    numbers[europe(state).head.seats - 2] = 1


def modules(state, p, numbers):
    s = europe(state)
    write_set(numbers, s.modules)
    numbers[5] = s.big_box


def cards_on_table(state, p, numbers):
    one: cython.ulonglong = 1
    write_set(numbers, europe(state).on_table & ((one << CARDS_READ) - 1))


def rats_in(state, p, numbers):
    s = europe(state)
    for region in range(REGIONS):
        numbers[region] = s.rat_count[region]


def regions_by_rats(state, p, numbers):
    s = europe(state)
    left: cython.uint = s.regions
    while left != 0:
        numbers[s.rat_count[lowest_bit(left)]] += 1
        left &= left - 1


def rats_left(state, p, numbers):
    numbers[0] = europe(state).in_supply


def few_rats_left(state, p, numbers):
    left: cython.int = europe(state).in_supply
    for i in range(6):
        numbers[i] = left > i
    numbers[6] = left >= 8
    numbers[7] = left >= 10
    numbers[8] = left >= 12
    numbers[9] = left >= 16
    numbers[10] = left >= 20


def piece_in(state, p, numbers):
    numbers[europe(state).piece] = 1


def nuns_in(state, p, numbers):
    s = europe(state)
    for region in range(REGIONS):
        numbers[region] = s.nuns[region]


def bishops_in(state, p, numbers):
    write_set(numbers, europe(state).bishops)


def caravan_in(state, p, numbers):
    s = europe(state)
    if s.caravan > 0:
        numbers[s.caravan - 1] = 1


def walled_borders(state, p, numbers):
    s = europe(state)
    for region in range(REGIONS):
        numbers[0] += count_bits(s.borders[region] & ~s.open_to[region])


def phase(state, p, numbers):
    now: cython.int = europe(state).phase
    numbers[now - 1 if now > COUNTING else now] = 1  # nothing is ever asked while it counts


def asked(state, p, numbers):
    s = europe(state)
    if s.head.asks.depth > 0:
        numbers[group_of[top_ask(cython.address(s.head.asks)).kind]] = 1


def this_plague(state, p, numbers):
    s = europe(state)
    numbers[0] = s.rats_to_come
    numbers[1] = s.piece_counts
    numbers[2] = s.no_limits
    numbers[3] = s.token > 0
    numbers[4] = s.revealed_all


def turns_begun(state, p, numbers):
    numbers[0] = europe(state).turns


def cards_changed(state, p, numbers):
    s = europe(state)
    numbers[0] = count_bits(s.upgraded[0]) + count_bits(s.upgraded[1])
    numbers[1] = count_bits(s.blocked)


def event(state, p, numbers):
    s = europe(state)
    numbers[0] = s.event > 0
    numbers[1] = count_bits(s.founded)


FEATURES = Features()
FEATURES.seat(
    score_now,
    feature(
        "score",
        0,
        MOST_CITIZENS + MOST_POINTS,
        "citizens in regions and in the palace, and points, as things stand",
        scale=20,
    ),
)
FEATURES.seat(points, feature("points", 0, MOST_POINTS, "victory points taken so far", scale=6))
FEATURES.seat(
    lead,
    feature(
        "lead",
        -LIMIT_OF_LEAD,
        LIMIT_OF_LEAD,
        f"the score less the best other one, {LIMIT_OF_LEAD} at most, and which leads it reaches",
        ("", *(f"at least {step}" for step in LEADS)),
        6,
    ),
)
FEATURES.seat(
    place_now,
    feature("place", 0, 1, "the place by the scores as things stand", ("1", "2", "3", "4", "5", "6")),
)
FEATURES.seat(supply, feature("supply", 0, MOST_CITIZENS, "citizens in the supply", counting(6), 10))
FEATURES.seat(palace, feature("palace", 0, MOST_CITIZENS, "citizens in the palace", counting(3), 4))
FEATURES.seat(set_aside, feature("set aside", 0, MOST_CITIZENS, "citizens kept on class cards", scale=4))
FEATURES.seat(by_region, feature("citizens", 0, MOST_CITIZENS, "citizens in each region", names.REGIONS, 4))
FEATURES.seat(
    by_distance,
    feature(
        "citizens by distance",
        0,
        MOST_CITIZENS,
        "citizens by the distance from the plague piece and the rats of their regions",
        [f"{there}, {rats}" for there in NEAR for rats in WITH_RATS],
        4,
    ),
)
FEATURES.seat(
    regions_held,
    feature(
        "regions",
        0,
        REGIONS,
        "regions with citizens of the seat, and those where no other seat has more, by their rats",
        [f"{how}{rats}" for how in ("", "most there, ", "as many as another, ") for rats in WITH_RATS],
        4,
    ),
)
FEATURES.seat(
    expected_losses,
    feature(
        "expected losses",
        0,
        UNIT * MOST_CITIZENS,
        "what unknown rats would kill on average if they were turned now, in sixteenths of a citizen",
        ROUGHLY,
        2 * UNIT,
    ),
)
FEATURES.seat(
    dealt_losses,
    feature(
        "dealt losses",
        0,
        MOST_CITIZENS,
        "what the rats as dealt in this world would kill if they were turned now, and no citizen of others fell",
        ROUGHLY,
        4,
    ),
)
FEATURES.seat(cards_held, feature("class cards", 0, 1, "the class cards that the seat holds", CARDS))
FEATURES.seat(
    how_many_cards, feature("number of class cards", 0, names.CLASS_ROOM, "how many it holds", counting(4), 3)
)
FEATURES.seat(
    cards_by_class,
    feature("classes", 0, names.CLASS_ROOM, "class cards of each class", names.SYMBOLS[:CLASS_SYMBOLS], 1),
)
FEATURES.seat(
    fresh_cards,
    feature("abilities left", 0, 1, "those that it may still use in its turn, or in the last round", CARDS),
)
FEATURES.seat(
    fresh_seconds,
    feature("second abilities left", 0, names.CLASS_ROOM, "second ones not used yet", scale=1),
)
FEATURES.seat(upgrades, feature("upgrades", 0, 2, "levels above the first of its cards", CARDS[:UPGRADES_READ]))
FEATURES.seat(
    cards_apart,
    feature(
        "class cards apart",
        0,
        names.CLASS_ROOM,
        "how many of its cards",
        ("can be upgraded", "are blocked", "are protected", "guard the others", "have a borrowed tile"),
        1,
    ),
)
FEATURES.seat(
    turn_in,
    feature("turn", 0, 1, "after how many turns its own is", ("now", "1", "2", "3", "4", "5")),
)
FEATURES.seat(
    tempo,
    feature(
        "may still",
        0,
        1,
        "what it may still do",
        ("answer now", "move the piece", "take a card", "place", "place, with a supply"),
    ),
)
FEATURES.seat(settling_left, feature("settling", 0, FIRST_CITIZENS, "citizens of the set-up still to come"))
FEATURES.seat(
    part_in,
    feature("last part", 0, 1, "after how many parts of the last round its own comes", ("now", "1", "2", "3", "4")),
)
AT_A_PACE = [f"with {1 + i} rats a turn" for i in range(PACES)]
FEATURES.seat(
    turns_left,
    feature("turns left", 0, MOST_RATS, "turns still to begin until the rats run out", AT_A_PACE, 6),
)
FEATURES.seat(gets_a_turn, feature("gets a turn", 0, 1, "whether there is one", AT_A_PACE))
FEATURES.seat(has_last_turn, feature("has last turn", 0, 1, "whether the last turn is its own", AT_A_PACE))
FEATURES.seat(
    plague_losses,
    feature("losses", 0, 255, "citizens", ("owed to the rat", "fallen by the rat", "fallen in the plague"), 2),
)
FEATURES.seat(
    potions,
    feature("potions", 0, names.POTIONS, "potions under its citizens in regions", WITH_RATS[:1] + ("with rats",), 3),
)
FEATURES.seat(
    diplomats,
    feature("diplomats", 0, names.PODIUMS, "diplomats, and the points for them now", (*counting(3), "points"), 4),
)
FEATURES.seat(
    hand,
    feature(
        "region cards",
        0,
        REGION_DECK,
        "region cards in the hand, the points for them now, and how many protect each class",
        ("", "points", *names.SYMBOLS[:CLASS_SYMBOLS]),
        4,
    ),
)
FEATURES.seat(guild_spaces, feature("guilds", 0, 1, "spaces of the guilds with a citizen", names.GUILDS))
FEATURES.seat(cities, feature("cities", 0, REGIONS, "cities with a citizen", scale=3))
FEATURES.seat(
    universities,
    feature(
        "universities",
        0,
        MOST_CITIZENS,
        "citizens in their regions, and whether no other seat has as many there",
        [f"{what}{colour}" for what in ("", "most, ") for colour in names.UNIVERSITIES],
        3,
    ),
)
FEATURES.seat(
    largest_area,
    feature("largest area", 0, REGIONS, "regions of the largest area, where a card asks for it", scale=6),
)

FEATURES.table(how_many_seats, feature("seats", 0, 1, "how many play", ("2", "3", "4", "5", "6")))
FEATURES.table(
    modules,
    feature(
        "modules",
        0,
        1,
        "the modules that are played with, and whether the box is the larger one",
        ("upgrades", "region-cards", "guilds", "inns", "universities", "big-box"),
    ),
)
FEATURES.table(cards_on_table, feature("free class cards", 0, 1, "class cards beside the board", CARDS))
FEATURES.table(rats_in, feature("rats", 0, 3, "rats in each region", names.REGIONS))
FEATURES.table(regions_by_rats, feature("regions by rats", 0, REGIONS, "how many regions are", WITH_RATS, 8))
FEATURES.table(rats_left, feature("supply", 0, MOST_RATS, "rats in the supply", scale=30))
FEATURES.table(
    few_rats_left,
    feature("supply reaches", 0, 1, "whether so many are in the supply", [f"at least {step}" for step in LEFT]),
)
FEATURES.table(piece_in, feature("plague piece", 0, 1, "the region of the plague piece", names.REGIONS))
FEATURES.table(nuns_in, feature("nuns", 0, 3, "nuns in each region", names.REGIONS))
FEATURES.table(bishops_in, feature("bishops", 0, 1, "bishops in each region", names.REGIONS))
FEATURES.table(caravan_in, feature("caravan", 0, 1, "the region of the caravan", names.REGIONS))
FEATURES.table(walled_borders, feature("walls", 0, 6, "regions' sides that walls close"))
FEATURES.table(phase, feature("phase", 0, 1, "what the game is doing", [one for one in names.PHASES if one != "count"]))
FEATURES.table(asked, feature("question", 0, 1, "the question that waits for an answer", asks_by_group()))
FEATURES.table(
    this_plague,
    feature(
        "this plague",
        0,
        3,
        "the plague that is on",
        ("rats to come", "the piece counts as", "no limits", "a rat strikes", "all revealed"),
        2,
    ),
)
FEATURES.table(turns_begun, feature("turns", 0, 1000, "turns begun so far", scale=30))
FEATURES.table(
    cards_changed,
    feature("cards changed", 0, 2 * names.CLASS_ROOM, "in all", ("levels above the first", "blocked"), 4),
)
FEATURES.table(event, feature("universities", 0, REGIONS, "of the module", ("an event is on", "founded"), 6))
