"""The plague: it spreads to neighbours, then ravages its region, one rat at a time."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_set, lowest_bit
from cython.cimports.bellringer.core.compiled.sources import enter_by, is_traced, name_source
from cython.cimports.bellringer.games.rattus.cards.deck import (
    after_plague,
    after_rat,
    after_reveal,
    having_after_plague,
    having_after_rat,
    having_more_rats,
    having_piece_counts,
    having_raises_limits,
    having_reveals_all,
    lifts_limits,
    more_rats,
    piece_counts,
    raises_limits,
    reveals_all,
)
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import (
    COUNT_PIECE,
    LIFT_LIMITS,
    LOSE_WHICH,
    MORE_RATS,
    NEXT_RAT,
    PROTECT,
    REPLACE_RAT,
    REVEAL_ALL,
    SPEND_POTION,
    SPREAD,
)
from cython.cimports.bellringer.games.rattus.rules.citizens import (
    citizens_in,
    kill_citizen,
    kill_citizens,
    spend_potion,
)
from cython.cimports.bellringer.games.rattus.rules.diplomats import allow_citizens, citizen_of, regulars_in
from cython.cimports.bellringer.games.rattus.rules.events import (
    ABILITY_USED,
    LIMITS_LIFTED,
    PIECE_COUNTS,
    RAT_DISCARDED,
    RAT_SPARES,
    RAT_TURNED,
)
from cython.cimports.bellringer.games.rattus.rules.guilds import use_guild
from cython.cimports.bellringer.games.rattus.rules.moves import (
    COUNT_IT,
    DRAW_ONE,
    ONE_MORE,
    PASS,
    RAT,
    REVEAL_THEM,
    SPEND_IT,
    TO,
)
from cython.cimports.bellringer.games.rattus.rules.plague import NEW_RATS
from cython.cimports.bellringer.games.rattus.rules.rats import (
    discard_drawn,
    discard_rat,
    draw_rat,
    rat_from_supply,
    replace_rat,
    reveal_rats,
    with_room,
)
from cython.cimports.bellringer.games.rattus.rules.region_cards import discard_played, who_may_protect
from cython.cimports.bellringer.games.rattus.rules.sources import KILLED_COLUMN, OF_SYMBOL
from cython.cimports.bellringer.games.rattus.rules.state import (
    ALL,
    CLASSES_HIT,
    COUNTING,
    LAST_RAVAGE,
    LAST_ROUND,
    MAJORITY,
    MAJORITY_HIT,
    MOST_SEATS,
    NO_RAT,
    ON_PODIUM,
    PROTECTING,
    RATS,
    SPREADING,
    abilities,
    actor,
    card_level,
    cards_in_play,
    crowd,
    left_of,
    plays_region_cards,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, move_piece, tell


def begin_plague(s, p, region):
    """Move the plague piece, and spread: 1 rat in the region brings 1 more, 2 or 3 rats bring 2. [RA-4.1]"""
    move_piece(s, p, region)
    s.piece_counts = 0
    s.no_limits = 0
    rats = s.rat_count[region]
    s.rats_to_come = rats if rats < NEW_RATS else NEW_RATS
    s.phase = SPREADING
    if rats > 0:
        ask_more_rats(s, p)


# the spread


def ask_more_rats(s, p):
    """Ask whether a card brings more rats than usual."""
    cards: cython.ulonglong = abilities(s, p) & having_more_rats()
    while cards != 0:
        more = more_rats(s, p, lowest_bit(cards))
        if more > 0:
            ask(s, p, MORE_RATS, more, lowest_bit(cards))
        cards &= cards - 1


def legal_more_rats(s, legal):
    """More rats, or none, if the supply has any and they have somewhere to go."""
    if s.in_supply > 0 and spread_targets(s) != 0:
        allow(legal, PASS)
        allow(legal, ONE_MORE)


def answer_more_rats(s, p, move, most, card):
    """The rats of the card come in addition to those that the plague brings anyway."""
    if move == ONE_MORE:
        tell(s, p, ABILITY_USED, card, 0, 0)
        s.rats_to_come += most


def spread_targets(s):
    """The bit set of the neighbours of the plague region that a rat can come to."""
    return s.open_to[s.piece] & with_room(s)


def spread(s):
    """Ask where the next new rat goes. Go on if none is left to place, in the supply, or with room. [RA-4.3]"""
    if s.rats_to_come > 0 and s.in_supply > 0 and spread_targets(s) != 0:
        s.rats_to_come -= 1
        ask(s, s.turn, SPREAD, 0, 0)
    else:
        s.rats_to_come = 0
        s.phase = COUNTING


def legal_spread(s, legal):
    """Any neighbour with room for a rat."""
    allow_set(legal, TO, spread_targets(s))


def answer_spread(s, p, move):
    """Place a rat from the supply there, face down."""
    rat_from_supply(s, p, move - TO)


# before the rats are turned


def ask_before_ravage(s, p):
    """Ask what cards may do before the first rat is turned: the piece counts, all rats are revealed together."""
    if not goes_on_ravaging(s, s.piece):
        return
    cards: cython.ulonglong = abilities(s, p) & having_reveals_all()
    while cards != 0:
        if reveals_all(s, p, lowest_bit(cards)):
            ask(s, p, REVEAL_ALL, lowest_bit(cards), 0)
        cards &= cards - 1
    card = counting_card(s, p)
    if card >= 0 and not (s.used >> card) & 1:
        ask_counting(s, p)


def counting_card(s, p):
    """A card of the seat that lets the plague piece count as citizens, or -1."""
    cards: cython.ulonglong = abilities(s, p) & having_piece_counts()
    while cards != 0:
        if piece_counts(s, p, lowest_bit(cards)) > 0:
            return lowest_bit(cards)
        cards &= cards - 1
    return -1


def ask_counting(s, p):
    """Ask whether the piece counts, or does away with limits, which a better card does instead. [RA-7.7]"""
    card = counting_card(s, p)
    if card >= 0 and lifts_limits(s, p, card):
        ask(s, p, LIFT_LIMITS, 0, 0)
    elif card >= 0:
        ask(s, p, COUNT_PIECE, piece_counts(s, p, card), 0)


def legal_count_piece(legal):
    """The piece counts as citizens, or not."""
    allow(legal, PASS)
    allow(legal, COUNT_IT)


def answer_count_piece(s, p, move, citizens):
    """Let the piece count as so many neutral citizens, which matter for the limits alone."""
    if move == COUNT_IT:
        if s.granted[p] != 0:
            use_guild(s, p, counting_card(s, p))
        s.piece_counts = citizens
        tell(s, p, PIECE_COUNTS, 0, s.piece, citizens)


def answer_lift_limits(s, p, move):
    """All limits in the plague region become zero; pieces there still add to them."""
    if move == COUNT_IT:
        s.no_limits = 1
        tell(s, p, LIMITS_LIFTED, 0, s.piece, 0)


def legal_reveal_all(legal):
    """Reveal them together, or not."""
    allow(legal, PASS)
    allow(legal, REVEAL_THEM)


def answer_reveal_all(s, p, move, card):
    """Turn them face up; then the seat decides which acts when, and what a better card does."""
    if move == REVEAL_THEM:
        s.revealed_all = 1
        tell(s, p, ABILITY_USED, card, 0, 0)
        reveal_rats(s, p, s.piece)
        after_reveal(s, p, card)


def legal_draw_rat(s, legal):
    """Draw one, or not."""
    if s.in_supply > 0:
        allow(legal, PASS)
        allow(legal, DRAW_ONE)


def answer_draw_rat(s, p, move):
    """Draw a rat, unless the seat passes; it may replace one of those that lie face up."""
    if move == DRAW_ONE:
        draw_rat(s, p)
        ask(s, p, REPLACE_RAT, s.piece, 0)


def legal_replace_rat(s, legal, region):
    """Any of the region's rats, or none."""
    allow(legal, PASS)
    for slot in range(s.rat_count[region]):
        allow(legal, RAT + region * RATS + slot)


def answer_replace_rat(s, p, move, region):
    """The drawn rat takes the place of that one."""
    if move != PASS:
        replace_rat(s, p, region, (move - RAT) % RATS)


# the rats


def goes_on_ravaging(s, region):
    """Whether a region has both rats and citizens, so that the next rat is turned. [RA-5.1]"""
    return s.rat_count[region] > 0 and crowd(s, region) > 0


def ravage(s, region):
    """Take the next step of a plague in a region. Returns whether it goes on."""
    if s.rat_stage != NO_RAT:
        go_on_with_rat(s, region)
    elif not goes_on_ravaging(s, region):
        put_away(s, region)
        return False
    elif s.revealed_all and s.rat_count[region] > 1:
        ask(s, actor(s), NEXT_RAT, region, 0)
    else:
        turn_rat(s, region, 0)
    return True


def put_away(s, region):
    """After a plague, put away what is face up, and the region cards that protected class cards there."""
    if s.protected != 0:
        discard_played(s)
    if s.revealed_all:
        s.revealed_all = 0
        while s.rat_count[region] > 0:
            tell(s, actor(s), RAT_DISCARDED, discard_rat(s, region, 0), region, 0)
    if s.drawn > 0:
        discard_drawn(s, actor(s))


def end_plague(s, p):
    """After a turn's plague the piece counts no longer. The cards of the seat act on all that its plague has done."""
    if s.phase != LAST_ROUND:
        s.piece_counts = 0
        s.no_limits = 0
    cards: cython.ulonglong = abilities(s, p) & having_after_plague()
    while cards != 0:
        after_plague(s, p, lowest_bit(cards))
        cards &= cards - 1
    forget_fallen(s)


def forget_fallen(s):
    """A plague is over, and the citizens that it killed need not be known any longer."""
    for p in range(MOST_SEATS):
        s.fallen[p] = 0


def legal_next_rat(s, legal, region):
    """Any rat of the region."""
    for slot in range(s.rat_count[region]):
        allow(legal, RAT + region * RATS + slot)


def answer_next_rat(s, move, region):
    """Turn that rat: it acts."""
    turn_rat(s, region, (move - RAT) % RATS)


def limit_of(s, region, token):
    """The citizens from which a token acts in a region."""
    limit: cython.int = 0 if s.no_limits and region == s.piece and piece_acts(s) else s.limit[token]
    if s.nuns[region] > 0:
        limit += s.nuns[region] * raised_by_a_nun(s)
    return limit


def piece_acts(s):
    """Whether what the piece does holds now: in a plague of the last round only if its seat chose it. [RA-9.16]"""
    return s.phase != LAST_ROUND or counting_card(s, actor(s)) >= 0


def raised_by_a_nun(s):
    """By how much each nun raises the limits of its region: as the card says, whoever has it, or its tile elsewhere."""
    most = 0
    cards: cython.ulonglong = cards_in_play(s) & having_raises_limits()
    while cards != 0:
        more = raises_limits(s, 0, lowest_bit(cards), card_level(s, lowest_bit(cards)))
        most = more if more > most else most
        cards &= cards - 1
    if s.lent != 0:
        more = raises_limits(s, 0, s.lent - 1, 3)
        most = more if more > most else most
    return most


def turn_rat(s, region, slot):
    """Turn a rat and remove it; it strikes if its limit is reached. [RA-5.2]"""
    token = discard_rat(s, region, slot)
    people = crowd(s, region)
    if region == s.piece and s.piece_counts > 0 and piece_acts(s):
        people += s.piece_counts
    limit: cython.int = limit_of(s, region, token)
    tell(s, actor(s), RAT_TURNED, token, region, limit * COUNTED + people)
    if people >= limit:
        s.token = token + 1
        s.rat_stage = MAJORITY_HIT
        if (s.symbols[token] >> MAJORITY) & 1:
            strike_majority(s, region)
        go_on_with_rat(s, region)


def go_on_with_rat(s, region):
    """Go on with the rat that acts: the majority pays first, then the classes, until a seat must choose who falls.

    Between the two seats may protect class cards. [RA-14.9]
    """
    if s.owing == 0 and s.rat_stage == MAJORITY_HIT:
        s.rat_stage = PROTECTING
        if plays_region_cards(s):
            s.may_protect = who_may_protect(s, region)
    if s.rat_stage == PROTECTING:
        if s.may_protect != 0:
            ask_next(s, s.may_protect, PROTECT, region)
            return
        s.rat_stage = CLASSES_HIT
        strike_classes(s, region, s.symbols[s.token - 1])
        if hits_nobody(s):
            tell(s, actor(s), RAT_SPARES, 0, region, 0)
    if s.owing != 0:
        ask_next(s, s.owing, LOSE_WHICH, region)
        return
    s.rat_stage = NO_RAT
    s.token = 0
    if s.phase != LAST_RAVAGE:
        end_rat(s, actor(s))
    for p in range(MOST_SEATS):
        s.killed[p] = 0


def hits_nobody(s):
    """Whether the rat that strikes has killed no citizen, and no seat owes it one. A majority always loses one."""
    if s.owing != 0 or (s.symbols[s.token - 1] >> MAJORITY) & 1:
        return False
    killed = 0
    for p in range(MOST_SEATS):
        killed += s.killed[p]
    return killed == 0


def end_rat(s, p):
    """Let the cards of the seat whose plague it is act on what the rat has done."""
    cards: cython.ulonglong = abilities(s, p) & having_after_rat()
    while cards != 0:
        after_rat(s, p, lowest_bit(cards))
        cards &= cards - 1


def strike_majority(s, region):
    """The seat with the most citizens in the region loses one; in a tie each of them does. [RA-5.5]"""
    most = 0
    for p in range(MOST_SEATS):
        here = s.citizens[p][region]
        most = here if here > most else most
    if most > 0:
        for by in range(s.head.seats):
            p = left_of(s, s.turn, by)
            if s.citizens[p][region] == most:
                lose(s, p, region, 1)


def strike_classes(s, region, symbols):
    """Each seat loses one citizen for each symbol that hits it. [RA-5.6]"""
    for by in range(s.head.seats):
        p = left_of(s, s.turn, by)
        losses = losses_to(s, p, symbols)
        if losses > 0:
            lose(s, p, region, losses)


def losses_to(s, p, symbols):
    """How many symbols of a rat hit a seat: that for all, and those of its classes. [RA-5.6]

    Class cards that region cards protect do not count. [RA-14.5]
    """
    losses: cython.int = (symbols >> ALL) & 1
    cards: cython.ulonglong = s.cards[p] & ~s.protected
    while cards != 0:
        losses += (symbols >> s.symbol_of[lowest_bit(cards)]) & 1
        cards &= cards - 1
    return losses


def most_owed(s, p):
    """The most that a seat can owe to the rat that strikes: as one of the majority, or by its class cards."""
    symbols: cython.int = s.symbols[s.token - 1]
    of_majority: cython.int = (symbols >> MAJORITY) & 1
    losses: cython.int = losses_to(s, p, symbols)
    return losses if losses > of_majority else of_majority


# losses


def lose(s, p, region, n):
    """A seat loses n citizens in a region, while it has any there. It owes them unless they all bear nothing.

    It may owe more than it has there: for each of them a potion may go. [RA-12.28]
    """
    if s.bearer_count == 0 or citizens_in(s, p, region) <= 1:
        if is_traced(s):
            enter_fallen(s, p, n if n < s.citizens[p][region] else s.citizens[p][region])
        kill_citizens(s, p, region, n)
        return
    s.owed[p] = n
    s.owing |= 1 << p


def enter_fallen(s, p, n):
    """Enter by which symbols of the rat so many citizens fall, one by one."""
    for loss in range(n):
        enter_by(s, p, KILLED_COLUMN, OF_SYMBOL + symbol_by_which(s, p, loss), 1)


def symbol_by_which(s, p, loss):
    """The symbol by which a seat has its loss of that number, from 0: that for all comes before its classes."""
    symbols: cython.int = s.symbols[s.token - 1]
    if s.rat_stage == MAJORITY_HIT:
        return MAJORITY
    if (symbols >> ALL) & 1:
        if loss == 0:
            return ALL
        loss -= 1
    cards: cython.ulonglong = s.cards[p] & ~s.protected
    while cards != 0:
        symbol: cython.int = s.symbol_of[lowest_bit(cards)]
        if (symbols >> symbol) & 1:
            if loss == 0:
                return symbol
            loss -= 1
        cards &= cards - 1
    return ALL


def ask_next(s, seats, kind, region):
    """Ask the first of some seats from the one that acts; in the last ravage that of the last turn comes last."""
    first = left_of(s, s.turn, 1) if s.phase == LAST_RAVAGE else actor(s)
    for by in range(s.head.seats):
        p = left_of(s, first, by)
        if (seats >> p) & 1:
            ask(s, p, kind, region, 0)
            return


def legal_lose_which(s, p, legal, region):
    """Any of the seat's citizens there, but a diplomat only when no other is left. [RA-14.34]"""
    regulars: cython.ulonglong = regulars_in(s, p, region)
    allow_citizens(legal, regulars if regulars != 0 else citizens_in(s, p, region))


def answer_lose_which(s, p, move, region):
    """The citizen falls; if it bears potions, ask whether one of these falls instead."""
    s.owed[p] -= 1
    if s.owed[p] == 0:
        s.owing &= ~(1 << p)
    citizen: cython.int = citizen_of(move)
    if citizen % ON_PODIUM > 0:
        ask(s, p, SPEND_POTION, region, citizen % ON_PODIUM)
    else:
        let_fall(s, p, region, citizen)


def let_fall(s, p, region, citizen):
    """The citizen falls; a seat that has no other there owes nothing more. [RA-5.9]"""
    if is_traced(s):
        losses: cython.int = 1 if s.rat_stage == MAJORITY_HIT else losses_to(s, p, s.symbols[s.token - 1])
        name_source(s, OF_SYMBOL + symbol_by_which(s, p, losses - s.owed[p] - 1))
    kill_citizen(s, p, region, citizen)
    if s.citizens[p][region] == 0:
        s.owed[p] = 0
        s.owing &= ~(1 << p)


def legal_spend_potion(legal):
    """A potion falls, or the citizen."""
    allow(legal, PASS)
    allow(legal, SPEND_IT)


def answer_spend_potion(s, p, move, region, potions):
    """The potion or the citizen falls. Where no other citizen is left, that one is a diplomat. [RA-14.35]"""
    citizen: cython.int = potions if regulars_in(s, p, region) != 0 else potions + ON_PODIUM
    if move == SPEND_IT:
        spend_potion(s, p, region, citizen)
    else:
        let_fall(s, p, region, citizen)
