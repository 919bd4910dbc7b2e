"""What can't be together in a position, each with the field that is to blame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellringer.core.compiled.state import State
from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.games.notre_dame.document import queries
from bellringer.games.notre_dame.document.defaults import OVER, markers_left, most_turns
from bellringer.games.notre_dame.document.numbers import BOX_COINS, MARKERS
from bellringer.games.notre_dame.names import ALL_MARKETS, COLOURS, MARKETS, ROUNDS

CHOICES = {
    "lose-marker": "more than one fullest sector with a marker",
    "whose-card": "more than one card of the action in the hand",
}


# where the game stands


def rounds_over(reading: Reading) -> None:
    """A game ends after its ninth round."""
    if reading.phase == OVER and reading.raw.get("round", ROUNDS) != ROUNDS:
        raise PositionError("round", "a game that is over has played its ninth round")


def turn(reading: Reading) -> None:
    """A phase with turns has turns from 1 to a last one."""
    most = most_turns(reading)
    if most and not 1 <= reading["turn"] <= most:
        raise PositionError("turn", f"the phase {reading.phase} has turns 1 to {most}, not {reading['turn']}")


# the seats


def markers(reading: Reading) -> None:
    """A colour has only so many markers."""
    for p, seat in enumerate(reading.seat_names):
        if markers_left(reading, p) < 0:
            raise PositionError(f"players.{seat}.markers", f"more than the {MARKERS} markers of a colour")


def supplies(reading: Reading) -> None:
    """Markers that are not on the board lie in one of the two supplies."""
    for p, seat in enumerate(reading.seat_names):
        supply, general, left = reading["supply"][p], reading["general"][p], markers_left(reading, p)
        if supply < 0 or general < 0 or supply + general != left:
            raise PositionError(
                f"players.{seat}",
                f"supply {supply} and general {general} must be the {left} markers not on the board",
            )


def coins(reading: Reading) -> None:
    """The anniversary edition's coins run out."""
    if reading["anniversary"] and sum(reading["coins"]) > BOX_COINS:
        raise PositionError("players", f"the anniversary edition has {BOX_COINS} coins, these are more")


def carriages(reading: Reading) -> None:
    """A carriage stands on the table's board."""
    for p, market in enumerate(reading["carriage"]):
        if market >= reading["boroughs"] * len(MARKETS):
            raise PositionError(
                f"players.{COLOURS[p]}.carriage",
                f"{ALL_MARKETS[market]} is not on a board of {reading['boroughs']} boroughs",
            )


# what only the rules can say


def state(found: State, asks: Sequence[dict[str, Any]]) -> None:
    """The rules must leave something to choose."""
    for i, ask in enumerate(asks):
        seats = [COLOURS.index(colour) for colour in ask["seats"]]
        if ask["ask"] == "take-message" and not queries.may_take_message(found, seats[0]):
            raise PositionError(f"asks[{i}]", f"{ask['seats'][0]} may not take the message at its carriage")
        if ask["ask"] in CHOICES and any(len(found.legal(p)) < 2 for p in seats):
            raise PositionError(f"asks[{i}]", f"{ask['ask']} is asked only when there is {CHOICES[ask['ask']]}")
