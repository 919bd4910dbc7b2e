"""29 Guild Master, of the bourgeoisie."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import GUILD_TO
from cython.cimports.bellringer.games.rattus.rules.state import GUILD_SPACES
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While the supply has a citizen, and a space has none of the seat."""
    for space in range(GUILD_SPACES):
        if s.guilds[space] != p + 1:
            return s.supply[p] > 0
    return False


def use(s, p):
    """A citizen from the supply onto a space of the guilds' board. [RA-16.1]"""
    ask(s, p, GUILD_TO, 0, 0)
