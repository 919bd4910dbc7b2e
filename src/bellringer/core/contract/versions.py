"""Versions of the rules, part by part: what a record and a table under way depend on.

A part is what can change by itself: the base rules, an edition, a box, a card. A table depends on the parts that its
options bring in, so that a new card refuses no old game. Versions are written as `1`, version 1 of every part, or as
`1, monk 2`: of every part but those named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bellringer.core.contract.game import Game

FIRST = 1
NAMED = re.compile(r"([a-z0-9][a-z0-9-]*) ([1-9][0-9]{0,5})")


@dataclass(frozen=True)
class Change:
    """A part of the rules that is not what it was. `now`: 0 for a part that there is no more."""

    part: str
    then: int
    now: int

    def __str__(self) -> str:
        here = f"these are rules {self.now} of {self.part}" if self.now else f"there are no rules of {self.part} here"
        return f"{here}; the record was played by {self.then}"


def versions_of(game: Game, options: Mapping[str, Any]) -> dict[str, int]:
    """The parts of the rules that a table's options bring in, each with its present version."""
    return {part: game.rule_versions[part] for part in game.rule_parts(options)}


def versions_text(versions: Mapping[str, int]) -> str:
    """`1`, or `1, monk 2`."""
    return ", ".join([str(FIRST), *(f"{part} {number}" for part, number in versions.items() if number != FIRST)])


def present_text(game: Game, options: Mapping[str, Any]) -> str:
    """The present versions of a table's parts, as they are written."""
    return versions_text(versions_of(game, options))


def read_versions(text: str) -> dict[str, int]:
    """The parts that a text names; all others have version 1. Raises ValueError for another text."""
    first, *named = text.split(", ")
    found = {match[1]: int(match[2]) for match in map(NAMED.fullmatch, named) if match}
    if first != str(FIRST) or len(found) != len(named):
        raise ValueError(f"versions of rules are written as '1' or '1, part 2', not {text[:60]!r}")
    return found


def changes_since(game: Game, options: Mapping[str, Any], text: str) -> tuple[Change, ...]:
    """The parts of a table's rules that have another version now than a text says. Raises ValueError."""
    then, now = read_versions(text), versions_of(game, options)
    every = {**dict.fromkeys(now, FIRST), **then}
    changes = (Change(part, number, now.get(part, 0)) for part, number in every.items())
    return tuple(change for change in changes if change.then != change.now)
