"""The conservation laws, which hold after every move: every piece is in exactly one place."""

import cython
from cython.cimports.bellringer.core.compiled.asks import ASK_DEPTH, top_ask
from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.bellringer.games.rattus.cards.deck import having_borrows_tiles
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import PROTECT_WHICH
from cython.cimports.bellringer.games.rattus.rules.boards import on_boards
from cython.cimports.bellringer.games.rattus.rules.citizens import order_in, potions_left
from cython.cimports.bellringer.games.rattus.rules.diplomats import podiums_left
from cython.cimports.bellringer.games.rattus.rules.event_cards import printed
from cython.cimports.bellringer.games.rattus.rules.guilds import given_by_spaces, guild_abilities
from cython.cimports.bellringer.games.rattus.rules.laws import (
    ASKS_LAW,
    BEARERS_LAW,
    BOARDS_LAW,
    CARDS_LAW,
    CITIZENS_LAW,
    HANDS_LAW,
    MAP_LAW,
    PIECE_LAW,
    RATS_LAW,
    TOKENS_LAW,
    UNIVERSITIES_LAW,
)
from cython.cimports.bellringer.games.rattus.rules.map_pieces import walled
from cython.cimports.bellringer.games.rattus.rules.region_cards import count_at, has_bit
from cython.cimports.bellringer.games.rattus.rules.state import (
    BEING_DRAWN,
    BISHOPS,
    CLASS_ROOM,
    EVENT_KINDS,
    GUILD_SPACES,
    GUILDS_BOARD,
    IN_HAND,
    INNS_BOARD,
    LAST_RAVAGE,
    LAST_ROUND,
    MOST_SEATS,
    NOT_IN_PLAY,
    NUNS,
    PALACE,
    PLAYED,
    RATS,
    REGION_DECK,
    REGIONS,
    SETTLING,
    TOKENS,
    UNIVERSITIES,
    WALLS,
    Europe,
    actor,
    holder,
    lent_tile,
    number_of,
    plays_region_cards,
    region_of,
)
from cython.cimports.bellringer.games.rattus.rules.universities import (
    GREEN,
    WHITE,
    free_for_university,
    with_university,
)
from cython.cimports.libc.stdint import uint8_t


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
    if not hands_hold(s):
        return HANDS_LAW
    if not asks_hold(s):
        return ASKS_LAW
    if not boards_hold(s):
        return BOARDS_LAW
    if not universities_hold(s) or not events_hold(s):
        return UNIVERSITIES_LAW
    return 0


def citizens_hold(s):
    """Each seat has all its citizens in supply, regions, palace, on a card and on boards; none where nobody plays."""
    for p in range(MOST_SEATS):
        citizens = s.supply[p] + s.palace[p] + s.kept[p] + s.lodged[p] + on_boards(s, p)
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
    """No class card is in two places or with a seat that does not play; only held ones are blocked, or upgraded."""
    held: cython.ulonglong
    found: cython.ulonglong = s.on_table
    for p in range(MOST_SEATS):
        if found & s.cards[p] or (s.cards[p] != 0 and p >= s.head.seats):
            return False
        found |= s.cards[p]
    held = found & ~s.on_table
    if found >> CLASS_ROOM != 0 or s.blocked & ~held != 0 or not lent_holds(s):
        return False
    return s.upgraded[0] & ~(held & s.tiles) == 0 and s.upgraded[1] & ~s.upgraded[0] == 0


def lent_holds(s):
    """A borrowed tile is one of the table's, on no other card, and on one that can have it and that a seat holds."""
    if s.lent == 0:
        return s.lent_to == 0
    may_lie: cython.bint = (having_borrows_tiles() >> s.lent_to) & 1
    return may_lie and lent_tile(s) & s.tiles & ~s.upgraded[0] != 0 and holder(s, s.lent_to) >= 0


def piece_holds(s):
    """The plague piece is in a region in play, and walls do not close it in."""
    return (s.regions >> s.piece) & 1 and s.open_to[s.piece] != 0


def bearers_hold(s):
    """Who bears something is there, and stands in order; the box has so many potions and podiums."""
    before: cython.int = -1
    alike: cython.int = 0  # bearers of the same seat in the same place
    for i in range(s.bearer_count):
        bearer = s.bearers[i]
        now: cython.int = order_in(s, i)
        if number_of(bearer) == 0 or now < before:
            return False
        is_next: cython.bint = i > 0 and s.bearers[i - 1].seat == bearer.seat and s.bearers[i - 1].place == bearer.place
        alike = alike + 1 if is_next else 1
        citizens = s.palace[bearer.seat] if bearer.place == PALACE else s.citizens[bearer.seat][bearer.place]
        if alike > citizens:
            return False
        before = now
    return potions_left(s) >= 0 and podiums_left(s) >= 0 and diplomats_hold(s)


def diplomats_hold(s):
    """A seat has one diplomat a region at most, none in the palace, and they are where the bit sets say."""
    found = cython.declare(cython.uint[MOST_SEATS])
    for p in range(MOST_SEATS):
        found[p] = 0
    for i in range(s.bearer_count):
        if s.bearers[i].podium:
            bit: cython.uint = cython.cast(cython.uint, 1) << s.bearers[i].place
            if found[s.bearers[i].seat] & bit != 0 or s.bearers[i].place == PALACE:
                return False
            found[s.bearers[i].seat] |= bit
    for p in range(MOST_SEATS):
        if found[p] != s.diplomats[p]:
            return False
    return True


def map_holds(s):
    """Nuns, bishops and the caravan are in regions in play, walls on borders, of each no more than there are."""
    nuns = 0
    closed = 0
    if s.caravan > 0 and not (s.regions >> (s.caravan - 1)) & 1:
        return False
    for region in range(REGIONS):
        nuns += s.nuns[region]
        closed += count_bits(walled(s, region))
        is_closed: cython.bint = s.borders[region] != 0 and s.open_to[region] == 0
        if is_closed != ((s.closed_in >> region) & 1):
            return False
        if s.open_to[region] & ~s.borders[region] != 0 or (s.nuns[region] > 0 and not (s.regions >> region) & 1):
            return False
    return nuns <= NUNS and closed <= 2 * WALLS and count_bits(s.bishops) <= BISHOPS and s.bishops & ~s.regions == 0


def hands_hold(s):
    """Region cards are where they can be; each one that is played lies on a class card that a seat holds."""
    held: cython.ulonglong = 0
    for p in range(MOST_SEATS):
        held |= s.cards[p]
    for card in range(REGION_DECK):
        if not in_right_place(s, card):
            return False
    played = count_at(s, PLAYED)
    if s.head.asks.depth > 0 and top_ask(cython.address(s.head.asks)).kind == PROTECT_WHICH:
        played -= 1
    return s.protected & ~held == 0 and count_bits(s.protected) == played


def in_right_place(s, card):
    """Whether a region card is where it can be.

    Cards of regions in play are somewhere, all others in the box; only cards in a hand or being drawn are known.
    """
    place = s.card_at[card]
    in_play: cython.bint = plays_region_cards(s) and (s.regions >> region_of(card)) & 1
    is_apart: cython.bint = place == BEING_DRAWN or place >= IN_HAND
    if (has_bit(s.open_cards, card) or has_bit(s.held_then, card)) and not is_apart:
        return False
    return (place != NOT_IN_PLAY) == in_play and place < IN_HAND + s.head.seats


def boards_hold(s):
    """What lies on the boards of guilds and inns is right."""
    return guilds_hold(s) and cities_hold(s)


def guilds_hold(s):
    """Spaces are with seats that play, new ones with the seat that acts, and only that seat has abilities by them."""
    for space in range(GUILD_SPACES):
        if s.guilds[space] > (s.head.seats if s.modules & GUILDS_BOARD else 0):
            return False
    acts: cython.int = actor(s) if SETTLING < s.phase < LAST_RAVAGE else -1
    for p in range(s.head.seats if s.modules & GUILDS_BOARD else 0):
        given: cython.ulonglong = s.granted[p] & given_by_spaces(s, p)
        if given != (guild_abilities(s, p) if p == acts else 0):
            return False
    return s.phase == LAST_ROUND or (s.counts_later == 0 and s.no_limits_later == 0)


def cities_hold(s):
    """Cities are those of regions in play, with seats that play."""
    for region in range(REGIONS):
        if s.cities[region] > (s.head.seats if s.modules & INNS_BOARD else 0):
            return False
        if s.cities[region] > 0 and not (s.regions >> region) & 1:
            return False
    return True


def universities_hold(s):
    """Both pieces are in regions in play, not in the same one, and some region has neither a token nor a piece."""
    if s.university[GREEN] == 0:
        return s.university[WHITE] == 0 and s.founded == 0
    if count_bits(with_university(s) & s.regions) != UNIVERSITIES or s.founded & ~s.regions != 0:
        return False
    return free_for_university(s) != 0


def events_hold(s):
    """No event card is in two places, and those at the top are of the pile."""
    certain = cython.declare(uint8_t[EVENT_KINDS])
    for kind in range(EVENT_KINDS):
        certain[kind] = 0
    for i in range(s.next_count):
        certain[s.next_events[i].event] += 1
    for kind in range(EVENT_KINDS):
        there = printed(kind) if s.university[GREEN] > 0 else 0
        if certain[kind] > s.event_pile[kind] or s.event_pile[kind] + s.drawn_events[kind] > there:
            return False
    return True


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
