"""What the core asks of a game: the face that each game's package shows, and a list of those that exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from bellringer.core.errors import OptionError
from bellringer.core.state import RuleBook, State

Document = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """One thing that a table chooses: the default, the values allowed, and what it means in a line.

    `by_seats`: other defaults for some numbers of seats. `several`: the choice is some of the allowed values, each
    once, as a tuple, a list, or a text with commas. `coming`: values that are known, but can't be chosen yet.
    """

    default: Any
    allowed: tuple[Any, ...]
    meaning: str
    by_seats: Mapping[int, Any] = field(default_factory=dict)
    several: bool = False
    coming: tuple[Any, ...] = ()

    def default_at(self, seats: int) -> Any:
        """The default of a table of so many."""
        return self.by_seats.get(seats, self.default)


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


class Game(Protocol):
    """One game, as the facade sees it. Numbers are the compiled rules' own; documents speak in names."""

    name: str
    rules_version: int
    book: RuleBook
    fewest_seats: int
    most_seats: int
    options: Mapping[str, Option]
    move_names: Sequence[str]
    studies: Mapping[str, str]  # what a study can be about, and the word that its moves begin with
    law_names: Sequence[str]

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """What the seats are called in documents and records."""

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None) -> State:
        """An undealt state that holds the table's choices. `components`: a file to lay over the shipped box."""

    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        """Lay what `box_of` gave over an undealt state's box. Raises PositionError."""

    def position(self, state: State) -> Document:
        """The whole state by names."""

    def restore(self, document: Mapping[str, Any]) -> State:
        """The state of a position document, whole or partial. Raises PositionError."""

    def options_of(self, state: State) -> dict[str, Any]:
        """The choices of the state's table."""

    def box_of(self, state: State) -> Document:
        """What the state's box holds other than the shipped one; empty when it is that."""

    def view(self, state: State, seat: int | None) -> Document:
        """What a seat may see, or a spectator (None)."""

    def open_name(self, state: State, seat: int, move: int) -> str | None:
        """What everybody sees of a move that the seat makes in that state, as a move's name; None if nothing."""

    def result(self, state: State) -> Result:
        """Places, scores and tie-breaks as they stand."""

    def target(self, state: State, seat: int, move: int) -> str | None:
        """What a click on the board means: the id of the thing that the move is about."""

    def ask(self, state: State) -> tuple[str, dict[str, Any]]:
        """The ask on top: its name and arguments."""

    def move_words(self, state: State, move: int, language: str) -> str:
        """A legal move in words."""

    def ask_words(self, state: State, language: str) -> str:
        """The ask on top in words."""

    def event_words(
        self, state: State, event: tuple[int, int, int, int, int], seats: Sequence[str] | None, language: str
    ) -> str:
        """An event in words. `state`: any of the same table, for its choices and its box."""

    def event_name(self, kind: int) -> str:
        """The name of an event kind."""

    def rule_words(self, name: str, language: str) -> tuple[str, str]:
        """What a card, sector or person does, and the ledger's number. Raises KeyError for anything else."""


_modules: dict[str, str] = {}


def register(name: str, module: str) -> None:
    """Make a game known: the module, imported when first asked for, has it as `GAME`."""
    _modules[name] = module


def games() -> tuple[str, ...]:
    """The names of the games there are."""
    return tuple(_modules)


def find(name: str) -> Game:
    """The game of that name. Raises OptionError for another."""
    if name not in _modules:
        raise OptionError(f"no game is called {name!r}; there are {', '.join(_modules)}")
    found: Game = import_module(_modules[name]).GAME
    return found


def check_options(game: Game, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with defaults filled in. Raises OptionError that names what is wrong."""
    if not isinstance(seats, int) or not game.fewest_seats <= seats <= game.most_seats:
        raise OptionError(f"{game.name} is for {game.fewest_seats} to {game.most_seats} seats, not {seats!r}")
    for name in options:
        if name not in game.options:
            raise OptionError(f"{game.name} has no option {name!r}; it has {', '.join(game.options)}")
    given = {name: options.get(name, option.default_at(seats)) for name, option in game.options.items()}
    return {name: chosen(name, game.options[name], value) for name, value in given.items()}


def chosen(name: str, option: Option, value: Any) -> Any:
    """An option's value; of several values a tuple, in the order in which they are allowed."""
    if not option.several:
        check_value(name, option, value)
        return value
    parts = [part.strip() for part in value.split(",")] if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise OptionError(f"{name} can't be {value!r}; it is some of {allowed_text(option)}")
    for number, part in enumerate(parts):
        check_value(name, option, part)
        if part in parts[:number]:
            raise OptionError(f"{name} has {part!r} twice")
    return tuple(one for one in option.allowed if one in parts)


def check_value(name: str, option: Option, value: Any) -> None:
    """Whether the value, or one of several, is allowed."""
    if not any(value == one and type(value) is type(one) for one in option.allowed):
        verb, yet = "have" if option.several else "be", " yet" if value in option.coming else ""
        raise OptionError(f"{name} can't {verb} {value!r}{yet}; allowed: {allowed_text(option)}")


def allowed_text(option: Option) -> str:
    """The allowed values, for a message."""
    return ", ".join(str(one) for one in option.allowed)
