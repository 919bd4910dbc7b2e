"""The view model of Rattus for the terminal, with signs of seats and the words of the picture."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from bellringer.core.shown.words import Words
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words import sentences
from bellringer.text.signs import GOLD, sign

PLAGUE = "☠"
NUNS, BISHOPS, POTIONS, WALL = "♀", "♗", "⚗", "‖"
DIPLOMAT, CARAVAN = "♙", "»"
UNIVERSITY, TOKEN = {"green": "⌂G", "white": "⌂W"}, "°"


@cache
def words_of(language: str) -> Words:
    """The table `text` of the game's catalogue."""
    return sentences.words_in(language).part("text")


class TextModel(ChartModel):
    """The view model with the signs of a terminal."""

    @property
    def words(self) -> Words:
        """The table `text` of the game's catalogue."""
        return words_of(self.language)

    def sign(self, seat: str) -> Text:
        """The sign of a seat: shape and letter in its colour."""
        return sign(seat, self.letter(seat))

    def face(self, token: str) -> Text:
        """The face of a rat: `[3 church magic]`, the citizens from which it acts and whom it hits."""
        _, limit, *symbols = token.split()
        face = " ".join((limit, *(self.words(f"symbol.{symbol}") for symbol in symbols)))
        return Text().append(f"[{face}]", style=GOLD)

    def flasks(self, seat: str, place: str) -> str:
        """The potions of a seat's citizens in a region or in the palace: `⚗2` for each that bears two."""
        borne = self.potions(seat, place)
        return "".join(f"{POTIONS}{potions}" * citizens for potions, citizens in borne)

    def podium(self, seat: str, region: str) -> str:
        """A seat's diplomat in a region, with its potions: `♙`, `♙⚗2`."""
        potions = self.diplomat(seat, region)
        return "" if potions is None else DIPLOMAT + (f"{POTIONS}{potions}" if potions else "")
