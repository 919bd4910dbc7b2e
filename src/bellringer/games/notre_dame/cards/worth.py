"""What each person would bring a seat at once, as things stand: for those who weigh a hiring and do not carry it out.

The prestige of its own rule, without the park's bonus, and without what a choice that follows may bring.
A person that is not listed here counts as 0.
"""

from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.bellringer.games.notre_dame.cards.person_numbers import (
    ADMINISTRATOR,
    ADVOCATE,
    BEGGAR_KING,
    BELL_RINGER,
    CARPENTER,
    CITY_GUARD,
    COACHMAN,
    GRAVEDIGGER,
    GUARD,
    GUILD_MASTER,
    HOSTESS,
    INNKEEPER,
    LADY_OF_THE_COURT,
    MAYOR,
    MONEY_LENDER,
    MONK,
    NIGHT_WATCHMAN,
    SPY,
)
from cython.cimports.bellringer.games.notre_dame.rules.carriage import collected_of_kind
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    HOTEL,
    KINDS,
    LAST_SPACE,
    NOTRE_DAME,
    SECTORS,
    pieces,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import plague_value


def count_board(s, p, board):
    """Count what several persons ask for."""
    board.filled = 0
    board.twos = 0
    board.threes = 0
    board.fullest = 0
    board.pieces = s.markers[p][NOTRE_DAME]
    for sector in range(SECTORS):
        here = pieces(s, p, sector)
        board.filled += here > 0
        board.twos += here > 1
        board.threes += here > 2
        board.fullest = here if here > board.fullest else board.fullest
        board.pieces += here


def best_messages(s, p):
    """The prestige of all messages of one kind, of the kind that brings most."""
    best = 0
    for kind in range(KINDS):
        brings = (kind + 1) * collected_of_kind(s, p, kind)
        best = brings if brings > best else best
    return best


def prestige_from(s, p, person, board):
    """The prestige that the person would bring now."""
    if person == HOSTESS:
        return 3
    if person == MONK or person == MONEY_LENDER:
        return 1
    if person == CITY_GUARD:
        return board.pieces
    if person == NIGHT_WATCHMAN:
        return SECTORS - board.filled
    if person == GUILD_MASTER:
        return 2 * board.twos
    if person == BEGGAR_KING:
        return LAST_SPACE - s.rat[p]
    if person == ADVOCATE:
        return count_bits(s.collected[p]) // 2 * 3
    if person == LADY_OF_THE_COURT:
        return board.fullest
    if person == MAYOR:
        return 3 * board.threes
    if person == CARPENTER:
        return board.filled
    if person == ADMINISTRATOR:
        return s.prestige[p]
    if person == BELL_RINGER:
        return 3 * s.markers[p][NOTRE_DAME]
    if person == SPY:
        return 2
    if person == COACHMAN:
        return best_messages(s, p)
    if person == INNKEEPER:
        return 2 * pieces(s, p, HOTEL)
    if person == GRAVEDIGGER:
        return plague_value(s)
    if person == GUARD:
        return s.general[p] // 2 * 3
    return 0
