"""What a game's drawing must have: one module of the game's name in this package, `-` written `_`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from bellringer import Table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text


class Drawing(Protocol):
    """A game's module."""

    def picture(
        self, table: Table, seat: int | None, language: str, width: int, log: RenderableType | None = None
    ) -> RenderableType:
        """The table as a seat sees it, or all of it (None); the log where there is room for it."""

    def seat_words(self, seat: str, language: str) -> Text:
        """A seat's name, in its colour and with its sign."""

    def explained(self, language: str) -> Mapping[str, str]:
        """Everything that has a rule: the words for it, in small letters, and its name."""

    def score_words(self, language: str) -> tuple[str, ...]:
        """What the score counts, and then each tie-break."""

    def legend(self, language: str) -> str:
        """How to read the picture."""


def drawing_of(game: str) -> Drawing:
    """The drawing of a game."""
    return cast(Drawing, import_module(f"bellringer.terminal.{game.replace('-', '_')}"))
