"""What waits for an answer in a position: what a phase asks when the document does not say, and what can't be asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.core.fields.ranges import outside
from bellringer.games.notre_dame.document.ask_table import PHASES, TOGETHER
from bellringer.games.notre_dame.document.cards import card_is_down
from bellringer.games.notre_dame.document.numbers import HOTEL_USES
from bellringer.games.notre_dame.names import ACTIONS, ASKS, COLOURS, PLACES, SECTORS

Ask = tuple[int, int, int, int]
NAMES = tuple(name for name, _, _ in ASKS)
FRIEND = ACTIONS.index("trusted-friend")
CATHEDRAL = PLACES.index("notre-dame")


def plain(reading: Reading) -> list[Ask]:
    """What a phase asks at the seat whose turn it is."""
    phase = reading.phase
    if phase in ("keep-own", "keep-passed"):
        return [(NAMES.index(phase) + 1, (1 << reading.seats) - 1, 0, 0)]
    if phase == "hire" or (phase == "play" and not card_is_down(reading)):
        return [(NAMES.index("play-card" if phase == "play" else "hire") + 1, 1 << on_turn(reading), 0, 0)]
    return []


def on_turn(reading: Reading) -> int:
    """The seat whose turn it is to play or to hire."""
    return int((reading["start"] + reading["turn"] - 1) % reading.seats)


def check_stack(reading: Reading, asks: Sequence[dict[str, Any]]) -> None:
    """Refuse asks below another one, other than a further hiring."""
    for i, ask in enumerate(asks[:-1]):
        if ask["ask"] != "hire":
            raise PositionError(f"asks[{i}].ask", "only a further hiring waits below another question")


def check(reading: Reading, path: str, name: str, seats: list[int], about: int, more: int) -> None:
    """Refuse an ask that can't come up in the phase, be asked of those seats, or have those arguments."""
    check_who(name, path, reading.phase, seats)
    if reading.phase in ("play", "hire") and seats != [on_turn(reading)]:
        raise PositionError(f"{path}.seats", f"{COLOURS[seats[0]]} is not on turn")
    for p in seats:
        if reason := impossible(name, p, about, more, reading):
            raise PositionError(path, f"{COLOURS[p]} can't be asked {name}: {reason}")


def check_who(name: str, path: str, phase: str, seats: list[int]) -> None:
    """An ask has its phases; some go to several seats at once, the others to one."""
    if phase not in PHASES[name]:
        raise PositionError(path, f"{name} is not asked in the phase {phase}, but in {' or '.join(PHASES[name])}")
    if name in TOGETHER:
        if not seats:
            raise PositionError(f"{path}.seats", f"{name} is asked of one seat or more")
    elif len(seats) != 1:
        raise PositionError(f"{path}.seats", f"{name} is asked of one seat")


def impossible(name: str, p: int, about: int, more: int, reading: Reading) -> str:
    """Why the ask can't be, or nothing."""
    checks: dict[str, Callable[[], str | bool | int]] = {
        "pay-marker": lambda: reading["supply"][p] and "there are markers in the own supply",
        "donate": lambda: not donation_possible(p, about, reading) and "there is nothing to donate or to place",
        "move-to": lambda: not has_piece(p, about, reading) and "there is no piece to move",
        "carry-to": lambda: not has_piece(p, about, reading, sector=True) and "there is no piece to carry",
        "carry-pieces": lambda: (
            (about == more or more >= len(SECTORS) or not has_piece(p, about, reading, sector=True))
            and "it goes from a sector with a piece to another"
        ),
        "place-in-empty": lambda: about > reading["general"][p] and "the general supply has fewer markers",
        "take-message": lambda: reading["message"][reading["carriage"][p]] < 0 and "no message lies at the carriage",
        "lose-marker": lambda: sum(reading["markers"][p][: len(SECTORS)]) == 0 and "there is no marker to lose",
        "hotel-use": lambda: outside(about, 1, HOTEL_USES),
        "carriage-to": lambda: about < 1 and "the carriage has no steps",
        "rat-step": lambda: outside(about, 1, reading["boroughs"]),  # one for each message of its kind
        "hire": lambda: outside(about, 0, reading.table.most_asked("hire")),
        "return-marker": lambda: about > reading["general"][p] and "the general supply has fewer markers",
    }
    reason = checks[name]() if name in checks else ""
    return reason if isinstance(reason, str) else ""


def donation_possible(p: int, must: int, reading: Reading) -> bool:
    """Whether a donation can follow: with a coin, and a marker that was moved for it or lies in the supply."""
    marker = reading["markers"][p][CATHEDRAL] if must else reading["supply"][p]
    return bool(marker and reading["coins"][p])


def has_piece(p: int, place: int, reading: Reading, sector: bool = False) -> bool:
    """Whether a marker is there, or, for a whole sector, any piece. The friend's own place is his number."""
    friend = reading["friend"][p]
    if place == FRIEND:
        return not sector and bool(friend >= 0)
    if sector and place >= len(SECTORS):
        return False
    return bool(reading["markers"][p][place] or (sector and friend == place))
