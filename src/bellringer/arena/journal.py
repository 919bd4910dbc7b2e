"""A match on disk: a journal that grows by one line a finished game, and at the end one Parquet file.

    match.json        what the match is
    journal.jsonl     while it runs: the games that are finished, in the order in which they were
    results.parquet   when it is over: every game in order, and in the file's metadata command, versions and seed

A run that was stopped, by whatever means, is taken up where it was: a line that was cut short is dropped, and its
game is played again.
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

from bellringer.arena.match import Match, Numbered, Played
from bellringer.core.errors import OptionError

MATCH, JOURNAL, RESULTS = "match.json", "journal.jsonl", "results.parquet"
LARGEST = 2**31 - 1  # of what a column of whole numbers holds
LIBRARIES = ("bellringer", "polars", "numpy", "choix", "matplotlib")
SYNC_SECONDS = 1.0
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


Game = TypeVar("Game", bound=Numbered)


class Store:
    """The folder of one match. Opening one that holds another match raises OptionError."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder, self.match = folder, match
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / MATCH
        if not path.exists() and any(folder.iterdir()):
            raise OptionError(f"{folder} holds other files and no match: name another folder")
        self.document = described(path, "match", match.command(), match.identity())

    @property
    def finished(self) -> bool:
        """Whether every game has been played and put into the results."""
        return (self.folder / RESULTS).exists()

    def results(self) -> pl.DataFrame:
        """Every game, in order. Raises OptionError for a file that does not hold them."""
        path = self.folder / RESULTS
        try:
            found = pl.read_parquet(path)
        except pl.exceptions.PolarsError as error:
            raise OptionError(f"{path}: not the results of a match: {error}") from error
        if dict(found.schema) != SCHEMA or len(found) != self.match.games:
            raise OptionError(f"{path}: not the results of this match's {self.match.games:,} games")
        return found

    @contextmanager
    def journal(self) -> Iterator[Journal[Played]]:
        """The journal, open for one run at a time."""
        with journal_at(self.folder / JOURNAL, self.match.games, lambda line: played_of(line, self.match)) as found:
            yield found

    def finish(self, played: dict[int, Played]) -> None:
        """Merge the journal into the results; the journal goes when they are safe."""
        if len(played) != self.match.games:
            raise ValueError(f"{self.match.games - len(played)} games are missing")
        metadata = {
            "command": self.document["command"],
            "versions": json.dumps(versions()),
            "seed": str(self.match.seed),
            "match": json.dumps(self.document["match"]),
        }
        draft = self.folder / f".{RESULTS}.part"
        frame_of(self.match, played).write_parquet(draft, metadata=metadata)
        draft.replace(self.folder / RESULTS)
        (self.folder / JOURNAL).unlink(missing_ok=True)


class Notes(Generic[Game]):
    """Finished games by number, in memory."""

    def __init__(self) -> None:
        self.played: dict[int, Game] = {}

    def add(self, played: Game) -> None:
        """Note a game."""
        self.played[played.number] = played


class Journal(Notes[Game]):
    """Finished games, appended line by line: a line is there whole, or its game counts as not played."""

    def __init__(self, file: IO[bytes], games: int, game_of: Callable[[Any], Game]) -> None:
        super().__init__()
        self.file, self.games, self.game_of = file, games, game_of
        self.synced = time.monotonic()
        self.read()

    def read(self) -> None:
        """Take up what is there, and cut off a last line that was not written to its end."""
        self.file.seek(0)
        whole = 0
        for number, line in enumerate(self.file, 1):
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            try:
                played = self.game_of(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise OptionError(f"{self.file.name}, line {number}: not a game of a match") from None
            if not 0 <= played.number < self.games:
                raise OptionError(f"{self.file.name}, line {number}: the match has no game {played.number}")
            self.played[played.number] = played
        self.file.truncate(whole)
        self.file.seek(0, os.SEEK_END)

    def add(self, played: Game) -> None:
        """Write a game down at once; the disk itself is waited for once a second at most."""
        self.file.write((json.dumps(asdict(played), separators=(",", ":")) + "\n").encode())
        self.file.flush()
        super().add(played)
        if time.monotonic() - self.synced > SYNC_SECONDS:
            os.fsync(self.file.fileno())
            self.synced = time.monotonic()


@contextmanager
def journal_at(path: Path, games: int, game_of: Callable[[Any], Game]) -> Iterator[Journal[Game]]:
    """A journal, open for one run at a time."""
    with open(path, "a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OptionError(f"{path.parent} is in use by another run") from None
        yield Journal(file, games, game_of)


def played_of(document: Any, match: Match) -> Played:
    """A line of the journal. Raises ValueError, TypeError or KeyError for what is no game of the match."""
    places, scores, decisions = (whole_numbers(document[name]) for name in ("places", "scores", "decisions"))
    seconds = tuple(float(one) for one in document["seconds"])
    if {len(one) for one in (places, scores, decisions, seconds)} != {match.seats}:
        raise ValueError("not a figure for every seat")
    if not all(1 <= place <= match.seats for place in places) or not all(map(math.isfinite, seconds)):
        raise ValueError("a place that there isn't, or a time that is none")
    return Played(whole_numbers([document["number"]])[0], places, scores, decisions, seconds)


def whole_numbers(found: Any) -> tuple[int, ...]:
    """A list of numbers that fit the results. Raises ValueError, TypeError."""
    if not isinstance(found, list) or not all(type(one) is int and abs(one) <= LARGEST for one in found):
        raise ValueError("not whole numbers")
    return tuple(found)


def frame_of(match: Match, played: dict[int, Played]) -> pl.DataFrame:
    """The games in order, with who sat where."""
    order = [(match.spot(number), played[number]) for number in sorted(played)]
    columns: dict[str, list[Any]] = {
        "deal": [spot.deal for spot, _ in order],
        "lineup": [spot.lineup for spot, _ in order],
        "rotation": [spot.rotation for spot, _ in order],
        "bots": [spot.bots for spot, _ in order],
        "places": [one.places for _, one in order],
        "scores": [one.scores for _, one in order],
        "decisions": [one.decisions for _, one in order],
        "seconds": [one.seconds for _, one in order],
    }
    return pl.DataFrame(columns, schema=SCHEMA)


def described(path: Path, kind: str, command: str, identity: dict[str, Any]) -> dict[str, Any]:
    """The description of a match or a study in its folder, written where there is none yet.

    Raises OptionError where it is of another one.
    """
    if not path.exists():
        document = {"command": command, kind: identity, "versions": versions()}
        write_whole(path, (json.dumps(document, indent=2) + "\n").encode())
    found = read_description(path, kind)
    refuse_another(path.parent, kind, found[kind], identity)
    return found


def refuse_another(folder: Path, kind: str, there: dict[str, Any], asked: dict[str, Any]) -> None:
    """Raises OptionError, naming the first thing in which what the folder holds is another one."""
    for name, value in asked.items():
        if there.get(name) != value:
            raise OptionError(
                f"{folder} holds another {kind}: its {name.replace('_', ' ')} is {there.get(name)!r}, not {value!r}"
            )


def versions() -> dict[str, str]:
    """What the results were made with."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def read_description(path: Path, kind: str) -> dict[str, Any]:
    """A description that was written before. Raises OptionError for anything else."""
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    parts = {"command": str, kind: dict, "versions": dict}
    if not isinstance(found, dict) or not all(isinstance(found.get(name), form) for name, form in parts.items()):
        raise OptionError(f"{path}: not the description of a {kind}")
    if (version := found[kind].pop("rules_version", None)) is not None:  # as it was called when a game had one version
        found[kind].setdefault("rules", str(version))
    return found


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_bytes(data)
    draft.replace(path)
