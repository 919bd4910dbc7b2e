"""The view model of Notre Dame: what pictures, terminal and page ask about a view and its box."""

from __future__ import annotations

from bellringer.core.shown.view_model import ViewModel
from bellringer.games.notre_dame.box import shipped
from bellringer.games.notre_dame.names import PERSONS, borough_of, boroughs_of
from bellringer.games.notre_dame.words import sentences


class TownModel(ViewModel):
    """A view of Notre Dame and its language."""

    @property
    def boroughs(self) -> range:
        """The numbers of the boroughs, from 1."""
        return range(1, boroughs_of(len(self.seats)) + 1)

    def seat_in(self, borough: int) -> str | None:
        """The seat of a borough, or None: with two seats every second borough is empty."""
        homes = {borough_of(len(self.seats), p) + 1: seat for p, seat in enumerate(self.seats)}
        return homes.get(borough)

    @property
    def own_borough(self) -> int:
        """The borough that stands at the bottom, from 0: the viewer's, or that of the first seat."""
        me = self.view["seat"]
        return borough_of(len(self.seats), self.seats.index(me) if me else 0)

    def name(self, kind: str, name: str) -> str:
        """The words for a name of some kind (`sentences.name_words`)."""
        return sentences.name_words(kind, name, self.language)

    def markers(self, seat: str, place: str) -> int:
        """The number of a seat's markers in a place."""
        return int(self.view["players"][seat]["markers"].get(place, 0))

    def pieces(self, seat: str, place: str) -> int:
        """The number of a seat's pieces in a place: markers and the friend."""
        return self.markers(seat, place) + bool(self.view["players"][seat]["friend"] == place)

    def carriages(self, market: str) -> tuple[str, ...]:
        """The seats whose carriages stand on a market."""
        return tuple(seat for seat in self.seats if self.view["players"][seat]["carriage"] == market)

    def played_now(self, seat: str) -> list[str]:
        """The cards that the seat has played in this round."""
        rounds = self.view["players"][seat]["played"]
        return [entry["card"] for entry in rounds[-1]] if rounds and self.view["phase"] != "over" else []

    def have_hired(self) -> tuple[str, ...]:
        """The seats that have had their turn of hiring, from the start player on; none when nobody hires. [ND-8.1]"""
        if self.view["phase"] != "hire":
            return ()
        first = self.seats.index(self.view["start"])
        begun = [self.seats[(first + turn) % len(self.seats)] for turn in range(self.view["turn"])]
        return tuple(begun[:-1])  # the last one is at it, or at what the person does

    def rat_after_plague(self, seat: str) -> int | None:
        """The space to which this round's plague would move the rat, perhaps past the last one.

        None if the plague of this round is over.
        """
        if self.view["phase"] in ("plague", "over"):
            return None
        plague = 0 if seat in self.view["immune"] else int(self.view["plague"])
        return max(0, int(self.view["players"][seat]["rat"]) + plague - self.pieces(seat, "hospital"))

    def cathedral(self) -> int:
        """The prestige that the cathedral shares out after each period."""
        box = self.view.get("box", {})
        return int(box.get("cathedral", shipped().cathedral[len(self.seats)]))

    def cathedral_share(self) -> int:
        """The prestige that each marker in the cathedral would bring now."""
        markers = sum(self.pieces(seat, "notre-dame") for seat in self.seats)
        return self.cathedral() // markers if markers else 0

    def back_of(self, person: str) -> str:
        """The back of a person: `brown`, or the letter of a period for the gray ones."""
        entry = self.view.get("box", {}).get("persons", {}).get(person)
        return str(entry["back"] if entry else shipped().backs[PERSONS.index(person)])

    def rats_of(self, person: str) -> int:
        """The number of rats printed on a person."""
        entry = self.view.get("box", {}).get("persons", {}).get(person)
        return int(entry["rats"] if entry else shipped().rats[PERSONS.index(person)])
