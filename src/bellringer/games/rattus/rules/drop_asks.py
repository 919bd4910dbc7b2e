"""What is asked about a drop of citizens: above what, and where one on a border stays. No card is named here."""

from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import DROP_FROM, DROP_TO
from cython.cimports.bellringer.games.rattus.rules.ground import aim_at, border_at
from cython.cimports.bellringer.games.rattus.rules.landing import drop_from_hand, land
from cython.cimports.bellringer.games.rattus.rules.moves import AT_BORDER, AT_PALACE, FROM, PLACE, TO
from cython.cimports.bellringer.games.rattus.rules.state import PALACE, REGIONS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask


def legal_drop_at(s, legal):
    """Any region, the palace, or a border."""
    allow_set(legal, PLACE, s.regions)
    allow(legal, AT_PALACE)
    allow(legal, AT_BORDER)


def answer_drop_at(s, p, move):
    """The citizens fall there; for a border, ask first beside which region it is."""
    if move == AT_BORDER:
        put_ask(s, p, DROP_FROM, 0, 0)
        return
    place = PALACE if move == AT_PALACE else move - PLACE
    drop_from_hand(s, p, aim_at[place].x, aim_at[place].y)


def legal_drop_from(s, legal):
    """Any region with a neighbour: walls do not matter."""
    for region in range(REGIONS):
        allow_if(legal, FROM + region, s.borders[region] != 0)


def answer_drop_from(s, p, move):
    """Ask for the other side of the border."""
    put_ask(s, p, DROP_TO, move - FROM, 0)


def legal_drop_to(s, legal, source):
    """Any neighbour, walls or not."""
    allow_set(legal, TO, s.borders[source])


def answer_drop_to(s, p, move, source):
    """The citizens fall above the middle of the border between the two regions."""
    neighbour = move - TO
    drop_from_hand(s, p, border_at[source][neighbour].x, border_at[source][neighbour].y)


def legal_lands_in(legal, place, other):
    """Either of the two places in which the citizen lies."""
    allow(legal, move_to(place))
    allow(legal, move_to(other))


def move_to(place):
    """The move that names a place."""
    return AT_PALACE if place == PALACE else PLACE + place


def answer_lands_in(s, p, move):
    """The citizen stays in that place."""
    land(s, p, PALACE if move == AT_PALACE else move - PLACE)
