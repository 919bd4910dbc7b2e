"""What the tools try of each game: a file in the game's folder of golden files says it."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from tools.places import GOLDEN

__all__ = ["plan"]


@cache
def plan(game: str) -> dict[str, Any]:
    """The game's `plan.toml`: tables `endings`, `screenshot`. Raises OSError when there is none."""
    return tomllib.loads((GOLDEN / game / "plan.toml").read_text(encoding="utf-8"))
