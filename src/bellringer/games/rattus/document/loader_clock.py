"""Where the game of a position document stands: its phase, whose turn it is, and how far phase and turn have come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.games.rattus.names import COLOURS, PHASES, REGIONS

Document = Mapping[str, Any]
Fields = dict[str, Any]
OVER = "over"
STEPPED = ("settle", "last-round")
COUNTED = ("ravage", "last-round", "last-ravage", OVER)  # the phases in which the plague piece may count as citizens


def clock_fields(raw: Document, seats: int) -> Fields:
    """The struct's fields; `phase_name` goes with them for those who fill in the rest."""
    phase = raw.get("phase", "act")
    check_phase_fields(raw, phase)
    step = step_of(raw, phase, seats)
    start, turn, turns = settling_turn(raw, step, seats) if phase == "settle" else running_turn(raw, seats)
    return {
        "phase_name": phase,
        "over": phase == OVER,
        "phase": PHASES.index("last-ravage" if phase == OVER else phase),
        "step": step,
        "start": start,
        "turn": turn,
        "turns": turns,
        "has_taken": raw.get("taken", False),
        "has_placed": raw.get("placed", asks_for(raw, "place-more")),
        "piece_counts": raw.get("piece-counts", 0),
    }


def asks_for(raw: Document, name: str) -> bool:
    """Whether the document's first question is this one."""
    return [ask["ask"] for ask in raw.get("asks", [])][:1] == [name]


def check_phase_fields(raw: Document, phase: str) -> None:
    """Some numbers mean something in some phases only."""
    for name, phases in (("step", STEPPED), ("rats-to-come", ("spread",)), ("piece-counts", COUNTED)):
        if raw.get(name, 0) and phase not in phases:
            raise PositionError(name, f"nothing in the phase {phase}; only in {', '.join(phases)}")


def step_of(raw: Document, phase: str, seats: int) -> int:
    """Which placing of the set-up it is, or which seat of the last round, from 1."""
    if phase == OVER:
        return len(REGIONS)
    if phase not in STEPPED:
        return 0
    most = 2 * seats if phase == "settle" else seats - 1
    step: int = raw.get("step", 1)
    if step > most:
        raise PositionError("step", f"the phase {phase} has steps 1 to {most}, not {step}")
    return step


def settling_turn(raw: Document, step: int, seats: int) -> tuple[int, int, int]:
    """Start, turn and turns of the set-up: clockwise once, and back the other way."""
    by = min(step - 1, 2 * seats - step)
    start = seat_of(raw, "start", (COLOURS.index(raw["turn"]) - by) % seats if "turn" in raw else 0)
    turn = (start + by) % seats
    if seat_of(raw, "turn", turn) != turn:
        raise PositionError("turn", f"placing {step} of a set-up that {COLOURS[start]} began is {COLOURS[turn]}'s")
    if raw.get("turns", 0):
        raise PositionError("turns", "no turn has begun before the set-up is done")
    return start, turn, 0


def running_turn(raw: Document, seats: int) -> tuple[int, int, int]:
    """Start, turn and turns of any later phase: what is not said follows from the others."""
    turns = raw.get("turns")
    if turns == 0:
        raise PositionError("turns", "the first turn has begun once the set-up is done")
    on_turn = COLOURS.index(raw["turn"]) if "turn" in raw else None
    implied = 0 if on_turn is None or turns is None else (on_turn - turns + 1) % seats
    start = seat_of(raw, "start", implied)
    if turns is None:
        turns = 1 if on_turn is None else (on_turn - start) % seats + 1
    turn = (start + turns - 1) % seats
    if on_turn not in (None, turn):
        raise PositionError("turns", f"turn {turns} of a game that {COLOURS[start]} began is {COLOURS[turn]}'s")
    return start, turn, turns


def seat_of(raw: Document, name: str, otherwise: int) -> int:
    """The seat that a field names."""
    return COLOURS.index(raw[name]) if name in raw else otherwise
