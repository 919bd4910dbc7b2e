"""How the things of Rattus look in a terminal: colours, signs, letters; and the view to draw from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.text import Text

from bellringer.rattus import words as game_words
from bellringer.rattus.box import shipped
from bellringer.rattus.names import CLASSES
from bellringer.terminal.language import Words

# Each seat by three signs: a colour, a shape, and a letter (in the word files).
COLOURS = {
    "red": "#d9593d",
    "blue": "#4b9fce",
    "green": "#6aa84f",
    "violet": "#ab7fc4",
    "ochre": "#cf9a1f",
    "slate": "#8496a8",
}
SHAPES = {"red": "●", "blue": "▲", "green": "■", "violet": "◆", "ochre": "▼", "slate": "★"}
GOLD = "#b98a2f"
QUIET = "dim"
PLAGUE = "☠"


@cache
def words_of(language: str) -> Words:
    """What the drawing itself says."""
    return Words(language, "rattus_{language}.toml")


def sign(seat: str, words: Words) -> str:
    """`●R`: shape and letter."""
    return SHAPES[seat] + words(f"seat.{seat}")


def joined(parts: Iterable[Text], between: str) -> Text:
    """The parts that have something in them."""
    return Text(between).join(part for part in parts if part)


@dataclass(frozen=True)
class Look:
    """A view, with what the drawings keep asking of it."""

    view: Mapping[str, Any]
    language: str

    @property
    def words(self) -> Words:
        """What the drawing itself says."""
        return words_of(self.language)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order."""
        return tuple(self.view["players"])

    @property
    def components(self) -> Mapping[str, Any]:
        """What this table's box has other than the shipped one."""
        found: Mapping[str, Any] = self.view.get("components", {})
        return found

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions in play."""
        usual = shipped().kit(len(self.seats), self.view["box"]).regions
        return tuple(self.components.get("regions", usual))

    def class_of(self, card: str) -> str:
        """The class of a card: what rats hit."""
        usual = shipped().kit(len(self.seats), self.view["box"]).classes[CLASSES.index(card)]
        return str(self.components.get("classes", {}).get(card, usual))

    def name(self, kind: str, name: str) -> str:
        """A thing of the game in words, as this box calls it."""
        return game_words.name_words(kind, name, self.language, self.view["box"])

    def sign(self, seat: str) -> Text:
        """A seat's shape and letter in its colour."""
        return Text().append(sign(seat, self.words), style=f"bold {COLOURS[seat]}")

    def citizens(self, seat: str, region: str) -> int:
        """How many of a seat's citizens are in a region."""
        return int(self.view["players"][seat]["citizens"].get(region, 0))

    def is_asked(self, seat: str) -> bool:
        """Whether the seat is to decide."""
        return any(seat in ask["seats"] for ask in self.view["asks"][-1:])
