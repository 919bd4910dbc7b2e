"""The messages of a position: on markets, or with a seat. What is not said lies on free markets of its borough."""

from __future__ import annotations

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.games.notre_dame.document.numbers import NOWHERE
from bellringer.games.notre_dame.names import ALL_MARKETS, ALL_MESSAGES, COLOURS, KINDS, MARKETS, message_colour


def check_collected(reading: Reading) -> None:
    """Each message is of the table's boroughs, and with one seat at most."""
    taken: set[str] = set()
    for p, player in enumerate(reading.players):
        for i, name in enumerate(player.get("messages", [])):
            path = f"players.{COLOURS[p]}.messages[{i}]"
            if ALL_MESSAGES.index(name) >= reading["boroughs"] * len(KINDS):
                raise PositionError(path, f"{name} is not in a game of {reading['boroughs']} boroughs")
            if name in taken:
                raise PositionError(path, f"{name} is with another seat already")
            taken.add(name)


def on_markets(reading: Reading) -> list[int]:
    """The message of each market: where the document puts them, the others on free markets of their borough."""
    found = [NOWHERE] * len(ALL_MARKETS)
    gone = 0
    for mask in reading["collected"]:
        gone |= mask
    for name, message in reading.raw.get("markets", {}).items():
        if message is not None:
            market, token = ALL_MARKETS.index(name), ALL_MESSAGES.index(message)
            check_market(reading, name, message)
            if gone >> token & 1:
                raise PositionError(f"markets.{name}", f"{message} is elsewhere already")
            gone |= 1 << token
            found[market] = token
    for borough in range(reading["boroughs"]):
        lay_out_rest(reading, borough, gone, found)
    return found


def check_market(reading: Reading, name: str, message: str) -> None:
    """A message lies at the edge of the borough in which it was laid out."""
    borough, side = divmod(ALL_MARKETS.index(name), len(MARKETS))
    if borough >= reading["boroughs"] or side == 0:
        raise PositionError(f"markets.{name}", "no message lies there at this table")
    if ALL_MESSAGES.index(message) // len(KINDS) != message_colour(reading.seats, borough):
        raise PositionError(f"markets.{name}", f"{message} was not laid out in this borough")


def lay_out_rest(reading: Reading, borough: int, gone: int, found: list[int]) -> None:
    """The messages of a borough of which the document says nothing, in order, on markets of which it says nothing."""
    said, home = reading.raw.get("markets", {}), borough * len(MARKETS)
    first = message_colour(reading.seats, borough) * len(KINDS)
    free = [market for market in range(home + 1, home + len(MARKETS)) if ALL_MARKETS[market] not in said]
    rest = [token for token in range(first, first + len(KINDS)) if not gone >> token & 1]
    if len(rest) > len(free):
        names = ", ".join(ALL_MESSAGES[token] for token in rest)
        raise PositionError("markets", f"no market is left for {names}: a message lies on one or is with a seat")
    for market, token in zip(free, rest, strict=False):
        found[market] = token
