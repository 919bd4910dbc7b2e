"""The geometry of Rattus's chart of Europe: the outlines of the regions, and where their pieces stand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.svg.elements import Point

SIZE = 1000
# Quiet colours, so that no two neighbours share one.
TINTS = {
    **{"anglia": 2, "gallia": 1, "germania": 3, "hispania": 4, "hungaria": 1, "italia": 2, "polonia": 5, "scandia": 1},
    **{"bulgaria": 4, "turcia": 1, "russia": 2, "tartaria": 3, "maroc": 1, "algeria": 3, "tunisia": 5, "libya": 4},
    "egypt": 2,
}
RAT = 15  # a rat's radius
TRAY = ((-74, 74), (-54, 76))  # the room of a region's pieces all together, left to right and top to bottom
HAVEN = (84, 96)  # where the palace stands


@cache
def chart() -> Mapping[str, Any]:
    """The shapes that tools/rattus/map.py made."""
    found: Mapping[str, Any] = json.loads(
        files("bellringer.games.rattus").joinpath("map.json").read_text(encoding="utf-8")
    )
    return found


def centre(region: str) -> Point:
    """The point around which a region's pieces stand."""
    x, y = chart()["regions"][region]["centre"]
    return float(x), float(y)
