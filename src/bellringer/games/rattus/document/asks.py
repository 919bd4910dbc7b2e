"""What waits for an answer in a position: what a phase asks when the document does not say, and what can't be asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.games.rattus.document import card_asks, queries
from bellringer.games.rattus.document.ask_table import ALONE, OF_ANYBODY, PHASES
from bellringer.games.rattus.document.card_asks import (
    cards_that_act,
    has_asked,
    two_regions,
    wrong_rat,
    wrong_source,
    wrong_way,
)
from bellringer.games.rattus.document.defaults import deciding_seat
from bellringer.games.rattus.document.numbers import PLACINGS
from bellringer.games.rattus.names import ALL_RATS, ASKS, COLOURS, RATS, REGIONS

Ask = tuple[int, int, int, int]
NAMES = tuple(name for name, _, _ in ASKS)


def plain(reading: Reading) -> list[Ask]:
    """What a phase asks that begins with a question."""
    name = {"settle": settling(reading), "last-round": "last-act"}.get(reading.phase)
    return [(NAMES.index(name) + 1, 1 << deciding_seat(reading), 0, 0)] if name else []


def settling(reading: Reading) -> str:
    """What the set-up asks in this step: a placing, or, after all seats have placed, where the caravan begins."""
    return "settle" if reading["step"] <= PLACINGS * reading.seats else "caravan-in"


def check_stack(reading: Reading, asks: Sequence[dict[str, Any]]) -> None:
    """Refuse an ask beside one that waits alone, and a `last-act` above other asks."""
    for i, ask in enumerate(asks):
        if ask["ask"] in ALONE and len(asks) > 1:
            raise PositionError(f"asks[{i}].ask", f"{ask['ask']} waits alone")
        if i > 0 and ask["ask"] == "last-act":
            raise PositionError(f"asks[{i}].ask", "last-act is the first question of the last round, and of it alone")


def check(reading: Reading, path: str, name: str, seats: list[int], about: int, more: int) -> None:
    """Refuse an ask that can't come up in this phase, be asked of that seat, or have those arguments."""
    if reading.phase not in PHASES[name]:
        raise PositionError(path, f"{name} is not asked in the phase {reading.phase}")
    p, decides = seats[0], deciding_seat(reading)
    if p != decides and name not in OF_ANYBODY:
        raise PositionError(f"{path}.seats", f"it is {COLOURS[decides]} that decides, not {COLOURS[p]}")
    if reason := impossible(reading, name, p, about, more):
        raise PositionError(path, f"{COLOURS[p]} can't be asked {name}: {reason}")


def impossible(reading: Reading, name: str, p: int, about: int, more: int) -> str:
    """Why the ask can't be, or nothing. Whether the cards in hand allow it is checked by the rules, in checks.py."""
    checks: dict[str, Callable[[], str]] = {
        "settle": lambda: wrong_settling("settle", reading),
        "caravan-in": lambda: wrong_settling("caravan-in", reading),
        "place-more": lambda: wrong_placing(p, about, reading),
        "rat-to": lambda: wrong_rat(about, reading),
        "go-to": lambda: wrong_source(p, about, reading),
        "go-count": lambda: wrong_source(p, about, reading) or wrong_goal(p, about, more, reading),
        "look-again": lambda: wrong_look(p, about, reading),
        "swap": lambda: wrong_look(p, about, reading) or wrong_look(p, more, reading) or wrong_swap(about, more),
        "spread": lambda: "" if reading["in_supply"] else "the supply is empty",
        "count-piece": lambda: wrong_count(reading),
        "place-one": lambda: "" if reading["supply"][p] else "the supply is empty",
    }
    return checks[name]() if name in checks else card_asks.impossible(reading, name, p, about, more)


def wrong_settling(name: str, reading: Reading) -> str:
    """The set-up must ask this in its present step."""
    return "" if settling(reading) == name else f"the set-up asks {settling(reading)} in step {reading['step']}"


def wrong_placing(p: int, region: int, reading: Reading) -> str:
    """Citizens have just been placed there. The region has rats, unless two abilities add citizens; more can come."""
    if not reading["has_placed"]:
        return "nothing has been placed"
    if not reading["rats"][region] and queries.abilities_of(reading.once(cards_that_act), p).bit_count() < 2:
        return f"{REGIONS[region]} has no rats"
    return "" if reading["supply"][p] else "the supply is empty"


def wrong_goal(p: int, source: int, target: int, reading: Reading) -> str:
    """Citizens go to a neighbour; with a card that lets them go far to any other region."""
    if has_asked(reading, p, "go-far-from"):
        return two_regions(reading, p, source, target)
    return wrong_way(source, target, reading)


def wrong_look(p: int, rat: int, reading: Reading) -> str:
    """The rat must be there, and the seat must have looked at it."""
    if reason := wrong_rat(rat, reading):
        return reason
    _, seen, *_ = reading["rats"][rat // RATS][rat % RATS]
    return "" if seen >> p & 1 else f"it has not looked at {ALL_RATS[rat]}"


def wrong_swap(one: int, other: int) -> str:
    """Only rats of two different regions are swapped."""
    return f"both rats are in {REGIONS[one // RATS]}" if one // RATS == other // RATS else ""


def wrong_count(reading: Reading) -> str:
    """The plague piece counts once. In a turn, it counts only where rats are about to be turned among citizens."""
    piece = reading["piece"]
    if reading["piece_counts"]:
        return "the piece counts already"
    there = reading["rats"][piece] and any(citizens[piece] for citizens in reading["citizens"])
    return "" if there or reading.phase == "last-round" else f"no rat will be turned in {REGIONS[piece]}"
