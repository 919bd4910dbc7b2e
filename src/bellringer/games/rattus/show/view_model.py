"""The view model of Rattus: what pictures, terminal and page ask about a view and its box."""

from __future__ import annotations

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
