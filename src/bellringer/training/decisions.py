"""Reads a data set decision by decision: what was seen, what was done, what came of it, as NumPy arrays.

    from bellringer.training.decisions import Decisions

    for one in Decisions("my-data"):
        one.observation, one.mask, one.action, one.reward

Nothing is held in memory but one file. `share` and `of` part the files among readers, as workers of a loader do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellringer.arena.played import read_columns, read_games
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import read_text
from bellringer.core.edges.json_text import NotJson, read_json
from bellringer.core.errors import OptionError
from bellringer.training.dataset import KIND
from bellringer.training.parts import DESCRIPTION, part_files


class Decision(NamedTuple):
    """One decision of a game. A: the actions of the game, as everywhere; W: the width of an observation.

    `game`: its number in the data set; `number`: of the decision in it; `seat`: who decided; `bot`: who played there.
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

    `folder`: of the data set; `share`: of `of` equal shares, from 0. Raises OptionError for what is no data set, and
    for games of other rules than the present ones; FileProblem.
    """

    folder: Path | str
    share: int = 0
    of: int = 1

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
        return part_files(Path(self.folder))[self.share :: self.of]

    def __iter__(self) -> Iterator[Decision]:
        game, told = self.game, self.described()
        width, mask_bytes = int(told["observations"]["width"]), int(told["mask_bytes"])
        for path in self.files():
            check_description(path, game, told)
            for row in read_games(path, game).iter_rows(named=True):
                yield from decisions_of(path, row, width, mask_bytes, game.book.moves)


def check_description(path: Path, game: Game, told: dict[str, Any]) -> None:
    """Raise OptionError for a file that is of another data set than its folder."""
    metadata, _ = read_columns(path, game, ["number"])
    if json.loads(metadata["description"]) != told:
        raise OptionError(f"{path}: games of another data set")


def decisions_of(path: Path, row: dict[str, Any], width: int, mask_bytes: int, actions: int) -> Iterator[Decision]:
    """The decisions of one game. Raises OptionError for rows of another width than the data set's."""
    count = len(row["movers"])
    seen = rows_of(path, row, "observations", count, width, np.int8)
    bits = rows_of(path, row, "masks", count, mask_bytes, np.uint8)
    masks = None if bits is None else np.unpackbits(bits, axis=1, count=actions, bitorder="little").view(np.bool_)
    tried = [0, *np.cumsum(row["tried"], dtype=int)] if row["tried"] else None
    firsts = row["places"].count(1)
    for number, (seat, move) in enumerate(zip(row["movers"], row["moves"], strict=True)):
        place = row["places"][seat]
        yield Decision(
            row["number"],
            number,
            seat,
            row["bots"][seat],
            move,
            None if seen is None else seen[number],
            None if masks is None else masks[number],
            None if tried is None else visits_of(row, tried[number], tried[number + 1], actions),
            1 / firsts if place == 1 else 0.0,
            row["scores"][seat],
            place,
        )


def rows_of(path: Path, row: dict[str, Any], name: str, count: int, width: int, dtype: Any) -> NDArray[Any] | None:
    """A column of bytes as one row a decision; None if the file has no such column."""
    if name not in row:
        return None
    if len(row[name]) != count * width:
        raise OptionError(f"{path}, game {row['number']}: its {name} are not {count} rows of {width} bytes")
    return np.frombuffer(row[name], dtype).reshape(count, width)


def visits_of(row: dict[str, Any], first: int, end: int, actions: int) -> NDArray[np.int32]:
    """How often each action was tried."""
    found = np.zeros(actions, np.int32)
    found[row["answers"][first:end]] = row["visits"][first:end]
    return found
