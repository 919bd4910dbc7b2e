"""Moves that somebody tries at a moment of a replay: a copy of the game goes on with them, by the game's own luck.

A branch is its address: the moment, and what was tried there, each as `SEAT MOVE`. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bellringer.core.errors import IllegalMove
from bellringer.core.shown.show import THEN
from bellringer.core.tables.moments import question_after
from bellringer.core.tables.table import Table
from bellringer.server.drawing.replay.replay_model import ReplayModel, info_at
from bellringer.server.drawing.replay.replay_source import ALL, Source
from bellringer.server.drawing.table.page_model import Viewer

MOST_TRIED = 100  # moves of one branch, since all of them stand in its address


@dataclass(frozen=True)
class Branch:
    """A branch as far as it could be made. `at`: the moment where it begins; `begins`: how many events there were.

    `left_out`: how many of the moves that the address names could not be made.
    """

    source: Source
    at: int
    table: Table
    begins: int
    tried: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def answering(self) -> int | None:
        """The seat that is asked, the first of several; None when the game is over there."""
        return self.table.pending[0] if self.table.pending else None

    @property
    def is_full(self) -> bool:
        """Whether nothing more can be tried after it."""
        return len(self.tried) >= MOST_TRIED

    def url(self, eyes: str, tried: tuple[str, ...] | None = None) -> str:
        """Its address, or that of another one from the same moment. One without moves has its question alone."""
        return self.source.url(self.at, eyes, (self.tried if tried is None else tried) or ("",))

    def model(self, eyes: str, language: str, looking: int | None = None) -> ReplayModel:
        """What its page shows: who is asked sees it with their own eyes, unless all is open.

        `looking`: the seat whose page it stays, whoever is asked; its moves are made, and nothing more is asked.
        """
        seat = None if eyes == ALL else self.answering if looking is None else looking
        own, info = () if seat is None else (seat,), info_at(self.source, self.at)
        info = replace(info, ended_by="game" if self.table.result is not None else "")
        viewer = Viewer(seat, own, language, asked=len(self.tried) + 1)
        through = ALL if eyes == ALL or seat is None else self.table.seat_names[seat]
        answering = None if self.is_full or looking is not None else self.answering
        model = ReplayModel(self.table, info, viewer, eyes=through, answering=answering)
        return replace(model, title=self.source.title, told_lines=tuple(line for line in model.told.lines if line.text))


def branch_of(source: Source, at: int, wanted: Sequence[str]) -> Branch:
    """The branch that an address names, with as many of its moves as can be made one after the other."""
    table = question_after(source.table, at)
    begins, names = table.event_count, [name for name in wanted if name]
    tried: list[str] = []
    for name in names[:MOST_TRIED]:
        if not was_tried(table, name):
            break
        tried.append(name)
    return Branch(source, at, table, begins, tuple(tried), len(names) - len(tried))


def was_tried(table: Table, name: str) -> bool:
    """Make a move, and the answer to the question that follows if it is named, too; whether it could be made."""
    seat, _, move = name.partition(" ")
    first, _, then = move.partition(THEN)
    if seat not in table.seat_names:
        return False
    number = table.seat_names.index(seat)
    try:
        table.play(first, number)
    except IllegalMove:
        return False
    if then and number in table.pending and then in table.legal_names(number):
        table.play(then, number)
    return True
