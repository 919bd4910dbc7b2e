"""Steps of the wall clock, told by the steady clock of the machine.

Acts are stored with the wall's time, which somebody may set, and which goes on while a laptop sleeps. The steady clock
does neither. Where the two have parted, the wall has made a step; live clocks stand still in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from bellringer.server.store.values.kept import now

TOLERANCE = 500  # milliseconds: far more than clocks drift between two looks, far less than a player would miss


class Timekeeper:
    """Compares the wall clock with the steady one."""

    def __init__(self) -> None:
        self.wall, self.steady = now(), monotonic()

    def pass_over(self, since: int = 0) -> tuple[int, int]:
        """The time since the last look, on the wall clock, which shall not count. `since`: when it began, if before."""
        before = min(self.wall, since or self.wall)
        self.wall, self.steady = now(), monotonic()
        return before, self.wall

    def step(self) -> tuple[int, int] | None:
        """The step of the wall clock since the last look: the time that it should be, and the time that it is."""
        wall, steady = now(), monotonic()
        expected = self.wall + round(1000 * (steady - self.steady))
        self.wall, self.steady = wall, steady
        return (expected, wall) if abs(wall - expected) > TOLERANCE else None


def together(pauses: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pauses from when to when, the oldest first, those that overlap as one. What ends before it begins is none."""
    found: list[tuple[int, int]] = []
    for stopped, started in sorted(pauses):
        if found and stopped <= found[-1][1]:
            found[-1] = found[-1][0], max(started, found[-1][1])
        elif stopped < started:
            found.append((stopped, started))
    return found
