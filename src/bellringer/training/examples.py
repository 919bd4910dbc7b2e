"""Examples: played games as arrays of numbers, from which a value is learned.

An example is a position that waited for a decision: the features of the seats and of the table in the state before the
move, what the search thought there, and what came of the game. The features are read of the world as it was, with all
that was hidden in it; to the search such a world is one of those that it deals anew.

The decisions of one game are much alike, so that a share of them teaches nearly as much as all. Which ones are taken
follows from a seed, the game's number and the decision's, and so does which games are held out: a game is either
learned from or held out, in every file of its number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from bellringer.arena.played import Luck, read_games, table_of
from bellringer.core.compiled.features import Features
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.training.replaying import read_features

SHARE = 0.25  # of the decisions of a game
HELD_OUT = 20  # one game of so many is held out
SMALL = 127  # the largest number of 8 bits, with its sign
NEEDED = ("number", "seats", "options", "box", "seed", "stream", "movers", "moves", "random", "chances", "places",
          "scores")  # fmt: skip
OF_CHANCE = ("scheme", "chance")  # of games at a server
Array = npt.NDArray[Any]


class Examples(NamedTuple):
    """B positions of games with n seats, as arrays; S and G: the numbers of a seat's block and of the table's.

    `seats` (B x n x S) and `table` (B x G): the features, int8 if the bounds of the game's features allow it, else
    int16. `chances` (B x n, float32): each seat's chance to win by the search, 0 to 1; NaN where it was not told.
    `results` (B x n, float32): 1 for the winner of the game, shared among several, 0 for others. `scores` (B x n,
    float32): at the end of the game. `movers` (B, int8): the seat that decided. `random_after` (B, int16): how many
    random moves the game made from there on. `games` (B, int64): the number of the game; `decisions` (B, int16): of
    the decision in it.
    """

    seats: Array
    table: Array
    chances: Array
    results: Array
    scores: Array
    movers: Array
    random_after: Array
    games: Array
    decisions: Array


@dataclass(frozen=True)
class Sampling:
    """Which positions are taken. `share`: of the decisions of a game, 0 to 1.

    `held_out`: True for those games alone that are held out, False for the others alone, None for all; one of `one_in`
    games is held out.
    """

    share: float = SHARE
    seed: int = 0
    held_out: bool | None = None
    one_in: int = HELD_OUT

    def games(self, numbers: Array) -> Array:
        """Whether each game is taken, by its number."""
        if self.held_out is None:
            return np.ones(len(numbers), bool)
        is_out: Array = lots(self.seed, numbers, np.full(len(numbers), -1)) < 1 / self.one_in
        return is_out if self.held_out else ~is_out

    def decisions(self, numbers: Array, decisions: Array) -> Array:
        """Whether each decision is taken, by the number of its game and its own."""
        return lots(self.seed, numbers, decisions) < self.share


def lots(seed: int, games: Array, decisions: Array) -> Array:
    """A number from 0 to 1 for each decision, by chance, and always the same one (two rounds of splitmix64)."""
    with np.errstate(over="ignore"):
        found = mixed(np.uint64(seed & (2**64 - 1)) + games.astype(np.int64).view(np.uint64))
        found = mixed(found + decisions.astype(np.int64).view(np.uint64))
    return np.asarray((found >> np.uint64(11)) / 2**53, np.float64)


def mixed(x: Array) -> Array:
    """Each number of 64 bits as another one that tells nothing of it."""
    z = x + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ (z >> np.uint64(31)))


def read_examples(
    files: Sequence[Path], game: str, sampling: Sampling | None = None, jobs: int = 1
) -> dict[int, Examples]:
    """The examples in files of played games, by the number of seats, in the order of the files and of their rows.

    `jobs`: how many files are read at the same time; it does not change the result. Raises OptionError for files that
    are none of this game, and for games that can't be played again; FileProblem.
    """
    found, chosen = find(game), sampling or Sampling()
    features_of(found)
    pieces: dict[int, list[Examples]] = defaultdict(list)
    with ThreadPoolExecutor(jobs) as pool:
        for part in in_turn(pool, jobs, files, lambda path: examples_in(path, found, chosen)):
            for seats, examples in part.items():
                pieces[seats].append(examples)
    return {seats: joined(pieces.pop(seats)) for seats in sorted(pieces)}


def in_turn(pool: ThreadPoolExecutor, jobs: int, files: Sequence[Path], read: Any) -> Iterator[dict[int, Examples]]:
    """What is read of each file, in order; no more files are read ahead than there are jobs."""
    rest = iter(files)
    waiting = [pool.submit(read, path) for path in islice(rest, jobs + 1)]
    while waiting:
        yield waiting.pop(0).result()
        waiting += [pool.submit(read, path) for path in islice(rest, 1)]


def joined(pieces: list[Examples]) -> Examples:
    """Examples of games with as many seats, one after the other. The list is empty afterwards.

    So each piece can go as soon as it is copied: together they may take half of the memory.
    """
    columns = [list(arrays) for arrays in zip(*pieces, strict=True)]
    pieces.clear()
    return Examples(*map(end_to_end, columns))


def end_to_end(arrays: list[Array]) -> Array:
    """Arrays one after the other; they are taken out of the list as they are copied."""
    end = sum(map(len, arrays))
    found = np.empty((end, *arrays[0].shape[1:]), arrays[0].dtype)
    while arrays:
        one = arrays.pop()
        found[end - len(one) : end] = one
        end -= len(one)
    return found


def features_of(game: Game) -> Features:
    """The features of a game. Raises OptionError if it has none."""
    if game.book.features is None:
        raise OptionError(f"{game.name} has no features, from which a value could be learned")
    return game.book.features


def kind_of(features: Sequence[Any]) -> type[np.int8] | type[np.int16]:
    """The smallest kind of integers that holds every number of these features."""
    return np.int8 if all(-SMALL <= one.lowest and one.highest <= SMALL for one in features) else np.int16


# one file


def examples_in(path: Path, game: Game, sampling: Sampling) -> dict[int, Examples]:
    """The examples of one file, by the number of seats. Raises OptionError, FileProblem."""
    rows = read_games(path, game)
    rows = rows.select(*NEEDED, *(name for name in OF_CHANCE if name in rows.columns))
    rows = rows.filter(pl.Series(sampling.games(rows["number"].to_numpy()), dtype=pl.Boolean))
    blanks: dict[tuple[int, str, str], State] = {}
    return {
        seats: examples_of(path, game, rows.filter(pl.col("seats") == seats), sampling, blanks)
        for seats in sorted(rows["seats"].unique())
    }


def examples_of(
    path: Path, game: Game, rows: pl.DataFrame, sampling: Sampling, blanks: dict[tuple[int, str, str], State]
) -> Examples:
    """The examples of rows with as many seats. `blanks`: undealt states by their tables, for others to use again."""
    n: int = rows["seats"][0]
    lengths = rows["moves"].list.len().to_numpy().astype(np.int64)
    ends = np.cumsum(lengths)
    movers, moves = flat(rows, "movers", np.int8), flat(rows, "moves", np.int16)
    games = np.repeat(rows["number"].to_numpy(), lengths)
    decisions = (np.arange(len(moves)) - np.repeat(ends - lengths, lengths)).astype(np.int64)
    is_chosen = sampling.decisions(games, decisions)
    seats, table = read_all(path, game, rows, (movers, moves, is_chosen.astype(np.uint8)), blanks)
    features = features_of(game)
    by_row = np.repeat(np.arange(len(rows)), lengths)[is_chosen]
    places, scores = (flat(rows, name, np.int32).reshape(len(rows), n) for name in ("places", "scores"))
    wins = (places == 1).astype(np.float32)
    return Examples(
        seats.astype(kind_of(features.of_seats)),
        table.astype(kind_of(features.of_table)),
        chances_of(rows, lengths, n)[is_chosen],
        (wins / wins.sum(axis=1, keepdims=True))[by_row],
        scores.astype(np.float32)[by_row],
        movers[is_chosen],
        random_after(flat(rows, "random", np.int64), ends, by_row, np.flatnonzero(is_chosen)),
        games[is_chosen],
        decisions[is_chosen].astype(np.int16),
    )


def flat(rows: pl.DataFrame, name: str, kind: type[np.generic]) -> Array:
    """The lists of a column, one after the other."""
    return rows[name].explode(empty_as_null=False).to_numpy().astype(kind)


def chances_of(rows: pl.DataFrame, lengths: Array, n: int) -> Array:
    """The chances at every decision of every row (D x n); NaN in games in which no bot told any."""
    told = rows["chances"].list.len().to_numpy() > 0
    found = np.full((int(lengths.sum()), n), np.nan, np.float32)
    found[np.repeat(told, lengths)] = flat(rows, "chances", np.float32).reshape(-1, n)
    return found


def random_after(is_random: Array, ends: Array, by_row: Array, chosen: Array) -> Array:
    """How many random moves each chosen decision's game made from it on, itself included."""
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_random)])
    found: Array = before[ends[by_row]] - before[chosen]
    return found.astype(np.int16)


def read_all(
    path: Path,
    game: Game,
    rows: pl.DataFrame,
    course: tuple[Array, Array, Array],
    blanks: dict[tuple[int, str, str], State],
) -> tuple[Array, Array]:
    """Play every row again, and return the features of the seats and of the table before each chosen decision.

    `course`: movers, moves and choices of all rows, one after the other. Raises OptionError for a game that is not
    legal, or that ends otherwise than its row says.
    """
    features = features_of(game)
    n: int = rows["seats"][0]
    chosen = int(course[2].sum())
    seats = np.empty((chosen, n, len(features.seat_parts)), np.int16)
    table = np.empty((chosen, len(features.table_parts)), np.int16)
    first = done = 0
    for row in dealing(rows):
        state = dealt(game, row, blanks)
        movers, moves, is_chosen = (part[first : first + row.decisions] for part in course)
        some = slice(done, done + int(is_chosen.sum()))
        along = (state, movers, moves, is_chosen, seats[some], table[some])
        stop = read_features(*along) if row.chance is None else read_keyed(row.luck, *along)
        if stop >= 0:
            raise OptionError(f"{path}, game {row.number}: its decision {stop} is not legal")
        if not ends_so(state, row.places, row.scores):
            raise OptionError(f"{path}, game {row.number}: it does not end as it did")
        first, done = first + row.decisions, some.stop
    return seats, table


def read_keyed(
    luck: Luck,
    state: State,
    movers: Array,
    moves: Array,
    is_chosen: Array,
    seats: Array,
    table: Array,
) -> int:
    """What `read_features` does, for a table whose chance is keyed anew for each move."""
    taken = 0
    for number in range(len(moves)):
        one = slice(number, number + 1)
        some = slice(taken, taken + int(is_chosen[number]))
        with luck.keyed(state, number + 1):
            stop = read_features(state, movers[one], moves[one], is_chosen[one], seats[some], table[some])
        if stop >= 0:
            return number
        taken = some.stop
    return -1


class Dealing(NamedTuple):
    """What of a row is needed to deal its game, and to see that it ends as it did."""

    number: int
    seats: int
    options: str
    box: str
    seed: int | None
    stream: int | None
    scheme: str | None
    chance: bytes | None
    places: Sequence[int]
    scores: Sequence[int]
    decisions: int

    @property
    def luck(self) -> Luck:
        """The chance of the game."""
        return Luck(self.seed, self.stream, self.scheme, self.chance)


def dealing(rows: pl.DataFrame) -> Iterable[Dealing]:
    """What of each row is needed to deal its game."""
    missing = {name: None for name in OF_CHANCE if name not in rows.columns}
    named = rows.with_columns(**{name: pl.lit(value) for name, value in missing.items()})
    named = named.select(*Dealing._fields[:-1], decisions=pl.col("moves").list.len())
    return map(Dealing._make, named.iter_rows())


def dealt(game: Game, row: Dealing, blanks: dict[tuple[int, str, str], State]) -> State:
    """The dealt state of a row."""
    key = (row.seats, row.options, row.box)
    if key not in blanks:
        blanks[key] = table_of(*key).blank(game)
    state = blanks[key].copy()
    row.luck.deal(state)
    return state


def ends_so(state: State, places: Sequence[int], scores: Sequence[int]) -> bool:
    """Whether a game is over, and has ended so."""
    seats = range(state.seats)
    return state.over and all(state.place(p) == places[p] and state.score(p) == scores[p] for p in seats)
