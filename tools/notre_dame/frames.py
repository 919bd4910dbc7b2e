"""The moments of Notre Dame whose frames `tools/frames.py` measures."""

from __future__ import annotations

from collections.abc import Callable

from bellringer.server.tables.live.live_game import LiveGame

__all__ = ["MOMENTS", "OPTIONS", "SEATS"]

SEATS = 5
OPTIONS: dict[str, object] = {}


def bringing(*kinds: str) -> Callable[[LiveGame], str | None]:
    """What finds a move of the first seat by which such things happen."""

    def found(live: LiveGame) -> str | None:
        for move in live.table.moves(0):
            trial = live.table.copy()
            trial.play(move.name, 0)
            if set(kinds) <= {event.kind for event in trial.events(live.table.event_count)}:
                return move.name
        return None

    return found


MOMENTS = {
    "the end of a turn, with its plague": bringing("plague-strikes", "rat-moved", "round-begins"),
    "the end of a period": bringing("plague-strikes", "cathedral-shared", "period-ends"),
}
