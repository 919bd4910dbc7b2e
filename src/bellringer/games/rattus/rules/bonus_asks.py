"""What cards without a module ask. No card is named here."""

import cython
from cython.cimports.bellringer.core.legal import allow, allow_set
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import (
    answer_haven_from,
    legal_citizen,
    legal_from_own,
)
from cython.cimports.bellringer.games.rattus.rules.citizens import take_back
from cython.cimports.bellringer.games.rattus.rules.diplomats import citizen_of, with_regulars
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, PASS
from cython.cimports.bellringer.games.rattus.rules.state import (
    BACK_FROM,
    BACK_WHICH,
    HAVEN_ALSO,
    HAVEN_NEAR,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask
from cython.cimports.bellringer.games.rattus.rules.verbs import tell


def legal_of_bonus(s, p, legal, ask):
    """The legal moves for an ask by such a card."""
    if ask.kind == BACK_FROM:
        legal_from_own(s, p, legal)
    elif ask.kind == BACK_WHICH:
        legal_citizen(s, p, legal, ask.about)
    elif ask.kind == HAVEN_NEAR:
        legal_haven_near(s, p, legal)


def answer_of_bonus(s, p, ask, move):
    """Answer an ask by such a card."""
    if ask.kind == BACK_FROM:
        put_ask(s, p, BACK_WHICH, move - FROM, 0)
    elif ask.kind == BACK_WHICH:
        answer_back_which(s, p, move, ask.about)
    elif ask.kind == HAVEN_NEAR:
        answer_haven_near(s, p, move, ask.about)


def answer_back_which(s, p, move, region):
    """The citizen comes back to the supply; another one of its region may go to the palace."""
    take_back(s, p, region, citizen_of(move))
    put_ask(s, p, HAVEN_ALSO, region, 0)


def near_the_piece(s):
    """The bit set of the neighbours of the plague region."""
    return s.open_to[s.piece]


def legal_haven_near(s, p, legal):
    """A neighbour of the plague region where the seat has a citizen that is no diplomat, or none."""
    found: cython.uint = with_regulars(s, p) & near_the_piece(s)
    if found != 0:
        allow(legal, PASS)
        allow_set(legal, FROM, found)


def answer_haven_near(s, p, move, card):
    """Ask which of them is safe for good."""
    if move != PASS:
        tell(s, p, ABILITY_USED, card, 0, 0)
        answer_haven_from(s, p, move, 0)
