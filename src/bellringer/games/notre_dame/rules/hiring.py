"""Hiring one of the open persons for a coin."""

from cython.cimports.bellringer.core.compiled.legal import allow
from cython.cimports.bellringer.core.compiled.sources import name_source
from cython.cimports.bellringer.games.notre_dame.cards.deck import serve
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import HIRE
from cython.cimports.bellringer.games.notre_dame.rules.events import PERSON_HIRED
from cython.cimports.bellringer.games.notre_dame.rules.moves import HIRED, PASS
from cython.cimports.bellringer.games.notre_dame.rules.sources import OF_PERSON
from cython.cimports.bellringer.games.notre_dame.rules.state import PERSONS_OPEN
from cython.cimports.bellringer.games.notre_dame.rules.verbs import ask, pay_coins, tell


def legal_hire(s, p, legal, left_out):
    """Nobody, or any open person if the seat has a coin."""
    allow(legal, PASS)
    if s.coins[p] > 0:
        for i in range(PERSONS_OPEN):
            if s.open[i] + 1 != left_out:
                allow(legal, HIRED + s.open[i])


def answer_hire(s, p, move, further, left_out):
    """Pay a coin and carry out the person's effect. Its asks come before a further hiring, if one was granted."""
    if move == PASS:
        return
    person = move - HIRED
    if further > 0:
        ask(s, p, HIRE, further - 1, left_out)
    pay_coins(s, p, 1)
    tell(s, p, PERSON_HIRED, person, 0, 0)
    name_source(s, OF_PERSON + person)
    serve(s, p, person)
