"""A view of Rattus as those who draw it read it, and the box behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.view_model import ViewModel
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.names import CLASSES
from bellringer.games.rattus.words import sentences


class ChartModel(ViewModel):
    """A view, with what the drawings keep asking of it."""

    @property
    def components(self) -> Mapping[str, Any]:
        """What this table's box has other than the shipped one."""
        found: Mapping[str, Any] = self.view.get("components", {})
        return found

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions in play."""
        usual = shipped().component_set(len(self.seats), self.view["box"]).regions
        return tuple(self.components.get("regions", usual))

    def class_of(self, card: str) -> str:
        """The class of a card: what rats hit."""
        usual = shipped().component_set(len(self.seats), self.view["box"]).classes[CLASSES.index(card)]
        return str(self.components.get("classes", {}).get(card, usual))

    def name(self, kind: str, name: str) -> str:
        """A thing of the game in words, as this box calls it."""
        return sentences.name_words(kind, name, self.language, self.view["box"])

    def citizens(self, seat: str, region: str) -> int:
        """How many of a seat's citizens are in a region."""
        return int(self.view["players"][seat]["citizens"].get(region, 0))
