"""From a position document to the numbers of a Europe: defaults for what is left out, reasons for what can't be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.shape import check_shape as check_document
from bellringer.games.rattus.box import shipped, usual_box
from bellringer.games.rattus.box_parser import SEATS
from bellringer.games.rattus.component_set import (
    ComponentSet,
    cards_wanted,
    in_order,
    token_of,
    wrong_cards,
    wrong_components,
)
from bellringer.games.rattus.document import loader_asks, loader_rats
from bellringer.games.rattus.document.loader_clock import clock_fields
from bellringer.games.rattus.document.schema import position_schema
from bellringer.games.rattus.names import CLASSES, COLOURS, PLAYABLE, REGIONS

Document = Mapping[str, Any]
Fields = dict[str, Any]
ON_TABLE, IN_BOX = -1, -2  # where a class card is that no seat holds


def check_shape(raw: Document) -> None:
    """Names and ranges, by the schema; then that every seat named plays."""
    check_document(raw, position_schema())
    colours = COLOURS[: raw.get("seats", 4)]
    for path, seats in named_seats(raw).items():
        for seat in seats:
            if seat not in colours:
                raise PositionError(path, f"{seat} does not play; at this table are {', '.join(colours)}")


def named_seats(raw: Document) -> dict[str, list[str]]:
    """The seats that a document names, by the path where it does."""
    found = {name: [raw[name]] for name in ("start", "turn") if name in raw}
    found["players"] = list(raw.get("players", {}))
    found |= {f"asks[{i}].seats": ask["seats"] for i, ask in enumerate(raw.get("asks", []))}
    for region, rats in raw.get("rats", {}).items():
        if isinstance(rats, list):
            found |= {f"rats.{region}[{i}].seen": rat.get("seen", []) for i, rat in enumerate(rats)}
    return found


def fields_of(raw: Document) -> tuple[Fields, list[tuple[int, int, int, int]]]:
    """All fields of the struct, and the asks."""
    seats = raw.get("seats", 4)
    box, components = box_of(raw, seats), components_for(raw, seats)
    fields: Fields = {"seats": seats, "big_box": box == "big-box", **components.fields()}
    fields |= clock_fields(raw, seats)
    fields["piece"] = region_number(raw.get("plague", components.regions[0]), "plague", components)
    fields |= seat_fields(raw, seats, components)
    fields["holder"] = holders(raw, seats, components)
    fields["used"] = used_cards(raw, fields)
    fields |= loader_rats.rat_fields(raw, fields, components)
    return fields, loader_asks.asks_of(raw, fields)


# the table's choices, and its box


def box_of(raw: Document, seats: int) -> str:
    """Which box it is."""
    box: str = raw.get("box", usual_box(seats))
    if seats not in SEATS[box]:
        raise PositionError("box", f"the box {box} is for {SEATS[box][0]} to {SEATS[box][-1]} seats, not {seats}")
    return box


def components_for(raw: Document, seats: int) -> ComponentSet:
    """What the table takes from the shipped box, and the document's own changes of it."""
    components, other = shipped().component_set(seats, box_of(raw, seats)), raw.get("components", {})
    components = replace(
        components, **{name: other[name] for name in ("citizens", "reach", "removed") if name in other}
    )
    if "regions" in other:
        regions = tuple(region for region in REGIONS if region in other["regions"])
        components = replace(components, regions=regions, borders=shipped().borders_within(regions))
    if "borders" in other:
        for i, border in enumerate(other["borders"]):
            for region in border:
                region_number(region, f"components.borders[{i}]", components)
        borders = {in_order(border) for border in other["borders"]}
        components = replace(
            components, borders=tuple(sorted(borders, key=lambda pair: tuple(map(REGIONS.index, pair))))
        )
    components = replace(components, tokens=tokens_for(other.get("tokens", {}), components))
    symbols = other.get("classes", {})
    components = replace(
        components, classes=tuple(symbols.get(card, components.classes[i]) for i, card in enumerate(CLASSES))
    )
    if wrong := wrong_components(components):
        raise PositionError(f"components.{wrong[0]}", wrong[1])
    return components


def tokens_for(other: Document, components: ComponentSet) -> tuple[Any, ...]:
    """The tokens, either list replaced by the document's."""
    found: list[Any] = []
    for name in ("starting", "regular"):
        starting = name == "starting"
        if name in other:
            found += [token_of(face, starting) for face in other[name]]
        else:
            found += [token for token in components.tokens if token.starting == starting]
    return tuple(found)


def region_number(region: str, path: str, components: ComponentSet) -> int:
    """The region's number, if it is in play."""
    if region not in components.regions:
        raise PositionError(path, f"{region} is not in play; in play are {', '.join(components.regions)}")
    return REGIONS.index(region)


# the seats


def seat_fields(raw: Document, seats: int, components: ComponentSet) -> Fields:
    """The citizens of the seats: on the board, in the palace, and in the supply, which follows from the others."""
    players = [raw.get("players", {}).get(colour, {}) for colour in COLOURS[:seats]]
    fields: Fields = {"citizens": [], "palace": [], "supply": []}
    for colour, player in zip(COLOURS, players, strict=False):
        on_board = [0] * len(REGIONS)
        for region, citizens in player.get("citizens", {}).items():
            on_board[region_number(region, f"players.{colour}.citizens.{region}", components)] = citizens
        left = components.citizens - sum(on_board) - player.get("palace", 0)
        if left < 0:
            raise PositionError(f"players.{colour}.citizens", f"more than the {components.citizens} citizens of a seat")
        if player.get("supply", left) != left:
            raise PositionError(f"players.{colour}.supply", f"must be the {left} citizens that are not elsewhere")
        fields["citizens"].append(on_board)
        fields["palace"].append(player.get("palace", 0))
        fields["supply"].append(left)
    return fields


def holders(raw: Document, seats: int, components: ComponentSet) -> list[int]:
    """Where each class card is."""
    cards = raw.get("classes", PLAYABLE[: cards_wanted(seats)])
    for i, card in enumerate(cards):
        if card not in PLAYABLE:
            raise PositionError(f"classes[{i}]", f"{card} can't be played yet; those that can: {', '.join(PLAYABLE)}")
    if reason := wrong_cards(cards, seats, components):
        raise PositionError("classes", reason)
    found = [ON_TABLE if card in cards else IN_BOX for card in CLASSES]
    for p, colour in enumerate(COLOURS[:seats]):
        for i, card in enumerate(raw.get("players", {}).get(colour, {}).get("classes", [])):
            number, path = CLASSES.index(card), f"players.{colour}.classes[{i}]"
            if found[number] == IN_BOX:
                raise PositionError(path, f"{card} is none of this table's cards: {', '.join(cards)}")
            if found[number] != ON_TABLE:
                raise PositionError(path, f"{card} is with {COLOURS[found[number]]} already")
            found[number] = p
    return found


def used_cards(raw: Document, fields: Fields) -> int:
    """The bit set of cards used in this turn: of those that the seat on turn holds, in the last round of anybody's."""
    mask = 0
    for i, card in enumerate(raw.get("used", [])):
        holder = fields["holder"][CLASSES.index(card)]
        if holder < 0 or (fields["phase_name"] in loader_asks.TURN and holder != fields["turn"]):
            raise PositionError(f"used[{i}]", f"{card} is not with a seat that can have used it")
        mask |= 1 << CLASSES.index(card)
    return mask
