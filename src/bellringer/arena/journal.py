"""A match on disk: a journal that gets one line for each finished game, and in the end one Parquet file.

    match.json        the description of the match
    journal.jsonl     while the match runs: the finished games, in the order in which they finished
    results.parquet   when it is over: all games by number; command, versions and seed are in the file's metadata

A run can be stopped in any way, even killed, and goes on from its journal: if the last line was cut short it is
dropped, and its game is played again.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

import polars as pl

from bellringer.arena.match import FinishedGame, Match, MatchGame
from bellringer.arena.nets import NETS, check_nets
from bellringer.core.edges.files import MOST_DESCRIPTION, appending, check_ordinary, read_text, write_text, writing
from bellringer.core.edges.json_text import NotJson, read_json
from bellringer.core.errors import OptionError

MATCH, JOURNAL, RESULTS = "match.json", "journal.jsonl", "results.parquet"
LARGEST = 2**31 - 1  # a 32-bit column of the results holds no larger number
LIBRARIES = ("bellringer", "polars", "numpy", "choix", "matplotlib")
MOST_LINE = 65_536  # bytes of a game in a journal: a hundred times what one has
SYNC_SECONDS = 1.0  # between two waits for the disk
SCHEMA: dict[str, Any] = {
    "deal": pl.Int32,
    "lineup": pl.Int16,
    "rotation": pl.Int8,
    "bots": pl.List(pl.String),
    "places": pl.List(pl.Int8),
    "scores": pl.List(pl.Int32),
    "decisions": pl.List(pl.Int32),
    "seconds": pl.List(pl.Float64),
}


Game = TypeVar("Game", bound=FinishedGame)


class MatchFolder:
    """The folder that keeps a match. Raises OptionError if the folder holds another match, or other files."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder, self.match = folder, match
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / MATCH
        if not path.exists() and any(folder.iterdir()):
            raise OptionError(f"{folder} holds other files and no match: name another folder")
        self.document = ensure_description(path, "match", match.command(), match.identity())

    @property
    def finished(self) -> bool:
        """Whether the results file is written, with every game in it."""
        return (self.folder / RESULTS).exists()

    def results(self) -> pl.DataFrame:
        """All games by number, one row each. Raises OptionError if the file does not hold the games of this match."""
        path = self.folder / RESULTS
        check_ordinary(path)
        try:
            found = pl.read_parquet(path)
        except pl.exceptions.PolarsError as error:
            raise OptionError(f"{path}: not the results of a match: {error}") from error
        if dict(found.schema) != SCHEMA or len(found) != self.match.games:
            raise OptionError(f"{path}: not the results of this match's {self.match.games:,} games")
        return found

    @contextmanager
    def journal(self) -> Iterator[Journal[MatchGame]]:
        """Open the journal. Raises OptionError if another run has it open."""
        with journal_at(self.folder / JOURNAL, self.match.games, lambda line: match_game_of(line, self.match)) as found:
            yield found

    def finish(self, played: dict[int, MatchGame]) -> None:
        """Write the results file, then remove the journal. Raises ValueError if games are missing."""
        if len(played) != self.match.games:
            raise ValueError(f"{self.match.games - len(played)} games are missing")
        metadata = {
            "command": self.document["command"],
            "versions": json.dumps(versions()),
            "seed": str(self.match.seed),
            "match": json.dumps(self.document["match"]),
        }
        with writing(self.folder / RESULTS) as file:
            data_frame(self.match, played).write_parquet(file, metadata=metadata)
        (self.folder / JOURNAL).unlink(missing_ok=True)


class FinishedGames(Generic[Game]):
    """The finished games of a match or a study, by number, kept in memory."""

    def __init__(self) -> None:
        self.played: dict[int, Game] = {}

    def add(self, played: Game) -> None:
        self.played[played.number] = played


class Journal(FinishedGames[Game]):
    """Finished games that are also appended to a file. A game counts as played once its whole line is written."""

    def __init__(self, file: IO[bytes], games: int, game_of: Callable[[Any], Game]) -> None:
        super().__init__()
        self.file, self.games, self.game_of = file, games, game_of
        self.synced = time.monotonic()
        self.read()

    def read(self) -> None:
        """Read the games that are in the file, and cut off a last line that was not written to its end."""
        self.file.seek(0)
        whole = 0
        for number, line in enumerate(iter(lambda: self.file.readline(MOST_LINE), b""), 1):
            if not line.endswith(b"\n"):
                if len(line) == MOST_LINE:
                    raise OptionError(f"{self.file.name}, line {number}: not a game of a match")
                break
            whole += len(line)
            try:
                played = self.game_of(read_json(line.decode()))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise OptionError(f"{self.file.name}, line {number}: not a game of a match") from None
            if not 0 <= played.number < self.games:
                raise OptionError(f"{self.file.name}, line {number}: the match has no game {played.number}")
            self.played[played.number] = played
        self.file.truncate(whole)
        self.file.seek(0, os.SEEK_END)

    def add(self, played: Game) -> None:
        """Append a game. It survives a killed run at once, and a power cut after the next sync."""
        self.file.write((json.dumps(asdict(played), separators=(",", ":")) + "\n").encode())
        self.file.flush()
        super().add(played)
        if time.monotonic() - self.synced > SYNC_SECONDS:
            os.fsync(self.file.fileno())
            self.synced = time.monotonic()


@contextmanager
def journal_at(path: Path, games: int, game_of: Callable[[Any], Game]) -> Iterator[Journal[Game]]:
    """Open a journal. Raises OptionError if another run has it open, FileProblem if it can be none."""
    with appending(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OptionError(f"{path.parent} is in use by another run") from None
        yield Journal(file, games, game_of)


def match_game_of(document: Any, match: Match) -> MatchGame:
    """Read a game from a line of the journal. Raises ValueError, TypeError or KeyError if it does not fit."""
    places, scores, decisions = (whole_numbers(document[name]) for name in ("places", "scores", "decisions"))
    seconds = tuple(float(one) for one in document["seconds"])
    if {len(one) for one in (places, scores, decisions, seconds)} != {match.seats}:
        raise ValueError("there is not one figure for each seat")
    if not all(1 <= place <= match.seats for place in places) or not all(map(math.isfinite, seconds)):
        raise ValueError("a place is out of range, or a time is not finite")
    return MatchGame(whole_numbers([document["number"]])[0], places, scores, decisions, seconds)


def whole_numbers(found: Any) -> tuple[int, ...]:
    """Check that a list holds integers that fit the results file. Raises ValueError."""
    if not isinstance(found, list) or not all(type(one) is int and abs(one) <= LARGEST for one in found):
        raise ValueError("not whole numbers")
    return tuple(found)


def data_frame(match: Match, played: dict[int, MatchGame]) -> pl.DataFrame:
    """The games by number as rows, with the bots on their seats."""
    order = [(match.seating(number), played[number]) for number in sorted(played)]
    columns: dict[str, list[Any]] = {
        "deal": [seating.deal for seating, _ in order],
        "lineup": [seating.lineup for seating, _ in order],
        "rotation": [seating.rotation for seating, _ in order],
        "bots": [seating.bots for seating, _ in order],
        "places": [one.places for _, one in order],
        "scores": [one.scores for _, one in order],
        "decisions": [one.decisions for _, one in order],
        "seconds": [one.seconds for _, one in order],
    }
    return pl.DataFrame(columns, schema=SCHEMA)


def ensure_description(path: Path, kind: str, command: str, identity: dict[str, Any]) -> dict[str, Any]:
    """Read the description in a folder, or write it if there is none yet.

    `kind`: `match` or `study`. Raises OptionError if the folder describes another one.
    """
    if not path.exists():
        document = {"command": command, kind: identity, "versions": versions()}
        write_text(path, json.dumps(document, indent=2) + "\n")
    found = read_description(path, kind)
    check_same(path.parent, kind, found[kind], identity)
    return found


def check_same(folder: Path, kind: str, there: dict[str, Any], asked: dict[str, Any]) -> None:
    """Raise OptionError that names the first difference between the description in the folder and the one asked for.

    A description of before there were nets lacks them, which is the same as that of bots without one.
    """
    for name in {**asked, **there}:
        value = asked.get(name)
        if name != NETS and there.get(name) != value:
            raise OptionError(
                f"{folder} holds another {kind}: its {name.replace('_', ' ')} is {there.get(name)!r}, not {value!r}"
            )
    check_nets(f"the {kind} in {folder}", there, asked)


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that the results depend on."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def read_description(path: Path, kind: str) -> dict[str, Any]:
    """Read a description. Raises OptionError if the file is not one, FileProblem."""
    try:
        found = read_json(read_text(path, MOST_DESCRIPTION, may_stream=False))
    except NotJson:
        found = None
    parts = {"command": str, kind: dict, "versions": dict}
    if not isinstance(found, dict) or not all(isinstance(found.get(name), form) for name, form in parts.items()):
        raise OptionError(f"{path}: not the description of a {kind}")
    if (version := found[kind].pop("rules_version", None)) is not None:  # as it was called when a game had one version
        found[kind].setdefault("rules", str(version))
    return found
