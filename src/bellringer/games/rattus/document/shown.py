"""What views show by rule: who knows a rat, and what follows from the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.fields import ABSENT, Look
from bellringer.games.rattus.component_set import names_of
from bellringer.games.rattus.document.card_kinds import Walls
from bellringer.games.rattus.document.tokens import token_names
from bellringer.games.rattus.names import CLASSES, EVENT_CARDS

# Its token, the seats that have looked at it as a bit set, laid out at the set-up, face up, drawn from turned ones.
Rat = tuple[int, int, int, int, int]


def knows_rat(look: Look, rat: Rat) -> bool:
    """Who has looked at a rat knows its token, and everybody knows one that is face up. [RA-11.3]"""
    return bool(rat[1] & look.eyes or rat[3])


def knows_event(look: Look, event: tuple[int, int]) -> bool:
    """Who has looked at one of the next events knows it. [RA-15.27]"""
    return bool(event[1] & look.eyes)


def table_mask(numbers: Mapping[str, Any]) -> int:
    """The class cards that the table plays with, as a bit set."""
    mask: int = numbers["on_table"]
    for held in numbers["cards"]:
        mask |= held
    return mask


def cards_of_table(look: Look) -> list[str]:
    """The class cards that the table plays with."""
    return list(names_of(table_mask(look.numbers), CLASSES))


def cards_on_table(look: Look) -> list[str]:
    """The class cards that nobody holds."""
    return list(names_of(look["on_table"], CLASSES))


def walls(look: Look) -> list[list[str]]:
    """The borders with a wall; documents without one do not speak of it."""
    return Walls().show(look["open_to"], look) or ABSENT


def events(look: Look) -> dict[str, int]:
    """The events in the pile by kind, also when none is left; tables without universities do not speak of them."""
    found = look["event_pile"]
    return {name: n for name, n in zip(EVENT_CARDS, found, strict=True) if n} if any(look["university"]) else ABSENT


def unknown_places(look: Look, eyes: int) -> set[int]:
    """The tokens of which such seats do not know where they lie, but for those that had been turned already."""
    rats = [rat for there in look["rats"] for rat in there]
    on_board = {token for token, seen, _, is_open, returned in rats if not (seen & eyes or is_open or returned)}
    return {*look["in_supply"], *look["in_removed"], *on_board}


def turned(look: Look) -> list[str]:
    """The tokens that have been turned: they lie nowhere face down, as far as the seat can tell. [RA-11.5]"""
    eyes = 0 if look.seat is None else 1 << look.seat
    rats = [rat for there in look["rats"] for rat in there]
    placed = {token for token, seen, _, is_open, returned in rats if not returned or seen & eyes or is_open}
    away = placed | {*look["in_supply"], *look["in_removed"], look["drawn"] - 1}
    return [name for token, name in enumerate(look.once_a_table(token_names)) if token not in away]


def unseen(look: Look) -> list[str]:
    """The tokens that lie face down somewhere, but for those whose place the seat knows."""
    names = look.once_a_table(token_names)
    return [names[token] for token in sorted(unknown_places(look, 0 if look.seat is None else 1 << look.seat))]
