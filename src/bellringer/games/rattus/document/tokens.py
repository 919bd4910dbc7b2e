"""Rat tokens as documents have them: by name or by face; sets of them only in views."""

from __future__ import annotations

from typing import Any

from bellringer.core.fields import Kind, Look
from bellringer.core.fields.ranges import outside
from bellringer.core.fields.schema import Schema, number, one_of
from bellringer.games.rattus.box_parser import MOST_LIMIT
from bellringer.games.rattus.component_set import MOST_TOKENS, component_set_of
from bellringer.games.rattus.names import SYMBOLS


def face_schema() -> Schema:
    """A token's face, as in box.toml: `[2, "majority", "church"]`."""
    return {
        "prefixItems": [number(1, MOST_LIMIT)],
        "items": one_of(SYMBOLS),
        "minItems": 2,
        "uniqueItems": True,
    }


def token_names(look: Look) -> tuple[str, ...]:
    """What the table's tokens are called, by their numbers."""
    return component_set_of(look.numbers).token_names


class Token(Kind):
    """A token by its name, of which the number is enough, or by its face; none for any."""

    def schema(self) -> Schema:
        return {"type": ["string", "array", "null"], "pattern": r"^t\d\d( |$)", **face_schema()}

    def show(self, value: int, look: Look) -> str:
        return look.once_a_table(token_names)[value]

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, 0, MOST_TOKENS - 1)


class Tokens(Kind):
    """Different tokens, in the order of the box."""

    def schema(self) -> Schema:
        return {"type": "array", "items": Token().schema(), "maxItems": MOST_TOKENS}
