"""A view of Notre Dame as the terminal draws it: with signs, and the drawing's own words."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from bellringer.core.words import Words
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words import sentences
from bellringer.text.signs import COLOURS, sign


@cache
def words_of(language: str) -> Words:
    """What the drawing itself says."""
    return sentences.words_in(language).part("text")


def name_of(kind: str, name: str, language: str) -> str:
    """A thing of the game in words."""
    return sentences.name_words(kind, name, language)


class TextModel(TownModel):
    """A view, with its signs for a terminal."""

    @property
    def words(self) -> Words:
        """What the drawing itself says."""
        return words_of(self.language)

    def sign(self, seat: str) -> Text:
        """A seat's shape and letter in its colour."""
        return sign(seat, self.letter(seat))

    def carriages_at(self, market: str) -> Text:
        """The letters of the carriages that stand on a market, reversed."""
        found = Text()
        for seat in self.carriages(market):
            found.append(self.letter(seat), style=f"bold reverse {COLOURS[seat]}")
        return found
