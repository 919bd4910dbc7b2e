"""The end of a game: what ends it, the last round of abilities, the last ravage, the places."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set, lowest_bit
from cython.cimports.bellringer.games.rattus.cards.deck import (
    before_last_ravage,
    having_before_last_ravage,
    having_borrows_tiles,
    may_use_also_last,
    may_use_last,
    use_also,
    use_last,
)
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import LAST_ACT, PLAGUE_TO, RAT_BESIDE
from cython.cimports.bellringer.games.rattus.rules.boards import (
    begin_on_boards,
    end_part_by_guilds,
    score_boards,
)
from cython.cimports.bellringer.games.rattus.rules.diplomats import score_diplomats
from cython.cimports.bellringer.games.rattus.rules.events import (
    ABILITY_USED,
    GAME_ENDS,
    LAST_RAVAGE_BEGINS,
    LAST_ROUND_BEGINS,
)
from cython.cimports.bellringer.games.rattus.rules.guilds import revoke_guilds
from cython.cimports.bellringer.games.rattus.rules.moves import ALSO, PASS, PLAGUE, TO, USE
from cython.cimports.bellringer.games.rattus.rules.plague import (
    ask_before_ravage,
    ask_counting,
    counting_card,
    end_plague,
    forget_fallen,
    goes_on_ravaging,
    ravage,
    spread_targets,
)
from cython.cimports.bellringer.games.rattus.rules.rats import rat_from_supply, rat_from_turned
from cython.cimports.bellringer.games.rattus.rules.region_cards import score_hands
from cython.cimports.bellringer.games.rattus.rules.state import (
    GUILDS_BOARD,
    INNS_BOARD,
    LAST_RAVAGE,
    LAST_ROUND,
    MOST_TURNS,
    REGIONS,
    RESOLVED,
    RESOLVING,
    Europe,
    actor,
    card_level,
    cards_in_play,
    fresh_abilities,
    fresh_second_abilities,
    left_of,
    plays_region_cards,
)
from cython.cimports.bellringer.games.rattus.rules.turn import begin_turn, forget_use, piece_targets, use_steps
from cython.cimports.bellringer.games.rattus.rules.universities import found_at_the_end, goes_on_with_event
from cython.cimports.bellringer.games.rattus.rules.verbs import (
    ask,
    give_back_tile,
    move_piece,
    tell,
    unblock_cards,
    use_up,
)


def has_ended(s):
    """Why this was the last turn (1 no rats left, 2 no citizens left to the seat, 3 too many turns), or 0. [RA-8.1]"""
    if s.in_supply == 0:
        return 1
    if s.supply[s.turn] == 0:
        return 2
    if s.turns >= MOST_TURNS:
        return 3
    return 0


def end_turn(s):
    """Begin the next turn, or the last round, which goes anticlockwise and leaves this seat out. [RA-9.1]"""
    if s.modules & GUILDS_BOARD:
        revoke_guilds(s, s.turn)
    unblock_cards(s, s.turn)
    why = has_ended(s)
    if why == 0:
        begin_turn(s, left_of(s, s.turn, 1))
        return
    s.phase = LAST_ROUND
    s.step = 1
    forget_use(s)
    tell(s, s.turn, LAST_ROUND_BEGINS, 0, 0, why)
    begin_last_part(s)


# the last round


def begin_last_part(s):
    """Begin the part of a seat in the last round. What others have used it may have too, where a card borrows."""
    s.within = 0
    s.has_moved = 0
    s.has_resolved = 0
    if (cards_in_play(s) & having_borrows_tiles()) != 0:
        forget_use(s)
    if s.step < s.head.seats:
        give_back_tile(s, actor(s))
        if s.modules & (GUILDS_BOARD | INNS_BOARD):
            begin_on_boards(s, actor(s))


def go_on_last_round(s):
    """Let the next seat use its cards, anticlockwise from the right of the seat that ended the game. [RA-9.2]"""
    if s.has_resolved == RESOLVING:
        if not ravage(s, s.piece):
            end_last_plague(s, actor(s))
    elif s.event > 0 and goes_on_with_event(s):
        return
    elif s.step < s.head.seats:
        ask(s, actor(s), LAST_ACT, 0, 0)
    else:
        begin_last_ravage(s)


def legal_last_act(s, p, legal):
    """Use an ability that is not used yet, or stop."""
    allow(legal, PASS)
    cards: cython.ulonglong = fresh_abilities(s, p)
    while cards != 0:
        allow_if(legal, USE + lowest_bit(cards), may_use_last(s, p, lowest_bit(cards)))
        cards &= cards - 1
    cards = fresh_second_abilities(s, p)
    while cards != 0:
        allow_if(legal, ALSO + lowest_bit(cards), may_use_also_last(s, p, lowest_bit(cards)))
        cards &= cards - 1


def answer_last_act(s, p, move):
    """Use the ability, or let the next seat act."""
    if move == PASS:
        end_part(s, p)
    elif move >= ALSO:
        one: cython.ulonglong = 1
        s.used_also |= one << (move - ALSO)
        tell(s, p, ABILITY_USED, move - ALSO, 0, 1)
        use_also(s, p, move - ALSO)
    else:
        use_up(s, p, move - USE)
        use_last(s, p, move - USE)


def end_part(s, p):
    """A seat is done in the last round: the next one begins."""
    unblock_cards(s, p)
    s.step += 1
    if s.modules & GUILDS_BOARD:
        end_part_by_guilds(s, p)
    if several_may_count(s):
        keep_counts(s)
    begin_last_part(s)


def several_may_count(s):
    """Whether several seats may let the plague piece count in the last round: by the guilds, or by a borrowed tile."""
    return s.modules & GUILDS_BOARD or (cards_in_play(s) & having_borrows_tiles()) != 0


def keep_counts(s):
    """What a seat lets the piece count as waits for the last ravage, where it does not add up. [RA-9.16, RA-16.10]"""
    if s.piece_counts > s.counts_later:
        s.counts_later = s.piece_counts
    s.no_limits_later |= s.no_limits
    s.piece_counts = 0
    s.no_limits = 0


def bring_back_counts(s):
    """What all seats have let the piece count as holds in the last ravage."""
    s.piece_counts = s.counts_later
    s.no_limits = s.no_limits_later
    s.counts_later = 0
    s.no_limits_later = 0


def legal_piece_to(s, legal, steps):
    """Leave the plague piece, or move it to another region within reach."""
    allow(legal, PASS)
    allow_set(legal, PLAGUE, piece_targets(s, steps))


def answer_piece_to(s, p, move):
    """Move the plague piece, without a plague there: the last ravage comes everywhere. It may count there. [RA-9.6]"""
    if move != PASS:
        use_steps(s, p, move - PLAGUE)
        move_piece(s, p, move - PLAGUE)
        s.has_moved = 1
    ask_counting(s, p)


def resolve_last(s, p, steps, may_stay):
    """Move the plague piece, if no card of the seat has moved it yet, and resolve a plague there. [RA-9.12]"""
    if s.has_moved:
        begin_last_plague(s, p)
    else:
        ask(s, p, PLAGUE_TO, steps, may_stay)


def legal_plague_to(s, legal, steps, again):
    """Another region within reach; with some cards also that where the piece is."""
    allow_if(legal, PASS, again)
    allow_set(legal, PLAGUE, piece_targets(s, steps))


def answer_plague_to(s, p, move):
    """Move the piece there, and resolve the plague without new rats."""
    if move != PASS:
        use_steps(s, p, move - PLAGUE)
        move_piece(s, p, move - PLAGUE)
    begin_last_plague(s, p)


def begin_last_plague(s, p):
    """Resolve a plague in the last round, with all cards of the seat that act in a plague. The piece stays then."""
    s.has_moved = 1
    if goes_on_ravaging(s, s.piece):
        s.has_resolved = RESOLVING
        ask_before_ravage(s, p)
    else:
        s.has_resolved = RESOLVED


def end_last_plague(s, p):
    """What the seat let the piece count for is spent; what an earlier seat did stays for the last ravage."""
    s.has_resolved = RESOLVED
    card = counting_card(s, p)
    if card >= 0 and (s.piece_counts or s.no_limits):
        one: cython.ulonglong = 1
        s.used |= one << card
        s.piece_counts = 0
        s.no_limits = 0
    end_plague(s, p)


def legal_rat_beside(s, legal):
    """A neighbour of the plague region that a rat can come to, or none."""
    allow(legal, PASS)
    allow_set(legal, TO, spread_targets(s))


def answer_rat_beside(s, p, move, most):
    """A rat comes there; when the supply is empty, one of those that have been turned."""
    if move == PASS:
        return
    if s.in_supply > 0:
        rat_from_supply(s, p, move - TO)
    else:
        rat_from_turned(s, p, move - TO)
    if most > 1:
        ask(s, p, RAT_BESIDE, most - 1, 0)


# the last ravage


def begin_last_ravage(s):
    """Let the plague ravage every region; what cards do before it is asked first."""
    s.phase = LAST_RAVAGE
    s.step = 0
    if several_may_count(s):
        bring_back_counts(s)
    tell(s, s.turn, LAST_RAVAGE_BEGINS, 0, 0, 0)
    cards: cython.ulonglong = cards_in_play(s) & having_before_last_ravage()
    while cards != 0:
        before_last_ravage(s, s.turn, lowest_bit(cards), card_level(s, lowest_bit(cards)))
        cards &= cards - 1
    if s.lent != 0:
        before_last_ravage(s, s.turn, s.lent - 1, 3)


def ravage_next_region(s):
    """Turn one rat of the current region, or go on to the next region; after the last one the game ends. [RA-9.8]"""
    if ravage(s, s.step):
        return
    forget_fallen(s)
    s.step += 1
    if s.step == REGIONS:
        end_game(s)


def end_game(s):
    """After the last region points are scored, and the game is over. [RA-9.8]"""
    score_at_the_end(s)
    s.head.over = 1
    tell(s, s.turn, GAME_ENDS, 0, 0, 0)


def score_at_the_end(s):
    """Points for what is on the board and in hands after the last ravage: universities come first. [RA-15.17]"""
    found_at_the_end(s)
    if plays_region_cards(s):
        score_hands(s)
    score_diplomats(s)
    score_boards(s)


# who has won


def score(state, p):
    """A seat's citizens in regions and in the palace, and its victory points. [RA-10.1]"""
    s = cython.cast(cython.pointer(Europe), state)
    found = s.palace[p] + s.points[p]
    for region in range(REGIONS):
        found += s.citizens[p][region]
    return found


def place(state, p):
    """A seat's place, by citizens. Among equals, the seat whose turn would come first is ahead. [RA-10.2]"""
    s = cython.cast(cython.pointer(Europe), state)
    ahead = 0
    own = score(state, p)
    seats = s.head.seats
    waits = (p - s.turn - 1 + seats) % seats
    for other in range(seats):
        theirs = score(state, other)
        if theirs > own or (theirs == own and (other - s.turn - 1 + seats) % seats < waits):
            ahead += 1
    return ahead + 1
