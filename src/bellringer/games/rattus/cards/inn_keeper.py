"""30 Inn Keeper, of the peasantry."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import CITY_TO
from cython.cimports.bellringer.games.rattus.rules.boards import cities_to_come, cities_to_take
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """While there is a free city and a citizen in the supply, or a taken one and an own citizen in its region."""
    return (cities_to_come(s, p) | cities_to_take(s, p)) != 0


def use(s, p):
    """A citizen from the supply into a free city, or from its region into a taken one. [RA-16.12]"""
    ask(s, p, CITY_TO, 0, 0)
