"""What views show by rule: who knows a rat, and what follows from the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.fields import Look
from bellringer.games.rattus.component_set import names_of
from bellringer.games.rattus.document.tokens import token_names
from bellringer.games.rattus.names import CLASSES

Rat = tuple[int, int, int]  # its token, the seats that have looked at it as a bit set, laid out at the set-up


def knows_rat(look: Look, rat: Rat) -> bool:
    """Who has looked at a rat knows its token. [RA-11.3]"""
    return bool(rat[1] & look.eyes)


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


def unknown_places(look: Look, eyes: int) -> set[int]:
    """The tokens of which such seats do not know where they lie."""
    on_board = {token for rats in look["rats"] for token, seen, _ in rats if not seen & eyes}
    return {*look["in_supply"], *look["in_removed"], *on_board}


def turned(look: Look) -> list[str]:
    """The tokens that lie nowhere face down: they have been turned. [RA-11.5]"""
    face_down = unknown_places(look, 0)
    return [name for token, name in enumerate(look.once_a_table(token_names)) if token not in face_down]


def unseen(look: Look) -> list[str]:
    """The tokens that lie face down somewhere, but for those whose place the seat knows."""
    names = look.once_a_table(token_names)
    return [names[token] for token in sorted(unknown_places(look, 0 if look.seat is None else 1 << look.seat))]
