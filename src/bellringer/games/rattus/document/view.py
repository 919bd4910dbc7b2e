"""What a seat may see, built field by field from what is open and what the seat itself has seen.

The form is that of a position, without dice. Hidden are only the faces of rats that the seat has not looked at; of
all that lie anywhere face down it knows which tokens they are together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.state import State
from bellringer.games.rattus.component_set import component_set_of
from bellringer.games.rattus.document import codec
from bellringer.games.rattus.document.loader import ON_TABLE
from bellringer.games.rattus.document.position import (
    ask_document,
    cards_with,
    clock_document,
    components_entry,
    options_document,
    players_document,
    seats_in,
)
from bellringer.games.rattus.names import COLOURS, REGIONS

Document = dict[str, Any]
Rat = tuple[int, int, int]


def view(state: State, seat: int | None) -> Document:
    """The view of a seat, or of a spectator (None), who has looked at nothing."""
    europe, seats = codec.read_europe(state), state.seats
    names, face_down = component_set_of(europe).token_names, unseen(europe, None)
    return {
        **options_document(europe, seats),
        **components_entry(europe, seats),
        **clock_document(europe),
        "seat": None if seat is None else COLOURS[seat],
        "plague": REGIONS[europe["piece"]],
        "players": players_document(europe, seats),
        "table": cards_with(europe, ON_TABLE),
        "rats": {
            region: [rat_view(rat, seat, names) for rat in rats]
            for region, rats in zip(REGIONS, europe["rats"], strict=True)
            if rats
        },
        "supply": len(europe["in_supply"]),
        "removed": len(europe["in_removed"]),
        "turned": [name for token, name in enumerate(names) if token not in face_down],
        "unseen": [names[token] for token in sorted(unseen(europe, seat))],
        "asks": [ask_document(*ask) for ask in state.asks],
    }


def whole_view(state: State) -> Document:
    """A spectator's view, with the faces of the rats that any seat has seen."""
    found = view(state, None)
    for number in range(state.seats):
        known = view(state, number)["rats"]
        for region, rats in found["rats"].items():
            for rat, other in zip(rats, known[region], strict=True):
                rat["token"] = rat["token"] or other["token"]
    return found


def knows(rat: Rat, seat: int | None) -> bool:
    """Whether the seat has looked at that rat."""
    return seat is not None and bool(rat[1] >> seat & 1)


def rat_view(rat: Rat, seat: int | None, names: tuple[str, ...]) -> Document:
    """A rat: its token for who knows it; for all who has looked, and whether it was laid out at the set-up."""
    token, seen, laid_out = rat
    return {
        "token": names[token] if knows(rat, seat) else None,
        "seen-by": seats_in(seen),
        "laid-out": bool(laid_out),
    }


def all_rats(europe: Mapping[str, Any]) -> list[Rat]:
    """The rats on the board."""
    return [rat for rats in europe["rats"] for rat in rats]


def unseen(europe: Mapping[str, Any], seat: int | None) -> set[int]:
    """The tokens of which the seat does not know where they lie; for a spectator all that have not been turned."""
    return {*europe["in_supply"], *europe["in_removed"], *(r[0] for r in all_rats(europe) if not knows(r, seat))}
