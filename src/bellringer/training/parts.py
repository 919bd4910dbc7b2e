"""A folder of played games: self-play of a training, or a data set.

    description.json                        what is played; the folder refuses anything else
    games-00000000-00000199.parquet         the games of these numbers (arena/played.py says what a row holds)

A game depends on nothing but what is played and its number: neither on threads, nor on stops. What is there is not
played again, so that a run can be stopped at any time, and go on to more games. The files of whole parts are the same,
byte for byte, however often a run was stopped.
"""

from __future__ import annotations

import fcntl
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import polars as pl

from bellringer.arena.journal import FinishedGames, ensure_description
from bellringer.arena.match import FinishedGame
from bellringer.arena.played import Origin, PlayedGame, as_json, games_of, read_columns, read_games, write_games
from bellringer.arena.run import GameSeries, Progress, play_missing
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import appending
from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

DESCRIPTION, LOCK = "description.json", "in-use"
PART = 200  # games a file
PART_NAME = re.compile(r"games-(\d{8,})-(\d{8,})\.parquet")


class Described(Protocol):
    """What fills a folder."""

    def command(self) -> str:
        """What is done, for people."""

    def identity(self) -> dict[str, Any]:
        """Everything that the results depend on, as JSON."""


class Played(Described, Protocol):
    """What fills a folder with games."""

    @property
    def found(self) -> Game:
        """Their game."""

    @property
    def games(self) -> int:
        """How many there are to be."""


class PartFolder(FinishedGames[FinishedGame]):
    """The folder of some games. They wait in memory until their part is whole; `flush` writes the others in pieces."""

    def __init__(self, folder: Path, plan: Played, part: int = PART) -> None:
        super().__init__()
        self.folder, self.plan, self.part = folder, plan, part
        self.origin = Origin(plan.command(), plan.identity())
        self.waiting: dict[int, PlayedGame] = {}
        remove_pieces(folder)
        for number in self.numbers():
            self.played[number] = FinishedGame(number)

    def numbers(self) -> Iterator[int]:
        """The numbers of the games that are there and belong to the plan."""
        for path in part_files(self.folder):
            yield from (number for number in numbers_in(path, self.plan.found, self.origin) if number < self.plan.games)

    def add(self, played: FinishedGame) -> None:
        """Take a finished game, and write its part if that was the last one missing."""
        assert isinstance(played, PlayedGame)
        self.waiting[played.number] = played
        super().add(FinishedGame(played.number))
        first = played.number // self.part * self.part
        part = range(first, min(first + self.part, self.plan.games))
        if all(number in self.played for number in part):
            self.join(part)

    def join(self, part: range) -> None:
        """Write a whole part, with the games of its pieces that are there."""
        for path, numbers in ranges_in(self.folder).items():
            if numbers <= set(part):
                for game in games_of(read_games(path, self.plan.found)):
                    self.waiting.setdefault(game.number, game)
        self.write(part)
        remove_pieces(self.folder)

    def flush(self) -> None:
        """Write all games that wait, each run of numbers without a gap within one part as a piece."""
        runs: list[list[int]] = []
        for number in sorted(self.waiting):
            is_next = runs and number == runs[-1][-1] + 1 and number % self.part
            runs[-1].append(number) if is_next else runs.append([number])
        for run in runs:
            self.write(run)

    def write(self, numbers: Sequence[int]) -> None:
        """Write games that wait as one file."""
        path = self.folder / f"games-{numbers[0]:08}-{numbers[-1]:08}.parquet"
        write_games(path, self.plan.found, [self.waiting[number] for number in numbers], self.origin)
        for number in numbers:
            del self.waiting[number]


def part_files(folder: Path) -> list[Path]:
    """The files of played games in a folder, by their first number."""
    return sorted(folder.glob("games-*.parquet"))


def ranges_in(folder: Path) -> dict[Path, set[int]]:
    """The numbers of the games in each file, by its name."""
    found = {path: PART_NAME.fullmatch(path.name) for path in part_files(folder)}
    return {path: set(range(int(name[1]), int(name[2]) + 1)) for path, name in found.items() if name is not None}


def remove_pieces(folder: Path) -> None:
    """Remove the pieces of parts that are there in whole."""
    files = ranges_in(folder)
    for path, numbers in files.items():
        if any(numbers < other for other in files.values()):
            path.unlink()


def numbers_in(path: Path, game: Game, origin: Origin) -> list[int]:
    """The numbers of the games in a part. Raises OptionError if it can't be read, or was described otherwise."""
    metadata, rows = read_columns(path, game, ["number"])
    if metadata.get("description") != as_json(origin.description):
        raise OptionError(f"{path}: games of another run")
    numbers: list[int] = rows["number"].to_list()
    return numbers


@contextmanager
def claimed(folder: Path, kind: str, what: Described) -> Iterator[None]:
    """Hold a folder against other runs. Raises OptionError if it is another's. `kind`: what it is to hold, in words."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / DESCRIPTION
    if not path.exists() and any(one.name != LOCK for one in folder.iterdir()):
        raise OptionError(f"{folder} holds other files and no {kind}: name another folder")
    with appending(folder / LOCK) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OptionError(f"{folder} is in use by another run") from None
        ensure_description(path, kind, what.command(), what.identity())
        yield


def play_into(
    folder: Path,
    kind: str,
    plan: Played,
    series: GameSeries[PlayedGame],
    jobs: int = 1,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
    cluster: Cluster | None = None,
) -> list[Path]:
    """Play the games that a folder lacks, and return the files of all games in it. `kind`: what it holds, in words.

    They are played in `jobs` threads, or on a cluster. On KeyboardInterrupt it calls `stopping`, finishes and keeps the
    games that are running, and raises it again; the same call goes on. `progress` is called with the number of finished
    games, and of all. Raises OptionError if the folder holds something else, or is in use.
    """
    if jobs < 1:
        raise OptionError(f"{kind} needs at least one job")
    with claimed(folder, kind, plan):
        games = PartFolder(folder, plan)
        try:
            play_missing(series, games, jobs, progress, stopping, cluster)
        finally:
            games.flush()
    return part_files(folder)


def games_in(folder: Path, game: str) -> Iterator[pl.DataFrame]:
    """The checked rows of each part of a folder. Raises OptionError, FileProblem."""
    for path in part_files(folder):
        yield read_games(path, find(game))
