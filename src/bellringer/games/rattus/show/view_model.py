"""The view model of Rattus: what pictures, terminal and page ask about a view and its box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.shown.view_model import ViewModel
from bellringer.games.rattus.box import class_cards, shipped, shipped_set
from bellringer.games.rattus.document import queries
from bellringer.games.rattus.names import CARDS_A_REGION, CLASSES, REGION_CARDS
from bellringer.games.rattus.words import sentences
from bellringer.games.rattus.words.sentences import LENT

Potions = tuple[tuple[int, int], ...]  # that citizens in one place bear: a number of potions, and of those who bear it


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
        usual = shipped_set(len(self.seats), self.view["box"]).regions
        return tuple(self.components.get("regions", usual))

    def class_of(self, card: str) -> str:
        """The class of a card, which is what rats hit."""
        usual = shipped_set(len(self.seats), self.view["box"]).classes[CLASSES.index(card)]
        return str(self.components.get("classes", {}).get(card, usual))

    @property
    def has_region_cards(self) -> bool:
        """Whether the table plays with region cards."""
        return "region-deck" in self.view

    def symbols_on(self, card: str) -> Sequence[str]:
        """What stands on a region card: classes, or any."""
        region, number = card.split()
        own = self.components.get("region-cards", {}).get(region)
        usual = shipped().region_cards[REGION_CARDS.index(card)]
        return usual if own is None else tuple(own[(int(number) - 1) % CARDS_A_REGION])

    def name(self, kind: str, name: str) -> str:
        """The words for a name of some kind, as this table's box has them."""
        if kind == "region-card":
            return sentences.region_card_words(name, self.language, self.view["box"], self.symbols_on(name))
        return sentences.name_words(kind, name, self.language, self.view["box"])

    def citizens(self, seat: str, region: str) -> int:
        """The number of a seat's citizens in a region."""
        return int(self.view["players"][seat]["citizens"].get(region, 0))

    def potions(self, seat: str, place: str) -> Potions:
        """How many of a seat's citizens in a place bear so many potions, fewest first; diplomats do not count."""
        there = [one["potions"] for one in self.bearers(seat) if one["place"] == place and not one.get("podium")]
        return tuple(sorted(Counter(there).items())) if there else ()

    def diplomat(self, seat: str, region: str) -> int | None:
        """The potions under a seat's diplomat in a region, or nothing where it has none."""
        there = [one for one in self.bearers(seat) if one["place"] == region and one.get("podium")]
        return int(there[0]["potions"]) if there else None

    def bearers(self, seat: str) -> list[Mapping[str, Any]]:
        """The citizens of a seat that bear potions or stand on a podium."""
        return [one for one in self.view.get("potions", ()) if one["seat"] == seat]

    def has_module(self, module: str) -> bool:
        """Whether the table plays with a module."""
        return module in self.view.get("modules", ())

    def in_guild(self, card: str) -> str | None:
        """The seat with a citizen in the guild that gives the ability of a card."""
        found: str | None = self.view.get("guilds", {}).get(card)
        return found

    def in_city(self, region: str) -> str | None:
        """The seat with a citizen in a region's city."""
        found: str | None = self.view.get("cities", {}).get(region)
        return found

    def on_boards(self, seat: str) -> dict[str, int]:
        """How many guilds and how many cities a seat has, at tables with such boards."""
        names = {"guilds": "guilds", "inns": "cities"}
        return {
            name: list(self.view.get(name, {}).values()).count(seat)
            for module, name in names.items()
            if self.has_module(module)
        }

    def is_used(self, card: str) -> bool:
        """Whether a class card has been used in this turn; its ability may have been used by its guild instead."""
        by_guild = self.view.get("guild-used") == card
        return card in self.view["used"] and not (by_guild and card not in self.cards_on_turn)

    @property
    def cards_on_turn(self) -> Sequence[str]:
        """The class cards of the seat on turn."""
        found: Sequence[str] = self.view["players"][self.view["turn"]]["classes"]
        return found

    @property
    def events_left(self) -> int:
        """The number of event cards in the pile."""
        return int(sum(self.view.get("events", {}).values()))

    def event(self, name: str) -> str:
        """The words for an event."""
        return sentences.name_words("event", name, self.language)

    @property
    def next_events(self) -> list[str | None]:
        """The events that come next, as far as the viewer knows one of them; None for those that it does not know."""
        found = [one["event"] for one in self.view.get("next-events", ())]
        return found if any(found) else []

    @property
    def drawn_events(self) -> list[str]:
        """The events of which one is chosen."""
        return [name for name, n in self.view.get("drawn-events", {}).items() for _ in range(n)]

    def level(self, card: str) -> int:
        """1 for a class card as it is printed, 2 and 3 with its upgrades."""
        return int(self.view.get("levels", {}).get(card, 1))

    def levels(self, card: str) -> int:
        """How many levels a class card can have at this table."""
        has_tile = class_cards()[card].numbers.get("tile", True)
        return LENT if has_tile and self.has_module("upgrades") else 1

    def number(self, card: str) -> int:
        """The number printed on a class card."""
        return int(class_cards()[card].numbers["number"])

    @property
    def lent(self) -> tuple[str, str]:
        """The card whose tile another card has borrowed, and that other card; or nothing."""
        return (self.view["lent"], self.view["lent-to"]) if self.view.get("lent") else ("", "")

    def lent_words(self, card: str) -> str:
        """The tile that lies on a class card which has borrowed it, with its level; or nothing."""
        tile, bearer = self.lent
        return self.card_words(tile, LENT) if card == bearer else ""

    def is_blocked(self, card: str) -> bool:
        """Whether a class card gives no ability now."""
        return card in self.view.get("blocked", ())

    def guard(self, seat: str) -> str:
        """The class card of a seat which guards its others, so that it alone can be taken; or nothing."""
        acting = [card for card in self.view["players"][seat]["classes"] if not self.is_blocked(card)]
        tile, bearer = self.lent
        if bearer in acting and queries.guards(tile):
            return bearer
        return next((card for card in acting if queries.guards(card)), "")

    def holder(self, card: str) -> str:
        """The seat that holds a class card, or nothing."""
        return next((seat for seat in self.seats if card in self.view["players"][seat]["classes"]), "")

    def is_guarded(self, card: str) -> bool:
        """Whether a class card can't be taken from the seat that holds it."""
        holder = self.holder(card)
        return bool(holder) and self.guard(holder) not in ("", card)

    @property
    def borrower(self) -> str:
        """The class card of the table that borrows tiles, or nothing."""
        return next((card for card in self.view["classes"] if queries.borrows(card)), "")

    def card_words(self, card: str, level: int | None = None) -> str:
        """The name of a class card, followed by `II` or `III` if it is upgraded."""
        name, level = self.name("card", card), level or self.level(card)
        return name if level == 1 else f"{name} {self.level_sign(level)}"

    def level_sign(self, level: int) -> str:
        """The sign of an upgrade: `II` or `III`."""
        return sentences.say(self.language, f"levels.{level}")
