"""The plague at a round's end."""

import cython
from cython.cimports.bellringer.core.compiled.asks import push_ask
from cython.cimports.bellringer.core.compiled.legal import allow_set, count_bits, lowest_bit
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import LOSE_MARKER
from cython.cimports.bellringer.games.notre_dame.rules.events import PLAGUE_STRIKES, RAT_OVERRUNS, RATS_COUNTED
from cython.cimports.bellringer.games.notre_dame.rules.moves import LOSE
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_PLAGUE
from cython.cimports.bellringer.games.notre_dame.rules.state import HOSPITAL, LAST_SPACE, SECTORS, pieces
from cython.cimports.bellringer.games.notre_dame.rules.verbs import (
    lose_prestige,
    most_pieces,
    move_rat,
    plague_value,
    return_marker,
    tell,
)


def fullest_sectors(s, p):
    """The bit set of the fullest sectors that have a marker to lose. The friend counts as a piece, but is not lost."""
    most = most_pieces(s, p)
    fullest = 0
    for sector in range(SECTORS):
        fits: cython.int = (pieces(s, p, sector) == most) and (s.markers[p][sector] > 0)
        fullest |= fits << sector
    return fullest


def plague(s):
    """Move every rat by the plague value less the pieces in the hospital; take penalties. [ND-11.2]"""
    name_source(s, OF_PLAGUE)
    value = plague_value(s)
    tell(s, 0, PLAGUE_STRIKES, s.rats[s.open[0]], s.rats[s.open[1]], value)
    owing = 0
    for p in range(s.head.seats):
        strikes = 0 if (s.immune >> p) & 1 else value
        space = s.rat[p] + strikes - pieces(s, p, HOSPITAL)
        tell(s, p, RATS_COUNTED, strikes, pieces(s, p, HOSPITAL), space)
        if space <= LAST_SPACE:
            move_rat(s, p, space if space > 0 else 0)
        elif overrun(s, p):
            owing |= 1 << p
    if owing:
        push_ask(cython.address(s.head.asks), LOSE_MARKER, owing, 0, 0)


def overrun(s, p):
    """Take the penalty: 2 prestige and a marker of the fullest sector. Returns True if the seat must choose it."""
    move_rat(s, p, LAST_SPACE)
    tell(s, p, RAT_OVERRUNS, 0, 0, 0)
    lose_prestige(s, p, 2)
    fullest = fullest_sectors(s, p)
    if count_bits(fullest) == 1:
        return_marker(s, p, lowest_bit(fullest))
    return count_bits(fullest) > 1


def legal_lose_marker(s, p, legal):
    """Any of the fullest sectors. [ND-11.7]"""
    allow_set(legal, LOSE, fullest_sectors(s, p))


def answer_lose_marker(s, p, move):
    """Return the marker to the general supply."""
    return_marker(s, p, move - LOSE)
