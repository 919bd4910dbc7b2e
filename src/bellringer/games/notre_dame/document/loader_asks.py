"""What waits for an answer in a position: as the document says, or as the phase has it; and only what can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.games.notre_dame.document import loader_cards
from bellringer.games.notre_dame.names import ACTIONS, ASKS, COLOURS, PERSONS, PHASES

Document = Mapping[str, Any]
Fields = dict[str, Any]
Ask = tuple[int, int, int, int]
NAMES = tuple(name for name, _, _ in ASKS)
TOGETHER = {"keep-own": "keep-own", "keep-passed": "keep-passed", "lose-marker": "plague"}
FRIEND = ACTIONS.index("trusted-friend")
SECTORS = 7


def asks_of(raw: Document, fields: Fields) -> list[Ask]:
    """The stack of asks, the top last."""
    phase = "over" if fields["over"] else PHASES[fields["phase"]]
    if "asks" not in raw:
        return plain_asks(raw, phase, fields)
    if phase == "over" and raw["asks"]:
        raise PositionError("asks", "a game that is over asks nothing")
    if phase != "over" and not raw["asks"]:
        raise PositionError("asks", "a game that goes on asks something; leave the field out for the plainest question")
    for i, ask in enumerate(raw["asks"][:-1]):
        if ask["ask"] != "hire":
            raise PositionError(f"asks[{i}].ask", "only a further hiring waits below another question")
    return [ask_of(ask, i, phase, fields) for i, ask in enumerate(raw["asks"])]


def plain_asks(raw: Document, phase: str, fields: Fields) -> list[Ask]:
    """What a phase asks at its turn."""
    seats = fields["seats"]
    if phase in ("keep-own", "keep-passed"):
        return [(NAMES.index(phase) + 1, (1 << seats) - 1, 0, 0)]
    if phase in ("play", "hire"):
        seat = (fields["start"] + fields["turn"] - 1) % seats
        if phase == "play" and loader_cards.card_is_down(raw, fields):
            return []
        return [(NAMES.index("play-card" if phase == "play" else "hire") + 1, 1 << seat, 0, 0)]
    return []


def ask_of(ask: Document, i: int, phase: str, fields: Fields) -> Ask:
    """One ask, looked at from all sides."""
    name, path = ask["ask"], f"asks[{i}]"
    first, second = ASKS[NAMES.index(name)][1:]
    for argument in ask:
        if argument not in ("ask", "seats", first, second):
            raise PositionError(f"{path}.{argument}", f"{name} has no such argument")
    about, more = (number_of(argument, ask.get(argument)) for argument in (first, second))
    seats = [COLOURS.index(colour) for colour in ask["seats"]]
    check_who(name, path, phase, seats)
    if phase in ("play", "hire") and seats != [(fields["start"] + fields["turn"] - 1) % fields["seats"]]:
        raise PositionError(f"{path}.seats", f"{ask['seats'][0]} is not on turn")
    for p in seats:
        if reason := impossible(name, p, about, more, fields):
            raise PositionError(path, f"{COLOURS[p]} can't be asked {name}: {reason}")
    return NAMES.index(name) + 1, sum(1 << p for p in seats), about, more


def number_of(argument: str, value: Any) -> int:
    """The struct's number of an argument; what is left out is the plainest there is."""
    if not argument:
        return 0
    if value is None:
        return 1 if argument in ("steps", "uses", "markers") else 0
    if argument in ("from", "to", "action"):
        return ACTIONS.index(value)
    return PERSONS.index(value) + 1 if argument == "except" else int(value)


def check_who(name: str, path: str, phase: str, seats: list[int]) -> None:
    """Some asks go to several seats at once, each in its phase; the others to one, while cards or persons act."""
    if name in TOGETHER:
        if phase != TOGETHER[name] or not seats:
            raise PositionError(path, f"{name} is asked in the phase {TOGETHER[name]}, of one seat or more")
    elif len(seats) != 1:
        raise PositionError(f"{path}.seats", f"{name} is asked of one seat")
    elif phase not in ("play", "hire") or (name == "play-card" and phase != "play"):
        raise PositionError(path, f"{name} is not asked in the phase {phase}")
    elif name == "hire" and phase != "hire":
        raise PositionError(path, "hire is asked in the phase hire")


def impossible(name: str, p: int, about: int, more: int, fields: Fields) -> str:
    """Why the ask can't be, or nothing."""
    checks: dict[str, Callable[[], str | bool | int]] = {
        "pay-marker": lambda: fields["supply"][p] and "there are markers in the own supply",
        "donate": lambda: not donation_possible(p, about, fields) and "there is nothing to donate or to place",
        "move-to": lambda: not has_piece(p, about, fields) and "there is no piece to move",
        "carry-to": lambda: not has_piece(p, about, fields, sector=True) and "there is no piece to carry",
        "carry-pieces": lambda: (
            (about == more or more >= SECTORS or not has_piece(p, about, fields, sector=True))
            and "it goes from a sector with a piece to another"
        ),
        "place-in-empty": lambda: about > fields["general"][p] and "the general supply has fewer markers",
        "take-message": lambda: fields["message"][fields["carriage"][p]] < 0 and "no message lies at the carriage",
        "lose-marker": lambda: sum(fields["markers"][p][:SECTORS]) == 0 and "there is no marker to lose",
        "hotel-use": lambda: not 1 <= about <= 2 and "it is one use or two",
        "carriage-to": lambda: about < 1 and "the carriage has no steps",
        "rat-step": lambda: not 1 <= about <= 5 and "it is one step to five",
        "hire": lambda: about > 1 and "at most two hirings follow one another",
        "return-marker": lambda: about > 14 and "a colour has fourteen markers",
    }
    reason = checks[name]() if name in checks else ""
    return reason if isinstance(reason, str) else ""


def donation_possible(p: int, must: int, fields: Fields) -> bool:
    """With a marker on the cathedral already moved for it, or one in the supply; and a coin."""
    marker = fields["markers"][p][7] if must else fields["supply"][p]
    return bool(marker and fields["coins"][p])


def has_piece(p: int, place: int, fields: Fields, sector: bool = False) -> bool:
    """Whether a marker (or, for a sector as a whole, a piece) is there; the friend's own place is his number."""
    friend = fields["friend"][p]
    if place == FRIEND:
        return not sector and bool(friend >= 0)
    if sector and place >= SECTORS:
        return False
    return bool(fields["markers"][p][place] or (sector and friend == place))
