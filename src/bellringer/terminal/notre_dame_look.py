"""How the things of Notre Dame look in a terminal: colours, signs, letters; and the view to draw from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.text import Text

from bellringer.notre_dame import words as game_words
from bellringer.notre_dame.box import shipped
from bellringer.notre_dame.names import PERSONS, borough_of, boroughs_of
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


def sign(seat: str, words: Words) -> str:
    """`●R`: shape and letter."""
    return SHAPES[seat] + words(f"seat.{seat}")


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
    def boroughs(self) -> range:
        """The boroughs' numbers, from 1."""
        return range(1, boroughs_of(len(self.seats)) + 1)

    def seat_in(self, borough: int) -> str | None:
        """Who lives in a borough; nobody in every second one when two play."""
        homes = {borough_of(len(self.seats), p) + 1: seat for p, seat in enumerate(self.seats)}
        return homes.get(borough)

    def sign(self, seat: str) -> Text:
        """A seat's shape and letter in its colour."""
        return Text().append(sign(seat, self.words), style=f"bold {COLOURS[seat]}")

    def carriages_at(self, market: str) -> Text:
        """The letters of the carriages that stand on a market, reversed."""
        found = Text()
        for seat in self.seats:
            if self.view["players"][seat]["carriage"] == market:
                found.append(self.words(f"seat.{seat}"), style=f"bold reverse {COLOURS[seat]}")
        return found

    def pieces(self, seat: str, place: str) -> int:
        """Markers and the friend together."""
        player = self.view["players"][seat]
        return int(player["markers"].get(place, 0)) + bool(player["friend"] == place)

    def played_now(self, seat: str) -> list[str]:
        """The cards that the seat has played in this round."""
        rounds = self.view["players"][seat]["played"]
        return [entry["card"] for entry in rounds[-1]] if rounds and self.view["phase"] != "over" else []

    def rat_after_plague(self, seat: str) -> int | None:
        """Where this round's plague would take the rat, past the last space too; None once it has struck."""
        if self.view["phase"] in ("plague", "over"):
            return None
        plague = 0 if seat in self.view["immune"] else int(self.view["plague"])
        return max(0, int(self.view["players"][seat]["rat"]) + plague - self.pieces(seat, "hospital"))

    def cathedral(self) -> int:
        """The prestige shared out after each period."""
        box = self.view.get("box", {})
        return int(box.get("cathedral", shipped().cathedral[len(self.seats)]))

    def rats_of(self, person: str) -> int:
        """The rats printed on a person."""
        entry = self.view.get("box", {}).get("persons", {}).get(person)
        return int(entry["rats"] if entry else shipped().rats[PERSONS.index(person)])
