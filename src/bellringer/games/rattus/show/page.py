"""The page of a table of Rattus: what each of its parts shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from bellringer.core.shown.show import Card, Choice, Figure, Mark
from bellringer.core.shown.view_model import ViewModel
from bellringer.games.rattus.component_set import ANY, CLASS_SYMBOLS
from bellringer.games.rattus.names import PLAYABLE
from bellringer.games.rattus.show import svg
from bellringer.games.rattus.show.outlook import Outlook
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words import sentences
from bellringer.games.rattus.words.sentences import BASE
from bellringer.page.display import BaseDisplay


class ChartDisplay(BaseDisplay):
    """What a viewer sees of a table of Rattus."""

    group_order = (
        *("use", "also", "upgrade", "take", "city", "place", "rat", "from", "to", "of", "citizen", "diplomat", "go"),
        *("card", "event"),
        "plague",
    )
    ruled = frozenset(PLAYABLE)
    drawn = frozenset(
        {*PLAYABLE, *CLASS_SYMBOLS, "plague", "rat", "palace", "potions", "region-card", "podiums", "university"}
    )
    emblemless_kinds = ("region",)
    ruled_kinds = ("card", "guild")

    def __init__(self, model: ViewModel, choices: Sequence[Choice]) -> None:
        super().__init__(model, choices, sentences.words_in(model.language).part("page"))
        self.chart = cast(ChartModel, model)

    # choices

    def label(self, choice: Choice) -> str:
        kind, _, thing = (choice.target or "").partition(" ")
        if kind == "rat":
            region, _, slot = thing.partition(" ")
            return f"{self.model.name('region', region)} {slot or '1'}"
        if kind in ("region", "plague", "city"):
            return self.model.name("region", thing)
        if kind == "guild":
            return self.model.name("card", thing)
        first, _, rest = choice.name.partition(" ")
        if first == "upgrade":
            return self.chart.card_words(rest, self.chart.level(rest) + 1)
        if first in ("of", "go"):
            return self.seat_words(rest) if first == "of" else rest
        return self.taken_from(choice, super().label(choice))

    def legend(self, name: str) -> str:
        """The heading of a group. Choices of where to drop citizens have one of their own."""
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

    def group_of(self, choice: Choice) -> str:
        """The name of a choice's group. Diplomats are among the other citizens; all moves to cities stand together."""
        found = "city" if (choice.target or "").startswith("city ") else super().group_of(choice)
        return "citizen" if found == "diplomat" else found

    def emblem_of(self, choice: Choice) -> str:
        """Citizens that bear potions, and potions that are spent, show a flask; diplomats show a podium."""
        first, _, potions = choice.name.partition(" ")
        if first == "diplomat":
            return "podiums"
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
            *self.region_card_facts,
            *self.event_facts,
        )

    @property
    def region_card_facts(self) -> tuple[Figure, ...]:
        """How many cards are in the deck and the discard pile, and which are being drawn, as far as the viewer sees."""
        view = self.model.view
        if not self.chart.has_region_cards:
            return ()
        deck = self.words("fact.region-deck", deck=view["region-deck"], discards=len(view["region-discards"]))
        found = (Figure("region-deck", str(view["region-deck"]), deck, "region-card"),)
        if "region-drawn" not in view:
            return found
        cards = ", ".join(self.model.name("region-card", card) for card in view["region-drawn"])
        return (*found, Figure("region-drawn", "", self.words("fact.region-drawn", cards=cards), "region-card"))

    @property
    def event_facts(self) -> tuple[Figure, ...]:
        """The pile of events, the one that is on, and those that the viewer knows of."""
        view, chart = self.model.view, self.chart
        if "universities" not in view:
            return ()
        on = view.get("event")
        return (
            self.fact("events", chart.events_left, "university"),
            *((self.event_fact("event", on),) if on else ()),
            *(self.event_fact("next-event", event, place) for place, event in enumerate(chart.next_events, start=1)),
            *(self.event_fact("drawn-event", event) for event in chart.drawn_events),
        )

    def event_fact(self, key: str, event: str | None, place: int = 0) -> Figure:
        """A sentence about an event, with the sign of its class. `place`: among those to come, from 1."""
        what = self.chart.event(event) if event else self.words("fact.unknown")
        said = self.words(f"fact.{key}", n=place, event=what)
        return Figure(f"{key}-{place}", event or "", said, event if event in self.drawn else "")

    def face_words(self, name: str, token: str) -> str:
        """A sentence about a rat that lies face up beside the board. `name`: what it does there."""
        _, limit, *symbols = token.split()
        hits = ", ".join(self.model.name("symbol", symbol) for symbol in symbols)
        return self.words(f"fact.{name}", limit=limit, symbols=hits)

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards of guilds and inns."""
        return svg.boards(self.chart, [choice.target for choice in self.choices if choice.target])

    # cards

    @cached_property
    def middle(self) -> tuple[Card, ...]:
        """The class cards that nobody holds, and the events that happen or are chosen from."""
        return (*self.events, *(self.class_cards[name] for name in self.model.view["table"]))

    @property
    def events(self) -> tuple[Card, ...]:
        """The event that is on, and those of which one is chosen, as far as the viewer sees them."""
        view = self.model.view
        if "universities" not in view:
            return ()
        on = (view["event"],) if view.get("event") else ()
        return tuple(self.event_card(name) for name in (*on, *dict.fromkeys(self.chart.drawn_events)))

    def event_card(self, name: str) -> Card:
        """An event: what happens, and the sign of the class that it is about."""
        is_class = name in CLASS_SYMBOLS
        words = self.model.name("symbol", name) if is_class else self.words(f"event-name.{name}")
        line = self.words("event-line.class" if is_class else f"event-line.{name}")
        emblems = (name if is_class else "university",)
        more = self.words("event-card")
        return self.card("event", name, words, line=line, tone="event", has_rule=False, more=more, emblems=emblems)

    @property
    def middle_places(self) -> int:
        """All class cards of the game, and the event that is on."""
        return len(self.model.view["classes"]) + ("universities" in self.model.view)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        me = self.model.view["seat"]
        return (*self.cards(me), *map(self.region_card, self.region_cards_of(me))) if me else ()

    def region_cards_of(self, me: str) -> Sequence[str]:
        """The region cards in the viewer's hand, and those that it draws now."""
        view = self.model.view
        drawn = view.get("region-drawn", ()) if self.model.is_asked(me) else ()
        return (*view["players"][me].get("hand", ()), *drawn)

    def region_card(self, name: str) -> Card:
        """A region card: its region, and the classes on it."""
        symbols = self.chart.symbols_on(name)
        region = self.model.name("region", name.split()[0])
        more = ", ".join(sentences.symbol_words(symbol, self.model.language) for symbol in symbols)
        emblems = tuple("any-class" if symbol == ANY else symbol for symbol in symbols)
        now = self.outlook.region(name.split()[0]) if self.outlook else ""
        return self.card(
            "region-card", name, region, more=more, emblems=emblems, has_rule=False, now=now, tone="region"
        )

    @cached_property
    def outlook(self) -> Outlook | None:
        """The viewer's seat, as outlooks need it; None for a spectator, and at the end."""
        me = self.model.view["seat"]
        return Outlook(self.chart, me, self.words.part("now")) if me and self.model.view["phase"] != "over" else None

    def title(self, part: str) -> str:
        """The heading of a part. With region cards, the hand holds more than class cards."""
        return self.words("whole-hand" if part == "hand" and self.chart.has_region_cards else part)

    def cards(self, seat: str) -> tuple[Card, ...]:
        """The class cards that a seat holds."""
        return tuple(self.class_cards[name] for name in self.model.view["players"][seat]["classes"])

    @cached_property
    def class_cards(self) -> Mapping[str, Card]:
        """The class cards of the game, by their names: each lies in one place, but more than one part asks for it."""
        return {name: self.class_card(name) for name in self.model.view["classes"]}

    def class_card(self, name: str) -> Card:
        """A class card with its class."""
        view, symbol = self.model.view, self.model.name("symbol", self.chart.class_of(name))
        more = self.words("used-also", symbol=symbol) if name in view.get("used-also", ()) else symbol
        more = self.words("protected", symbol=symbol) if name in view.get("protected", ()) else more
        chart = self.chart
        return self.card(
            "card",
            name,
            chart.card_words(name),
            more=more,
            is_used=chart.is_used(name),
            tone=chart.class_of(name),
            is_turned=chart.is_blocked(name),
            note=self.card_note(name),
            line=sentences.line_words(name, self.model.language, chart.level(name)),
            now=self.use_now(name),
            mark=Mark(str(chart.number(name)), self.words("face.number", n=chart.number(name))),
            sign=Mark("", self.model.name("symbol", chart.class_of(name)), chart.class_of(name)),
            level=chart.level(name),
            levels=chart.levels(name),
            colour=chart.holder(name),
        )

    def use_now(self, name: str) -> str:
        """What a class card would do for the viewer now, if nobody else holds it."""
        me, view = self.model.view["seat"], self.model.view
        is_free = name in view["table"] or (me and name in view["players"][me]["classes"])
        return self.outlook.card(name) if self.outlook and is_free else ""

    def card_note(self, name: str) -> str:
        """The tile that a class card has borrowed; whether it is blocked, can't be taken, is protected."""
        chart = self.chart
        blocked = self.words("card.blocked") if chart.is_blocked(name) else ""
        guarded = self.words("card.guarded") if chart.is_guarded(name) else ""
        protected = self.words("card.protected") if name in self.model.view.get("protected", ()) else ""
        return ", ".join(note for note in (chart.lent_words(name), blocked, guarded, protected) if note)

    # seats

    def figures(self, seat: str) -> tuple[Figure, ...]:
        player = self.model.view["players"][seat]
        on_board = sum(player["citizens"].values())
        haven = "palace" if self.model.view["box"] == BASE else "haven"  # the two boards have different words
        palace = (self.figure(haven, player["palace"], "palace"),) if player["palace"] else ()
        kept = (self.figure("on-card", player["on-card"], "cube"),) if player.get("on-card") else ()
        hand = (self.figure("hand-size", player["hand-size"], "region-card"),) if "hand-size" in player else ()
        points = (self.figure("points", player["points"], "university"),) if player.get("points") else ()
        return (
            self.figure("on-board", on_board + player["palace"], "cube"),
            self.figure("supply", player["supply"]),
            *palace,
            *kept,
            *hand,
            *points,
            *(self.figure(name, n, "cube") for name, n in self.chart.on_boards(seat).items() if n),
            *self.lodged(player),
        )

    def score_words(self, seat: str, score: int | None) -> str:
        """Words for a score: citizens, or, where there were victory points, how many of each."""
        points = self.model.view["players"][seat].get("points")
        if score is None or not points:
            return super().score_words(seat, score)
        return self.words("score-with-points", n=score, citizens=score - points, points=points)

    def lodged(self, player: Mapping[str, Any]) -> tuple[Figure, ...]:
        """The citizens of a seat on the class card that borrows, by its name."""
        if not player.get("lodged"):
            return ()
        card = self.model.name("card", self.chart.borrower)
        return (Figure("lodged", str(player["lodged"]), self.words("figure.lodged", card=card), "cube"),)

    def notes(self, seat: str) -> tuple[str, ...]:
        """What the citizens of a seat bear, what it owes to the rat that acts now, its region cards."""
        bearers = self.chart.bearers(seat)
        counts = {
            "potions": sum(one["potions"] for one in bearers),
            "diplomats": sum(bool(one.get("podium")) for one in bearers),
            "owes": self.model.view["players"][seat].get("owes", 0),
        }
        counted = [self.words(f"note.{key}", n=n) for key, n in counts.items() if n]
        return (*counted, *self.notes_on_cards(seat))

    def notes_on_cards(self, seat: str) -> Iterator[str]:
        """Which of its class cards are protected, and which of its region cards everybody knows."""
        view, model = self.model.view, self.model
        player = view["players"][seat]
        guarded = [model.name("card", card) for card in player["classes"] if card in view.get("protected", ())]
        known = [model.name("region", card.split()[0]) for card in player.get("hand-known", ())]
        for key, cards in (("protected", guarded), ("seen", known)):
            if cards:
                yield self.words(f"note.{key}", cards=", ".join(cards))

    def whereabouts(self, seat: str) -> tuple[str, ...]:
        """The region cards that everybody knows, with what is on them."""
        cards = self.model.view["players"][seat].get("hand-known", ())
        known = ", ".join(self.model.name("region-card", card) for card in cards)
        return (self.words("note.hand-known", cards=known),) if known else ()

    def tie(self, figure: int) -> str:
        """The tie-break in words: whose turn would come first."""
        return self.words("tie", n=figure + 1)
