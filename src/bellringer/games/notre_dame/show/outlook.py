"""What a card would bring a seat now: an action as a sentence, a person as a number. The rules themselves decide later.

An outlook follows from a view, so it tells nobody more than they see.
"""

from __future__ import annotations

from dataclasses import dataclass

from bellringer.core.shown.words import Words
from bellringer.games.notre_dame.names import PLACES, SECTORS
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words.sentences import entry_of, words_in
from bellringer.games.notre_dame.words.worth import COUNTS

BOX_COINS = 25  # all that there are, in the anniversary edition
MOST_COINS = 3  # of a donation
DOUBLE_HOTEL = {"2007": 4, "anniversary": 3}  # pieces from which the hotel is used twice


@dataclass(frozen=True)
class Outlook:
    """A seat as it stands in a view. `words`: the table `page.now` of the catalogue."""

    town: TownModel
    seat: str
    words: Words

    # what the seat has

    def number(self, name: str) -> int:
        """Its coins, its supply, its rat."""
        return int(self.town.view["players"][self.seat][name])

    def pieces(self, place: str) -> int:
        """Its pieces in a place."""
        return self.town.pieces(self.seat, place)

    @property
    def sectors(self) -> list[int]:
        """Its pieces by sector."""
        return [self.pieces(sector) for sector in SECTORS]

    @property
    def messages(self) -> int:
        """How many messages it has."""
        return len(self.town.view["players"][self.seat]["messages"])

    @property
    def open_rats(self) -> int:
        """The rats on the open persons."""
        return sum(map(self.town.rats_of, self.town.view["open"]))

    @property
    def bonus(self) -> int:
        """What its park adds to a gain of prestige. [ND-5.14]"""
        return self.pieces("park") // 2

    def sources(self, action: str) -> list[str]:
        """The places from which a marker could be moved to an action, when the own supply is empty. [ND-4.4]"""
        return [place for place in PLACES if place != action and self.town.markers(self.seat, place)]

    # an action card

    def action(self, action: str) -> str:
        """What an action card would do, in a sentence."""
        if action == "trusted-friend":
            return self.friend()
        if action == "notre-dame" and not self.number("coins"):
            return self.words("no-coin")
        if self.number("supply"):
            return str(getattr(self, action.replace("-", "_"))(1 + self.pieces(action)))
        if not self.sources(action):
            return self.words("no-marker")
        return self.words("moving", now=getattr(self, action.replace("-", "_"))(1 + self.pieces(action)))

    def there(self, pieces: int) -> str:
        """How many pieces there will be."""
        return self.words("there", n=pieces)

    def cloister_school(self, pieces: int) -> str:
        """[ND-5.1, ND-4.10]"""
        return self.words("markers", n=min(pieces, self.number("general")), there=self.there(pieces))

    def bank(self, pieces: int) -> str:
        """[ND-5.2, ND-4.16]"""
        left = BOX_COINS - self.number("coins") if self.town.view["edition"] == "anniversary" else pieces
        return self.words("coins", n=min(pieces, left), there=self.there(pieces))

    def residence(self, pieces: int) -> str:
        """[ND-5.3]"""
        gains = self.gains(pieces, "residence")
        return self.words("prestige" if len(gains) == 1 else "prestige-most", n=max(gains), there=self.there(pieces))

    def gains(self, prestige: int, action: str) -> set[int]:
        """What a gain could be with the park's bonus: a marker that is moved may come from the park. [ND-5.17]"""
        if self.number("supply"):
            return {prestige + self.bonus}
        return {prestige + (self.pieces("park") - (place == "park")) // 2 for place in self.sources(action)}

    def carriage_house(self, pieces: int) -> str:
        """[ND-5.4]"""
        return self.words("steps", n=pieces, there=self.there(pieces))

    def hotel(self, pieces: int) -> str:
        """[ND-5.8, ND-5.9]"""
        is_double = pieces >= DOUBLE_HOTEL[self.town.view["edition"]]
        return self.words("choices", n=2 if is_double else 1, there=self.there(pieces))

    def park(self, pieces: int) -> str:
        """[ND-5.6, ND-5.14]"""
        return self.words("park", rat=self.rat_back(), bonus=pieces // 2)

    def hospital(self, pieces: int) -> str:
        """[ND-5.7]"""
        return self.words("hospital", rat=self.rat_back(), n=pieces)

    def rat_back(self) -> str:
        """Where a step back takes the rat."""
        rat = self.number("rat")
        return self.words("rat", start=rat, end=rat - 1) if rat else self.words("rat-stays")

    def notre_dame(self, pieces: int) -> str:
        """[ND-7.2]"""
        coins = min(MOST_COINS, self.number("coins"))
        return self.words("donation", n=coins, prestige=max(self.gains(coins * (coins + 1) // 2, "notre-dame")))

    def friend(self) -> str:
        """[ND-7.8, ND-7.10]"""
        here = self.town.view["players"][self.seat]["friend"]
        words = words_in(self.town.language)
        return self.words("friend", the=entry_of(here, words)["the"]) if here else self.words("friend-new")

    # a person

    def person(self, person: str) -> int | None:
        """The prestige that a person would bring, with the park's bonus; None for persons who bring other things."""
        count = COUNTS.get(person)
        if count is None:
            return None
        gain = count(self)
        return gain + self.bonus if gain else 0
