"""The numbers of the rules that documents hold to, as the compiled rules have them: what is in the box, and its bounds.

What persons ask about stands in asked.py.
"""

from cython.cimports.bellringer.games.notre_dame.rules import actions, rounds, setup, state

BOX_COINS = state.BOX_COINS
BROWN_PERSONS = state.BROWN_PERSONS
FIRST_COINS = setup.FIRST_COINS
FIRST_MARKERS = setup.FIRST_MARKERS
HAND = state.HAND
HOTEL_USES = actions.HOTEL_USES
LAST_SPACE = state.LAST_SPACE
MARKERS = state.MARKERS
NOWHERE = state.NOWHERE
PERSONS_OPEN = state.PERSONS_OPEN
PLAYS = rounds.PLAYS
