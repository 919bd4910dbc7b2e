"""Played games as rows of Parquet files: one schema for training, for the arena, and for data sets.

A file holds games of one kind, one row a game, compressed by zstd. A row has all that it takes to play the game again:
the table, the seed of its deal, and its moves. n: the seats of a game; D: its decisions.

    number    the game's number within its folder or data set, from 0; each number once, ascending
    game      the name of the game; the same in all rows of a file
    rules     the versions of the rules that the table brings in, when it was played: `1`, or `1, PART 2`
    seats     n
    options   the options of the table as JSON, values alone: each by its name, several values as a list
    box       what the table's box holds other than the shipped one, as JSON; empty for that
    seed      the dice of the table are stream `stream` of this seed (`State.seed`); null for games of a server
    stream
    bots      n names: who played on each seat
    movers    D seats: who decided, from 0
    moves     D numbers of moves, as `State.apply` takes them
    random    D: whether a move was drawn by lot, rather than chosen by the bot of the seat
    chances   D x n, decision after decision: each seat's chance to win (0 to 1) as the deciding bot saw it before the
              move, shared victories in parts; NaN where it did not tell. Empty if no bot told any
    tried     D: how many moves the search of a decision tried; 0 where it did not tell. Empty if no visits were kept
    answers   the numbers of these moves, decision after decision
    visits    how often the search tried each of them
    places    n, from 1; equals share a place, and those with place 1 share the victory
    scores    n: the points that decide first

A data set may have two columns more, for whoever learns from decisions as they were seen:

    observations  D rows of int8, one after the other: what the deciding seat saw (docs/observations.md)
    masks         D rows of bits, one after the other: its legal moves, the lowest bit first, whole bytes a row

Games that people played at a server's tables have three columns more:

    scheme    by which the chance of the table was keyed, `draws` or `moves` (core/chance.py)
    chance    the 32 bytes of the seed of its dice
    people    D: whether a person decided; else a bot, one that sat there or one that stood in for a person

Who is no bot is called `person` there, among the bots.

The file's metadata say where it comes from: `schema`, `game`, `rules` (the versions of all rules of the game),
`bellringer` (its version), `command` (how the games were made, for people) and `description` (the same as JSON, for
programs).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from bellringer.arena.match import FinishedGame
from bellringer.core.chance import SCHEMES, SEED_BYTES
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.versions import changes_since, present_text, versions_text
from bellringer.core.edges.files import MEBIBYTE, read_bytes, writing
from bellringer.core.edges.json_text import NotJson, read_json
from bellringer.core.errors import BellringerError, OptionError
from bellringer.core.tables.table import close_chance, open_chance

NAME = "bellringer played games 1"  # of the schema, in the metadata; another one has another number
MOST_FILE = 1024 * MEBIBYTE
SCHEMA: dict[str, Any] = {
    "number": pl.Int64,
    "game": pl.String,
    "rules": pl.String,
    "seats": pl.Int8,
    "options": pl.String,
    "box": pl.String,
    "seed": pl.UInt64,
    "stream": pl.UInt64,
    "bots": pl.List(pl.String),
    "movers": pl.List(pl.Int8),
    "moves": pl.List(pl.Int16),
    "random": pl.List(pl.Boolean),
    "chances": pl.List(pl.Float32),
    "tried": pl.List(pl.Int16),
    "answers": pl.List(pl.Int16),
    "visits": pl.List(pl.Int32),
    "places": pl.List(pl.Int8),
    "scores": pl.List(pl.Int32),
}
SEEN: dict[str, Any] = {"observations": pl.Binary, "masks": pl.Binary}  # columns that only some files have
SERVED: dict[str, Any] = {
    "scheme": pl.String,
    "chance": pl.Binary,
    "people": pl.List(pl.Boolean),
}  # of a server's games
MORE = {**SEEN, **SERVED}
SEEDS = ("seed", "stream")  # which these lack
PERSON = "person"
OF_TABLE = ("seats", "options", "box")  # the columns that say what a table is


@dataclass(frozen=True)
class PlayedTable:
    """The table of a game: what must be known to deal it, but for the seed. `box`: empty for the shipped one."""

    seats: int
    options: Mapping[str, Any]
    box: Mapping[str, Any] = field(default_factory=dict)

    def blank(self, game: Game) -> State:
        """The undealt state of such a table. Raises OptionError, PositionError."""
        options = check_options(game, self.seats, self.options, is_new=False)
        state = game.blank(self.seats, options, None, is_new=False)
        if self.box:
            game.put_box(state, self.box)
        return state


class Luck(NamedTuple):
    """The chance of a game: the stream of a seed; or the seed of a table's dice, and how that is keyed."""

    seed: int | None
    stream: int | None
    scheme: str | None = None
    chance: bytes | None = None

    def deal(self, state: State) -> None:
        """Deal an undealt state."""
        if self.chance is None:
            assert self.seed is not None and self.stream is not None
            state.seed(self.seed, self.stream)
            state.deal()
            return
        with self.keyed(state, 0):
            state.deal()

    @contextmanager
    def keyed(self, state: State, number: int) -> Iterator[None]:
        """Have chance ready for a move, by its number from 1, or for the deal (0)."""
        if self.chance is None or self.scheme is None:
            yield
            return
        open_chance(state, self.scheme, self.chance, 0, number)
        yield
        close_chance(state)


@dataclass(frozen=True)
class PlayedGame(FinishedGame):
    """A game that was played to its end, as a row holds it; the module says what each part means."""

    table: PlayedTable
    seed: int | None
    stream: int | None
    bots: Sequence[str]
    movers: Sequence[int]
    moves: Sequence[int]
    random: Sequence[bool]
    chances: Sequence[float]
    tried: Sequence[int]
    answers: Sequence[int]
    visits: Sequence[int]
    places: Sequence[int]
    scores: Sequence[int]
    observations: bytes | None = None
    masks: bytes | None = None
    scheme: str | None = None
    chance: bytes | None = None
    people: Sequence[bool] | None = None

    @property
    def luck(self) -> Luck:
        """Its chance."""
        return Luck(self.seed, self.stream, self.scheme, self.chance)


@dataclass(frozen=True)
class Origin:
    """Where games come from. `command`: how they were made, for people; `description`: for programs, JSON."""

    command: str
    description: Mapping[str, Any]


# writing


def write_games(path: Path, game: Game, games: Iterable[PlayedGame], origin: Origin) -> None:
    """Write games of one kind into a file, by number, the whole file or nothing of it. Raises FileProblem."""
    ordered = sorted(games, key=lambda one: one.number)
    more = {name: kind for name, kind in MORE.items() if ordered and getattr(ordered[0], name) is not None}
    told = [(*row_of(one, game), *(getattr(one, name) for name in more)) for one in ordered]
    rows = pl.DataFrame(told, schema={**SCHEMA, **more}, orient="row")
    metadata = {
        "schema": NAME,
        "game": game.name,
        "rules": rules_of(game),
        "bellringer": version("bellringer"),
        "command": origin.command,
        "description": as_json(origin.description),
    }
    with writing(path) as file:
        rows.write_parquet(file, compression="zstd", metadata=metadata)


def rules_of(game: Game) -> str:
    """The versions of all rules of a game, as they are written."""
    return versions_text(game.rule_versions)


def row_of(one: PlayedGame, game: Game) -> tuple[Any, ...]:
    """The row of a game, in the order of the schema."""
    table = one.table
    told = (one.number, game.name, present_text(game, table.options), table.seats, as_json(table.options))
    lists = (one.bots, one.movers, one.moves, one.random, one.chances, one.tried, one.answers, one.visits)
    box = as_json(table.box) if table.box else ""
    return (*told, box, one.seed, one.stream, *map(list, (*lists, one.places, one.scores)))


def as_json(value: Mapping[str, Any]) -> str:
    """A value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


# reading


def read_games(path: Path, game: Game) -> pl.DataFrame:
    """The rows of a file, checked. The games themselves are checked when they are played again.

    Raises OptionError that names the file for one that is cut, of another schema or game, or that holds what no game
    has; FileProblem.
    """
    _, rows = read_columns(path, game)
    more = {name: kind for name, kind in MORE.items() if name in rows.columns}
    if dict(rows.schema) != {**SCHEMA, **more} or len(SERVED.keys() & more) not in (0, len(SERVED)):
        raise OptionError(f"{path}: the columns are not those of played games")
    check_rows(path, game, rows)
    return rows


def read_columns(path: Path, game: Game, columns: list[str] | None = None) -> tuple[dict[str, str], pl.DataFrame]:
    """The metadata of a file of played games, and some of its columns (None: all) as they are.

    Raises OptionError that names the file for one that is cut, or of another schema or game; FileProblem.
    """
    data = read_bytes(path, MOST_FILE, may_stream=False)
    try:
        metadata = pl.read_parquet_metadata(BytesIO(data))
        if metadata.get("schema") != NAME:
            raise OptionError(f"{path}: not a file of played games ({NAME})")
        if metadata.get("game") != game.name:
            raise OptionError(f"{path}: games of {metadata.get('game')}, not of {game.name}")
        return metadata, pl.read_parquet(BytesIO(data), columns=columns)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise OptionError(f"{path}: this is no Parquet file, or a part of one: {first_line(error)}") from None


def first_line(error: BaseException) -> str:
    """What an error of a library says first."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def check_rows(path: Path, game: Game, rows: pl.DataFrame) -> None:
    """Raise OptionError that names the first row with something that no game has."""
    n, decisions = pl.col("seats").cast(pl.Int64), pl.col("movers").list.len().cast(pl.Int64)

    def length(name: str) -> pl.Expr:
        return pl.col(name).list.len().cast(pl.Int64)

    def within(name: str, least: int, most: int | pl.Expr) -> pl.Expr:
        """Whether all values of a list lie within bounds; an empty one does."""
        low, high = pl.col(name).list.min().fill_null(least), pl.col(name).list.max().fill_null(least)
        return (low >= least) & (high <= most)

    chance = pl.element().is_nan() | pl.element().is_between(0, 1)
    faults = {
        "it is a game of another kind": pl.col("game") == game.name,
        "it has a number twice, or out of order": pl.col("number").diff().fill_null(1) > 0,
        "the number is negative": pl.col("number") >= 0,
        f"it has not {game.fewest_seats} to {game.most_seats} seats": n.is_between(game.fewest_seats, game.most_seats),
        "it has not one bot, place and score for each seat": pl.all_horizontal(
            length(name) == n for name in ("bots", "places", "scores")
        ),
        "a place is out of range": within("places", 1, n),
        "it has not as many movers as moves": (length("moves") == decisions) & (length("random") == decisions),
        "a mover is out of range": within("movers", 0, n - 1),
        "a move is out of range": within("moves", 0, game.book.moves - 1),
        "it has not one chance for each seat and decision": (length("chances") == 0)
        | (length("chances") == n * decisions),
        "a chance is out of range": pl.col("chances").list.eval(chance).list.all(),
        "its visits do not fit its decisions": (length("tried").is_in([0]) | (length("tried") == decisions))
        & (pl.col("tried").list.sum() == length("answers"))
        & (length("answers") == length("visits"))
        & within("tried", 0, game.book.moves),
        "an answer is out of range": within("answers", 0, game.book.moves - 1),
        "visits are negative": pl.col("visits").list.min().fill_null(0) >= 0,
    }
    is_served = "chance" in rows.columns
    if is_served:
        faults["its chance is not keyed as that of tables"] = (pl.col("chance").bin.size() == SEED_BYTES) & pl.col(
            "scheme"
        ).is_in(SCHEMES)
        faults["it does not say of each decision whether a person made it"] = length("people") == decisions
    whole = [pl.col(name).is_not_null() for name in rows.columns if not (is_served and name in SEEDS)]
    whole += [~pl.col(name).list.contains(None) for name in rows.columns if isinstance(rows.schema[name], pl.List)]
    for reason, is_good in {"a value is missing": pl.all_horizontal(whole), **faults}.items():
        wrong = rows.select((~is_good).fill_null(True).arg_true()).to_series()
        if len(wrong):
            raise OptionError(f"{path}, row {wrong[0]}: {reason}")
    check_rules(path, game, rows)


def check_rules(path: Path, game: Game, rows: pl.DataFrame) -> None:
    """Raise OptionError for games of rules that are other rules now, and for options that are no JSON."""
    for seats, options, box, rules in rows.select(*OF_TABLE, "rules").unique(maintain_order=True).iter_rows():
        try:
            table = table_of(seats, options, box)
            chosen = check_options(game, table.seats, table.options, is_new=False)
            changes = changes_since(game, chosen, rules)
        except (BellringerError, ValueError, TypeError) as error:
            raise OptionError(f"{path}: a table is wrong: {error}") from None
        if changes:
            raise OptionError(f"{path}: {changes[0]}")


def table_of(seats: int, options: str, box: str) -> PlayedTable:
    """The table that three columns of a row describe. Raises NotJson."""
    found, held = read_json(options), read_json(box) if box else {}
    if not isinstance(found, dict) or not isinstance(held, dict):
        raise NotJson("options and box are objects")
    return PlayedTable(seats, found, held)


def games_of(rows: pl.DataFrame) -> Iterator[PlayedGame]:
    """The games of checked rows, one after the other."""
    more = [name for name in MORE if name in rows.columns]
    for number, _, _, seats, options, box, *rest in rows.select(*SCHEMA, *more).iter_rows():
        lists, told = rest[: len(rest) - len(more)], rest[len(rest) - len(more) :]
        yield PlayedGame(number, table_of(seats, options, box), *lists, **dict(zip(more, told, strict=True)))


def play_again(game: Game, played: PlayedGame) -> State:
    """Play a game again, and return its last state.

    Raises OptionError if that can't be: if a move is not legal, or the game ends otherwise than it did.
    """
    where = f"game {played.number}"
    state, luck = played.table.blank(game), played.luck
    luck.deal(state)
    for number, (seat, move) in enumerate(zip(played.movers, played.moves, strict=True)):
        if not state.is_legal(seat, move):
            raise OptionError(f"{where}: its decision {number} is not legal")
        with luck.keyed(state, number + 1):
            state.apply(seat, move)
    ended = (tuple(map(state.place, range(state.seats))), tuple(map(state.score, range(state.seats))))
    if not state.over or ended != (tuple(played.places), tuple(played.scores)):
        raise OptionError(f"{where}: it does not end as it did")
    return state
