"""The page of a table of Notre Dame: what each of its parts shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import cast

from bellringer.core.shown.show import Card, Choice, Figure, Mark, Token
from bellringer.core.shown.view_model import ViewModel
from bellringer.games.notre_dame.names import (
    ACTIONS,
    KINDS,
    LAST_SPACE,
    PERIOD_ROUNDS,
    PERSONS,
    ROUNDS,
    WHOSE,
    worth_of,
)
from bellringer.games.notre_dame.show.outlook import Outlook
from bellringer.games.notre_dame.show.view_model import TownModel
from bellringer.games.notre_dame.words import sentences
from bellringer.page.display import BaseDisplay

PERIODS = "ABC"
OPEN_PERSONS = 3  # at once, once a period's last has come
HIRING = 1  # coins that each person costs
BROWN, GRAY = "brown", "gray"  # the two kinds of persons


class TownDisplay(BaseDisplay):
    """What a viewer sees of a table of Notre Dame."""

    group_order = ("use", "take", "hire", "rat", "from", "to", "carriage")
    ruled = frozenset({*ACTIONS, *PERSONS})
    drawn = frozenset({*ACTIONS, *KINDS, *PERSONS})
    ruled_kinds = ("card", "person", "place", "sector")
    emblemless_kinds = ("market",)
    has_tokens = True

    def __init__(self, model: ViewModel, choices: Sequence[Choice]) -> None:
        super().__init__(model, choices, sentences.words_in(model.language).part("page"))
        self.town = cast(TownModel, model)

    # choices

    def group_of(self, choice: Choice) -> str:
        """The name of a choice's group; carriage moves are grouped by borough."""
        first, _, thing = choice.name.partition(" ")
        return f"carriage {thing[0]}" if first == "carriage" else super().group_of(choice)

    def legend(self, name: str) -> str:
        first, _, borough = name.partition(" ")
        if first != "carriage":
            return super().legend(name)
        seat = self.town.seat_in(int(borough))
        if seat is None:
            return self.words("borough", n=borough)
        return self.words("borough-of", n=borough, seat=self.model.name("seat", seat))

    def label(self, choice: Choice) -> str:
        if choice.name.startswith("carriage "):
            return self.words(f"side.{choice.name.partition(':')[2]}")
        kind, _, thing = (choice.target or "").partition(" ")
        return self.model.name(kind, thing) if kind in ("card", "person") else choice.words

    # the round

    @property
    def when(self) -> str:
        number = min(self.model.view["round"], ROUNDS) - 1
        period = PERIODS[number // PERIOD_ROUNDS]
        return self.words("when", period=period, round=number % PERIOD_ROUNDS + 1)

    @property
    def facts(self) -> tuple[Figure, ...]:
        me = self.model.view["seat"]
        after = self.town.rat_after_plague(me) if me else None
        facts = [self.fact("plague", self.model.view["plague"], "rat")]
        if after is not None:
            key = "forecast-over" if after > LAST_SPACE else "forecast"
            facts.append(self.fact(key, min(after, LAST_SPACE)))
        return (*facts, self.fact("cathedral", self.town.cathedral(), "notre-dame"))

    # cards

    @cached_property
    def middle(self) -> tuple[Card, ...]:
        """The open persons."""
        return tuple(self.person(name) for name in self.model.view["open"])

    def person(self, name: str) -> Card:
        """An open person: her back, her rats, what she costs and does, what she would bring the viewer now."""
        back, rats = self.town.back_of(name), self.town.rats_of(name)
        is_brown = back == BROWN
        said = self.words("face.back-brown") if is_brown else self.words("face.back", letter=back)
        return self.card(
            "person",
            name,
            rats=rats,
            line=sentences.line_words(name, self.model.language),
            worth=self.worth(name),
            tone=BROWN if is_brown else GRAY,
            mark=Mark("" if is_brown else back, said),
            cost=Mark(str(HIRING), self.words("face.cost", n=HIRING), "coin"),
        )

    def worth(self, name: str) -> Mark | None:
        """The prestige that a person would bring the viewer now, if that is what she brings."""
        outlook = self.outlook
        prestige = outlook.person(name) if outlook else None
        return None if prestige is None else Mark(str(prestige), self.words("now.person", n=prestige), "prestige")

    @cached_property
    def outlook(self) -> Outlook | None:
        """What the viewer's seat has, for what a card would do now; nothing for a spectator, and at the end."""
        me = self.model.view["seat"]
        is_over = self.model.view["phase"] == "over"
        return Outlook(self.town, me, self.words.part("now")) if me and not is_over else None

    @property
    def middle_places(self) -> int:
        """The persons that can be open at once."""
        return OPEN_PERSONS

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the viewer's hand, and those to choose from in the draft."""
        me = self.model.view["seat"]
        player = self.model.view["players"][me] if me else {}
        held = [(entry["card"], entry["from"]) for entry in player.get("hand", ())]
        twice = {name for name, _ in held if sum(name == other for other, _ in held) > 1}
        offered = player.get("to-keep") or ()
        pile = WHOSE[min(len(held), len(WHOSE) - 1)]
        return (
            *(
                self.one_of_two(self.held(me, name, whose, is_offered=False), whose, name in twice)
                for name, whose in held
            ),
            *(self.held(me, name, pile, is_offered=True) for name in offered),
        )

    def held(self, me: str, name: str, whose: str, *, is_offered: bool) -> Card:
        """A card of the hand, in the colour of its pile. In the draft, only offered cards can be chosen."""
        seats = self.model.seats
        owner = seats[(seats.index(me) - WHOSE.index(whose)) % len(seats)]
        card = self.action(name, owner)
        is_keeping = any(choice.name.startswith("keep ") for choice in self.choices)
        return card if is_offered or not is_keeping else replace(card, target="", is_legal=False, move="")

    def action(self, name: str, owner: str) -> Card:
        """An action card in the colour and with the sign of its pile, and what it would do now."""
        seat = self.model.name("seat", owner)
        more, outlook = self.words("pile", seat=seat), self.outlook
        sign = Mark(self.model.letter(owner), more, colour=owner)
        now = outlook.action(name) if outlook else ""
        line = sentences.line_words(name, self.model.language)
        return self.card("card", name, colour=owner, more=more, line=line, now=now, tone="town", sign=sign)

    def one_of_two(self, card: Card, whose: str, has_twin: bool) -> Card:
        """A card of the hand that may hold two of its action: a click on one of them says which is meant, too."""
        whose = f"from-{whose}"
        if not has_twin:
            return card
        if any(choice.name == whose for choice in self.choices):
            return replace(card, is_legal=True, move=whose)
        return replace(card, then=whose) if card.move else card

    def cards(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat has played in this round."""
        return tuple(Card(name, self.model.name("card", name), "", False) for name in self.town.played_now(seat))

    # seats

    def figures(self, seat: str) -> tuple[Figure, ...]:
        player = self.model.view["players"][seat]
        prestige = player["prestige"]
        return (
            self.figure("prestige", "?" if prestige is None else prestige, "prestige"),
            self.figure("coins", player["coins"], "coin"),
            self.figure("markers", player["supply"], "cube"),
            self.figure("rat", player["rat"], "rat"),
        )

    def tokens(self, seat: str) -> tuple[Token, ...]:
        """The messages that a seat has collected."""
        held = self.model.view["players"][seat]["messages"]
        return tuple(self.message(name) for name in held)

    def message(self, name: str) -> Token:
        """A message in its colour, with the emblem of what it brings."""
        colour, _, kind = name.partition(" ")
        return Token(colour, kind, self.model.name("message", name), str(worth_of(name)))

    def turn_taken(self, seat: str) -> str:
        """Words for a seat that has hired, or hired nobody, in this round, or had no coin for it. [ND-8.1]"""
        return self.words("hiring-done") if seat in self.town.have_hired() else ""

    def notes(self, seat: str) -> tuple[str, ...]:
        """The markers of its colour in the general supply."""
        return (self.words("reserve", n=self.model.view["players"][seat]["general"]),)

    def whereabouts(self, seat: str) -> tuple[str, ...]:
        """Where its carriage is, and its friend."""
        player, name = self.model.view["players"][seat], self.model.name
        carriage = self.words("carriage-at", market=name("market", player["carriage"]))
        friend = player["friend"]
        return (carriage, self.words("friend-at", place=name("place", friend))) if friend else (carriage,)
