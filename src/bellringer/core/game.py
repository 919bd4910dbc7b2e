"""What the core asks of a game: the face that each game's package shows, and a list of those that exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from bellringer.core.errors import OptionError
from bellringer.core.state import RuleBook, State

Document = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """One thing that a table chooses: the default, the values allowed, and what it means in a line."""

    default: Any
    allowed: tuple[Any, ...]
    meaning: str


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

    def event_words(self, event: tuple[int, int, int, int, int], seats: Sequence[str] | None, language: str) -> str:
        """An event in words."""

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
    for name, value in options.items():
        if name not in game.options:
            raise OptionError(f"{game.name} has no option {name!r}; it has {', '.join(game.options)}")
        if value not in game.options[name].allowed:
            allowed = ", ".join(str(one) for one in game.options[name].allowed)
            raise OptionError(f"{name} can't be {value!r}; allowed: {allowed}")
    return {name: options.get(name, option.default) for name, option in game.options.items()}
