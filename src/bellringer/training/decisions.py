"""Reads a data set decision by decision: what was seen, what was done, what came of it, as NumPy arrays.

    from bellringer.training.decisions import Decisions

    for one in Decisions("my-data"):
        one.observation, one.mask, one.action, one.reward

Nothing is held in memory but one file. `share` and `of` part the files among readers, as workers of a loader do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellringer.arena.played import PERSON, read_columns, read_games
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import read_text
from bellringer.core.edges.json_text import NotJson, read_json
from bellringer.core.errors import OptionError
from bellringer.training.dataset import KIND
from bellringer.training.parts import DESCRIPTION, part_files

Arrays = dict[str, NDArray[Any]]
Sizes = tuple[int, int, int]  # numbers of an observation, bytes of a mask, actions
STAND_IN = "stand-in"
SOMETIMES = ("observation", "mask", "visits")  # what only some data sets have


class Decision(NamedTuple):
    """One decision of a game. A: the actions of the game, as everywhere; W: the width of an observation.

    `game`: its number in the data set; `number`: of the decision in it; `seat`: who decided; `bot`: who played there.
    A person's is `person`, and `stand-in` where a bot decided in a person's place.
    `observation` (W, int8), `mask` (A, bool) and `visits` (A, int32: how often a search tried each action) are None
    where the data set has none. `reward`: the seat's part of the victory, 0 to 1; `score` and `place`: at the end.
    """

    game: int
    number: int
    seat: int
    bot: str
    action: int
    observation: NDArray[np.int8] | None
    mask: NDArray[np.bool_] | None
    visits: NDArray[np.int32] | None
    reward: float
    score: int
    place: int


@dataclass(frozen=True)
class Decisions:
    """All decisions of a data set, or of one share of its files. Each pass begins anew.

    `folder`: of the data set; `share`: of `of` equal shares, from 0; `order`: in which the files of the share are read,
    by their places in it. Raises OptionError for what is no data set, and for games of other rules than the present
    ones; FileProblem.
    """

    folder: Path | str
    share: int = 0
    of: int = 1
    order: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.of < 1 or not 0 <= self.share < self.of:
            raise OptionError(f"there are {self.of} shares, numbered from 0: none is {self.share}")
        self.described()

    def described(self) -> dict[str, Any]:
        """What the data set has, as its description says it."""
        path = Path(self.folder) / DESCRIPTION
        try:
            found = read_json(read_text(path))
        except NotJson:
            found = None
        if not isinstance(found, dict) or not isinstance(found.get(KIND), dict):
            raise OptionError(f"{path}: it describes no data set")
        told: dict[str, Any] = found[KIND]
        return told

    @property
    def game(self) -> Game:
        """The game."""
        return find(str(self.described()["game"]))

    @property
    def version(self) -> str:
        """Of the layout of its observations (`Game.observation_version`)."""
        return str(self.described()["observations"]["version"])

    def files(self) -> list[Path]:
        """The files of this share."""
        files = part_files(Path(self.folder))[self.share :: self.of]
        return files if self.order is None else [files[place] for place in self.order]

    def __iter__(self) -> Iterator[Decision]:
        for path, rows, sizes in self.parts():
            for row in rows:
                yield from decisions_of(path, row, *sizes)

    def parts(self) -> Iterator[tuple[Path, Iterator[dict[str, Any]], Sizes]]:
        """The rows of each file, and what a decision has of bytes."""
        game, told = self.game, self.described()
        sizes = (int(told["observations"]["width"]), int(told["mask_bytes"]), game.book.moves)
        for path in self.files():
            check_description(path, game, told)
            yield path, read_games(path, game).iter_rows(named=True), sizes

    def batches(self, size: int, dice: np.random.Generator | None = None) -> Iterator[Arrays]:
        """Decisions as arrays, `size` together, the last batch with what is left: by what a `Decision` calls each.

        `dice`: shuffle the files, and the decisions within each; None leaves all in order. Visits are there if every
        game of a file has them. Raises OptionError, FileProblem.
        """
        if size < 1:
            raise OptionError(f"a batch has at least one decision, not {size}")
        waiting: Arrays | None = None
        shuffled = self if dice is None else replace(self, order=tuple(map(int, dice.permutation(len(self.files())))))
        for path, rows, sizes in shuffled.parts():
            found = joined([arrays_of(path, row, *sizes) for row in rows])
            if dice is not None:
                order = dice.permutation(length_of(found))
                found = {name: one[order] for name, one in found.items()}
            waiting = found if waiting is None else joined([waiting, found])
            whole = length_of(waiting) // size * size
            for first in range(0, whole, size):
                yield {name: one[first : first + size] for name, one in waiting.items()}
            waiting = {name: one[whole:] for name, one in waiting.items()}
        if waiting is not None and length_of(waiting):
            yield waiting


def check_description(path: Path, game: Game, told: dict[str, Any]) -> None:
    """Raise OptionError for a file that is of another data set than its folder."""
    metadata, _ = read_columns(path, game, ["number"])
    if json.loads(metadata["description"]) != told:
        raise OptionError(f"{path}: games of another data set")


def decisions_of(path: Path, row: dict[str, Any], width: int, mask_bytes: int, actions: int) -> Iterator[Decision]:
    """The decisions of one game. Raises OptionError for rows of another width than the data set's."""
    found = arrays_of(path, row, width, mask_bytes, actions)
    seen, masks, visits = (found.get(name) for name in SOMETIMES)
    for number, (seat, action) in enumerate(zip(row["movers"], row["moves"], strict=True)):
        yield Decision(
            row["number"],
            number,
            seat,
            name_at(row, number, seat),
            action,
            None if seen is None else seen[number],
            None if masks is None else masks[number],
            None if visits is None else visits[number],
            float(found["reward"][number]),
            row["scores"][seat],
            row["places"][seat],
        )


def arrays_of(path: Path, row: dict[str, Any], width: int, mask_bytes: int, actions: int) -> Arrays:
    """The decisions of one game as arrays, by what a `Decision` calls each, but for the bots.

    Raises OptionError for rows of another width than the data set's.
    """
    movers = np.array(row["movers"], np.int64)
    places, count = np.array(row["places"], np.int64), len(movers)
    wins = (places == 1).astype(np.float32)
    found: Arrays = {
        "game": np.full(count, row["number"], np.int64),
        "number": np.arange(count),
        "seat": movers,
        "action": np.array(row["moves"], np.int64),
        "reward": (wins / wins.sum())[movers],
        "score": np.array(row["scores"], np.int64)[movers],
        "place": places[movers],
    }
    if (seen := rows_of(path, row, "observations", count, width, np.int8)) is not None:
        found["observation"] = seen
    if (bits := rows_of(path, row, "masks", count, mask_bytes, np.uint8)) is not None:
        found["mask"] = np.unpackbits(bits, axis=1, count=actions, bitorder="little").view(np.bool_)
    if row["tried"]:
        found["visits"] = np.zeros((count, actions), np.int32)
        found["visits"][np.repeat(np.arange(count), row["tried"]), row["answers"]] = row["visits"]
    return found


def name_at(row: dict[str, Any], number: int, seat: int) -> str:
    """Who made a decision."""
    name: str = row["bots"][seat]
    return STAND_IN if name == PERSON and not row["people"][number] else name


def rows_of(path: Path, row: dict[str, Any], name: str, count: int, width: int, dtype: Any) -> NDArray[Any] | None:
    """A column of bytes as one row a decision; None if the file has no such column."""
    if name not in row:
        return None
    if len(row[name]) != count * width:
        raise OptionError(f"{path}, game {row['number']}: its {name} are not {count} rows of {width} bytes")
    return np.frombuffer(row[name], dtype).reshape(count, width)


def joined(pieces: Sequence[Arrays]) -> Arrays:
    """Arrays one after the other, of what all pieces have."""
    names = [name for name in pieces[0] if all(name in piece for piece in pieces)]
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in names}


def length_of(arrays: Arrays) -> int:
    """How many decisions there are."""
    return len(arrays["action"])
