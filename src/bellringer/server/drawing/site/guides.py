"""Where a game's guide is, for all pages that lead there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from bellringer.core.contract.registry import find


def has_guide(game: str) -> bool:
    """Whether a game tells how it is played."""
    return find(game).guide is not None


def how_url(game: str, screen: str = "", chosen: Mapping[str, Any] | None = None) -> str:
    """Where a screen is, the first one if none is named. `chosen`: what a table has chosen, as the guide asks it."""
    path = f"/how/{game}" + (f"/{screen}" if screen else "")
    return f"{path}?{urlencode(chosen, doseq=True)}" if chosen else path


def how_at_table(game: str, seats: int, options: Mapping[str, Any]) -> str:
    """Where somebody at a table learns how it is played; empty for a game that does not tell."""
    guide = find(game).guide
    if guide is None:
        return ""
    return how_url(game, chosen={"seats": seats, **{name: options[name] for name in guide.asked if name in options}})
