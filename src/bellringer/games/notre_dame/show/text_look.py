"""How the things of Notre Dame look in a terminal: colours, signs, letters; and the view to draw from."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from bellringer.games.notre_dame.words import sentences as game_words
from bellringer.games.notre_dame.show.view_model import Reading
from bellringer.terminal.language import Words

# Each seat by three signs: a colour, a shape, and a letter (in the word files).
COLOURS = {"red": "#d9593d", "blue": "#4b9fce", "green": "#6aa84f", "violet": "#ab7fc4", "ochre": "#cf9a1f"}
SHAPES = {"red": "●", "blue": "▲", "green": "■", "violet": "◆", "ochre": "▼"}
GOLD = "#b98a2f"
QUIET = "dim"
LAST_SPACE = 9


@cache
def words_of(language: str) -> Words:
    """What the drawing itself says."""
    return Words(language, "notre_dame_{language}.toml")


def name_of(kind: str, name: str, language: str) -> str:
    """A thing of the game in words."""
    return game_words.name_words(kind, name, language)


def sign(seat: str, language: str) -> str:
    """`●R`: shape and letter."""
    return SHAPES[seat] + name_of("letter", seat, language)


class Look(Reading):
    """A view, with its signs for a terminal."""

    @property
    def words(self) -> Words:
        """What the drawing itself says."""
        return words_of(self.language)

    def sign(self, seat: str) -> Text:
        """A seat's shape and letter in its colour."""
        return Text().append(sign(seat, self.language), style=f"bold {COLOURS[seat]}")

    def carriages_at(self, market: str) -> Text:
        """The letters of the carriages that stand on a market, reversed."""
        found = Text()
        for seat in self.carriages(market):
            found.append(self.letter(seat), style=f"bold reverse {COLOURS[seat]}")
        return found
