"""A puzzle, as plain data, and the file that holds many: a line of JSON for each, after one that says what they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Document, Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.json_text import read_json
from bellringer.core.errors import BellringerError, OptionError
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import Table, from_position
from bellringer.review.estimates import Measured
from bellringer.review.results import Why

FORM = 1  # of the file; another one is not read
HARDEST = 3
NUMBERS = ("seed", "games", "enough_at")


class Other(NamedTuple):
    """A move that is not the best one. `behind`: how much lower the seat's win chance is after it, from 0 to 1."""

    name: str
    behind: Measured


@dataclass(frozen=True)
class Puzzle:
    """A position, the seat that is to decide, and its one clearly best move.

    `margin`: how far the next best move is behind, in win chance; `others`: all other legal moves, the better ones
    first; `difficulty`: 1 to HARDEST; `why`: why the next best move is worse. `version`: of Bellringer; `net`: the
    digest of the net that judged, None without one. The position holds what is hidden from the seat, too.
    """

    seat: int
    position: Document
    best: str
    margin: Measured
    others: tuple[Other, ...]
    difficulty: int
    why: Why
    version: str
    net: str | None

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.position["game"])

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.position["seats"])

    @cached_property
    def digest(self) -> str:
        """Tells one puzzle from another."""
        text = json.dumps([self.seat, self.position], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def table(self) -> Table:
        """A table at the position, always with the same luck. Raises PositionError."""
        return from_position(self.position, seed=0)

    @cached_property
    def question(self) -> str:
        """What the seat is asked, by the game's name for it."""
        return find(self.game).ask(self.table().state)[0]

    def behind(self, name: str) -> Measured | None:
        """How far a move is behind the best one; None for that and for a move that is not legal."""
        return next((one.behind for one in self.others if one.name == name), None)

    def is_legal(self, name: str) -> bool:
        """Whether the seat may make a move of that name."""
        return name == self.best or self.behind(name) is not None

    @cached_property
    def about(self) -> frozenset[str]:
        """What it is about: cards (`cards_at`), and what its table has chosen (`things_of`)."""
        game = find(self.game)
        return cards_at(game, self.table().state, self.seat) | chosen_in(game, self.position)

    def as_json(self) -> dict[str, Any]:
        """The puzzle as a JSON document."""
        return {**{name: getattr(self, name) for name in self.__dataclass_fields__}, "why": self.why.as_json()}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The puzzle of such a document. Raises OptionError for anything else."""
        try:
            found = cls(
                seat=document["seat"],
                position=document["position"],
                best=document["best"],
                margin=Measured(*document["margin"]),
                others=tuple(Other(name, Measured(*behind)) for name, behind in document["others"]),
                difficulty=document["difficulty"],
                why=Why.from_json(document["why"]),
                version=document["version"],
                net=document["net"],
            )
            found.check()
        except (KeyError, TypeError, ValueError) as error:
            raise OptionError(f"this is no puzzle: {error}") from None
        return found

    def check(self) -> None:
        """Raise an error unless the table can be set up, and the moves are those that the seat can make."""
        table = self.table()
        if self.seat not in table.pending:
            raise OptionError(f"seat {self.seat} has nothing to decide")
        if sorted((self.best, *(one.name for one in self.others))) != sorted(table.legal_names(self.seat)):
            raise OptionError("its moves are not those that the seat can make")


def cards_at(game: Game, state: State, seat: int) -> frozenset[str]:
    """The cards that a decision is about: those that its moves name, and those that lie beside the board."""
    named = {word for move in state.legal(seat) for word in game.move_names[move].split()}
    model = game.view_model(game.view(state, seat), LANGUAGES[0])
    return frozenset((named | {card.name for card in game.display(model, ()).middle}) & set(game.ruled))


def things_of(game: Game) -> frozenset[str]:
    """All that puzzles of a game can be about: its cards, and the values of options that are words."""
    return frozenset(game.ruled) | {
        value for option in game.options.values() for value in option.allowed if isinstance(value, str)
    }


def chosen_in(game: Game, position: Document) -> frozenset[str]:
    """What the table of a position has chosen that is no card."""
    chosen = (position.get(name, ()) for name in game.options)
    values = (value for one in chosen for value in ((one,) if isinstance(one, str) else one if is_list(one) else ()))
    return frozenset(value for value in values if value in things_of(game) and value not in game.ruled)


def is_list(value: object) -> bool:
    """Whether an option has several values."""
    return isinstance(value, list | tuple)


# the file


@dataclass(frozen=True)
class Collection:
    """Puzzles of one game, as a file holds them.

    `seed`: of the search for them; `games`: how many were looked at, and `enough_at`: when the last one was added.
    """

    game: str
    seed: int
    games: int
    enough_at: int
    puzzles: tuple[Puzzle, ...]

    def text(self) -> str:
        """The file."""
        head = {"puzzles": FORM, "game": self.game, "seed": self.seed, "games": self.games,
                "enough_at": self.enough_at}  # fmt: skip
        return "".join(f"{line(one)}\n" for one in (head, *(one.as_json() for one in self.puzzles)))


def line(document: Mapping[str, Any]) -> str:
    """A line of the file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def read_collection(text: str) -> Collection:
    """The puzzles of a file. Raises OptionError with the line that is wrong."""
    first, *rest = text.splitlines() or [""]
    head = document_in(1, first)
    if head.get("puzzles") != FORM:
        raise OptionError(f"line 1: this is no file of puzzles of form {FORM}")
    seed, games, enough_at = (number_in(head, name) for name in NUMBERS)
    game = find(str(head.get("game"))).name
    return Collection(game, seed, games, enough_at, tuple(puzzles_in(rest, game)))


def number_in(head: Mapping[str, Any], name: str) -> int:
    """A number of the first line. Raises OptionError."""
    found = head.get(name)
    if type(found) is not int:
        raise OptionError(f"line 1: {name} must be a number")
    return found


def puzzles_in(lines: Sequence[str], game: str) -> Iterator[Puzzle]:
    """The puzzle of each line after the first. Raises OptionError."""
    for number, one in enumerate(lines, start=2):
        document = document_in(number, one)
        try:
            found = Puzzle.from_json(document)
        except BellringerError as error:
            raise OptionError(f"line {number}: {error}") from None
        if found.game != game:
            raise OptionError(f"line {number}: a puzzle of another game")
        yield found


def document_in(number: int, text: str) -> Mapping[str, Any]:
    """The JSON object of a line. Raises OptionError."""
    try:
        found = read_json(text)
    except BellringerError as error:
        raise OptionError(f"line {number}: {error}") from None
    if not isinstance(found, dict):
        raise OptionError(f"line {number}: must be a JSON object")
    return found
