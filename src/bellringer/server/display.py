"""What a game shows in the parts of a table's page: its cards, its figures, its choices in groups.

All of it comes from what the desk may see: the reading of one seat's view, and that seat's legal moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from bellringer.games.notre_dame.show import view_model as notre_dame
from bellringer.games.notre_dame.names import ACTIONS, KINDS, PERIOD_ROUNDS, PERSONS, ROUNDS, WHOSE
from bellringer.games.rattus.show import view_model as rattus
from bellringer.games.rattus.names import PLAYABLE
from bellringer.games.rattus.words.sentences import BASE

if TYPE_CHECKING:
    from bellringer.core.words import Words
    from bellringer.server.page_model import Choice, Desk, Placed, SeatShown

MANY = 8  # more choices than these are put into groups, by what they do
DAY, HOUR, MINUTE = 86_400, 3_600, 60
NEWS = 3  # the newest lines that the prompt tells
HAS_RULE = ("card", "person", "place", "sector")  # kinds of things that cards are about
PERIODS = "ABC"
LAST_SPACE = 9  # of the rats' track in Notre Dame
ORDER = ("use", "take", "hire", "place", "rat", "from", "to", "carriage", "plague")  # of groups; others come last


@dataclass(frozen=True)
class Figure:
    """How much there is of something. `key`: its words in the catalogue; `emblem`: empty for none."""

    key: str
    value: str
    emblem: str = ""


@dataclass(frozen=True)
class Card:
    """A card that lies open to who looks. `move`: the only legal move about it; `is_legal`: there is one at least."""

    name: str
    words: str
    target: str
    is_legal: bool
    move: str = ""
    colour: str = ""  # of the pile that it came from
    more: str = ""  # a word under its name
    rats: int = 0
    is_used: bool = False


@dataclass(frozen=True)
class Message:
    """A message that a seat holds."""

    colour: str
    emblem: str
    words: str


@dataclass(frozen=True)
class Button:
    """A choice as the prompt shows it: `label` is short where the group's words say the rest."""

    name: str
    words: str
    label: str
    target: str
    emblem: str
    rule: str = ""  # the card that it is about


@dataclass(frozen=True)
class Group:
    """Choices that do the same to different things. `legend`: empty when all stand together."""

    id: str
    legend: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Sight(ABC):
    """What both games show alike."""

    desk: Desk

    @cached_property
    def legal(self) -> dict[str, list[Choice]]:
        """The choices by what they are about."""
        found: dict[str, list[Choice]] = {}
        for choice in self.desk.choices:
            found.setdefault(choice.target or "", []).append(choice)
        return found

    def card(self, kind: str, name: str, **more: Any) -> Card:
        """A card, and whether a move is about it."""
        target = f"{kind} {name}"
        moves = self.legal.get(target, [])
        only = moves[0].name if len(moves) == 1 else ""
        return Card(name, self.desk.reading.name(kind, name), target, bool(moves), only, **more)

    @property
    @abstractmethod
    def hand(self) -> tuple[Card, ...]:
        """The cards of who looks."""

    # the prompt

    @property
    def groups(self) -> tuple[Group, ...]:
        """The choices: together when they are few, else by what they do."""
        choices = sorted(self.desk.choices, key=lambda choice: rank(choice.name.split()[0]))
        if len(choices) <= MANY:
            return (Group("all", "", tuple(self.button(choice, self.said(choice)) for choice in choices)),)
        parted: dict[str, list[Choice]] = {}
        for choice in choices:
            parted.setdefault(self.group_of(choice), []).append(choice)
        names = sorted(parted, key=lambda name: rank(name.split()[0]))
        return tuple(self.group(name, parted[name]) for name in names)

    @property
    def is_in_hand(self) -> bool:
        """Whether each choice is a card of the hand, so that the hand is choice enough where there is little room."""
        cards = {card.move for card in self.hand}
        return bool(self.desk.choices) and all(choice.name in cards for choice in self.desk.choices)

    def group_of(self, choice: Choice) -> str:
        """The group of a choice, by the first word of its name; `rest` for those that stand for themselves."""
        first, _, thing = choice.name.partition(" ")
        return first if thing and first in ORDER else "rest"

    def group(self, name: str, choices: Sequence[Choice]) -> Group:
        """A group, with its words."""
        if name == "rest":
            return Group(name, "", tuple(self.button(choice, self.said(choice)) for choice in choices))
        buttons = tuple(self.button(choice, self.label(choice)) for choice in choices)
        return Group(name.replace(" ", "-"), self.legend(name), buttons)

    def legend(self, name: str) -> str:
        """What a group does."""
        return self.desk.say(f"table.group.{name}")

    def label(self, choice: Choice) -> str:
        """A choice in a group: the thing alone."""
        kind, _, thing = (choice.target or "").partition(" ")
        if kind == "rat":
            region, _, slot = thing.partition(" ")
            return f"{self.desk.reading.name('region', region)} {slot or '1'}"
        if kind in ("region", "plague"):
            return self.desk.reading.name("region", thing)
        if kind in ("card", "person"):
            return self.desk.reading.name(kind, thing)
        return choice.words

    def button(self, choice: Choice, label: str) -> Button:
        """A choice, with its emblem and its rule."""
        kind, *_, thing = (choice.target or " ").split(" ")
        rule = thing if kind in HAS_RULE and thing in self.ruled else ""
        return Button(choice.name, self.said(choice), label, choice.target or "", self.emblem_of(choice), rule)

    def said(self, choice: Choice) -> str:
        """A choice in words that stand for themselves."""
        return choice.words

    def emblem_of(self, choice: Choice) -> str:
        """The drawing that stands for a choice; empty for none."""
        kind, _, thing = (choice.target or choice.name).partition(" ")
        found = next((name for name in (thing.split(" ")[-1], kind) if name in self.drawn), "")
        return "" if kind in ("market", "region") else found

    @property
    @abstractmethod
    def ruled(self) -> frozenset[str]:
        """The cards and persons whose rule can be told."""

    @property
    @abstractmethod
    def drawn(self) -> frozenset[str]:
        """The emblems that a choice can have and that the ground of the board brings along."""

    # who sits there, and how it ended

    def who(self, seat: SeatShown) -> str:
        """A seat's name: its person, or its bot."""
        sitter = seat.sitter
        return self.desk.say(f"bots.{sitter.bot}") if sitter.kind == "bot" else sitter.name

    @property
    def mine(self) -> SeatShown | None:
        """The seat through whose eyes the page looks, when it is one of this person's own."""
        seat = self.desk.seat
        return self.desk.seats[seat] if seat is not None and seat in self.desk.looker.own else None

    @property
    def news(self) -> tuple[Any, ...]:
        """The last of what others did since this person looked."""
        return tuple(line for line in self.desk.news if line.colour != self.desk.colour)[-NEWS:]

    @cached_property
    def first_news(self) -> int | None:
        """The number of the first line that is new, when there are old ones above it."""
        first = next((line for line in self.desk.log if line.is_new), None)
        return None if first is None or first is self.desk.log[0] else first.number

    @property
    def verdict(self) -> str:
        """Who has won, in a short sentence."""
        result = self.desk.table.result
        if result is None:
            return self.desk.say("table.end.resigned")
        if len(result.winners) > 1:
            return self.result_sentence
        words: Words = self.words_module.words_in(self.desk.language)
        return words.text("result.winner", seat=self.named[result.winners[0]])

    @property
    def decided_by(self) -> str:
        """What broke the tie of the first, in a sentence; empty when nothing had to."""
        is_said = self.desk.table.result is None or self.result_sentence == self.verdict
        return "" if is_said else self.result_sentence

    @cached_property
    def result_sentence(self) -> str:
        """Who has won, and how, as the game itself says it."""
        lines: list[str] = self.words_module.result_words(self.desk.table.result, self.desk.language, self.named)
        return lines[-1]

    @property
    def words_module(self) -> Any:
        """The game's words."""
        return import_module(f"bellringer.{self.desk.game.replace('-', '_')}.words")

    @property
    def named(self) -> list[str]:
        """The seats with who sits there."""
        return [f"{seat.words} ({self.who(seat)})" for seat in self.desk.seats]

    def tie_words(self, placed: Placed) -> str:
        """What broke the tie, for a seat whose score one of another place has too."""
        level = {other.place for other in self.desk.places if other.score == placed.score}
        if len(level) < 2 or not placed.tie_break:
            return ""
        return self.tie(placed.tie_break[0])

    @abstractmethod
    def tie(self, figure: int) -> str:
        """The figure that breaks ties, in words."""


class TownSight(Sight):
    """Notre Dame."""

    @property
    def town(self) -> notre_dame.Reading:
        """The view, read as this game's."""
        return cast(notre_dame.Reading, self.desk.reading)

    @property
    def ruled(self) -> frozenset[str]:
        return frozenset({*ACTIONS, *PERSONS})

    @property
    def drawn(self) -> frozenset[str]:
        return frozenset({*ACTIONS, *KINDS, *PERSONS})

    def group_of(self, choice: Choice) -> str:
        """Ways of the carriage go by boroughs."""
        first, _, thing = choice.name.partition(" ")
        return f"carriage {thing[0]}" if first == "carriage" else super().group_of(choice)

    def legend(self, name: str) -> str:
        first, _, borough = name.partition(" ")
        if first != "carriage":
            return super().legend(name)
        seat = self.town.seat_in(int(borough))
        if seat is None:
            return self.desk.say("table.borough", n=borough)
        return self.desk.say("table.borough-of", n=borough, seat=self.desk.reading.name("seat", seat))

    def label(self, choice: Choice) -> str:
        if choice.name.startswith("carriage "):
            return self.desk.say(f"table.side.{choice.name.partition(':')[2]}")
        return super().label(choice)

    @property
    def facts(self) -> tuple[Figure, ...]:
        """What the round is about."""
        me = self.desk.colour
        after = self.town.rat_after_plague(me) if me else None
        facts = [Figure("plague", str(self.desk.view["plague"]), "rat")]
        if after is not None:
            facts.append(Figure("forecast-over" if after > LAST_SPACE else "forecast", str(min(after, LAST_SPACE))))
        return (*facts, Figure("cathedral", str(self.town.cathedral()), "notre-dame"))

    @property
    def when(self) -> str:
        """Period and round."""
        number = min(self.desk.view["round"], ROUNDS) - 1
        period = PERIODS[number // PERIOD_ROUNDS]
        return self.desk.say("table.when.notre-dame", period=period, round=number % PERIOD_ROUNDS + 1)

    @property
    def middle(self) -> tuple[Card, ...]:
        """The open persons."""
        return tuple(self.card("person", name, rats=self.town.rats_of(name)) for name in self.desk.view["open"])

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of who looks: those held, and those to choose from."""
        colour = self.desk.colour
        player = self.desk.view["players"][colour] if colour else {}
        held = [(entry["card"], entry["from"]) for entry in player.get("hand", ())]
        offered = player.get("to-keep") or ()
        pile = WHOSE[min(len(held), len(WHOSE) - 1)]
        return (
            *(self.held(name, whose, is_offered=False) for name, whose in held),
            *(self.held(name, pile, is_offered=True) for name in offered),
        )

    def held(self, name: str, whose: str, *, is_offered: bool) -> Card:
        """A card of the hand, with the colour of its pile. One that is offered can be taken, one held is played."""
        seats = self.desk.reading.seats
        owner = seats[(seats.index(self.desk.colour or "") - WHOSE.index(whose)) % len(seats)]
        more = self.desk.say("table.pile", seat=self.desk.reading.name("seat", owner))
        card = self.card("card", name, colour=owner, more=more)
        is_keeping = any(choice.name.startswith("keep ") for choice in self.desk.choices)
        return card if is_offered or not is_keeping else Card(name, card.words, "", False, colour=owner, more=more)

    def figures(self, seat: SeatShown) -> tuple[Figure, ...]:
        """What a seat has, open to all."""
        player = self.desk.view["players"][seat.colour]
        prestige = player["prestige"]
        return (
            Figure("prestige", "?" if prestige is None else str(prestige), "prestige"),
            Figure("coins", str(player["coins"]), "coin"),
            Figure("markers", str(player["supply"]), "cube"),
            Figure("rat", str(player["rat"]), "rat"),
        )

    def cards(self, seat: SeatShown) -> tuple[Card, ...]:
        """The cards that a seat has played in this round."""
        names = self.town.played_now(seat.colour)
        return tuple(Card(name, self.desk.reading.name("card", name), "", False) for name in names)

    def messages(self, seat: SeatShown) -> tuple[Message, ...]:
        """The messages that a seat has taken."""
        held = self.desk.view["players"][seat.colour]["messages"]
        reading = self.desk.reading
        return tuple(Message(*held_of(name), reading.name("message", name)) for name in held)

    def notes(self, seat: SeatShown) -> Iterator[str]:
        """What else is open of a seat, a line each."""
        player, name = self.desk.view["players"][seat.colour], self.desk.reading.name
        yield self.desk.say("table.carriage-at", market=name("market", player["carriage"]))
        if player["friend"]:
            yield self.desk.say("table.friend-at", place=name("place", player["friend"]))
        yield self.desk.say("table.reserve", n=player["general"])

    def tie(self, figure: int) -> str:
        return self.desk.say("table.tie.notre-dame", n=figure)


class ChartSight(Sight):
    """Rattus."""

    @property
    def chart(self) -> rattus.Reading:
        """The view, read as this game's."""
        return cast(rattus.Reading, self.desk.reading)

    @property
    def ruled(self) -> frozenset[str]:
        return frozenset(PLAYABLE)

    @property
    def drawn(self) -> frozenset[str]:
        return frozenset({*PLAYABLE, "plague", "rat", "palace"})

    def said(self, choice: Choice) -> str:
        """A choice in words; of a class card that somebody holds, from whom it is taken."""
        return self.taken_from(choice, choice.words)

    def label(self, choice: Choice) -> str:
        return self.taken_from(choice, super().label(choice))

    def taken_from(self, choice: Choice, words: str) -> str:
        """Words about a choice, with the seat that loses a card by it."""
        first, _, card = choice.name.partition(" ")
        players = self.desk.view["players"]
        holder = next((seat for seat in self.desk.seats if card in players[seat.colour]["classes"]), None)
        if first != "take" or holder is None:
            return words
        return self.desk.say("table.taken-from", card=words, seat=holder.words)

    @property
    def facts(self) -> tuple[Figure, ...]:
        """What is left of the game."""
        return (Figure("rats-to-come", str(self.desk.view["supply"]), "rat"),)

    @property
    def when(self) -> str:
        """How far the game is."""
        return self.desk.say("table.when.rattus", n=max(1, self.desk.view["turns"]))

    @property
    def middle(self) -> tuple[Card, ...]:
        """The class cards that nobody holds."""
        return tuple(self.class_card(name) for name in self.desk.view["table"])

    @property
    def hand(self) -> tuple[Card, ...]:
        """The class cards of who looks."""
        colour = self.desk.colour
        return tuple(self.class_card(name) for name in self.desk.view["players"][colour]["classes"]) if colour else ()

    def class_card(self, name: str) -> Card:
        """A class card, with its class."""
        symbol = self.chart.name("symbol", self.chart.class_of(name))
        return self.card("card", name, more=symbol, is_used=name in self.desk.view["used"])

    def figures(self, seat: SeatShown) -> tuple[Figure, ...]:
        """What a seat has, open to all."""
        player = self.desk.view["players"][seat.colour]
        on_board = sum(player["citizens"].values())
        haven = "palace" if self.desk.view["box"] == BASE else "haven"  # as its board calls it
        palace = (Figure(haven, str(player["palace"]), "palace"),) if player["palace"] else ()
        return (
            Figure("on-board", str(on_board + player["palace"]), "cube"),
            Figure("supply", str(player["supply"])),
            *palace,
        )

    def cards(self, seat: SeatShown) -> tuple[Card, ...]:
        """The class cards that a seat holds."""
        return tuple(self.class_card(name) for name in self.desk.view["players"][seat.colour]["classes"])

    def messages(self, seat: SeatShown) -> tuple[Message, ...]:
        """There are none in this game."""
        return ()

    def notes(self, seat: SeatShown) -> Iterator[str]:
        """Everything is in the figures."""
        return iter(())

    def tie(self, figure: int) -> str:
        return self.desk.say("table.tie.rattus", n=figure + 1)


SIGHTS: dict[str, type[Sight]] = {"notre-dame": TownSight, "rattus": ChartSight}


def sight_of(desk: Desk) -> Sight:
    """What a desk's game shows."""
    return SIGHTS[desk.game](desk)


def held_of(message: str) -> tuple[str, str]:
    """A message's colour, and what it brings."""
    colour, _, kind = message.partition(" ")
    return colour, kind


def rank(first: str) -> int:
    """Where a group stands among the others, by the first word of its moves."""
    return ORDER.index(first) if first in ORDER else len(ORDER) + (first == "pass")


def clock_words(seconds: float, day: str) -> str:
    """`9:05`, `1:09:05`; `2 d 3 h` from a day on. `day`: the letter for days."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, HOUR)
    if whole >= DAY:
        return f"{whole // DAY} {day} {whole % DAY // HOUR} h"
    minutes = f"{rest // MINUTE:02}" if hours else str(rest // MINUTE)
    return f"{hours}:{minutes}:{rest % MINUTE:02}" if hours else f"{minutes}:{rest % MINUTE:02}"
