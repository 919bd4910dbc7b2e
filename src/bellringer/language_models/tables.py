"""What a language model knows of its tables and does at them: plain values, which `tools.py` serves.

Everything follows from what the model's seats may know. A table is dealt from a seed that nobody foresees, and its
record, which has that seed, is given out when the game is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import bellringer
from bellringer import Table, bots
from bellringer.bots.bot import Bot
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError

MOST_TABLES = 20
BOT = "adept"
BITS = 63  # of a bot's seed


@dataclass(frozen=True)
class OptionTold:
    """An option of a game: its name, its values (several may be chosen of some), its usual value, and its meaning."""

    name: str
    values: list[Any]
    takes_several: bool
    usual: Any
    meaning: str


@dataclass(frozen=True)
class GameTold:
    """A game: its name, the least and the most seats, and its options."""

    game: str
    fewest_seats: int
    most_seats: int
    options: list[OptionTold]


@dataclass(frozen=True)
class GamesTold:
    """The games, and the bots that may sit at a table."""

    games: list[GameTold]
    bots: list[str]


@dataclass(frozen=True)
class MoveTold:
    """A legal move: the name by which it is played, and what it says."""

    move: str
    words: str


@dataclass(frozen=True)
class Position:
    """How a table stands for one of the model's seats.

    `seat`: the number of the seat that is asked, or when nobody is, of the first of the model's; `colour`: its name.
    `question` and `moves` are empty when the game is over. `happened`: what has happened since the model was last told,
    in words. `view`: all that the seat may see, as a document. `places`, `scores` and `result` come with the end.
    """

    table: str
    game: str
    seat: int
    colour: str
    over: bool
    question: str
    moves: list[MoveTold]
    happened: list[str]
    view: dict[str, Any]
    places: list[int] | None = None
    scores: list[int] | None = None
    result: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class PreviewTold:
    """What a move will surely do. `unknown`: what hangs on chance after that; `next`: what is asked then."""

    lines: list[str]
    unknown: str
    changes: list[str]
    next: str


@dataclass(frozen=True)
class RuleTold:
    """A rule in words, its number in the rules ledger, and what the ledger decides besides."""

    name: str
    rule: str
    number: str
    rulings: list[str]


@dataclass
class Seated:
    """A table, the model's seats, the bots of the others, and how many events the model was told."""

    table: Table
    seats: tuple[int, ...]
    others: Mapping[int, Bot]
    told: int = 0


class Tables:
    """The tables of one language model. `language`: of all words."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.open: dict[str, Seated] = {}
        self.made = 0

    def games(self) -> GamesTold:
        """The games that can be played, with their options, and the bots that can sit at a table."""
        return GamesTold([game_told(find(name)) for name in bellringer.game_names()], list(bots.names()))

    def begin(
        self,
        game: str,
        seats: int = 4,
        mine: Sequence[int] = (0,),
        opponents: Sequence[str] = (BOT,),
        options: Mapping[str, Any] | None = None,
    ) -> Position:
        """Begin a game. `mine`: the numbers of the model's seats; `opponents`: a bot for all others, or one for each.

        Raises OptionError that names what is wrong.
        """
        if len(self.open) >= MOST_TABLES:
            raise OptionError(f"there are {MOST_TABLES} tables already; leave one first")
        table = bellringer.new_game(game, seats=seats, **(options or {}))
        own = checked_seats(mine, seats)
        others = bots_for([seat for seat in range(seats) if seat not in own], opponents)
        self.made += 1
        name = f"table-{self.made}"
        self.open[name] = Seated(table, own, others)
        return self.look(name)

    def look(self, table: str) -> Position:
        """How a table stands, after the bots have made the moves that they are asked for. Raises OptionError."""
        seated = self.seated(table)
        let_bots_play(seated)
        return self.position(table, seated)

    def play(self, table: str, move: str, seat: int | None = None) -> Position:
        """Make a move, let the bots answer, and tell how the table stands then.

        `seat`: if several of the model's seats are asked. Raises OptionError, IllegalMove.
        """
        seated = self.seated(table)
        seated.table.play(move, asked_seat(seated, seat))
        return self.look(table)

    def preview(self, table: str, move: str, seat: int | None = None) -> PreviewTold:
        """What a legal move will do, as far as its seat can know. Raises OptionError, IllegalMove."""
        seated = self.seated(table)
        found = seated.table.preview(move, asked_seat(seated, seat), language=self.language)
        names = seated.table.seat_names
        changes = [f"{names[one.seat]}: {one.words}: {one.before} -> {one.after}" for one in found.figures]
        return PreviewTold(list(found.lines), found.unknown, changes, found.next)

    def rule(self, game: str, name: str) -> RuleTold:
        """The rule of a card, a place or a person, by its name in views and moves. Raises OptionError."""
        words = find(game).words
        try:
            rule, number = words.rule_words(name, self.language)
        except KeyError:
            raise OptionError(f"{game} has no rule for {name!r}; names are as in a view: {some_names(game)}") from None
        rulings = [f"{line} {text}" for line, text in words.rulings(name, self.language)]
        return RuleTold(name, rule, number, rulings)

    def record(self, table: str) -> str:
        """The record of a game that is over. Raises OptionError while it runs, since the record has the seed."""
        found = self.seated(table).table
        if found.result is None:
            raise OptionError(f"{table} is not over: a record tells what is hidden")
        return found.record()

    def leave(self, table: str) -> list[str]:
        """Leave a table, which is gone then. Returns the tables that are left. Raises OptionError."""
        self.seated(table)
        del self.open[table]
        return list(self.open)

    def seated(self, table: str) -> Seated:
        """A table by its name. Raises OptionError."""
        if table not in self.open:
            raise OptionError(f"there is no table {table!r}; there are: {', '.join(self.open) or 'none'}")
        return self.open[table]

    def position(self, name: str, seated: Seated) -> Position:
        """How a table stands, and what has happened since the last time."""
        table, language = seated.table, self.language
        asked = [seat for seat in table.pending if seat in seated.seats]
        seat = asked[0] if asked else seated.seats[0]
        game = find(table.game)
        moves = [MoveTold(move.name, game.move_words(table.state, move.number, language)) for move in table.moves(seat)]
        happened = [event.words(language) for event in table.events(seated.told)]
        seated.told = table.event_count
        result = table.result
        return Position(
            table=name,
            game=table.game,
            seat=seat,
            colour=table.seat_names[seat],
            over=result is not None,
            question=table.prompt(seat, language),
            moves=moves,
            happened=happened,
            view=table.view(seat),
            places=None if result is None else list(result.places),
            scores=None if result is None else list(result.scores),
            result=[] if result is None else game.words.result_words(result, language),
        )


def game_told(game: Game) -> GameTold:
    """A game with its options."""
    options = [
        OptionTold(name, list(one.allowed), one.several, one.default, one.meaning) for name, one in game.options.items()
    ]
    return GameTold(game.name, game.fewest_seats, game.most_seats, options)


def checked_seats(mine: Sequence[int], seats: int) -> tuple[int, ...]:
    """The model's seats in order. Raises OptionError."""
    if not mine or any(seat not in range(seats) for seat in mine):
        raise OptionError(f"your seats are one or more of 0 to {seats - 1}, not {list(mine)}")
    return tuple(sorted(set(mine)))


def bots_for(seats: Sequence[int], names: Sequence[str]) -> dict[int, Bot]:
    """Bots for some seats: one name for all of them, or a name for each. Raises OptionError."""
    if len(names) not in (1, len(seats)):
        raise OptionError(f"{len(seats)} seats need one bot for all or {len(seats)} of them, not {len(names)}")
    each = list(names) * len(seats) if len(names) == 1 else names
    return {seat: bots.make(name, secrets.randbits(BITS)) for seat, name in zip(seats, each, strict=True)}


def let_bots_play(seated: Seated) -> None:
    """Let the bots move until only the model's seats are asked, or the game is over."""
    table = seated.table
    while asked := [seat for seat in table.pending if seat in seated.others]:
        table.play(seated.others[asked[0]].choose(table, asked[0]), asked[0])


def asked_seat(seated: Seated, seat: int | None) -> int:
    """The seat that acts: the one that is named, or the first of the model's that is asked. Raises OptionError."""
    if seat is not None and seat not in seated.seats:
        raise OptionError(f"seat {seat} is not yours; yours: {', '.join(map(str, seated.seats))}")
    asked = [one for one in seated.table.pending if one in seated.seats]
    if not asked:
        raise OptionError("nothing is asked of you: the game is over")
    return asked[0] if seat is None else seat


def some_names(game: str) -> str:
    """Names that have rules, for whoever has named another."""
    return ", ".join(name for group in find(game).cards for name in group.names)
