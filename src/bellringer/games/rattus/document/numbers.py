"""The numbers of the rules that documents hold to, as the compiled rules have them: what is in the box, and its bounds.

What cards ask about stands in asked.py.
"""

from cython.cimports.bellringer.core.compiled import asks
from cython.cimports.bellringer.games.rattus.rules import drop, engine, event_cards, plague, state

ANYWHERE = state.ANYWHERE
BEARERS = state.BEARERS
BISHOPS = state.BISHOPS
DROPPED = drop.DROPPED
LOOKS = state.LOOKS
MOST_ASKS = asks.ASK_DEPTH
MOST_TURNS = state.MOST_TURNS
NEW_RATS = plague.NEW_RATS
NEXT_EVENTS = state.NEXT_EVENTS
NO_LIMIT = state.NO_LIMIT
NUNS = state.NUNS
ON_PODIUM = state.ON_PODIUM
PLACINGS = engine.PLACINGS
PODIUMS = state.PODIUMS
POTIONS = state.POTIONS
PRINTED = tuple([event_cards.printed(kind) for kind in range(state.EVENT_KINDS)])
RATS = state.RATS
WALLS = state.WALLS
