"""A view of Rattus as those who draw it read it: the box behind it, and whole tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bellringer.core import view_model as reading
from bellringer.games.rattus.words import sentences as words
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.names import CLASSES

if TYPE_CHECKING:
    from bellringer.core.table import Table


class Reading(reading.Reading):
    """A view, with what the drawings keep asking of it."""

    @property
    def components(self) -> Mapping[str, Any]:
        """What this table's box has other than the shipped one."""
        found: Mapping[str, Any] = self.view.get("components", {})
        return found

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions in play."""
        usual = shipped().kit(len(self.seats), self.view["box"]).regions
        return tuple(self.components.get("regions", usual))

    def class_of(self, card: str) -> str:
        """The class of a card: what rats hit."""
        usual = shipped().kit(len(self.seats), self.view["box"]).classes[CLASSES.index(card)]
        return str(self.components.get("classes", {}).get(card, usual))

    def name(self, kind: str, name: str) -> str:
        """A thing of the game in words, as this box calls it."""
        return words.name_words(kind, name, self.language, self.view["box"])

    def citizens(self, seat: str, region: str) -> int:
        """How many of a seat's citizens are in a region."""
        return int(self.view["players"][seat]["citizens"].get(region, 0))


def whole_view(table: Table) -> Mapping[str, Any]:
    """A spectator's view, with the faces of the rats that any seat has seen."""
    view = table.view(None)
    for number in range(table.seats):
        known = table.view(number)["rats"]
        for region, rats in view["rats"].items():
            for rat, other in zip(rats, known[region], strict=True):
                rat["token"] = rat["token"] or other["token"]
    return view
