"""Pieces of a JSON Schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]


def number(least: int, most: int) -> Schema:
    """A whole number in a range."""
    return {"type": "integer", "minimum": least, "maximum": most}


def one_of(names: Sequence[Any]) -> Schema:
    """One of these names."""
    return {"enum": list(names)}


def some_of(names: Sequence[str], most: int) -> Schema:
    """Different ones of these names."""
    return {"type": "array", "items": one_of(names), "uniqueItems": True, "maxItems": most}


def record(properties: Schema) -> Schema:
    """These fields, each optional, and no others."""
    return {"type": "object", "properties": properties, "additionalProperties": False}
