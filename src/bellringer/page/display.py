"""What all games' displays have in common: which choices stand together, and how a choice is shown as a button."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from bellringer.core.show import Button, Card, Choice, Figure, Group, Token
from bellringer.core.view_model import ViewModel
from bellringer.core.words import Words

MANY = 8  # more choices than these are put into groups, by what they do


class BaseDisplay(ABC):
    """A display (core/show.py) that a game completes. `words`: the table `page` of the game's catalogue."""

    group_order: ClassVar[tuple[str, ...]] = ()
    """The first words of the moves that are put into groups, in the order of the groups."""

    ruled: ClassVar[frozenset[str]] = frozenset()
    """The cards and places whose rule can be told."""

    drawn: ClassVar[frozenset[str]] = frozenset()
    """The emblems that a choice can have; the ground of the board brings them along."""

    ruled_kinds: ClassVar[tuple[str, ...]] = ("card",)
    """The kinds of targets that cards are about."""

    emblemless_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of targets that stand for a place on the board: their buttons have no emblem."""

    def __init__(self, model: ViewModel, choices: Sequence[Choice], words: Words) -> None:
        self.model, self.choices, self.words = model, choices, words

    # what a game completes

    @property
    @abstractmethod
    def when(self) -> str:
        """How far the game is, in words."""

    @property
    @abstractmethod
    def facts(self) -> tuple[Figure, ...]:
        """What all should know of the round."""

    @property
    @abstractmethod
    def middle(self) -> tuple[Card, ...]:
        """The cards that lie beside the board."""

    @property
    @abstractmethod
    def hand(self) -> tuple[Card, ...]:
        """The cards of who looks."""

    @abstractmethod
    def figures(self, seat: str) -> tuple[Figure, ...]:
        """What a seat has, open to all."""

    @abstractmethod
    def cards(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat holds or has played, open to all."""

    def tokens(self, seat: str) -> tuple[Token, ...]:
        """What a seat has collected; nothing in most games."""
        return ()

    def notes(self, seat: str) -> tuple[str, ...]:
        """What else is open of a seat, a line each."""
        return ()

    def tie(self, figure: int) -> str:
        """The figure that breaks ties, in words."""
        return self.words("tie", n=figure)

    def title(self, part: str) -> str:
        """The heading of a part: `middle`, `hand`, `cards` or `tokens`."""
        return self.words(part)

    def group_of(self, choice: Choice) -> str:
        """The group of a choice, by the first word of its name; `rest` for those that stand for themselves."""
        first, _, thing = choice.name.partition(" ")
        return first if thing and first in self.group_order else "rest"

    def legend(self, name: str) -> str:
        """What a group does."""
        return self.words(f"group.{name}")

    def label(self, choice: Choice) -> str:
        """A choice in a group: the thing alone."""
        kind, _, thing = (choice.target or "").partition(" ")
        return self.model.name(kind, thing) if kind in self.ruled_kinds else choice.words

    def said(self, choice: Choice) -> str:
        """A choice in words that stand for themselves."""
        return choice.words

    # what follows

    @cached_property
    def legal(self) -> dict[str, list[Choice]]:
        """The choices by what they are about."""
        found: dict[str, list[Choice]] = {}
        for choice in self.choices:
            found.setdefault(choice.target or "", []).append(choice)
        return found

    def card(self, kind: str, name: str, **more: Any) -> Card:
        """A card, and whether a move is about it."""
        target = f"{kind} {name}"
        moves = self.legal.get(target, [])
        only = moves[0].name if len(moves) == 1 else ""
        return Card(name, self.model.name(kind, name), target, bool(moves), only, **more)

    def figure(self, key: str, value: object, emblem: str = "") -> Figure:
        """A figure, with its words."""
        return Figure(key, str(value), self.words(f"figure.{key}"), emblem)

    def fact(self, key: str, value: object, emblem: str = "") -> Figure:
        """A fact, told in a sentence."""
        return Figure(key, str(value), self.words(f"fact.{key}", n=value), emblem)

    def seat_words(self, seat: str) -> str:
        """`Red`."""
        return self.model.name("seat", seat).capitalize()

    @property
    def groups(self) -> tuple[Group, ...]:
        """The choices: together when they are few, else by what they do."""
        choices = sorted(self.choices, key=lambda choice: self.rank(choice.name))
        if len(choices) <= MANY:
            return (Group("all", "", tuple(self.button(choice, self.said(choice)) for choice in choices)),)
        parted: dict[str, list[Choice]] = {}
        for choice in choices:
            parted.setdefault(self.group_of(choice), []).append(choice)
        return tuple(self.group(name, parted[name]) for name in sorted(parted, key=self.rank))

    def rank(self, name: str) -> int:
        """Where a move or a group stands among the others, by its first word; to pass stands last."""
        first, order = name.split()[0], self.group_order
        return order.index(first) if first in order else len(order) + (first == "pass")

    def group(self, name: str, choices: Sequence[Choice]) -> Group:
        """A group, with its words."""
        if name == "rest":
            return Group(name, "", tuple(self.button(choice, self.said(choice)) for choice in choices))
        buttons = tuple(self.button(choice, self.label(choice)) for choice in choices)
        return Group(name.replace(" ", "-"), self.legend(name), buttons)

    def button(self, choice: Choice, label: str) -> Button:
        """A choice, with its emblem and its rule."""
        kind, _, rest = (choice.target or "").partition(" ")
        thing = rest.rpartition(" ")[2]
        rule = thing if kind in self.ruled_kinds and thing in self.ruled else ""
        return Button(choice.name, self.said(choice), label, choice.target or "", self.emblem_of(choice), rule)

    def emblem_of(self, choice: Choice) -> str:
        """The drawing that stands for a choice; empty for none."""
        kind, _, thing = (choice.target or choice.name).partition(" ")
        found = next((name for name in (thing.split(" ")[-1], kind) if name in self.drawn), "")
        return "" if kind in self.emblemless_kinds else found

    @property
    def is_in_hand(self) -> bool:
        """Whether each choice is a card of the hand, so that the hand is choice enough where there is little room."""
        cards = {card.move for card in self.hand}
        return bool(self.choices) and all(choice.name in cards for choice in self.choices)
