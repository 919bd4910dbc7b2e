"""The words in which the tests of Rattus speak: every table there is, and a position of a few lines."""

from __future__ import annotations

from typing import Any

import bellringer
from bellringer import Table

TABLES = [(seats, box) for seats in range(2, 7) for box in ("base", "big-box") if seats < 5 or box == "big-box"]


def at(*, seed: int = 1, **fields: Any) -> Table:
    """A table at a position of which only the interesting part is said; an underscore stands for a hyphen."""
    document = {name.replace("_", "-"): value for name, value in fields.items()}
    return bellringer.from_position({"game": "rattus", **document}, seed=seed)


def rats_in(table: Table, region: str) -> list[dict[str, Any]]:
    """What the position says of a region's rats."""
    found: list[dict[str, Any]] = table.position()["rats"].get(region, [])
    return found
