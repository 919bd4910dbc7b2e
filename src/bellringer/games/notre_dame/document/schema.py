"""The JSON Schema of a position: its shape and its names. docs/schemas holds it as a file."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from bellringer.games.notre_dame.names import (
    ACTIONS,
    ALL_MARKETS,
    ALL_MESSAGES,
    ASKS,
    BACKS,
    COLOURS,
    PERSONS,
    PHASES,
    PLACES,
    POOLS,
    SECTORS,
    WHOSE,
)

Schema = dict[str, Any]
MOST_COINS, MOST_PRESTIGE = 999, 9999  # far above what any game brings, and what a score can hold twice over


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


def player() -> Schema:
    """One seat."""
    card_or_any = one_of((*ACTIONS, None))
    return record(
        {
            "supply": number(0, 14),
            "general": number(0, 14),
            "coins": number(0, MOST_COINS),
            "prestige": number(0, MOST_PRESTIGE),
            "rat": number(0, 9),
            "friend": one_of((*SECTORS, None)),
            "carriage": one_of(ALL_MARKETS),
            "markers": record({place: number(0, 14) for place in PLACES}),
            "messages": some_of(ALL_MESSAGES, len(ALL_MESSAGES)),
            "drawn": {
                "type": "array",
                "items": {"type": "array", "items": card_or_any, "maxItems": 3},
                "maxItems": 3,
            },
            "played": {"type": "array", "items": some_of(WHOSE, 3), "maxItems": 3},
            "hand": {"type": "array", "items": card_or_any, "maxItems": 3},
        }
    )


def ask() -> Schema:
    """One ask with the arguments of its kind."""
    arguments: Schema = {
        **{name: number(0, 25) for name in ("steps", "uses", "further", "markers", "returned")},
        **{name: {"type": "boolean"} for name in ("must", "cathedral", "all", "use")},
        **{name: one_of(ACTIONS) for name in ("from", "to", "action")},
        "except": one_of((*PERSONS, None)),
    }
    names = tuple(name for name, _, _ in ASKS)
    shape = record({"ask": one_of(names), "seats": some_of(COLOURS, 5), **arguments})
    return {**shape, "required": ["ask", "seats"]}


def box() -> Schema:
    """What differs from the shipped box."""
    person = record({"back": one_of(BACKS), "rats": number(0, 9)})
    street = {"type": "array", "items": one_of(ALL_MARKETS), "minItems": 2, "maxItems": 2}
    return record(
        {
            "cathedral": number(0, 100),
            "streets": {"type": "array", "items": street},
            "persons": record({name: person for name in PERSONS}),
        }
    )


@cache
def position_schema() -> str:
    """The schema as JSON text."""
    properties: Schema = {
        "$schema": {"type": "string"},
        "game": one_of(("notre-dame",)),
        "rules": number(1, 1),
        "seats": number(2, 5),
        "edition": one_of(("2007", "anniversary")),
        "persons": one_of(tuple(POOLS)),
        "open-prestige": {"type": "boolean"},
        "box": box(),
        "round": number(1, 9),
        "phase": one_of((*PHASES, "over")),
        "start": one_of(COLOURS),
        "turn": number(0, 10),
        "players": record({colour: player() for colour in COLOURS}),
        "markets": record({market: one_of((*ALL_MESSAGES, None)) for market in ALL_MARKETS}),
        "open": {**some_of(PERSONS, 3), "minItems": 3},
        "brown-pile": some_of(PERSONS[:6], 4),
        "gray-past": some_of(PERSONS[6:], 8),
        "gray-pile": some_of(PERSONS[6:], 8),
        "immune": some_of(COLOURS, 5),
        "gray-pile-seen-by": some_of(COLOURS, 5),
        "asks": {"type": "array", "items": ask(), "maxItems": 8},
        "dice": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "revealed": number(0, 65535),
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Notre Dame, whole or partial",
        **record(properties),
        "required": ["game"],
    }
    return json.dumps(schema, indent=1)
