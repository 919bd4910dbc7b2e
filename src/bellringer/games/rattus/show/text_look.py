"""How the things of Rattus look in a terminal: colours, signs, letters; and the view to draw from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rich.text import Text

from bellringer.games.rattus.words import sentences as game_words
from bellringer.games.rattus.show.view_model import Reading
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


def sign(seat: str, language: str) -> str:
    """`●R`: shape and letter."""
    return SHAPES[seat] + game_words.name_words("letter", seat, language)


def joined(parts: Iterable[Text], between: str) -> Text:
    """The parts that have something in them."""
    return Text(between).join(part for part in parts if part)


class Look(Reading):
    """A view, with its signs for a terminal."""

    @property
    def words(self) -> Words:
        """What the drawing itself says."""
        return words_of(self.language)

    def sign(self, seat: str) -> Text:
        """A seat's shape and letter in its colour."""
        return Text().append(sign(seat, self.language), style=f"bold {COLOURS[seat]}")
