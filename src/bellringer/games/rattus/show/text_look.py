"""A view of Rattus as the terminal draws it: with signs, and the drawing's own words."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from bellringer.core.words import Words
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words import sentences
from bellringer.text.signs import sign

PLAGUE = "☠"


@cache
def words_of(language: str) -> Words:
    """What the drawing itself says."""
    return sentences.words_in(language).part("text")


class TextModel(ChartModel):
    """A view, with its signs for a terminal."""

    @property
    def words(self) -> Words:
        """What the drawing itself says."""
        return words_of(self.language)

    def sign(self, seat: str) -> Text:
        """A seat's shape and letter in its colour."""
        return sign(seat, self.letter(seat))
