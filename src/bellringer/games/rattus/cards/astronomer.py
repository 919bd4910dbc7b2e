"""19 Astronomer, of the Islamic class."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import KEEP_CARD
from cython.cimports.bellringer.games.rattus.rules.region_cards import can_draw, draw_cards, keep_drawn, keep_two
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While there is a region card to draw."""
    return can_draw(s)


def use(s, p):
    """Draw three region cards, keep one. [RA-14.18]"""
    draw_cards(s, p, 3)
    ask(s, p, KEEP_CARD, 0, 0)


def use_2(s, p):
    """Keep two of them. [RA-14.21]"""
    draw_cards(s, p, 3)
    keep_two(s, p)


def use_3(s, p):
    """Keep all of them. [RA-14.22]"""
    draw_cards(s, p, 3)
    keep_drawn(s, p)
