"""What a learned value reads of the game: how each feature is read, and below them the list that tells what it means.

A number tells how much there is; the ones of a feature named `.. reached` tell which amounts it reaches, since the
first coin is worth more than the fifth. They are features of their own so that each has a scale that fits.
"""

import cython
from cython.cimports.bellringer.core.compiled.asks import top_ask
from cython.cimports.bellringer.core.compiled.features import Features
from cython.cimports.bellringer.core.compiled.legal import count_bits, lowest_bit
from cython.cimports.bellringer.games.notre_dame.cards.worth import Board, count_board, prestige_from
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import (
    CARRIAGE_TO,
    CARRY_PIECES,
    CARRY_TO,
    HIRE,
    HOTEL_USE,
    MOVE_TO,
    PAY_MARKER,
    PLACE_IN_EMPTY,
    RAT_STEP,
    RETURN_MARKER,
    TAKE_MESSAGE,
)
from cython.cimports.bellringer.games.notre_dame.rules.carriage import collected_of_colour, collected_of_kind
from cython.cimports.bellringer.games.notre_dame.rules.cathedral import place
from cython.cimports.bellringer.games.notre_dame.rules.features import (
    BROWN,
    CATHEDRAL_STEPS,
    LEADS,
    MOST_STEPS,
    NEAR,
    PERSONS,
    PLAGUE_STEPS,
    RAT_STEPS,
    SECTOR_STEPS,
    at_least,
    at_most,
    mark_reached,
)
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import has_picked
from cython.cimports.bellringer.games.notre_dame.rules.rounds import PLAYS
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    ALL_ROUNDS,
    BANK,
    BOX_COINS,
    CARRIAGE_HOUSE,
    CLOISTER_SCHOOL,
    HAND,
    HIRING,
    HOSPITAL,
    KEEPING_OWN,
    KEEPING_PASSED,
    KINDS,
    LAST_SPACE,
    MARKETS,
    MOST_SEATS,
    NOTRE_DAME,
    NOWHERE,
    PARK,
    PERIOD_ROUNDS,
    PERSONS_OPEN,
    PLAGUE,
    PLAYING,
    RESIDENCE,
    SECTORS,
    Town,
    card_in,
    card_of,
    first_slot,
    home_of,
    left_of,
    pieces,
    right_of,
    unplayed,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import bank_coins, plague_value
from cython.cimports.libc.stdint import int16_t

from bellringer.core.compiled.features import counting, feature
from bellringer.games.notre_dame import names


def town(state):
    """The state as this game has it."""
    return cython.cast(cython.pointer(Town), state)


# what several features ask


def rounds_to_come(s):
    """The number of rounds after this one."""
    return 0 if s.head.over else ALL_ROUNDS - 1 - s.round


def plays_left(s, p):
    """How many cards the seat will still play in this round."""
    if s.head.over or s.phase > PLAYING:
        return 0
    if s.phase < PLAYING:
        return PLAYS
    return PLAYS - count_bits((s.played[p] >> first_slot(s)) & 7)


def hirings_left(s, p):
    """How many persons the seat may still hire in this round, if it has the coins; granted ones included."""
    if s.head.over or s.phase > HIRING:
        return 0
    if s.phase < HIRING:
        return 1
    hirings: cython.int = left_of(s, p, s.head.seats - s.start) >= s.turn
    for i in range(s.head.asks.depth):
        waiting = s.head.asks.stack[i]
        if waiting.kind == HIRE and (waiting.seats >> p) & 1:
            hirings += 1 + waiting.about
    return hirings


def lead_of(s, p):
    """How far the seat is before the best other one in prestige; below 0: behind."""
    best = 0
    for other in range(s.head.seats):
        if other != p and s.prestige[other] > best:
            best = s.prestige[other]
    return s.prestige[p] - best


def rat_after_plague(s, p):
    """Where the rat would stand after this round's plague, if its track had no ends. [ND-11.2]"""
    if s.head.over or s.phase == PLAGUE:
        return s.rat[p]
    strikes = 0 if (s.immune >> p) & 1 else plague_value(s)
    return s.rat[p] + strikes - pieces(s, p, HOSPITAL)


def cathedral_markers(s):
    """All seats' markers on the cathedral."""
    markers = 0
    for p in range(s.head.seats):
        markers += s.markers[p][NOTRE_DAME]
    return markers


def share_a_marker(s):
    """What a marker on the cathedral would bring now. [ND-12.1]"""
    markers = cathedral_markers(s)
    return s.cathedral // markers if markers > 0 else 0


def is_asked(s, p):
    """Whether the seat owes an answer to the ask on top."""
    return s.head.asks.depth > 0 and (top_ask(cython.address(s.head.asks)).seats >> p) & 1


def has_kept(s, p):
    """Whether the seat has answered the draft's question; after the draft it has."""
    return s.phase > KEEPING_PASSED or has_picked(s, p)


def service_of(s, p, first, end):
    """The prestige that the gray persons of these rounds would bring as things stand, all together."""
    board = cython.declare(Board)
    count_board(s, p, cython.address(board))
    brings = 0
    for number in range(first, end):
        brings += prestige_from(s, p, s.gray[number], cython.address(board))
    return brings


def carriage_steps(s, p):
    """How far the carriage may go: by the question that waits, or else if a marker were placed in its house now."""
    if is_asked(s, p):
        top = top_ask(cython.address(s.head.asks))
        if top.kind == CARRIAGE_TO:
            return top.about
    return pieces(s, p, CARRIAGE_HOUSE) + 1


# of a seat


def prestige(state, p, numbers):
    numbers[0] = town(state).prestige[p]


def lead(state, p, numbers):
    numbers[0] = lead_of(town(state), p)


def lead_reached(state, p, numbers):
    by = lead_of(town(state), p)
    for i in range(LEADS):
        numbers[i] = by >= STEPS_OF_LEADS[i]


def place_now(state, p, numbers):
    numbers[place(cython.cast(cython.p_void, state), p) - 1] = 1


def coins(state, p, numbers):
    numbers[0] = town(state).coins[p]


def coins_reached(state, p, numbers):
    mark_reached(numbers, town(state).coins[p], MOST_STEPS)


def coins_of_use(state, p, numbers):
    """Coins that the hirings still to come can use, and the hirings that lack one."""
    s = town(state)
    hirings = rounds_to_come(s) + hirings_left(s, p)
    numbers[0] = at_most(s.coins[p], hirings)
    numbers[1] = hirings - numbers[0]


def markers_at_hand(state, p, numbers):
    """The supplies, and how far the own one serves the cards still to come."""
    s = town(state)
    cards = PLAYS * rounds_to_come(s) + plays_left(s, p)
    numbers[0] = s.supply[p]
    numbers[1] = s.general[p]
    numbers[2] = at_most(s.supply[p], cards)
    numbers[3] = cards - numbers[2]


def supply_reached(state, p, numbers):
    mark_reached(numbers, town(state).supply[p], MOST_STEPS)


def general_reached(state, p, numbers):
    mark_reached(numbers, town(state).general[p], MOST_STEPS)


def sectors_pieces(state, p, numbers):
    for sector in range(SECTORS):
        numbers[sector] = pieces(town(state), p, sector)


def sectors_reached(state, p, numbers):
    for sector in range(SECTORS):
        mark_reached(numbers + SECTOR_STEPS * sector, pieces(town(state), p, sector), SECTOR_STEPS)


def sectors_to_come(state, p, numbers):
    """Pieces times rounds: what a sector may still bring grows with both."""
    s = town(state)
    rounds = rounds_to_come(s)
    for sector in range(SECTORS):
        numbers[sector] = rounds * pieces(s, p, sector)


def friend_place(state, p, numbers):
    s = town(state)
    numbers[SECTORS if s.friend[p] == NOWHERE else s.friend[p]] = 1


def board_shape(state, p, numbers):
    board = cython.declare(Board)
    count_board(town(state), p, cython.address(board))
    numbers[0] = board.filled
    numbers[1] = board.twos
    numbers[2] = board.threes
    numbers[3] = board.fullest
    numbers[4] = board.pieces
    numbers[5] = pieces(town(state), p, PARK) // 2


def cathedral_own(state, p, numbers):
    numbers[0] = town(state).markers[p][NOTRE_DAME]


def cathedral_reached(state, p, numbers):
    mark_reached(numbers, town(state).markers[p][NOTRE_DAME], CATHEDRAL_STEPS)


def cathedral_share(state, p, numbers):
    s = town(state)
    numbers[0] = share_a_marker(s) * s.markers[p][NOTRE_DAME]


def rat(state, p, numbers):
    numbers[0] = town(state).rat[p]


def rat_reached(state, p, numbers):
    mark_reached(numbers, town(state).rat[p], LAST_SPACE)


def rat_after(state, p, numbers):
    numbers[0] = rat_after_plague(town(state), p)


def rat_after_reached(state, p, numbers):
    mark_reached(numbers, rat_after_plague(town(state), p), RAT_STEPS)


def immune(state, p, numbers):
    numbers[0] = (town(state).immune >> p) & 1


def messages(state, p, numbers):
    s = town(state)
    for kind in range(KINDS):
        numbers[kind] = collected_of_kind(s, p, kind)
    numbers[KINDS] = count_bits(s.collected[p])
    numbers[KINDS + 1] = numbers[KINDS] // 2


def message_colours(state, p, numbers):
    """By colour: the own one, those of the seats clockwise, then those that nobody plays."""
    s = town(state)
    for colour in range(s.boroughs):
        by = colour if colour >= s.head.seats else right_of(s, colour, p)
        numbers[by] = collected_of_colour(s, p, colour)


def messages_near(state, p, numbers):
    """Which kinds of messages the seat may take within 1, 2, 3 steps, and within those of its carriage house.

    Of the colours that lie on the board it may take those of which it has fewest. [ND-6.12] Its own market is reached
    with two steps, there and back.
    """
    s = town(state)
    by_kind = cython.declare(cython.uint[KINDS])
    by_colour = cython.declare(cython.uint[8])
    for i in range(KINDS):
        by_kind[i] = 0
    for i in range(8):
        by_colour[i] = 0
    for market in range(MARKETS * s.boroughs):
        token: cython.int = s.message[market]
        there: cython.uint = token != NOWHERE
        by_kind[token & (KINDS - 1)] |= there << market
        by_colour[(token // KINDS) & 7] |= there << market
    fewest = KINDS
    for colour in range(s.boroughs):
        if by_colour[colour] != 0:
            fewest = at_most(collected_of_colour(s, p, colour), fewest)
    allowed: cython.uint = 0
    for colour in range(s.boroughs):
        if collected_of_colour(s, p, colour) == fewest:
            allowed |= by_colour[colour]
    steps = at_most(carriage_steps(s, p), LAST_SPACE)
    home: cython.uint = 1 << s.carriage[p]
    reached: cython.uint = home
    edge: cython.uint = home
    for far in range(1, at_least(steps, NEAR) + 1):
        beyond: cython.uint = 0
        while edge != 0:
            beyond |= s.streets[lowest_bit(edge)]
            edge &= edge - 1
        edge = beyond & ~reached
        reached |= beyond
        for kind in range(KINDS):
            found: cython.int = (by_kind[kind] & allowed & (reached if far > 1 else reached & ~home)) != 0
            if far <= NEAR:
                numbers[KINDS * (far - 1) + kind] = found
            if far == steps:
                numbers[KINDS * NEAR + kind] = found


def carriage_market(state, p, numbers):
    s = town(state)
    borough = s.carriage[p] // MARKETS - home_of(s, p)
    numbers[borough if borough >= 0 else borough + s.boroughs] = 1
    numbers[MOST_SEATS + s.carriage[p] % MARKETS] = 1


def hand(state, p, numbers):
    """The cards that the seat has kept, and once the hands are whole those that it may still play."""
    s = town(state)
    if s.head.over or plays_left(s, p) == 0:
        return
    first = first_slot(s)
    if s.phase == PLAYING:
        held = unplayed(s, p, first)
        for k in range(HAND):
            numbers[card_in(s, p, first, k)] += (held >> k) & 1
        return
    if s.phase == KEEPING_PASSED or has_kept(s, p):
        numbers[s.deck[p][first]] += 1
    if s.phase == KEEPING_PASSED and has_kept(s, p):
        numbers[s.deck[right_of(s, p, 1)][first + 1]] += 1


def hand_brings(state, p, numbers):
    """What cards of the hand would bring now, with their marker."""
    s = town(state)
    held = cython.declare(int16_t[ACTIONS])
    for action in range(ACTIONS):
        held[action] = 0
    hand(state, p, held)
    if held[CLOISTER_SCHOOL] > 0:
        numbers[0] = at_most(pieces(s, p, CLOISTER_SCHOOL) + 1, s.general[p])
    if held[BANK] > 0:
        numbers[1] = pieces(s, p, BANK) + 1
    if held[RESIDENCE] > 0:
        numbers[2] = pieces(s, p, RESIDENCE) + 1 + pieces(s, p, PARK) // 2
    if held[NOTRE_DAME] > 0:
        given = at_most(s.coins[p], 3)
        numbers[3] = given * (given + 1) // 2


def hand_choice(state, p, numbers):
    """The cards of which the seat must keep one now."""
    s = town(state)
    if s.head.over or has_kept(s, p):
        return
    first = first_slot(s)
    if s.phase == KEEPING_OWN:
        numbers[s.deck[p][first]] += 1
    holder = p if s.phase == KEEPING_OWN else right_of(s, p, 1)
    numbers[s.deck[holder][first + 1]] += 1
    numbers[s.deck[holder][first + 2]] += 1


def hand_coming(state, p, numbers):
    """The cards that the right neighbour has chosen to pass on, before they are handed over."""
    s = town(state)
    right = right_of(s, p, 1)
    if s.head.over or s.phase > KEEPING_PASSED or not has_kept(s, right):
        return
    first = first_slot(s)
    if s.phase == KEEPING_OWN:
        numbers[s.deck[right][first + 1]] += 1
    numbers[s.deck[right_of(s, p, 1 if s.phase == KEEPING_OWN else 2)][first + 2]] += 1


def hand_over(state, p, numbers):
    """The card that is left when the seat has played two: there are persons that play it."""
    s = town(state)
    if s.head.over or s.phase < PLAYING or s.phase > HIRING or plays_left(s, p) > 0:
        return
    held = unplayed(s, p, first_slot(s))
    for k in range(HAND):
        numbers[card_of(s, p, k)] += (held >> k) & 1


def pile(state, p, numbers):
    """The cards that the seat has not yet drawn in this period."""
    s = town(state)
    if not s.head.over:
        for slot in range(first_slot(s) + HAND, ACTIONS):
            numbers[s.deck[p][slot]] = 1


def plays(state, p, numbers):
    mark_reached(numbers, plays_left(town(state), p), PLAYS)


def hirings(state, p, numbers):
    """Hirings left, and whether there is a coin for one; before the hiring, whether there is one now."""
    s = town(state)
    left = hirings_left(s, p)
    mark_reached(numbers, left, 2)
    numbers[2] = left > 0 and s.coins[p] > 0


def service(state, p, numbers):
    """What the best open person would bring, if the seat may still hire."""
    s = town(state)
    if hirings_left(s, p) == 0 or (s.phase == HIRING and s.coins[p] == 0):
        return
    board = cython.declare(Board)
    count_board(s, p, cython.address(board))
    for i in range(PERSONS_OPEN):
        numbers[0] = at_least(prestige_from(s, p, s.open[i], cython.address(board)), numbers[0])


def service_to_come(state, p, numbers):
    """What the gray persons still to come would bring: those of this period, and all later ones."""
    s = town(state)
    if s.head.over:
        return
    next_period = s.round + PERIOD_ROUNDS - s.round % PERIOD_ROUNDS
    numbers[0] = service_of(s, p, s.round + 1, next_period)
    numbers[1] = service_of(s, p, next_period, ALL_ROUNDS)


def turn_order(state, p, numbers):
    """By distance from the start player; and whether the seat comes last."""
    s = town(state)
    order = right_of(s, p, s.start)
    numbers[order] = 1
    numbers[MOST_SEATS] = order == s.head.seats - 1


def asked(state, p, numbers):
    """How many asks of each kind wait for the seat, from top to bottom."""
    s = town(state)
    for i in range(s.head.asks.depth):
        waiting = s.head.asks.stack[i]
        numbers[waiting.kind - 1] += (waiting.seats >> p) & 1


def amounts_asked(state, p, numbers):
    """How much the asks are about that wait for the seat."""
    s = town(state)
    for i in range(s.head.asks.depth):
        waiting = s.head.asks.stack[i]
        if (waiting.seats >> p) & 1:
            if waiting.kind == CARRIAGE_TO:
                numbers[0] = waiting.about
            elif waiting.kind == HOTEL_USE:
                numbers[1] += waiting.about
            elif waiting.kind == RAT_STEP:
                numbers[2] = waiting.about
            elif waiting.kind == PLACE_IN_EMPTY:
                numbers[3] = waiting.about
            elif waiting.kind == RETURN_MARKER:
                numbers[4] = waiting.about


def on_its_way(state, p, numbers):
    """In the middle of a move: from where, with the friend as the last place, and then to where."""
    s = town(state)
    if not is_asked(s, p):
        return
    top = top_ask(cython.address(s.head.asks))
    if top.kind == MOVE_TO or top.kind == CARRY_TO or top.kind == CARRY_PIECES:
        numbers[top.about] = 1
    if top.kind == CARRY_PIECES:
        numbers[ACTIONS + top.more] = 1
    elif top.kind == PAY_MARKER:
        numbers[ACTIONS + top.about] = 1


def message_offered(state, p, numbers):
    s = town(state)
    if is_asked(s, p) and top_ask(cython.address(s.head.asks)).kind == TAKE_MESSAGE:
        numbers[s.message[s.carriage[p]] % KINDS] = 1


def knows_gray(state, p, numbers):
    numbers[0] = (town(state).knows_gray >> p) & 1


# of the table


def seats(state, p, numbers):
    numbers[town(state).head.seats - 2] = 1


def options(state, p, numbers):
    numbers[0] = town(state).anniversary
    numbers[1] = town(state).new_persons


def rounds_left(state, p, numbers):
    numbers[0] = rounds_to_come(town(state))


def round_now(state, p, numbers):
    """One for the round, the round within the period, and the period."""
    s = town(state)
    if not s.head.over:
        numbers[s.round] = 1
        numbers[ALL_ROUNDS + s.round % PERIOD_ROUNDS] = 1
        numbers[ALL_ROUNDS + PERIOD_ROUNDS + s.round // PERIOD_ROUNDS] = 1


def phase_now(state, p, numbers):
    numbers[town(state).phase] = 1


def top_kind(state, p, numbers):
    s = town(state)
    if s.head.asks.depth > 0:
        numbers[top_ask(cython.address(s.head.asks)).kind - 1] = 1


def cathedral(state, p, numbers):
    numbers[0] = town(state).cathedral
    numbers[1] = cathedral_markers(town(state))


def share(state, p, numbers):
    numbers[0] = share_a_marker(town(state))


def persons_open(state, p, numbers):
    s = town(state)
    for i in range(PERSONS_OPEN):
        if s.open[i] < PERSONS:
            numbers[s.open[i]] = 1


def persons_to_come(state, p, numbers):
    """The brown ones in the pile, and the gray ones of the rounds to come."""
    s = town(state)
    for person in range(BROWN):
        numbers[person] = (s.brown >> person) & 1
    for number in range(ALL_ROUNDS - rounds_to_come(s), ALL_ROUNDS):
        if s.gray[number] < PERSONS:
            numbers[s.gray[number]] = 1


def plague(state, p, numbers):
    numbers[0] = plague_value(town(state))


def plague_reached(state, p, numbers):
    mark_reached(numbers, plague_value(town(state)) - 1, PLAGUE_STEPS)


def rats_to_come(state, p, numbers):
    """On the brown persons in the pile; on the gray ones of this period, and of all later ones."""
    s = town(state)
    for person in range(BROWN):
        numbers[0] += ((s.brown >> person) & 1) * s.rats[person]
    for number in range(ALL_ROUNDS - rounds_to_come(s), ALL_ROUNDS):
        numbers[1 if number // PERIOD_ROUNDS == s.round // PERIOD_ROUNDS else 2] += s.rats[s.gray[number]]


def messages_left(state, p, numbers):
    """By kind, on all markets."""
    s = town(state)
    for market in range(MARKETS * s.boroughs):
        token: cython.int = s.message[market]
        numbers[token & (KINDS - 1)] += token != NOWHERE


def coins_left(state, p, numbers):
    """Of the box, where they run out."""
    s = town(state)
    numbers[0] = bank_coins(s) if s.anniversary else BOX_COINS


# the list


def reached(steps):
    """The parts that `mark_reached` writes."""
    return counting(steps)[1:]


LEADS_TOLD = (-15, -10, -6, -3, -1, 0, 1, 3, 6, 10, 15)
for told in range(LEADS):
    STEPS_OF_LEADS[told] = LEADS_TOLD[told]

AWAY = ("own", *(f"{i} further" for i in range(1, MOST_SEATS)))
DISTANCES = (*(f"{i + 1} steps" for i in range(NEAR)), "the steps of its house")
NEARBY = [f"{kind} within {far}" for far in DISTANCES for kind in names.KINDS]
ON_THEIR_WAY = [*(f"from {where}" for where in names.ACTIONS), *(f"to {where}" for where in names.PLACES)]
ASKED = [kind for kind, *_ in names.ASKS]
LEADING = [f"by {told} or better" for told in LEADS_TOLD]
SECTOR_AMOUNTS = [f"{sector}, at least {i + 1}" for sector in names.SECTORS for i in range(SECTOR_STEPS)]
TOLD_APART = names.PERSONS[:PERSONS]
ROUNDS = [
    *(f"round {i + 1}" for i in range(ALL_ROUNDS)),
    *(f"round {i + 1} of a period" for i in range(PERIOD_ROUNDS)),
    *(f"period {letter}" for letter in names.PERIODS),
]

FEATURES = Features()
FEATURES.seat(prestige, feature("prestige", 0, 300, "prestige so far", scale=40))
FEATURES.seat(lead, feature("lead", -300, 300, "prestige more than the best other seat's; below 0: less", scale=15))
FEATURES.seat(lead_reached, feature("lead reached", 0, 1, "such a lead", LEADING))
FEATURES.seat(place_now, feature("place", 0, 1, "the place, if the game ended now", range(1, MOST_SEATS + 1)))
FEATURES.seat(coins, feature("coins", 0, 60, "coins", scale=4))
FEATURES.seat(coins_reached, feature("coins reached", 0, 1, "so many coins", reached(MOST_STEPS)))
FEATURES.seat(
    coins_of_use,
    feature("hirings to come", 0, 12, "hirings of this and all later rounds", ("with a coin", "without"), scale=4),
)
FEATURES.seat(
    markers_at_hand,
    feature(
        "markers at hand", 0, 18, "markers off the board; cards still to be played in the game that find one or do not",
        ("own supply", "general supply", "cards with a marker", "cards without"), scale=5,
    ),
)  # fmt: skip
FEATURES.seat(supply_reached, feature("supply reached", 0, 1, "so many in the own supply", reached(MOST_STEPS)))
FEATURES.seat(general_reached, feature("general reached", 0, 1, "so many in the general supply", reached(MOST_STEPS)))
FEATURES.seat(sectors_pieces, feature("pieces", 0, 15, "markers and friend in each sector", names.SECTORS, scale=3))
FEATURES.seat(sectors_reached, feature("pieces reached", 0, 1, "so many pieces in a sector", SECTOR_AMOUNTS))
FEATURES.seat(
    sectors_to_come,
    feature("pieces to come", 0, 120, "pieces in each sector times the rounds after this", names.SECTORS, scale=12),
)
FEATURES.seat(friend_place, feature("friend", 0, 1, "where the friend stands", (*names.SECTORS, "aside")))
FEATURES.seat(
    board_shape,
    feature(
        "board", 0, 15, "how the pieces lie",
        ("sectors with a piece", "with two", "with three", "most in a sector", "in all", "bonus of the park"),
        scale=4,
    ),
)  # fmt: skip
FEATURES.seat(cathedral_own, feature("cathedral", 0, 14, "own markers on the cathedral", scale=3))
FEATURES.seat(cathedral_reached, feature("cathedral reached", 0, 1, "so many markers there", reached(CATHEDRAL_STEPS)))
FEATURES.seat(
    cathedral_share, feature("cathedral share", 0, 30, "prestige that the markers there would bring now", scale=5)
)
FEATURES.seat(rat, feature("rat", 0, LAST_SPACE, "space of the rat", scale=5))
FEATURES.seat(rat_reached, feature("rat reached", 0, 1, "the rat on such a space", reached(LAST_SPACE)))
FEATURES.seat(
    rat_after,
    feature(
        "rat after", -15, 40, "space of the rat after this round's plague; below 0: what the hospital has to spare, "
        "above 9: how far it is overrun", scale=5,
    ),
)  # fmt: skip
FEATURES.seat(
    rat_after_reached,
    feature("rat after reached", 0, 1, "such a space after this round's plague", reached(RAT_STEPS)),
)
FEATURES.seat(immune, feature("immune", 0, 1, "this round's plague passes the seat"))
FEATURES.seat(
    messages,
    feature("messages", 0, 20, "messages collected: by kind, all, pairs", (*names.KINDS, "all", "pairs"), scale=2),
)
FEATURES.seat(
    message_colours,
    feature(
        "message colours", 0, KINDS, "messages by colour: the own one, then clockwise, then those that nobody plays",
        AWAY, scale=2,
    ),
)  # fmt: skip
FEATURES.seat(messages_near, feature("messages near", 0, 1, "a message that the seat may take within reach", NEARBY))
FEATURES.seat(
    carriage_market,
    feature(
        "carriage", 0, 1, "where the carriage stands: the borough clockwise from the own one, and the market in it",
        (*(f"borough {away}" for away in AWAY), *names.MARKETS),
    ),
)  # fmt: skip
FEATURES.seat(
    hand,
    feature("hand", 0, HAND, "cards kept, after the draft those still to be played", names.ACTIONS, scale=1),
)
FEATURES.seat(
    hand_brings,
    feature(
        "hand brings", 0, 30, "what a card of the hand would bring now", ("markers", "coins", "prestige", "donation"),
        scale=4,
    ),
)  # fmt: skip
FEATURES.seat(hand_choice, feature("hand choice", 0, 1, "cards of which the seat keeps one now", names.ACTIONS))
FEATURES.seat(
    hand_coming,
    feature("hand coming", 0, 1, "cards that the right neighbour will surely pass on", names.ACTIONS),
)
FEATURES.seat(hand_over, feature("card left", 0, 1, "the card that is left after two were played", names.ACTIONS))
FEATURES.seat(pile, feature("pile", 0, 1, "cards that the seat will draw later in this period", names.ACTIONS))
FEATURES.seat(plays, feature("plays left", 0, 1, "cards still to be played in this round", reached(PLAYS)))
FEATURES.seat(
    hirings,
    feature("hirings left", 0, 1, "hirings left in this round", (*reached(2), "with a coin for one")),
)
FEATURES.seat(
    service, feature("service", 0, 300, "prestige that the best open person would bring, if one may be hired", scale=6)
)
FEATURES.seat(
    service_to_come,
    feature(
        "service to come", 0, 2000, "prestige that the gray persons to come would bring as things stand, all together",
        ("this period", "later"), scale=30,
    ),
)  # fmt: skip
FEATURES.seat(
    turn_order, feature("turn order", 0, 1, "place in this round's order of play", (*range(1, MOST_SEATS + 1), "last"))
)
FEATURES.seat(asked, feature("asked", 0, 4, "asks that wait for the seat, by kind", ASKED, scale=1))
FEATURES.seat(
    amounts_asked,
    feature(
        "amounts asked", 0, BOX_COINS, "what such asks offer",
        ("steps of the carriage", "choices at the hotel", "steps of the rat", "markers to place", "markers returned"),
        scale=3,
    ),
)  # fmt: skip
FEATURES.seat(on_its_way, feature("on its way", 0, 1, "in the middle of a move: from where, to where", ON_THEIR_WAY))
FEATURES.seat(message_offered, feature("message offered", 0, 1, "the message that the seat may take now", names.KINDS))
FEATURES.seat(knows_gray, feature("knows gray", 0, 1, "the seat has looked through the gray pile"))

FEATURES.table(seats, feature("seats", 0, 1, "how many play", range(2, MOST_SEATS + 1)))
FEATURES.table(options, feature("options", 0, 1, "what the table has chosen", ("anniversary edition", "new persons")))
FEATURES.table(rounds_left, feature("rounds left", 0, ALL_ROUNDS - 1, "rounds after this one", scale=4))
FEATURES.table(round_now, feature("round", 0, 1, "the round", ROUNDS))
FEATURES.table(phase_now, feature("phase", 0, 1, "what the round is doing", names.PHASES))
FEATURES.table(top_kind, feature("ask", 0, 1, "the kind of the ask on top", ASKED))
FEATURES.table(
    cathedral, feature("cathedral", 0, 70, "the cathedral", ("prestige to share out", "markers there"), scale=8)
)
FEATURES.table(share, feature("share", 0, 50, "prestige for a marker on the cathedral, if it were shared now", scale=4))
FEATURES.table(persons_open, feature("open", 0, 1, "persons open in this round", TOLD_APART))
FEATURES.table(
    persons_to_come, feature("to come", 0, 1, "brown persons in the pile, gray ones of later rounds", TOLD_APART)
)
FEATURES.table(plague, feature("plague", 0, 30, "this round's plague value", scale=5))
FEATURES.table(plague_reached, feature("plague reached", 0, 1, "such a plague value", reached(PLAGUE_STEPS + 1)[1:]))
FEATURES.table(
    rats_to_come,
    feature("rats to come", 0, 80, "rats on persons to come", ("brown", "gray, this period", "gray, later"), scale=8),
)
FEATURES.table(messages_left, feature("messages left", 0, MOST_SEATS, "messages on the markets", names.KINDS, scale=3))
FEATURES.table(coins_left, feature("coins left", 0, BOX_COINS, "coins that can still be had", scale=10))
