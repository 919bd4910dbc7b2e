"""The clocks that a table may have: time for the whole game, or days for every decision."""

from __future__ import annotations

from dataclasses import dataclass

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60  # in seconds


@dataclass(frozen=True)
class ClockKind:
    """A kind of clock. `budget`: seconds for all decisions together, or for each; `bonus`: seconds that each brings."""

    budget: float
    bonus: float = 0.0
    is_for_each: bool = False

    def left(self, spent: float, decisions: int, running: float) -> float:
        """The seconds that a seat has left, after decisions that took so long in all, one more under way."""
        if self.is_for_each:
            return self.budget - running
        return self.budget + self.bonus * decisions - spent - running


BONUS = 10.0
MERCY = 60.0  # what a seat out of time has again when its user returns
KINDS: dict[str, ClockKind | None] = {
    "none": None,
    **{f"live-{minutes}": ClockKind(60.0 * minutes, BONUS) for minutes in (10, 20, 40)},
    **{f"days-{days}": ClockKind(DAY * days, is_for_each=True) for days in (1, 3, 7)},
}
