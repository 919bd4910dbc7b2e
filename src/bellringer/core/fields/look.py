"""Who looks at which state: what a document or a view is made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bellringer.core.compiled.state import State

Found = TypeVar("Found")


class Look:
    """One look at a state. `seat`: None for a spectator, and for a whole position, which shows everything.

    `numbers`: the members of the struct by name, as the codec reads them. `eyes`: the bit set of the seats that look,
    all of them where each thing is shown that anybody knows.
    """

    __slots__ = (
        "_found",
        "_found_at_table",
        "eyes",
        "is_whole",
        "numbers",
        "over",
        "phase",
        "seat",
        "seat_names",
        "seats",
        "state",
    )

    def __init__(
        self,
        state: State,
        numbers: dict[str, Any],
        seat: int | None,
        seat_names: tuple[str, ...],
        phase: str,
        found_at_table: dict[Any, Any],
        is_whole: bool = False,
    ) -> None:
        self.state, self.numbers, self.seat, self.is_whole = state, numbers, seat, is_whole
        self.seat_names, self.phase = seat_names, phase
        self.seats: int = state.seats
        self.over: bool = state.over
        self.eyes = 0 if seat is None else 1 << seat
        self._found: dict[Any, Any] = {}
        self._found_at_table = found_at_table

    def __getitem__(self, member: str) -> Any:
        return self.numbers[member]

    def by(self, seat: int) -> Look:
        """A seat's look at the same state."""
        return Look(self.state, self.numbers, seat, self.seat_names, self.phase, self._found_at_table)

    def once(self, rule: Callable[[Look], Found]) -> Found:
        """What a rule says of this look, worked out the first time only."""
        if rule not in self._found:
            self._found[rule] = rule(self)
        found: Found = self._found[rule]
        return found

    def once_a_table(self, rule: Callable[[Look], Found]) -> Found:
        """What a rule says that asks only for the table's choices and its box: worked out once for the whole table."""
        if rule not in self._found_at_table:
            self._found_at_table[rule] = rule(self)
        found: Found = self._found_at_table[rule]
        return found
