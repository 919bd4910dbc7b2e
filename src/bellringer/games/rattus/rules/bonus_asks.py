"""What cards without a module ask. No card is named here."""

import cython
from cython.cimports.bellringer.core.compiled.legal import allow, allow_set
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import BACK_WHICH, HAVEN_ALSO
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import answer_haven_from
from cython.cimports.bellringer.games.rattus.rules.citizens import take_back
from cython.cimports.bellringer.games.rattus.rules.diplomats import citizen_of, with_regulars
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED
from cython.cimports.bellringer.games.rattus.rules.moves import FROM, PASS
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask
from cython.cimports.bellringer.games.rattus.rules.verbs import tell


def answer_back_from(s, p, move):
    """Ask which of them comes back."""
    put_ask(s, p, BACK_WHICH, move - FROM, 0)


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
        answer_haven_from(s, p, move)
