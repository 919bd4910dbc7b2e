"""The signs of seats in a terminal: each has a colour, a shape and a letter, so that no one needs the colour."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from bellringer.core.shown.show import GameWords

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
    """A seat's shape and letter in its colour: `●R`."""
    return Text().append(SHAPES[seat] + letter, style=f"bold {COLOURS[seat]}")


def seat_label(words: GameWords, seat: str, language: str) -> Text:
    """A seat's sign and name: `●R red`."""
    found = sign(seat, words.name_words("letter", seat, language))
    return found.append(f" {words.name_words('seat', seat, language)}")


def joined(parts: Iterable[Text], between: str) -> Text:
    """Join the parts that are not empty."""
    return Text(between).join(part for part in parts if part)
