"""The prestige that persons count, without the park: said beside a person before somebody hires her.

The rules are in the files of the decks; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from bellringer.games.notre_dame.names import LAST_SPACE


class Standing(Protocol):
    """What a seat has, as far as persons count it."""

    @property
    def sectors(self) -> list[int]:
        """Its pieces by sector."""

    @property
    def messages(self) -> int:
        """How many messages it has."""

    @property
    def open_rats(self) -> int:
        """The rats on the open persons."""

    def number(self, name: str) -> int:
        """Its prestige, its markers in the general supply, its rat."""

    def pieces(self, place: str) -> int:
        """Its pieces in a place."""


COUNTS: Mapping[str, Callable[[Standing], int]] = {
    "city-guard": lambda own: sum(own.sectors) + own.pieces("notre-dame"),
    "night-watchman": lambda own: own.sectors.count(0),
    "guild-master": lambda own: 2 * sum(n >= 2 for n in own.sectors),
    "beggar-king": lambda own: LAST_SPACE - own.number("rat"),
    "advocate": lambda own: 3 * (own.messages // 2),
    "lady-of-the-court": lambda own: max(own.sectors),
    "mayor": lambda own: 3 * sum(n >= 3 for n in own.sectors),
    "carpenter": lambda own: sum(n > 0 for n in own.sectors),
    "administrator": lambda own: own.number("prestige"),
    "bell-ringer": lambda own: 3 * own.pieces("notre-dame"),
    "innkeeper": lambda own: 2 * own.pieces("hotel"),
    "gravedigger": lambda own: own.open_rats,
    "guard": lambda own: 3 * (own.number("general") // 2),
}
