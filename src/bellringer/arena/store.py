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
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import polars as pl

from bellringer.arena.match import Match, Played
from bellringer.core.errors import OptionError

MATCH, JOURNAL, RESULTS = "match.json", "journal.jsonl", "results.parquet"
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


class Store:
    """The folder of one match. Opening one that holds another match raises OptionError."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder, self.match = folder, match
        identity = match.identity()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / MATCH
        if path.exists():
            refuse_another(folder, read_json(path).get("match", {}), identity)
        elif any(folder.iterdir()):
            raise OptionError(f"{folder} holds other files and no match: name another folder")
        else:
            document = {"command": match.command(), "match": identity, "versions": versions()}
            write_whole(path, (json.dumps(document, indent=2) + "\n").encode())
        self.document = read_json(path)

    @property
    def finished(self) -> bool:
        """Whether every game has been played and put into the results."""
        return (self.folder / RESULTS).exists()

    def results(self) -> pl.DataFrame:
        """Every game, in order."""
        return pl.read_parquet(self.folder / RESULTS)

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        """The journal, open for one run at a time."""
        with open(self.folder / JOURNAL, "a+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise OptionError(f"{self.folder} is in use by another run") from None
            yield Journal(file, self.match.games)

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


class Journal:
    """Finished games, appended line by line: a line is there whole, or its game counts as not played."""

    def __init__(self, file: IO[bytes], games: int) -> None:
        self.file, self.games = file, games
        self.played: dict[int, Played] = {}
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
                played = played_of(json.loads(line))
            except (ValueError, TypeError, KeyError):
                raise OptionError(f"{self.file.name}, line {number}: not a game of a match") from None
            if not 0 <= played.number < self.games:
                raise OptionError(f"{self.file.name}, line {number}: the match has no game {played.number}")
            self.played[played.number] = played
        self.file.truncate(whole)
        self.file.seek(0, os.SEEK_END)

    def add(self, played: Played) -> None:
        """Write a game down at once; the disk itself is waited for once a second at most."""
        self.file.write((json.dumps(asdict(played), separators=(",", ":")) + "\n").encode())
        self.file.flush()
        self.played[played.number] = played
        if time.monotonic() - self.synced > SYNC_SECONDS:
            os.fsync(self.file.fileno())
            self.synced = time.monotonic()


def played_of(document: dict[str, Any]) -> Played:
    """A line of the journal."""
    by_seat = ("places", "scores", "decisions", "seconds")
    return Played(int(document["number"]), *(tuple(document[name]) for name in by_seat))


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


def refuse_another(folder: Path, there: dict[str, Any], asked: dict[str, Any]) -> None:
    """Raises OptionError, naming the first thing in which the folder's match is another one."""
    for name, value in asked.items():
        if there.get(name) != value:
            raise OptionError(
                f"{folder} holds another match: its {name.replace('_', ' ')} is {there.get(name)!r}, not {value!r}"
            )


def versions() -> dict[str, str]:
    """What the results were made with."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def read_json(path: Path) -> dict[str, Any]:
    """A document of ours. Raises OptionError for anything else."""
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise OptionError(f"{path}: not the description of a match")
    return found


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_bytes(data)
    draft.replace(path)
