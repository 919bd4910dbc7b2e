"""The JSON Schema of a position: its shape and its names. docs/schemas holds it as a file."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from bellringer.games.rattus.box_parser import BOXES, CITIZENS, MOST_LIMIT, MOST_STEPS
from bellringer.games.rattus.component_set import CLASS_SYMBOLS, MOST_TOKENS
from bellringer.games.rattus.names import ALL_RATS, ASKS, CLASSES, COLOURS, PHASES, RATS, REGIONS, SYMBOLS

Schema = dict[str, Any]
MOST_CITIZENS = CITIZENS[1]
MOST_TURNS = 1000


def number(least: int, most: int) -> Schema:
    """A whole number in a range."""
    return {"type": "integer", "minimum": least, "maximum": most}


def one_of(names: tuple[Any, ...]) -> Schema:
    """One of these names."""
    return {"enum": list(names)}


def some_of(names: tuple[str, ...], most: int) -> Schema:
    """Different ones of these names."""
    return {"type": "array", "items": one_of(names), "uniqueItems": True, "maxItems": most}


def record(properties: Schema) -> Schema:
    """These fields, each optional, and no others."""
    return {"type": "object", "properties": properties, "additionalProperties": False}


def face() -> Schema:
    """A token's face, as in box.toml: `[2, "majority", "church"]`."""
    return {
        "prefixItems": [number(1, MOST_LIMIT)],
        "items": one_of(SYMBOLS),
        "minItems": 2,
        "uniqueItems": True,
    }


def token() -> Schema:
    """A token by its name (its number is enough) or by its face; none for any."""
    return {"type": ["string", "array", "null"], "pattern": r"^t\d\d( |$)", **face()}


def player() -> Schema:
    """One seat."""
    return record(
        {
            "supply": number(0, MOST_CITIZENS),
            "palace": number(0, MOST_CITIZENS),
            "citizens": record({region: number(0, MOST_CITIZENS) for region in REGIONS}),
            "classes": some_of(CLASSES, len(CLASSES)),
        }
    )


def rats() -> Schema:
    """The rats of a region in the order in which they came, or just how many."""
    rat = record({"token": token(), "seen": some_of(COLOURS, len(COLOURS)), "laid-out": {"type": "boolean"}})
    return {"type": ["array", "integer"], "items": rat, "maxItems": RATS, "minimum": 0, "maximum": RATS}


def tokens() -> Schema:
    """Tokens in no order, or just how many."""
    count = {"maxItems": MOST_TOKENS, "minimum": 0, "maximum": MOST_TOKENS}
    return {"type": ["array", "integer"], "items": token(), **count}


def ask() -> Schema:
    """One ask with the arguments of its kind."""
    arguments: Schema = {
        **{name: one_of(REGIONS) for name in ("region", "from", "to")},
        **{name: one_of(ALL_RATS) for name in ("rat", "first", "second")},
        "most": number(1, 3),
        "citizens": number(1, 9),
        "steps": number(1, MOST_STEPS),
    }
    names = tuple(name for name, _, _ in ASKS)
    shape = record({"ask": one_of(names), "seats": {**some_of(COLOURS, 1), "minItems": 1}, **arguments})
    return {**shape, "required": ["ask", "seats"]}


def components() -> Schema:
    """What the table's box holds other than the shipped one."""
    border = {"type": "array", "items": one_of(REGIONS), "minItems": 2, "maxItems": 2, "uniqueItems": True}
    faces = {"type": "array", "items": {"type": "array", **face()}, "maxItems": MOST_TOKENS}
    return record(
        {
            "citizens": number(*CITIZENS),
            "reach": number(1, MOST_STEPS),
            "removed": number(0, MOST_TOKENS),
            "regions": some_of(REGIONS, len(REGIONS)),
            "borders": {"type": "array", "items": border},
            "tokens": record({"starting": faces, "regular": faces}),
            "classes": record({card: one_of(CLASS_SYMBOLS) for card in CLASSES}),
        }
    )


@cache
def position_schema() -> str:
    """The schema as JSON text."""
    properties: Schema = {
        "$schema": {"type": "string"},
        "game": one_of(("rattus",)),
        "rules": number(1, 1),
        "seats": number(2, 6),
        "box": one_of(BOXES),
        "classes": some_of(CLASSES, len(CLASSES)),
        "components": components(),
        "phase": one_of((*PHASES, "over")),
        "start": one_of(COLOURS),
        "turn": one_of(COLOURS),
        "turns": number(0, MOST_TURNS),
        "step": number(1, 12),
        "taken": {"type": "boolean"},
        "placed": {"type": "boolean"},
        "used": some_of(CLASSES, len(CLASSES)),
        "rats-to-come": number(0, 2),
        "piece-counts": number(0, 9),
        "plague": one_of(REGIONS),
        "players": record({colour: player() for colour in COLOURS}),
        "rats": record({region: rats() for region in REGIONS}),
        "supply": tokens(),
        "removed": tokens(),
        "asks": {"type": "array", "items": ask(), "maxItems": 2},
        "dice": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "revealed": number(0, 65535),
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Rattus, whole or partial",
        **record(properties),
        "required": ["game"],
    }
    return json.dumps(schema, indent=1)
