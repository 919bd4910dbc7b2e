"""The table's box in documents: what it has other than the shipped one."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Each, Flag, Look, Name, Names, Number, Range, Reading
from bellringer.core.fields.schema import Schema, number, one_of, record, some_of
from bellringer.games.rattus.box import shipped, shipped_set
from bellringer.games.rattus.box_parser import BOXES, CITIZENS, MOST_LIMIT, MOST_STEPS
from bellringer.games.rattus.component_set import (
    ANY,
    CLASS_SYMBOLS,
    MOST_TOKENS,
    ComponentSet,
    Token,
    cards_by_region,
    component_set_of,
    in_order,
    token_of,
    wrong_components,
)
from bellringer.games.rattus.document.tokens import face_schema
from bellringer.games.rattus.names import CARDS_A_REGION, CLASS_ROOM, CLASSES, REGIONS, SYMBOLS

Document = dict[str, Any]
MEMBERS: Mapping[str, Range] = {
    "citizens_each": Number(*CITIZENS),
    "reach": Number(1, MOST_STEPS),
    "tokens": Number(0, MOST_TOKENS),
    "taken_out": Number(0, MOST_TOKENS),
    "regions": Names(REGIONS),
    "borders": Each(Names(REGIONS), len(REGIONS)),
    "limit": Each(Number(0, MOST_LIMIT), MOST_TOKENS),
    "symbols": Each(Names(SYMBOLS), MOST_TOKENS),
    "starting": Each(Flag(), MOST_TOKENS),
    "symbol_of": Each(Name(CLASS_SYMBOLS), CLASS_ROOM),
    "protects": Each(Names(CLASS_SYMBOLS), len(REGIONS) * CARDS_A_REGION),
}


def schema() -> Schema:
    """What a document may say of it."""
    border = {"type": "array", "items": one_of(REGIONS), "minItems": 2, "maxItems": 2, "uniqueItems": True}
    faces = {"type": "array", "items": {"type": "array", **face_schema()}, "maxItems": MOST_TOKENS}
    return record(
        {
            "citizens": number(*CITIZENS),
            "reach": number(1, MOST_STEPS),
            "removed": number(0, MOST_TOKENS),
            "regions": some_of(REGIONS, len(REGIONS)),
            "borders": {"type": "array", "items": border},
            "tokens": record({"starting": faces, "regular": faces}),
            "classes": record({card: one_of(CLASS_SYMBOLS) for card in CLASSES}),
            "region-cards": record(dict.fromkeys(REGIONS, cards_schema())),
        }
    )


def cards_schema() -> Schema:
    """The cards of a region: the classes on each, or any."""
    card = {**some_of((*CLASS_SYMBOLS, ANY), len(CLASS_SYMBOLS)), "minItems": 1}
    return {"type": "array", "items": card, "minItems": CARDS_A_REGION, "maxItems": CARDS_A_REGION}


# from the struct


def components_of(look: Look) -> ComponentSet:
    """The components of a state."""
    return look.once_a_table(read_components)


def read_components(look: Look) -> ComponentSet:
    """The component set of a table, put together from the struct."""
    return component_set_of(look.numbers)


def show(look: Look) -> Document:
    """What a document has of them, empty when they are the shipped ones."""
    return deepcopy(look.once_a_table(changes))


def changes(look: Look) -> Document:
    """What they have other than the shipped ones."""
    components, usual = components_of(look), shipped_set(look.seats, BOXES[look["big_box"]])
    return {} if components == usual else unlike(components, usual)


def unlike(components: ComponentSet, usual: ComponentSet) -> Document:
    """What one set has other than another."""
    found: Document = {}
    for name in ("citizens", "reach", "removed"):
        if getattr(components, name) != getattr(usual, name):
            found[name] = getattr(components, name)
    if components.regions != usual.regions:
        found["regions"] = list(components.regions)
    if components.borders != shipped().borders_within(components.regions):
        found["borders"] = [list(border) for border in components.borders]
    tokens = {name: faces for name, faces in faces_of(components).items() if faces != faces_of(usual)[name]}
    symbols = zip(CLASSES, components.classes, usual.classes, strict=True)
    classes = {card: symbol for card, symbol, other in symbols if symbol != other}
    usual_cards = cards_by_region(usual.region_cards)
    cards = {
        region: there
        for region, there in cards_by_region(components.region_cards).items()
        if there != usual_cards[region]
    }
    parts = {"tokens": tokens, "classes": classes, "region-cards": cards}
    return found | {name: part for name, part in parts.items() if part}


def faces_of(components: ComponentSet) -> dict[str, list[list[Any]]]:
    """The tokens as lists of faces, `[2, "church", "majority"]`."""

    def faces(starting: bool) -> list[list[Any]]:
        return [[token.limit, *token.symbols] for token in components.tokens if token.starting == starting]

    return {"starting": faces(True), "regular": faces(False)}


# from a document


def read(reading: Reading) -> dict[str, Any]:
    """The members of the struct."""
    return reading.once(components_said).fields()


def components_said(reading: Reading) -> ComponentSet:
    """What the table takes from the shipped box, and the document's own changes of it."""
    other = reading.raw.get("components", {})
    components = shipped_set(reading.seats, BOXES[reading["big_box"]])
    components = replace(
        components, **{name: other[name] for name in ("citizens", "reach", "removed") if name in other}
    )
    components = with_map(components, other)
    symbols = other.get("classes", {})
    components = replace(
        components,
        tokens=tokens_for(other.get("tokens", {}), components),
        classes=tuple(symbols.get(card, components.classes[i]) for i, card in enumerate(CLASSES)),
        region_cards=cards_for(other.get("region-cards", {}), components),
    )
    if wrong := wrong_components(components):
        raise PositionError(f"components.{wrong[0]}", wrong[1])
    return components


def with_map(components: ComponentSet, other: Mapping[str, Any]) -> ComponentSet:
    """Regions and borders replaced by the document's."""
    if "regions" in other:
        regions = tuple(region for region in REGIONS if region in other["regions"])
        components = replace(components, regions=regions, borders=shipped().borders_within(regions))
    if "borders" in other:
        for i, border in enumerate(other["borders"]):
            for region in border:
                check_region(region, f"components.borders[{i}]", components)
        borders = {in_order(border) for border in other["borders"]}
        components = replace(
            components, borders=tuple(sorted(borders, key=lambda pair: tuple(map(REGIONS.index, pair))))
        )
    return components


def tokens_for(other: Mapping[str, Any], components: ComponentSet) -> tuple[Token, ...]:
    """The tokens, either list replaced by the document's."""
    found: list[Token] = []
    for name in ("starting", "regular"):
        starting = name == "starting"
        if name in other:
            found += [token_of(face, starting) for face in other[name]]
        else:
            found += [token for token in components.tokens if token.starting == starting]
    return tuple(found)


def cards_for(other: Mapping[str, Any], components: ComponentSet) -> tuple[tuple[str, ...], ...]:
    """The region cards, those of a region replaced by the document's."""
    cards: dict[str, Any] = {**cards_by_region(components.region_cards), **other}
    return tuple(
        (ANY,) if ANY in card else tuple(symbol for symbol in CLASS_SYMBOLS if symbol in card)
        for region in REGIONS
        for card in cards[region]
    )


def check_region(region: str, path: str, components: ComponentSet) -> None:
    """A region that is named must be in play."""
    if region not in components.regions:
        raise PositionError(path, f"{region} is not in play; in play are {', '.join(components.regions)}")
