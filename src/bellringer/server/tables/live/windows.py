"""Windows: chances of a seat to do something out of turn, and what it has said beforehand of letting them pass.

A window must not stall a table. It closes by itself after WINDOW seconds, or at the end of a clock of days; a seat's
standing answer lets it pass at once. Which windows open, and what is at stake in them, follows from what everybody
sees, so neither the window nor the time that it takes tells what is hidden.
"""

from __future__ import annotations

from bellringer.server.store.values.clocks import ClockKind
from bellringer.server.store.values.kept import ALWAYS, NEVER

WINDOW = 15.0  # seconds for which one is open, but for clocks of days
USUAL = "1"


def lets_pass(standing: str, at_stake: int) -> bool:
    """Whether a standing answer lets a window pass."""
    if standing in (ALWAYS, NEVER):
        return standing == NEVER
    return at_stake < int(standing)


def closes_after(kind: ClockKind | None, usual: float = WINDOW) -> float:
    """The seconds for which a window is open at a table with such a clock. `usual`: but for clocks of days."""
    return kind.budget if kind is not None and kind.is_for_each else usual
