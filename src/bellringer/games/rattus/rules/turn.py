"""A turn up to the move of the plague piece: a card or an upgrade, citizens, abilities."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow_if, allow_set, lowest_bit
from cython.cimports.bellringer.core.compiled.sets import within_reach
from cython.cimports.bellringer.games.rattus.cards.deck import (
    guards_cards,
    having_guards_cards,
    having_may_use,
    having_steps,
    may_use,
    may_use_also,
    steps,
    taken,
    use,
    use_also,
)
from cython.cimports.bellringer.games.rattus.rules.boards import begin_on_boards
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED, TURN_BEGINS
from cython.cimports.bellringer.games.rattus.rules.guilds import guild_abilities, use_guild
from cython.cimports.bellringer.games.rattus.rules.moves import ALSO, PLACE, PLAGUE, TAKE, UPGRADE, USE
from cython.cimports.bellringer.games.rattus.rules.placing import may_place, place_in
from cython.cimports.bellringer.games.rattus.rules.plague import begin_plague
from cython.cimports.bellringer.games.rattus.rules.state import (
    ACTING,
    ANYWHERE,
    GUILDS_BOARD,
    INNS_BOARD,
    MOST_SEATS,
    abilities,
    acting_card,
    card_level,
    cards_in_play,
    fresh_abilities,
    fresh_second_abilities,
    holds,
    left_of,
    lent_tile,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import give_back_tile, take_card, tell, upgrade_card, use_up


def begin_turn(s, p):
    """Begin the turn of a seat, with nothing taken, placed or used. [RA-2.1]"""
    s.phase = ACTING
    s.turn = p
    s.turns += 1
    s.has_taken = 0
    s.has_placed = 0
    forget_use(s)
    tell(s, p, TURN_BEGINS, 0, 0, s.turns)
    give_back_tile(s, p)
    if s.modules & (GUILDS_BOARD | INNS_BOARD):
        begin_on_boards(s, p)


def forget_use(s):
    """No ability has been used: a turn begins, or a seat's part of the last round."""
    s.used = 0
    s.used_also = 0
    s.within = 0
    s.to_fill = 0


def piece_steps(s, p):
    """How far the seat may move the plague piece."""
    return farthest(s, p, abilities(s, p))


def farthest(s, p, cards):
    """How far it may by some of its cards: as far as the best one says, since cards do not add up."""
    most = 1
    cards &= having_steps()
    while cards != 0:
        far = steps(s, p, lowest_bit(cards))
        most = far if far > most else most
        cards &= cards - 1
    return most


def use_steps(s, p, region):
    """The piece goes to a region. If only a guild's ability lets it go so far, that is used. [RA-16.8]"""
    by_guild: cython.ulonglong = guild_abilities(s, p) & having_steps()
    if by_guild == 0:
        return
    if not (piece_targets(s, farthest(s, p, abilities(s, p) & ~by_guild)) >> region) & 1:
        use_guild(s, p, lowest_bit(by_guild))


def piece_targets(s, far):
    """The bit set of the other regions that the plague piece can go to. One that walls close in is none of them."""
    here: cython.uint = 1 << s.piece
    if far == ANYWHERE:
        return s.regions & ~s.closed_in & ~here
    return within_reach(s.open_to, s.piece, far) & ~here


def others_cards(s, p):
    """The class cards that a seat may take: those beside the board and those of other seats that nothing guards."""
    found: cython.ulonglong = cards_in_play(s)
    if (found & having_guards_cards()) != 0:
        found &= ~guarded_cards(s)
    return found & ~s.cards[p]


def guarded_cards(s):
    """The class cards that can't be taken from their seats, as a bit set."""
    one: cython.ulonglong = 1
    found: cython.ulonglong = 0
    for p in range(MOST_SEATS):
        card = guard(s, p)
        if card >= 0:
            found |= s.cards[p] & ~(one << card)
    return found


def guard(s, p):
    """The card of a seat by which it guards its class cards, so that it alone can be taken; or -1. [RA-15.49]"""
    cards: cython.ulonglong = abilities(s, p) & having_guards_cards()
    while cards != 0:
        if guards_cards(s, p, lowest_bit(cards)):
            return acting_card(s, p, lowest_bit(cards))
        cards &= cards - 1
    return -1


def can_surely_take(s, p):
    """Whether there is a class card to take, as a glance at the table and at the seat to the left tells."""
    other = left_of(s, p, 1)
    return s.on_table != 0 or (s.cards[other] != 0 and guard(s, other) < 0)


def upgradable(s, p):
    """The class cards of the seat that have a tile and are not at level III, as a bit set. [RA-13.2]

    The tile that it has borrowed itself is not at hand. [RA-15.66]
    """
    found: cython.ulonglong = s.cards[p] & s.tiles & ~s.upgraded[1]
    return found & ~lent_tile(s) if s.lent != 0 and holds(s, p, s.lent_to) else found


def legal_act(s, p, legal):
    """Everything that the turn still offers, and the move of the plague piece, which ends it. [RA-2.2]"""
    if not s.has_taken:
        allow_set(legal, TAKE, others_cards(s, p))
        allow_set(legal, UPGRADE, upgradable(s, p))
    legal_abilities(s, p, legal)
    allow_set(legal, PLACE, may_place(s, p))
    allow_set(legal, PLAGUE, piece_targets(s, piece_steps(s, p)))


def legal_abilities(s, p, legal):
    """The abilities that the seat has not used yet, where there is something for them to do."""
    cards: cython.ulonglong = fresh_abilities(s, p) & having_may_use()
    while cards != 0:
        card = lowest_bit(cards)
        allow_if(legal, USE + card, may_use(s, p, card))
        cards &= cards - 1
    cards = fresh_second_abilities(s, p)
    while cards != 0:
        card = lowest_bit(cards)
        allow_if(legal, ALSO + card, may_use_also(s, p, card))
        cards &= cards - 1


def answer_act(s, p, move):
    """Carry out the choice. The turn goes on unless the plague piece has moved."""
    if move >= UPGRADE:
        s.has_taken = 1
        upgrade_card(s, p, move - UPGRADE)
    elif move >= ALSO:
        begin_second_ability(s, p, move - ALSO)
    elif move >= USE:
        begin_ability(s, p, move - USE)
    elif move >= TAKE:
        s.has_taken = 1
        begin_taking(s, p, move - TAKE)
    elif move >= PLAGUE:
        if s.granted[p] != 0:
            use_steps(s, p, move - PLAGUE)
        begin_plague(s, p, move - PLAGUE)
    else:
        place_in(s, p, move - PLACE)


def begin_taking(s, p, card):
    """Take a card. It acts when it is taken, and so does the tile that it has borrowed; a blocked one as printed."""
    if (s.blocked >> card) & 1:
        taken(s, p, card, 1)
    else:
        taken(s, p, card, card_level(s, card))
        if s.lent != 0 and s.lent_to == card:
            taken(s, p, s.lent - 1, 3)
    take_card(s, p, card)


def begin_ability(s, p, card):
    """Use the ability of a card, which is possible once a turn."""
    use_up(s, p, card)
    use(s, p, card)


def begin_second_ability(s, p, card):
    """Use the second ability of a card, also once a turn."""
    one: cython.ulonglong = 1
    s.used_also |= one << card
    tell(s, p, ABILITY_USED, card, 0, 1)
    use_also(s, p, card)
