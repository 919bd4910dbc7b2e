"""How seats are told apart in a terminal: each by a colour, a shape and a letter; and a few colours for the rest."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from bellringer.core.show import GameWords

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


def sign(seat: str, letter: str) -> Text:
    """`●R`: a seat's shape and letter in its colour."""
    return Text().append(SHAPES[seat] + letter, style=f"bold {COLOURS[seat]}")


def seat_label(words: GameWords, seat: str, language: str) -> Text:
    """`●R red`, as sentences and tables call a seat."""
    found = sign(seat, words.name_words("letter", seat, language))
    return found.append(f" {words.name_words('seat', seat, language)}")


def joined(parts: Iterable[Text], between: str) -> Text:
    """The parts that have something in them."""
    return Text(between).join(part for part in parts if part)
