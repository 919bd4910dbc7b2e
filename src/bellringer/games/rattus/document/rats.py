"""Where the tokens of a position lie: on the board, in the supply, removed. What is not named is filled in.

A token may be named (`t06`, or the whole name), or described by its face; a rat of which nothing is said gets a token
that it can be. Tokens that are nowhere have been turned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading, Seats
from bellringer.games.rattus.component_set import ComponentSet, token_of
from bellringer.games.rattus.document.components import components_said
from bellringer.games.rattus.names import COLOURS, REGIONS

Document = Mapping[str, Any]
NOT_YET = -1
SEATS = Seats(COLOURS)


@dataclass
class Place:
    """A place for a token: where, what the document says of it, and which sort it must be (None: either)."""

    path: str
    said: Any
    starting: bool | None
    token: int = NOT_YET


@dataclass(frozen=True)
class Tokens:
    """Where the tokens of a position lie: by region (token, seats that have seen it, laid out), and off the board."""

    rats: list[list[tuple[int, int, int, int, int]]]
    supply: list[int]
    removed: list[int]


def on_board(reading: Reading) -> list[list[tuple[int, int, int, int, int]]]:
    """The rats of each region."""
    return reading.once(fill_places).rats


def supply(reading: Reading) -> list[int]:
    """The tokens that can still come."""
    return reading.once(fill_places).supply


def removed(reading: Reading) -> list[int]:
    """The tokens removed unseen."""
    return reading.once(fill_places).removed


def fill_places(reading: Reading) -> Tokens:
    """Give every place of the position its token."""
    found, raw = reading.once(components_said), reading.raw
    said = rats_said(reading, found)
    board = [
        Place(f"rats.{region}[{i}].token", rat.get("token"), True if rat.get("laid-out") else None)
        for region in found.regions
        for i, rat in enumerate(said[region])
    ]
    out = removed_places(raw, found)
    in_supply = [Place(f"supply[{i}]", one, None) for i, one in enumerate(said_list(raw.get("supply", [])))]
    beside = {reading["drawn"] - 1, reading["token"] - 1}  # face up beside the board
    left = fill(board + out + in_supply, found, beside)
    tokens = iter([place.token for place in board])
    return Tokens(
        rats=[[rat_numbers(rat, next(tokens)) for rat in said.get(region, [])] for region in REGIONS],
        supply=[place.token for place in in_supply] if "supply" in raw else left,
        removed=[place.token for place in out],
    )


def rats_said(reading: Reading, found: ComponentSet) -> dict[str, list[Document]]:
    """For each region in play what is said of its rats; one of the set-up in each, where the document has no rats."""
    if "rats" not in reading.raw:
        is_over = reading.phase == "over"
        return {region: [] if is_over else [{"laid-out": True}] for region in found.regions}
    rats = reading.raw["rats"]
    for region in rats:
        if region not in found.regions:
            raise PositionError(f"rats.{region}", f"not in play; in play are {', '.join(found.regions)}")
    for region, there in rats.items():
        for i, rat in enumerate(there if isinstance(there, list) else []):
            SEATS.read(rat.get("seen", []), f"rats.{region}[{i}].seen", reading)
    return {region: said_list(rats.get(region, []), {}) for region in found.regions}


def said_list(said: Any, nothing: Any = None) -> list[Any]:
    """A list, or so many of which nothing is said."""
    return [nothing] * said if isinstance(said, int) else said


def removed_places(raw: Document, components: ComponentSet) -> list[Place]:
    """The tokens removed unseen: always so many, and regular ones."""
    said = said_list(raw.get("removed", components.removed))
    if len(said) != components.removed:
        raise PositionError(
            "removed", f"{components.removed} tokens are removed from this table's box, not {len(said)}"
        )
    return [Place(f"removed[{i}]", one, False) for i, one in enumerate(said)]


def fill(places: list[Place], components: ComponentSet, beside: set[int]) -> list[int]:
    """Give every place its token, but none of those beside: first what is named, then faces, then any; what is left."""
    left = [token for token in range(len(components.tokens)) if token not in beside]
    named = [place for place in places if isinstance(place.said, str)]
    faced = [place for place in places if isinstance(place.said, list)]
    free = [place for place in places if place.said is None]
    starters = [place for place in free if place.starting]  # before those that any token can fill
    regulars = [place for place in free if place.starting is False]
    for place in (*named, *faced, *starters, *regulars, *(place for place in free if place.starting is None)):
        place.token = token_for(place, left, components)
        left.remove(place.token)
    return left


def token_for(place: Place, left: list[int], components: ComponentSet) -> int:
    """The token of a place; where several can be, a regular one first, in the order of the box."""
    if isinstance(place.said, str):
        return named_token(place, left, components)
    fitting = [token for token in left if place.starting in (None, components.tokens[token].starting)]
    if isinstance(place.said, list):
        wanted = token_of(place.said, False).face
        fitting = [token for token in fitting if components.tokens[token].face == wanted]
        if not fitting:
            raise PositionError(place.path, f"no token with the face {wanted} is left for this place")
    if not fitting:
        sort = {True: "starting token", False: "regular token", None: "token"}[place.starting]
        raise PositionError(place.path, f"no {sort} is left")
    return min(fitting, key=lambda token: (components.tokens[token].starting, token))


def named_token(place: Place, left: list[int], components: ComponentSet) -> int:
    """The token that is named, by its number or in full."""
    number, _, face = place.said.partition(" ")
    token = int(number[1:]) - 1
    if not 0 <= token < len(components.tokens):
        raise PositionError(place.path, f"there is no token {number}; the last is {components.token_names[-1]}")
    if face not in ("", components.tokens[token].face):
        raise PositionError(place.path, f"{place.said} is {components.token_names[token]} in this table's box")
    if token not in left:
        raise PositionError(place.path, f"{place.said} is elsewhere already")
    if place.starting not in (None, components.tokens[token].starting):
        sort = "starting" if place.starting else "regular"
        raise PositionError(place.path, f"{place.said} is no {sort} token")
    return token


def rat_numbers(rat: Document, token: int) -> tuple[int, int, int, int, int]:
    """A rat as the struct has it."""
    seen = sum(1 << COLOURS.index(colour) for colour in rat.get("seen", []))
    laid_out, is_open, returned = (int(rat.get(flag, False)) for flag in ("laid-out", "open", "returned"))
    return token, seen, laid_out, is_open, returned
