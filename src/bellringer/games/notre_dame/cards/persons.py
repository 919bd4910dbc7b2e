"""The deck of the base game: six brown persons, then three gray ones a letter, in printed order.

Each function is what one person does for seat p. Numbers and words of the persons are in persons.toml, emblems in
persons.svg.
"""

from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.bellringer.games.notre_dame.rules.ask_numbers import (
    CARRY_FROM,
    HOTEL_USE,
    MOVE_FROM,
    PLACE_IN_EMPTY,
)
from cython.cimports.bellringer.games.notre_dame.rules.state import CARRY_SOME, LAST_SPACE, PLACES, SECTORS, pieces
from cython.cimports.bellringer.games.notre_dame.rules.verbs import ask, gain, most_pieces, take_coins, take_markers


def hostess(s, p):
    """3 prestige, and a coin, a marker or a step of the rat. [ND-9.1]"""
    gain(s, p, 3)
    ask(s, p, HOTEL_USE, 1, 0)


def minstrel(s, p):
    """One to three pieces from one sector to another, which stays unused. [ND-9.2]"""
    ask(s, p, CARRY_FROM, CARRY_SOME, 0)


def monk(s, p):
    """2 markers and 1 prestige. [ND-9.3]"""
    take_markers(s, p, 2)
    gain(s, p, 1)


def fool(s, p):
    """Move a piece to another sector and use that; in the 2007 edition also from the cathedral. [ND-9.4]"""
    ask(s, p, MOVE_FROM, not s.anniversary, 0)


def money_lender(s, p):
    """2 coins and 1 prestige. [ND-9.5]"""
    take_coins(s, p, 2)
    gain(s, p, 1)


def doctor(s, p):
    """This round's plague is 0 for the seat. [ND-9.6]"""
    s.immune |= 1 << p


def city_guard(s, p):
    """1 prestige for each piece on the board, the cathedral included. [ND-9.7]"""
    on_board = 0
    for place in range(PLACES):
        on_board += pieces(s, p, place)
    gain(s, p, on_board)


def night_watchman(s, p):
    """1 prestige for each empty sector. [ND-9.8]"""
    gain(s, p, SECTORS - sectors_with(s, p, 1))


def bishop(s, p):
    """A marker from the general supply to an empty sector, and use that. [ND-9.9]"""
    ask(s, p, PLACE_IN_EMPTY, 1, 1)


def guild_master(s, p):
    """2 prestige for each sector with at least two pieces. [ND-9.10]"""
    gain(s, p, 2 * sectors_with(s, p, 2))


def beggar_king(s, p):
    """1 prestige for each space before the rat. [ND-9.11]"""
    gain(s, p, LAST_SPACE - s.rat[p])


def advocate(s, p):
    """3 prestige for each two messages. [ND-9.12]"""
    gain(s, p, count_bits(s.collected[p]) // 2 * 3)


def lady_of_the_court(s, p):
    """1 prestige for each piece in the fullest sector. [ND-9.13]"""
    gain(s, p, most_pieces(s, p))


def mayor(s, p):
    """3 prestige for each sector with at least three pieces. [ND-9.14]"""
    gain(s, p, 3 * sectors_with(s, p, 3))


def carpenter(s, p):
    """1 prestige for each sector with a piece. [ND-9.15]"""
    gain(s, p, sectors_with(s, p, 1))


def sectors_with(s, p, least):
    """How many sectors have at least so many pieces."""
    n = 0
    for sector in range(SECTORS):
        if pieces(s, p, sector) >= least:
            n += 1
    return n
