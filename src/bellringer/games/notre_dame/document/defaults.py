"""The values of fields that a document leaves out, where they follow from other fields; and the round."""

from __future__ import annotations

from bellringer.core.fields import Reading
from bellringer.games.notre_dame.document.numbers import FIRST_MARKERS, MARKERS, PLAYS
from bellringer.games.notre_dame.names import MARKETS, ROUNDS, borough_of, boroughs_of

OVER = "over"


def boroughs(reading: Reading) -> int:
    """One borough for each seat; four for two seats."""
    return boroughs_of(reading.seats)


def rounds_over(reading: Reading) -> int:
    """The rounds that are over; all of them once the game has ended."""
    return ROUNDS if reading.phase == OVER else int(reading.raw.get("round", 1)) - 1


def most_turns(reading: Reading) -> int:
    """The turns of the phase; 0 in a phase without turns."""
    return {"play": PLAYS * reading.seats, "hire": reading.seats}.get(reading.phase, 0)


def turn(reading: Reading) -> int:
    """The first turn; after the last phase with turns, all turns have been."""
    if most_turns(reading):
        return 1
    return reading.seats if reading.phase in ("plague", OVER) else 0


def markers_left(reading: Reading, p: int) -> int:
    """A seat's markers that are not on the board."""
    return int(MARKERS - sum(reading["markers"][p]))


def supply(reading: Reading, p: int) -> int:
    """As many as at the set-up, if so many are left; or those that the general supply leaves."""
    left, player = markers_left(reading, p), reading.players[p]
    return left - int(player["general"]) if "general" in player else min(FIRST_MARKERS, left)


def general(reading: Reading, p: int) -> int:
    """The markers that are nowhere else."""
    return markers_left(reading, p) - int(reading["supply"][p])


def carriage(reading: Reading, p: int) -> int:
    """The market in the middle of its own borough, where the carriage begins."""
    return borough_of(reading.seats, p) * len(MARKETS)
