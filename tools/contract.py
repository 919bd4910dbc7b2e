"""What the tools ask of a game: the parts that a game's own folder of tools has, as games.py lists them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bellringer import Table
from bellringer.core.compiled.state import State

__all__ = ["Beginnings", "Contest", "Corpus", "Counted", "GoldenGame"]


@dataclass(frozen=True)
class GoldenGame:
    """A game that was played: its file's name, its text, who played, and what it shows."""

    name: str
    text: str
    players: tuple[str, ...]
    shows: frozenset[str]


class Corpus(Protocol):
    """What a game's own tools say of its golden games."""

    def wanted(self) -> set[str]:
        """All that the corpus must show."""

    def shown_by(self, text: str) -> frozenset[str]:
        """What a record shows, by replaying it."""

    def ending(self, table: Table) -> str:
        """How a finished game was won."""

    def candidates(self) -> Iterable[GoldenGame]:
        """Games of every kind of table, from seeds."""

    def special(self) -> Iterable[GoldenGame]:
        """Games that do not begin as usual: from a position, and with another box."""


@dataclass(frozen=True)
class Counted:
    """What perft counts of a game: at tables by these options, at the first positions with such fields."""

    options: tuple[str, ...]  # those that change the rules
    places: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Beginnings:
    """How a game begins for the round trips of positions, and whether one has come to its last round.

    `begun`: the state of a numbered game, dealt if it is to be, before its last round or in it; and the name of the
    card that the game is about. `share`: how many decisions are of this game, as against others.
    """

    begun: Callable[[random.Random, int, bool, bool], tuple[State, str]]
    is_late: Callable[[State], bool]
    share: int


@dataclass(frozen=True)
class Contest:
    """The tables of a game at which the strength of its bots is measured.

    `name`: for files; `title`: for people. `varied`: an option that takes several values, of which the deals have every
    choice in turn. `goals`: the share of victories that is wished for, by the name of a line of tools/strength.py.
    """

    name: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    varied: str | None = None
    goals: Mapping[str, float] = field(default_factory=dict)
