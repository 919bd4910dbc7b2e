"""The evaluation: how good a position looks for a seat, in citizens on the board less expected losses.

The weights are plain guesses of a player, checked against random play.
"""

import cython
from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.bellringer.core.compiled.rules import SEATS_ROOM
from cython.cimports.bellringer.games.rattus.rules.boards import on_boards
from cython.cimports.bellringer.games.rattus.rules.diplomats import FIRST, SECOND
from cython.cimports.bellringer.games.rattus.rules.ending import score
from cython.cimports.bellringer.games.rattus.rules.plague import raised_by_a_nun
from cython.cimports.bellringer.games.rattus.rules.region_cards import count_at, points_in_hand
from cython.cimports.bellringer.games.rattus.rules.state import (
    GUILDS_BOARD,
    IN_HAND,
    INNS_BOARD,
    LAST_ROUND,
    REGIONS,
    UNIVERSITIES,
    Europe,
    are_neighbours,
    crowd,
    holds,
    plays_region_cards,
)
from cython.cimports.bellringer.games.rattus.rules.turn import guard
from cython.cimports.bellringer.games.rattus.rules.universities import sole_leader


def evaluate(state, p):
    """The seat's standing less a part of the best other one. After the end: citizens, and a little for the place."""
    worth = cython.declare(cython.double[SEATS_ROOM])
    evaluate_all(state, worth)
    return worth[p]


def evaluate_all(state, worth):
    """Evaluate the state for all seats at once: each needs the standings of the others, too."""
    s = cython.cast(cython.pointer(Europe), state)
    standings = cython.declare(cython.double[SEATS_ROOM])
    for p in range(s.head.seats):
        standings[p] = score(state, p) if s.head.over else standing(s, p)
    for p in range(s.head.seats):
        best: cython.double = -100.0
        for other in range(s.head.seats):
            if other != p and standings[other] > best:
                best = standings[other]
        own: cython.double = standings[p] if s.head.over else standings[p] + worth_of_hand(s, p)
        worth[p] = own - 0.5 * best


def danger(state, p):
    """The citizens that the seat may expect to lose to the rats in all regions."""
    s = cython.cast(cython.pointer(Europe), state)
    lost: cython.double = 0.0
    for region in range(REGIONS):
        if s.citizens[p][region] > 0:
            lost += expected_loss(s, p, region)
    return lost


def standing(s, p):
    """Citizens in the palace count in full, citizens in regions less the expected losses there.

    A class card is worth something for its ability, but rats hit its class, which counts as a loss.
    """
    worth: cython.double = s.points[p] + s.palace[p] + 0.3 * (s.palace[p] > 0) + 0.8 * (s.kept[p] + s.lodged[p])
    if s.modules & (GUILDS_BOARD | INNS_BOARD):
        worth += 0.5 * on_boards(s, p)  # for what they do, and for their part in the points at the end
    for region in range(REGIONS):
        own = s.citizens[p][region]
        if own > 0:
            worth += own - expected_loss(s, p, region)
    if s.university[0] > 0:
        worth += scored_by_universities(s, p)
    if s.phase < LAST_ROUND:
        worth += (1.0 - lateness(s)) * worth_of_cards(s, p)
    if s.lent != 0 and holds(s, p, s.lent_to):
        worth += 0.3
    if s.diplomats[p] != 0:
        worth += worth_of_diplomats(s, p)
    return worth


def worth_of_hand(s, p):
    """A region card protects until it is wanted, and may score at the end. Of others' hands nothing is known."""
    if not plays_region_cards(s):
        return 0.0
    scoring: cython.double = 0.2 + 0.6 * lateness(s)
    return 0.35 * count_at(s, IN_HAND + p) + scoring * points_in_hand(s, p)


def worth_of_diplomats(s, p):
    """A little for each diplomat, and most of the points that the seat would score for them now."""
    own: cython.int = count_bits(s.diplomats[p])
    more: cython.int = 0
    as_many: cython.int = 0
    points: cython.int = 0
    for other in range(s.head.seats):
        theirs: cython.int = count_bits(s.diplomats[other])
        more += theirs > own
        as_many += theirs == own
    if more == 0:
        points = FIRST if as_many == 1 else (FIRST + SECOND) // as_many
    elif more == 1:
        points = SECOND // as_many
    return 0.2 * own + (0.5 + 0.4 * lateness(s)) * points


def scored_by_universities(s, p):
    """What the universities may bring: about a quarter of the events score, and at the end they do once more."""
    leads: cython.int = 0
    for piece in range(UNIVERSITIES):
        leads += sole_leader(s, s.university[piece] - 1) == p
    return (0.9 if s.phase >= LAST_ROUND else 0.3 + 0.4 * lateness(s)) * leads


def worth_of_cards(s, p):
    """The class cards, their upgrades, and that nobody can take the others; a blocked card is worth half."""
    cards: cython.ulonglong = s.cards[p]
    worth: cython.double = 0.9 * count_bits(cards)
    worth += 0.5 * (count_bits(cards & s.upgraded[0]) + count_bits(cards & s.upgraded[1]))
    if s.blocked != 0:
        worth -= 0.45 * count_bits(cards & s.blocked)
    return worth + 0.1 * (count_bits(cards) - 1) if guard(s, p) >= 0 else worth


def potions_of(s, p, region):
    """The potions under the seat's citizens in a region."""
    found: cython.int = 0
    for i in range(s.bearer_count):
        if s.bearers[i].seat == p and s.bearers[i].place == region:
            found += s.bearers[i].potions
    return found


def symbols_borne(s, p):
    """The average loss to one rat through the seat's class cards: each class is on about a third of the rats."""
    return 0.36 * count_bits(s.cards[p])


def lateness(s):
    """How late in the game it is: 0 with a full supply of rats, 1 with an empty one."""
    full: cython.double = s.tokens - s.taken_out
    return 1.0 - s.in_supply / full


def threat(s, region):
    """How likely a region's rats are turned soon: more so near the plague piece, and late in the game."""
    if s.phase >= LAST_ROUND:
        return 1.0
    near: cython.double = 0.15
    if are_neighbours(s, s.piece, region):
        near = 0.4
    return near + (1.0 - near) * lateness(s) * lateness(s)


def expected_loss(s, p, region):
    """The seat's citizens that a region's rats would kill on average, times how likely they are turned."""
    own: cython.double = s.citizens[p][region]
    if s.rat_count[region] == 0:
        spreads: cython.double = 0.15 if s.phase < LAST_ROUND else 0.0
        return own * spreads * threat(s, region)
    people = crowd(s, region)
    if s.nuns[region] > 0:
        people -= s.nuns[region] * raised_by_a_nun(s)
        people = people if people > 0 else 0
    acting: cython.double = 0.12 * people if people < 6 else 0.7
    acting += 0.28 if people > 2 else 0.1
    loss: cython.double = symbols_borne(s, p) + 0.35
    most: cython.bint = True
    for other in range(s.head.seats):
        if other != p and s.citizens[other][region] > s.citizens[p][region]:
            most = False
    if most:
        loss += 0.4
    lost: cython.double = s.rat_count[region] * acting * loss
    if s.bearer_count > 0:
        spared: cython.double = 0.9 * potions_of(s, p, region)
        lost = lost - spared if lost > spared else 0.0
    return threat(s, region) * (lost if lost < own else own)
