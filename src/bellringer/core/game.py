"""The contract between a game and all that plays, keeps and shows it. Each game has one object that fulfils it.

Whoever works with a game goes by this class alone: its rules, its documents, its words, and what it shows. What needs
more than the rules (`words`, `pictures`, `terminal`, `display`) is loaded when it is first asked for, so that a
simulation loads no drawing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bellringer.core.options import Option
from bellringer.core.show import CardGroup, Choice, Display, GameWords, Pictures, TerminalPictures
from bellringer.core.state import RuleBook, State
from bellringer.core.view_model import ViewModel

Document = dict[str, Any]
RawEvent = tuple[int, int, int, int, int]  # kind, seat, what, where, amount; the numbers are the game's


@dataclass(frozen=True)
class Result:
    """How a game ended: for every seat its place (from 1, equals share), score and tie-breaks in order."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    tie_breaks: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game(ABC):
    """One game. Numbers are the compiled rules' own; documents speak in names."""

    name: str
    rule_versions: Mapping[str, int] = {"base": 1}  # of every part of the rules that can change by itself
    book: RuleBook
    fewest_seats: int
    most_seats: int
    options: Mapping[str, Option]
    move_names: Sequence[str]
    event_names: Sequence[str]  # by the kinds of events, which count from 1
    ask_names: Sequence[tuple[str, str, str]]  # by the kinds of asks, from 1: the ask and its two arguments
    law_names: Sequence[str]
    studies: Mapping[str, str]  # what a study can be about, and the word that its moves begin with
    cards: Sequence[CardGroup]  # everything that has a rule of its own, as the page of the rules lists it

    # a table of this game

    def rule_parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The parts of the rules that a table's options bring in: what its record depends on."""
        return tuple(self.rule_versions)

    @abstractmethod
    def seat_names(self, seats: int) -> tuple[str, ...]:
        """What the seats are called in documents and records."""

    @abstractmethod
    def blank(self, seats: int, options: Mapping[str, Any], components: str | None, is_new: bool = True) -> State:
        """An undealt state that holds the table's choices. `components`: a file to lay over the shipped box.

        A table that was dealt before is not `is_new`: it may have what can't be chosen any more. Raises OptionError.
        """

    @abstractmethod
    def options_of(self, state: State) -> dict[str, Any]:
        """The choices of the state's table."""

    @abstractmethod
    def box_of(self, state: State) -> Document:
        """What the state's box holds other than the shipped one; empty when it is that."""

    @abstractmethod
    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        """Lay what `box_of` gave over an undealt state's box. Raises PositionError."""

    @abstractmethod
    def result(self, state: State) -> Result:
        """Places, scores and tie-breaks as they stand."""

    # documents

    @abstractmethod
    def position(self, state: State) -> Document:
        """The whole state by names."""

    @abstractmethod
    def restore(self, document: Mapping[str, Any]) -> State:
        """The state of a position document, whole or partial. Raises PositionError."""

    @abstractmethod
    def position_schema(self) -> str:
        """The JSON Schema of a position, as text."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> Document:
        """What a seat may see, or a spectator (None)."""

    @abstractmethod
    def whole_view(self, state: State) -> Document:
        """A spectator's view, with all that any seat may see."""

    @abstractmethod
    def ask(self, state: State) -> tuple[str, dict[str, Any]]:
        """The ask on top, its name and arguments; an empty name when nothing is asked."""

    @abstractmethod
    def target(self, state: State, seat: int, move: int) -> str | None:
        """What a click on the board means: the id of the thing that the move is about."""

    # words

    @property
    @abstractmethod
    def words(self) -> GameWords:
        """The game's sentences."""

    @abstractmethod
    def move_words(self, state: State, move: int, language: str) -> str:
        """A legal move in words."""

    @abstractmethod
    def ask_words(self, state: State, language: str) -> str:
        """The ask on top in words; empty when nothing is asked."""

    @abstractmethod
    def event_words(self, state: State, event: RawEvent, seats: Sequence[str] | None, language: str) -> str:
        """An event in words. `state`: any of the same table, for its choices and its box."""

    # what is shown

    @abstractmethod
    def view_model(self, view: Mapping[str, Any], language: str) -> ViewModel:
        """A view, with what drawings and pages keep asking of it."""

    @property
    @abstractmethod
    def pictures(self) -> Pictures:
        """The table as SVG."""

    @property
    @abstractmethod
    def terminal(self) -> TerminalPictures:
        """The table in a terminal."""

    @abstractmethod
    def display(self, model: ViewModel, choices: Sequence[Choice]) -> Display:
        """What the parts of a table's page show. `choices`: the legal moves of who looks."""

    # what follows from the members above

    def event_name(self, kind: int) -> str:
        """The name of an event kind."""
        return self.event_names[kind - 1]

    def part_words(self, part: str, language: str) -> str:
        """The name of a part of the rules: a card, or one of the kind `part`."""
        kind = next((group.kind for group in self.cards if part in group.names), "part")
        return self.words.name_words(kind, part, language)

    @property
    def ruled(self) -> tuple[str, ...]:
        """The names of everything that has a rule of its own."""
        return tuple(name for group in self.cards for name in group.names)
