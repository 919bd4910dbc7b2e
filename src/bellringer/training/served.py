"""Finished games of a server as data sets: a folder for each kind of table, with the rows of arena/played.py.

A kind has one number of seats, one layout of observations, and the same parts of the rules; other options, such as who
begins, are each row's own. Nothing of who played, where and when is in it: a game's place in its folder follows from a
hash of its chance.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from bellringer.arena.journal import ensure_description
from bellringer.arena.played import Luck, Origin, PlayedGame, PlayedTable, rules_of, write_games
from bellringer.core.contract.versions import present_text
from bellringer.core.errors import OptionError
from bellringer.training.dataset import KIND, OneTable, Seen
from bellringer.training.parts import DESCRIPTION, PART

SERVED_KEEPS = ("observations", "masks")  # what rows can hold besides
NAME_DIGITS = 12  # of a folder


@dataclass(frozen=True)
class ServedKind(OneTable):
    """A kind of table of which finished games are written. `options`: of one of them; `keeps`: of SERVED_KEEPS."""

    game: str
    seats: int
    options: Mapping[str, Any]
    keeps: tuple[str, ...]

    def identity(self) -> dict[str, Any]:
        """What all its games have in common, as JSON."""
        return {
            "game": self.game,
            "rules": rules_of(self.found),
            "bellringer": version("bellringer"),
            "source": "finished games of a server",
            "seats": self.seats,
            "rules_of_table": present_text(self.found, self.options),
            "keeps": list(self.keeps),
            "observations": {"version": self.found.observation_version(self.blank), "width": self.encoder.width},
            "mask_bytes": self.mask_bytes,
        }

    @cached_property
    def name(self) -> str:
        """Of its folder: `4-seats-` and twelve digits that follow from what its games have in common."""
        told = {name: value for name, value in self.identity().items() if name not in ("bellringer", "keeps", "rules")}
        digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
        return f"{self.seats}-seats-{digest[:NAME_DIGITS]}"

    def command(self) -> str:
        """How they were read, for people; the folder of the server is nobody's business."""
        keeps = "".join(f" --{name}" for name in self.keeps)
        return f"bellringer dataset {self.game} --from DATA --seats {self.seats}{keeps}"


@dataclass(frozen=True)
class ServedGame:
    """A finished game: its table, its chance, who sat there, who decided what, and whether a person did."""

    options: Mapping[str, Any]
    luck: Luck
    bots: tuple[str, ...]
    movers: tuple[int, ...]
    moves: tuple[int, ...]
    people: tuple[bool, ...]


def as_row(kind: ServedKind, number: int, game: ServedGame) -> PlayedGame:
    """Play a game again, noting what was seen. Raises OptionError where it is not legal, or does not end."""
    table = PlayedTable(kind.seats, game.options)
    state, seen = table.blank(kind.found), Seen(kind.keeps, kind.mask_bytes, kind.encoder)
    game.luck.deal(state)
    for i, (seat, move) in enumerate(zip(game.movers, game.moves, strict=True)):
        if not state.is_legal(seat, move):
            raise OptionError(f"game {number}: its decision {i} is not legal")
        seen.note(state, seat, state.legal(seat))
        with game.luck.keyed(state, i + 1):
            state.apply(seat, move)
    if not state.over:
        raise OptionError(f"game {number}: it does not end")
    seats, many = range(kind.seats), len(game.moves)
    return PlayedGame(number, table, None, None, game.bots, game.movers, game.moves, (False,) * many, (), (), (), (),
                      [state.place(p) for p in seats], [state.score(p) for p in seats], **seen.columns,
                      scheme=game.luck.scheme, chance=game.luck.chance, people=game.people)  # fmt: skip


def write_served(kind: ServedKind, games: Iterator[ServedGame], folder: Path) -> int:
    """Write the games of a kind into a new folder, file by file. Returns how many there were. Raises FileProblem."""
    folder.mkdir(parents=True)
    ensure_description(folder / DESCRIPTION, KIND, kind.command(), kind.identity())
    origin, first = Origin(kind.command(), kind.identity()), 0
    while rows := [as_row(kind, first + i, one) for i, one in enumerate(islice(games, PART))]:
        write_games(folder / f"games-{first:08}-{first + len(rows) - 1:08}.parquet", kind.found, rows, origin)
        first += len(rows)
    return first
