"""The base of every game's display: groups the choices and turns them into buttons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from bellringer.core.shown.show import Button, Card, Choice, Figure, Group, Token
from bellringer.core.shown.view_model import ViewModel
from bellringer.core.shown.words import Words

MANY = 8  # more choices than these are grouped


class BaseDisplay(ABC):
    """A display (`core/shown/show.py`) that each game completes. `words`: the table `page` of the game's catalogue."""

    group_order: ClassVar[tuple[str, ...]] = ()
    """The first words of the moves that are grouped, in the order in which the groups are shown."""

    ruled: ClassVar[frozenset[str]] = frozenset()
    """The cards and places that have a rule to show."""

    drawn: ClassVar[frozenset[str]] = frozenset()
    """The names of the emblems that the ground of the board defines; only these can stand on a button."""

    ruled_kinds: ClassVar[tuple[str, ...]] = ("card",)
    """The kinds of targets that have a rule, and whose label is their name."""

    emblemless_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of targets that are places on the board: their buttons have no emblem."""

    has_tokens: ClassVar[bool] = False
    """Whether seats collect tokens, for which the page keeps room."""

    def __init__(self, model: ViewModel, choices: Sequence[Choice], words: Words) -> None:
        self.model, self.choices, self.words = model, choices, words

    # what a game completes

    @property
    @abstractmethod
    def when(self) -> str:
        """How far the game has got, such as the round, in words."""

    @property
    @abstractmethod
    def facts(self) -> tuple[Figure, ...]:
        """Facts about the round that everybody may know; `words` is a whole sentence."""

    @property
    @abstractmethod
    def middle(self) -> tuple[Card, ...]:
        """The cards that lie beside the board."""

    @property
    @abstractmethod
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""

    @abstractmethod
    def figures(self, seat: str) -> tuple[Figure, ...]:
        """What a seat has that everybody may see."""

    @abstractmethod
    def cards(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat holds or has played, as far as everybody may see them."""

    @property
    def boards(self) -> tuple[str, ...]:
        """Further boards beside the large one, as SVG that refers to what its ground defines; none in most games."""
        return ()

    @property
    def middle_places(self) -> int:
        """The most cards that can lie beside the board at once; the present number, where it never changes."""
        return len(self.middle)

    def tokens(self, seat: str) -> tuple[Token, ...]:
        """The tokens that a seat has collected; none in most games."""
        return ()

    def notes(self, seat: str) -> tuple[str, ...]:
        """Other public facts about a seat, one line each."""
        return ()

    def whereabouts(self, seat: str) -> tuple[str, ...]:
        """Where a seat's single pieces stand on the board; nothing in most games."""
        return ()

    def turn_taken(self, seat: str) -> str:
        """Words that say that a seat has had its turn, while all seats take one in turn; empty for the others."""
        return ""

    def score_words(self, seat: str, score: int | None) -> str:
        """What follows a seat's score at the end of the game, or nothing for a seat without one."""
        return "" if score is None else self.words("score", n=score)

    def tie(self, figure: int) -> str:
        """A tie-break with its value, in words."""
        return self.words("tie", n=figure)

    def title(self, part: str) -> str:
        """The heading of a part: `middle`, `hand`, `cards`, `tokens`; `board` and `boards` where there are some."""
        return self.words(part)

    def group_of(self, choice: Choice) -> str:
        """The name of a choice's group: the first word of the move, or `rest` for moves without a group."""
        first, _, thing = choice.name.partition(" ")
        return first if thing and first in self.group_order else "rest"

    def legend(self, name: str) -> str:
        """The heading of a group."""
        return self.words(f"group.{name}")

    def label(self, choice: Choice) -> str:
        """The words on a button whose group has a heading: only the thing that the move is about."""
        kind, _, thing = (choice.target or "").partition(" ")
        return self.model.name(kind, thing) if kind in self.ruled_kinds else choice.words

    def said(self, choice: Choice) -> str:
        """The words on a button without a heading: the whole move."""
        return choice.words

    # what follows from that

    @cached_property
    def legal(self) -> dict[str, list[Choice]]:
        """The choices by their targets."""
        found: dict[str, list[Choice]] = {}
        for choice in self.choices:
            found.setdefault(choice.target or "", []).append(choice)
        return found

    def card(self, kind: str, name: str, words: str | None = None, **more: Any) -> Card:
        """Make a card. It gets the move that is about it, if there is exactly one. `words`: if not the name's own."""
        target = f"{kind} {name}"
        moves = self.legal.get(target, [])
        only = moves[0].name if len(moves) == 1 else ""
        return Card(name, self.model.name(kind, name) if words is None else words, target, bool(moves), only, **more)

    def figure(self, key: str, value: object, emblem: str = "") -> Figure:
        """Make a figure with its words from the catalogue."""
        return Figure(key, str(value), self.words(f"figure.{key}", n=value), emblem)

    def fact(self, key: str, value: object, emblem: str = "") -> Figure:
        """Make a fact with its sentence from the catalogue."""
        return Figure(key, str(value), self.words(f"fact.{key}", n=value), emblem)

    def seat_words(self, seat: str) -> str:
        """The name of a seat with a capital letter: `Red`."""
        return self.model.name("seat", seat).capitalize()

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The choices as buttons: up to MANY in one group, more of them in groups by what they do."""
        choices = sorted(self.choices, key=lambda choice: self.rank(choice.name))
        if len(choices) <= MANY:
            return (Group("all", "", tuple(self.button(choice, self.said(choice)) for choice in choices)),)
        parted: dict[str, list[Choice]] = {}
        for choice in choices:
            parted.setdefault(self.group_of(choice), []).append(choice)
        return tuple(self.group(name, parted[name]) for name in sorted(parted, key=self.rank))

    def rank(self, name: str) -> int:
        """The position of a move or a group among the others, by its first word; `pass` comes last."""
        first, order = name.split()[0], self.group_order
        return order.index(first) if first in order else len(order) + (first == "pass")

    def group(self, name: str, choices: Sequence[Choice]) -> Group:
        if name == "rest":
            return Group(name, "", tuple(self.button(choice, self.said(choice)) for choice in choices))
        buttons = tuple(self.button(choice, self.label(choice)) for choice in choices)
        return Group(name.replace(" ", "-"), self.legend(name), buttons)

    def button(self, choice: Choice, label: str) -> Button:
        """Make the button of a choice, with its emblem and its rule."""
        kind, _, rest = (choice.target or "").partition(" ")
        thing = rest.rpartition(" ")[2]
        rule = thing if kind in self.ruled_kinds and thing in self.ruled else ""
        return Button(choice.name, self.said(choice), label, choice.target or "", self.emblem_of(choice), rule)

    def emblem_of(self, choice: Choice) -> str:
        """The name of the emblem on a choice's button, or an empty text."""
        kind, _, thing = (choice.target or choice.name).partition(" ")
        found = next((name for name in (thing.split(" ")[-1], kind) if name in self.drawn), "")
        return "" if kind in self.emblemless_kinds else found
