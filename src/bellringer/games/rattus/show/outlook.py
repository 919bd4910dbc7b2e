"""What a class card would bring the viewer's seat now, where a number says it. The rules themselves decide later.

An outlook follows from a view, so it tells nobody more than they see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bellringer.core.shown.words import Words
from bellringer.games.rattus.box import class_cards
from bellringer.games.rattus.show.view_model import ChartModel

LEVELS = 3


@dataclass(frozen=True)
class Outlook:
    """A seat as it stands in a view. `words`: the table `page.now` of the catalogue."""

    chart: ChartModel
    seat: str
    words: Words

    def card(self, card: str) -> str:
        """What a class card would do, in a sentence; nothing for most."""
        said = class_cards()[card].numbers.get("now")
        return SAID[said](self, self.chart.level(card)) if said else ""

    def here(self, region: str) -> int:
        """The seat's citizens in a region."""
        return self.chart.citizens(self.seat, region)

    def most_of_others(self, region: str) -> tuple[int, str]:
        """The most citizens that another seat has in a region, and which seat that is."""
        others = [seat for seat in self.chart.seats if seat != self.seat]
        return max(((self.chart.citizens(seat, region), seat) for seat in others), key=lambda found: found[0])

    # class cards

    def led(self, level: int) -> str:
        """One citizen for each region with a majority; from level II on a tie is enough. [RA-12.22, RA-12.25]"""
        regions = sum(
            self.here(region) - (level == 1) >= max(1, self.most_of_others(region)[0]) for region in self.mine
        )
        is_last = str(self.chart.view["phase"]).startswith("last")
        most = (min(1, regions) if is_last else regions) + (level == LEVELS and regions > 0)
        supply = int(self.chart.view["players"][self.seat]["supply"])
        return self.words("led", n=min(most, supply), regions=self.words("regions-led", n=regions))

    @property
    def mine(self) -> list[str]:
        """The regions where the seat has citizens."""
        return [region for region in self.chart.regions if self.here(region)]

    def to_haven(self, level: int) -> str:
        """From how many regions a citizen could go to safety; diplomats never do. [RA-7.5, RA-14.33]"""
        rats = self.chart.view["rats"]
        free = [
            region for region in self.mine if self.here(region) > (self.chart.diplomat(self.seat, region) is not None)
        ]
        return self.words("haven", n=sum(level > 1 or not rats.get(region) for region in free))

    def kept(self, level: int) -> str:
        """How many citizens of the seat are on the card."""
        holders = self.chart.view["players"].values()
        return self.words("kept", n=sum(int(player.get("on-card") or 0) for player in holders))

    def diplomats(self, level: int) -> str:
        """How many diplomats the seat has, and the most of another seat."""
        count = {seat: sum(bool(one.get("podium")) for one in self.chart.bearers(seat)) for seat in self.chart.seats}
        own = count.pop(self.seat)
        return self.words("diplomats", n=own, others=max(count.values()))

    # region cards

    def region(self, region: str) -> str:
        """Whether a card of a region would score. [RA-14.14, RA-14.15]"""
        own, (most, rival) = self.here(region), self.most_of_others(region)
        if not own:
            return self.words("scores-nobody")
        if own >= most:
            return self.words("scores", n=own)
        return self.words("scores-not", n=own, most=most, seat=self.chart.name("seat", rival))


SAID: Mapping[str, Callable[[Outlook, int], str]] = {
    "led": Outlook.led,
    "haven": Outlook.to_haven,
    "kept": Outlook.kept,
    "diplomats": Outlook.diplomats,
}
"""What a class card can say of now, by the word for it in the card's file."""
