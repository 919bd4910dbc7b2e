"""The moments of Rattus whose frames `tools/frames.py` measures, at a table with everything."""

from __future__ import annotations

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.tables import CHOSEN
from tools.rattus.film import plague_of

__all__ = ["MOMENTS", "OPTIONS", "SEATS"]

SEATS = 6
OPTIONS = {**CHOSEN["rattus", "everything"], "classes": "random"}


def ending_of(live: LiveGame) -> str | None:
    """A move of the first seat that ends the game."""
    for move in live.table.moves(0):
        trial = live.table.copy()
        trial.play(move.name, 0)
        if not trial.pending:
            return move.name
    return None


MOMENTS = {"a plague of a turn": plague_of, "the last ravage": ending_of}
