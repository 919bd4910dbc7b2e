"""The page of a table of Rattus: what each of its parts shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from bellringer.core.show import Card, Choice, Figure
from bellringer.core.view_model import ViewModel
from bellringer.games.rattus.names import PLAYABLE
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words import sentences
from bellringer.games.rattus.words.sentences import BASE
from bellringer.page.display import BaseDisplay


class ChartDisplay(BaseDisplay):
    """What a viewer sees of a table of Rattus."""

    group_order = (
        *("use", "also", "upgrade", "take", "place", "rat", "from", "to", "of", "citizen", "go"),
        "plague",
    )
    ruled = frozenset(PLAYABLE)
    drawn = frozenset({*PLAYABLE, "plague", "rat", "palace", "potions"})
    emblemless_kinds = ("region",)

    def __init__(self, model: ViewModel, choices: Sequence[Choice]) -> None:
        super().__init__(model, choices, sentences.words_in(model.language).part("page"))
        self.chart = cast(ChartModel, model)

    # choices

    def label(self, choice: Choice) -> str:
        kind, _, thing = (choice.target or "").partition(" ")
        if kind == "rat":
            region, _, slot = thing.partition(" ")
            return f"{self.model.name('region', region)} {slot or '1'}"
        if kind in ("region", "plague"):
            return self.model.name("region", thing)
        first, _, rest = choice.name.partition(" ")
        if first == "upgrade":
            return self.chart.card_words(rest, self.chart.level(rest) + 1)
        if first in ("of", "go"):
            return self.seat_words(rest) if first == "of" else rest
        return self.taken_from(choice, super().label(choice))

    def legend(self, name: str) -> str:
        """As usual; but above what citizens are dropped is no place where they are put."""
        is_drop = name == "place" and any(choice.name == "border" for choice in self.choices)
        return self.words("group.drop") if is_drop else super().legend(name)

    def said(self, choice: Choice) -> str:
        """The whole move in words, with the seat from which a class card would be taken."""
        return self.taken_from(choice, choice.words)

    def taken_from(self, choice: Choice, words: str) -> str:
        """Add to the words of a choice the seat that would lose a class card, if any."""
        first, _, card = choice.name.partition(" ")
        players = self.model.view["players"]
        holder = next((seat for seat in self.model.seats if card in players[seat]["classes"]), None)
        if first != "take" or holder is None:
            return words
        return self.words("taken-from", card=words, seat=self.seat_words(holder))

    def emblem_of(self, choice: Choice) -> str:
        """Citizens that bear potions, and potions that are spent, show a flask."""
        first, _, potions = choice.name.partition(" ")
        return "potions" if first == "spend" or (first == "citizen" and potions != "0") else super().emblem_of(choice)

    # the turn

    @property
    def when(self) -> str:
        return self.words("when", n=max(1, self.model.view["turns"]))

    @property
    def facts(self) -> tuple[Figure, ...]:
        view = self.model.view
        faces = [(name, view[name]) for name in ("drawn", "rat") if name in view]
        return (
            self.fact("rats-to-come", view["supply"], "rat"),
            *(Figure(f"{name}-rat", token, self.face_words(name, token), "rat") for name, token in faces),
            *((self.fact("no-limits", 0),) if view.get("no-limits") else ()),
        )

    def face_words(self, name: str, token: str) -> str:
        """A sentence about a rat that lies face up beside the board. `name`: what it does there."""
        _, limit, *symbols = token.split()
        hits = ", ".join(self.model.name("symbol", symbol) for symbol in symbols)
        return self.words(f"fact.{name}", limit=limit, symbols=hits)

    # cards

    @property
    def middle(self) -> tuple[Card, ...]:
        """The class cards that nobody holds."""
        return tuple(self.class_card(name) for name in self.model.view["table"])

    @property
    def hand(self) -> tuple[Card, ...]:
        me = self.model.view["seat"]
        return self.cards(me) if me else ()

    def cards(self, seat: str) -> tuple[Card, ...]:
        """The class cards that a seat holds."""
        return tuple(self.class_card(name) for name in self.model.view["players"][seat]["classes"])

    def class_card(self, name: str) -> Card:
        """A class card with its class."""
        view, symbol = self.model.view, self.model.name("symbol", self.chart.class_of(name))
        more = self.words("used-also", symbol=symbol) if name in view.get("used-also", ()) else symbol
        card = self.card("card", name, more=more, is_used=name in view["used"])
        return replace(card, words=self.chart.card_words(name))

    # seats

    def figures(self, seat: str) -> tuple[Figure, ...]:
        player = self.model.view["players"][seat]
        on_board = sum(player["citizens"].values())
        haven = "palace" if self.model.view["box"] == BASE else "haven"  # the two boards have different words
        palace = (self.figure(haven, player["palace"], "palace"),) if player["palace"] else ()
        kept = (self.figure("on-card", player["on-card"], "cube"),) if player.get("on-card") else ()
        return (
            self.figure("on-board", on_board + player["palace"], "cube"),
            self.figure("supply", player["supply"]),
            *palace,
            *kept,
        )

    def notes(self, seat: str) -> tuple[str, ...]:
        """The potions that its citizens bear, and the citizens that it owes to the rat that acts now."""
        view = self.model.view
        potions = sum(one["potions"] for one in view.get("potions", ()) if one["seat"] == seat)
        owes = view["players"][seat].get("owes", 0)
        return tuple(self.words(f"note.{key}", n=n) for key, n in (("potions", potions), ("owes", owes)) if n)

    def tie(self, figure: int) -> str:
        """As in the base: the tie-break is whose turn would come first."""
        return self.words("tie", n=figure + 1)
