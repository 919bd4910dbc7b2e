"""27 Philosopher, of the church."""

from cython.cimports.bellringer.games.rattus.cards.class_numbers import PHILOSOPHER
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import HAVEN_NEW, PLACE_OF
from cython.cimports.bellringer.games.rattus.rules.events import ABILITY_USED
from cython.cimports.bellringer.games.rattus.rules.state import holder, tile_place
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell


def guards_cards(s, p):
    """Others can't take class cards from the seat, but for this one. [RA-15.49]"""
    return True


def taken_2(s, p):
    """Who takes it places a citizen of its owner's supply in any region. [RA-15.53]"""
    owner = holder(s, PHILOSOPHER)
    if s.supply[owner] > 0:
        tell(s, owner, ABILITY_USED, PHILOSOPHER, 0, 0)
        ask(s, p, PLACE_OF, owner, 0)


def taken_3(s, p):
    """Its owner may place a citizen of its supply in the palace instead. [RA-15.54]"""
    owner = holder(s, tile_place(s, PHILOSOPHER))
    if s.supply[owner] > 0:
        tell(s, owner, ABILITY_USED, PHILOSOPHER, 0, 0)
        ask(s, owner, HAVEN_NEW, 0, 0)
