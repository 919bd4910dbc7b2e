"""The kinds of what an ask is about: how documents say the number. asks.toml says of which kind each argument is.

A new kind is a design decision: what a document says must be a number that rules can rely on. Ranges of plain numbers
need none, asks.toml has them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.core.fields import Flag, Kind, Name, OptionalName
from bellringer.games.notre_dame.names import ACTIONS, PERSONS

KINDS: Mapping[str, Kind] = {
    "action": Name(ACTIONS),
    "person-or-none": OptionalName(PERSONS, first=1),
    "flag": Flag(),
}
