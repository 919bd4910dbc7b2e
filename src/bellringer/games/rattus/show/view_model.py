"""The view model of Rattus: what pictures, terminal and page ask about a view and its box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bellringer.core.view_model import ViewModel
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.names import CLASSES
from bellringer.games.rattus.words import sentences


class ChartModel(ViewModel):
    """A view of Rattus and its language."""

    @property
    def components(self) -> Mapping[str, Any]:
        """The component numbers in which this table differs from the shipped box."""
        found: Mapping[str, Any] = self.view.get("components", {})
        return found

    @property
    def regions(self) -> tuple[str, ...]:
        """The names of the regions in play."""
        usual = shipped().component_set(len(self.seats), self.view["box"]).regions
        return tuple(self.components.get("regions", usual))

    def class_of(self, card: str) -> str:
        """The class of a card, which is what rats hit."""
        usual = shipped().component_set(len(self.seats), self.view["box"]).classes[CLASSES.index(card)]
        return str(self.components.get("classes", {}).get(card, usual))

    def name(self, kind: str, name: str) -> str:
        """The words for a name of some kind, as this table's box has them."""
        return sentences.name_words(kind, name, self.language, self.view["box"])

    def citizens(self, seat: str, region: str) -> int:
        """The number of a seat's citizens in a region."""
        return int(self.view["players"][seat]["citizens"].get(region, 0))

    def potions(self, seat: str, place: str) -> dict[int, int]:
        """How many of a seat's citizens in a region or in the palace bear so many potions, fewest potions first."""
        bearers = self.view.get("potions", ())
        found = Counter(one["potions"] for one in bearers if (one["seat"], one["place"]) == (seat, place))
        return dict(sorted(found.items()))

    def level(self, card: str) -> int:
        """1 for a class card as it is printed, 2 and 3 with its upgrades."""
        return int(self.view.get("levels", {}).get(card, 1))

    def card_words(self, card: str, level: int | None = None) -> str:
        """The name of a class card, followed by `II` or `III` if it is upgraded."""
        name, level = self.name("card", card), level or self.level(card)
        return name if level == 1 else f"{name} {self.level_sign(level)}"

    def level_sign(self, level: int) -> str:
        """The sign of an upgrade: `II` or `III`."""
        return sentences.say(self.language, f"levels.{level}")
