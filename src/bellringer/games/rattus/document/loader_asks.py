"""What waits for an answer in a position: as the document says, or as the phase has it; and only what can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.games.rattus.names import ALL_RATS, ASKS, COLOURS, RATS, REGIONS

Document = Mapping[str, Any]
Fields = dict[str, Any]
Ask = tuple[int, int, int, int]
NAMES = tuple(name for name, _, _ in ASKS)
TURN = ("act", "spread", "count", "ravage")  # the phases of a seat's turn

# The phases in which a question can come up; the others belong to abilities, which are used in both of these.
PHASES_OF = {
    "settle": ("settle",),
    "act": ("act",),
    "place-more": ("act",),
    "spread": ("spread",),
    "count-piece": ("ravage", "last-round"),
    "last-act": ("last-round",),
    "place-one": ("last-round",),
    "piece-to": ("last-round",),
}
ABILITIES = ("act", "last-round")


def asks_of(raw: Document, fields: Fields) -> list[Ask]:
    """The stack of asks, the top last."""
    phase = fields["phase_name"]
    if "asks" not in raw:
        name = {"settle": "settle", "last-round": "last-act"}.get(phase)
        return [(NAMES.index(name) + 1, 1 << asked_seat(fields), 0, 0)] if name else []
    asks = raw["asks"]
    if phase == "over" and asks:
        raise PositionError("asks", "a game that is over asks nothing")
    if phase != "over" and not asks:
        raise PositionError("asks", "a game that goes on asks something; leave the field out for the plainest question")
    check_stack(asks, phase)
    return [ask_of(ask, i, fields) for i, ask in enumerate(asks)]


def check_stack(asks: list[Document], phase: str) -> None:
    """In the last round a seat's question what it will do waits below the others; nothing else waits."""
    for i, ask in enumerate(asks):
        below = i == 0 and phase == "last-round"
        if below != (ask["ask"] == "last-act"):
            raise PositionError(f"asks[{i}].ask", "last-act is the first question of the last round, and of it alone")
        if i > 0 and phase != "last-round":
            raise PositionError(f"asks[{i}]", f"in the phase {phase} one question waits at a time")


def asked_seat(fields: Fields) -> int:
    """The seat that decides: the one on turn, or in the last round the one that its step is about."""
    turn: int = fields["turn"]
    seats: int = fields["seats"]
    return (turn - fields["step"]) % seats if fields["phase_name"] == "last-round" else turn


def ask_of(ask: Document, i: int, fields: Fields) -> Ask:
    """One ask, looked at from all sides."""
    name, path, phase = ask["ask"], f"asks[{i}]", fields["phase_name"]
    first, second = ASKS[NAMES.index(name)][1:]
    for argument in ask:
        if argument not in ("ask", "seats", first, second):
            raise PositionError(f"{path}.{argument}", f"{name} has no such argument")
    for argument in (first, second):
        if argument and argument not in ask:
            raise PositionError(path, f"{name} needs {argument}")
    if phase not in PHASES_OF.get(name, ABILITIES):
        raise PositionError(path, f"{name} is not asked in the phase {phase}")
    p = COLOURS.index(ask["seats"][0])
    if p != asked_seat(fields):
        raise PositionError(f"{path}.seats", f"it is {COLOURS[asked_seat(fields)]} that decides, not {COLOURS[p]}")
    about, more = (argument_number(argument, ask.get(argument)) for argument in (first, second))
    if reason := impossible(name, p, about, more, fields):
        raise PositionError(path, f"{COLOURS[p]} can't be asked {name}: {reason}")
    return NAMES.index(name) + 1, 1 << p, about, more


def argument_number(argument: str, value: Any) -> int:
    """The struct's number of an argument."""
    if not argument:
        return 0
    if argument in ("region", "from", "to"):
        return REGIONS.index(value)
    return ALL_RATS.index(value) if argument in ("rat", "first", "second") else int(value)


def argument_name(argument: str, number: int) -> Any:
    """And back."""
    if argument in ("region", "from", "to"):
        return REGIONS[number]
    return ALL_RATS[number] if argument in ("rat", "first", "second") else number


def impossible(name: str, p: int, about: int, more: int, fields: Fields) -> str:
    """Why the ask can't be, or nothing. What the cards in hand allow is for the rules to say, in position.py."""
    checks: dict[str, Callable[[], str]] = {
        "place-more": lambda: wrong_placing(p, about, fields),
        "rat-to": lambda: wrong_rat(about, fields),
        "go-to": lambda: wrong_source(p, about, fields),
        "go-count": lambda: wrong_source(p, about, fields) or wrong_way(about, more, fields),
        "look-again": lambda: wrong_look(p, about, fields),
        "swap": lambda: wrong_look(p, about, fields) or wrong_look(p, more, fields) or wrong_swap(about, more),
        "spread": lambda: "" if fields["in_supply"] else "the supply is empty",
        "count-piece": lambda: wrong_count(fields),
        "place-one": lambda: "" if fields["supply"][p] else "the supply is empty",
    }
    return checks[name]() if name in checks else ""


def wrong_placing(p: int, region: int, fields: Fields) -> str:
    """Citizens have just been placed there, as many as rats, and there are more."""
    if not fields["has_placed"]:
        return "nothing has been placed"
    if not fields["rats"][region]:
        return f"{REGIONS[region]} has no rats"
    return "" if fields["supply"][p] else "the supply is empty"


def wrong_rat(rat: int, fields: Fields) -> str:
    """The rat must be there."""
    region, slot = divmod(rat, RATS)
    return "" if slot < len(fields["rats"][region]) else f"there is no rat {ALL_RATS[rat]}"


def wrong_look(p: int, rat: int, fields: Fields) -> str:
    """The rat must be there, and have been looked at."""
    if reason := wrong_rat(rat, fields):
        return reason
    _, seen, _ = fields["rats"][rat // RATS][rat % RATS]
    return "" if seen >> p & 1 else f"it has not looked at {ALL_RATS[rat]}"


def wrong_swap(one: int, other: int) -> str:
    """Only rats of two regions are swapped."""
    return f"both rats are in {REGIONS[one // RATS]}" if one // RATS == other // RATS else ""


def wrong_source(p: int, region: int, fields: Fields) -> str:
    """Citizens must be there to go."""
    return "" if fields["citizens"][p][region] else f"it has no citizens in {REGIONS[region]}"


def wrong_way(source: int, target: int, fields: Fields) -> str:
    """They go to a neighbour."""
    near = fields["borders"][source] >> target & 1
    return "" if near else f"{REGIONS[target]} is no neighbour of {REGIONS[source]}"


def wrong_count(fields: Fields) -> str:
    """During a turn, only before rats are turned among citizens; and once."""
    piece = fields["piece"]
    if fields["piece_counts"]:
        return "the piece counts already"
    there = fields["rats"][piece] and any(citizens[piece] for citizens in fields["citizens"])
    return "" if there or fields["phase_name"] == "last-round" else f"no rat will be turned in {REGIONS[piece]}"
