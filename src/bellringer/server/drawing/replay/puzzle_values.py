"""What the page of a puzzle shows: the position as its seat sees it, and the answer once a move was tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bellringer.core.shown.show import THEN
from bellringer.core.tables.table import Table
from bellringer.puzzles.puzzle import Puzzle
from bellringer.puzzles.sentences import PuzzleTold
from bellringer.server.drawing.replay.branches import Branch, branch_of
from bellringer.server.drawing.replay.replay_model import ReplayModel
from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.tables.live.seating import Occupant
from bellringer.server.tables.live.table_info import TableInfo


@dataclass(frozen=True)
class PuzzleShown:
    """A puzzle before somebody. `path`: of its page; `title`: what it is called; `names`: of the seats."""

    puzzle: Puzzle
    path: str
    title: str
    names: tuple[str, ...]
    language: str

    @cached_property
    def told(self) -> PuzzleTold:
        """Who puts it into words."""
        return PuzzleTold(self.puzzle, self.language)

    @property
    def table(self) -> Table:
        """The position. No move is made on it: what would come of one hangs on what the seat can't see."""
        return self.told.table

    @property
    def eyes(self) -> str:
        """The seat's name in addresses."""
        return self.table.seat_names[self.puzzle.seat]

    @cached_property
    def source(self) -> Source:
        """The position as a replay has it, with the seat's eyes alone."""
        seat, info = self.puzzle.seat, info_of(self.names)
        return Source(self.table, info, self.path, is_open=False, eyes=(seat,), mine=seat, title=self.title)

    @cached_property
    def branch(self) -> Branch:
        """The question that is asked."""
        return branch_of(self.source, 0, ())

    def model(self, is_answered: bool) -> ReplayModel:
        """What is drawn: with the choices, until one was made."""
        return self.branch.model(self.eyes, self.language, self.puzzle.seat if is_answered else None)

    def answer(self, name: str, is_shown: bool) -> Mapping[str, Any] | None:
        """What is said of a move that was tried, or of all where the answer `is_shown`; None before."""
        told = self.told
        is_legal = self.puzzle.is_legal(name)
        if not is_legal and not is_shown:
            return None
        return {
            "verdict": told.verdict(name) if is_legal else "",
            "tried": told.tried(name) if is_legal else "",
            "answer": told.answer(),
            "why": {"heading": told.why_heading(), "lines": told.why()},
            "made": told.made(),
        }


def move_in(tried: str) -> str:
    """The move of an address or a form, without the answer to the question that would follow."""
    return tried.partition(THEN)[0]


def info_of(names: tuple[str, ...]) -> TableInfo:
    """Bots have played, but who a seat is has no part in a puzzle: seats have the names of their colours."""
    return TableInfo(
        table_id="",
        occupants=tuple(Occupant(name, "human", seat=seat) for seat, name in enumerate(names)),
        clocks=tuple(None for _ in names),
        chat=(),
        number=0,
        ended_by="",
    )
