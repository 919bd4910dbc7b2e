"""Chances of seats to do something out of turn: region cards against a rat, and what others may place or give up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.games.rattus.component_set import MODULES, REGION_CARDS, UNIVERSITIES

PASS = "pass"  # lets any of them go by
OF_ANYBODY = ("protect",)  # asked of the seat on turn, too, whenever a rat strikes
OF_OTHERS = ("follow", "bonus-in", "give-up-card")
WITH_THEM = 1 << MODULES.index(REGION_CARDS) | 1 << MODULES.index(UNIVERSITIES)  # the modules that bring some


def can_open(numbers: Mapping[str, Any]) -> bool:
    """Whether a table has any: by a module, or by the caravan."""
    return bool(numbers["modules"] & WITH_THEM or numbers["caravan"])


def passed_by(ask: str, seat: int, turn: int) -> str:
    """The move that lets one pass, or nothing where the ask is none."""
    return PASS if ask in OF_ANYBODY or (ask in OF_OTHERS and seat != turn) else ""
