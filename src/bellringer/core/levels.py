"""The levels of the bots: what they are called, and how much each thinks in a game.

A level is a search with a count of iterations, which is each game's own (`levels.toml` in its folder), so that it plays
the same on slow and on fast machines. What has no such file, such as a game that is being written, has `USUAL`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

FILE = "levels.toml"
MOST_ITERATIONS = 2**31 - 1  # of C's int, in which a search counts
MOST_NOISE = 1e6


class Level(NamedTuple):
    """How much a level thinks in a game: iterations for a decision, and the noise of its choice (bots/search.py)."""

    iterations: int
    noise: float = 0.0


# The weakest first, as in the table of rules (core/compiled/rules.pxd).
USUAL: Mapping[str, Level] = {
    "novice": Level(20, 0.05),
    "apprentice": Level(80, 0.01),
    "adept": Level(320),
    "expert": Level(1_280),
    "master": Level(5_120),
    "grandmaster": Level(20_480),
}
NAMES = tuple(USUAL)


def read_levels(package: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first, from the file in its package. Raises ValueError for a wrong entry."""
    return levels_from(tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8")), f"{package}/{FILE}")


def levels_from(tables: Mapping[str, Any], where: str) -> tuple[Level, ...]:
    """The levels that a file's tables say. `where`: the file, for errors. Raises ValueError."""
    if list(tables) != list(NAMES):
        raise ValueError(f"{where}: must have {', '.join(NAMES)}, in this order, not {', '.join(tables) or 'nothing'}")
    return tuple(level_from(table, f"{where}: {name}") for name, table in tables.items())


def level_from(table: object, where: str) -> Level:
    """One level. Raises ValueError."""
    if not isinstance(table, dict) or not {"iterations"} <= set(table) <= {"iterations", "noise"}:
        raise ValueError(f"{where}: must be a table with iterations, and noise if it has any")
    iterations, noise = table["iterations"], table.get("noise", 0.0)
    if type(iterations) is not int or not 1 <= iterations <= MOST_ITERATIONS:
        raise ValueError(f"{where}: iterations can't be {iterations!r}: 1 to {MOST_ITERATIONS:,}")
    if type(noise) not in (int, float) or not 0 <= noise <= MOST_NOISE:  # nan is refused too
        raise ValueError(f"{where}: noise can't be {noise!r}: 0 to {MOST_NOISE:,.0f}")
    return Level(iterations, float(noise))
