"""The abilities that the spaces of the guilds' board give to the seat that acts, one of them a turn. [RA-16]

Space 0 gives the ability of class card 0, as it is printed, and so on. What a seat may use now stands in `granted`.
"""

import cython
from cython.cimports.bellringer.games.rattus.rules.state import GUILD_SPACES, holds


def own_spaces(s, p):
    """The bit set of the spaces with a citizen of the seat, which is that of the cards whose abilities they give."""
    found: cython.ulonglong = 0
    for space in range(GUILD_SPACES):
        is_own: cython.ulonglong = s.guilds[space] == p + 1
        found |= is_own << space
    return found


def guild_abilities(s, p):
    """The abilities that its spaces give to the seat that acts. [RA-16.3, RA-16.4, RA-16.6]

    None of a card that it holds or has the tile of, nor of a space taken in this turn; and only one a turn.
    """
    one: cython.ulonglong = 1
    found: cython.ulonglong = own_spaces(s, p) & ~s.new_guilds & ~s.cards[p]
    if s.lent != 0 and holds(s, p, s.lent_to):
        found &= ~(one << (s.lent - 1))
    if s.guild_used != 0:
        found &= one << (s.guild_used - 1)
    return found


def given_by_spaces(s, p):
    """The bit set of the abilities in `granted` that come from the board."""
    one: cython.ulonglong = 1
    return (one << GUILD_SPACES) - 1


def grant_guilds(s, p):
    """Give the seat that acts the abilities of its spaces: when it begins, and when what it has changes."""
    revoke_guilds(s, p)
    s.granted[p] |= guild_abilities(s, p)


def revoke_guilds(s, p):
    """The seat does not act any longer."""
    s.granted[p] &= ~given_by_spaces(s, p)


def use_guild(s, p, card):
    """A seat uses an ability. If a space gives it, the other spaces give nothing any longer in this turn. [RA-16.3]"""
    if s.guild_used == 0 and (guild_abilities(s, p) >> card) & 1:
        s.guild_used = card + 1
        grant_guilds(s, p)
