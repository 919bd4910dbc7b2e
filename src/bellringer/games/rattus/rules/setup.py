"""The set-up of a game: the rats on the board and in the supply, the plague piece."""

import cython
from cython.cimports.bellringer.core.compiled.draws import draw_number, draw_order
from cython.cimports.bellringer.core.compiled.legal import count_bits, lowest_bit
from cython.cimports.bellringer.games.rattus.rules.draws import PIECE_DRAWS, REGULAR_DRAWS, STARTING_DRAWS
from cython.cimports.bellringer.games.rattus.rules.map_pieces import lift_walls
from cython.cimports.bellringer.games.rattus.rules.rats import add_rat
from cython.cimports.bellringer.games.rattus.rules.region_cards import deal_region_cards
from cython.cimports.bellringer.games.rattus.rules.state import (
    REGIONS,
    SETTLING,
    TOKENS,
    WITH_UNIVERSITIES,
    Europe,
    Rat,
    plays_region_cards,
)
from cython.cimports.bellringer.games.rattus.rules.universities import lay_out_universities


def deal(state):
    """Set up the game, and ask the first seat for its first citizens. [RA-1.3]"""
    s = cython.cast(cython.pointer(Europe), state)
    for p in range(s.head.seats):
        s.supply[p] = s.citizens_each
    lift_walls(s)
    lay_out_rats(s)
    if (s.modules >> WITH_UNIVERSITIES) & 1:
        lay_out_universities(s)
    left: cython.uint = s.regions
    for _ in range(draw_number(cython.address(s.head), PIECE_DRAWS, count_bits(left))):
        left &= left - 1
    s.piece = lowest_bit(left)
    s.phase = SETTLING
    s.turn = s.start
    if plays_region_cards(s):
        deal_region_cards(s)


def gather(s, items, starting):
    """Collect the starting tokens of the box, or the regular ones. Returns how many."""
    n = 0
    for token in range(s.tokens):
        if s.starting[token] == starting:
            items[n] = token
            n += 1
    return n


def lay_out_rats(s):
    """Lay a starting token in each region, remove some regular ones unseen; the rest is the supply. [RA-1.4]"""
    starters = cython.declare(cython.schar[TOKENS])
    regular = cython.declare(cython.schar[TOKENS])
    n_starters = gather(s, starters, True)
    n_regular = gather(s, regular, False)
    draw_order(cython.address(s.head), STARTING_DRAWS, starters, n_starters)
    draw_order(cython.address(s.head), REGULAR_DRAWS, regular, n_regular)
    for region in range(REGIONS):
        if (s.regions >> region) & 1:
            n_starters -= 1
            add_rat(s, region, Rat(token=starters[n_starters], seen=0, laid_out=1, open=0, returned=0))
    s.in_removed = s.taken_out
    for i in range(s.taken_out):
        n_regular -= 1
        s.pool[TOKENS - 1 - i] = regular[n_regular]
    for i in range(n_starters):
        s.pool[i] = starters[i]
    for i in range(n_regular):
        s.pool[n_starters + i] = regular[i]
    s.in_supply = n_starters + n_regular
