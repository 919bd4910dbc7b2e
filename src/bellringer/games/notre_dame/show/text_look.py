"""The view model of Notre Dame for the terminal, with signs of seats and the words of the picture."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from bellringer.core.shown.words import Words
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words import sentences
from bellringer.text.signs import COLOURS, sign


@cache
def words_of(language: str) -> Words:
    """The table `text` of the game's catalogue."""
    return sentences.words_in(language).part("text")


def name_of(kind: str, name: str, language: str) -> str:
    """The words for a name of some kind."""
    return sentences.name_words(kind, name, language)


class TextModel(TownModel):
    """The view model with the signs of a terminal."""

    @property
    def words(self) -> Words:
        """The table `text` of the game's catalogue."""
        return words_of(self.language)

    def sign(self, seat: str) -> Text:
        """The sign of a seat: shape and letter in its colour."""
        return sign(seat, self.letter(seat))

    def carriages_at(self, market: str) -> Text:
        """The letters of the carriages that stand on a market, reversed."""
        found = Text()
        for seat in self.carriages(market):
            found.append(self.letter(seat), style=f"bold reverse {COLOURS[seat]}")
        return found
