"""A moment of a replay before one pair of eyes, ready for the templates of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bellringer.core.shown.show import Card, Choice
from bellringer.core.tables.moments import Moment
from bellringer.server.drawing.log.log_lines import LogLine
from bellringer.server.drawing.replay.replay_source import ALL, Source
from bellringer.server.drawing.table.page_model import LATEST, PageModel, SeatModel, Viewer

if TYPE_CHECKING:
    from bellringer.server.tables.live.table_info import TableInfo


@dataclass(frozen=True)
class ReplayModel(PageModel):
    """A moment through some eyes. `acting`: the seat whose move is told; `told_lines`: of the log, up to the moment.

    `answering`: in a branch, the seat whose choices the page shows. `title`: of a page that is no replay.
    """

    eyes: str = ""
    acting: int | None = None
    told_lines: tuple[LogLine, ...] = ()
    answering: int | None = None
    title: str = ""

    @property
    def is_own(self) -> bool:
        """Nobody is called by `you`: a link to a moment shows everybody the same."""
        return False

    @property
    def mark(self) -> str:
        """That it is a replay, and where the game began that was not dealt."""
        title = self.title or self.say("replay.title" if self.answering is None else "replay.branch.title")
        return " · ".join(filter(None, (title, super().mark)))

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """What these eyes see."""
        return self.table.whole_view() if self.eyes == ALL else self.table.view(self.seat)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Nobody decides anything in the past; in a branch whoever is asked."""
        if self.answering is None:
            return ()
        moves = self.table.moves(self.answering)
        return tuple(Choice(move.name, move.words(self.language), move.target) for move in moves)

    @cached_property
    def prompt(self) -> str:
        """What is asked in a branch."""
        return "" if self.answering is None else self.table.prompt(self.answering, self.language)

    @property
    def asked(self) -> tuple[int, ...]:
        """Who acts, or who must answer in a branch."""
        if self.answering is not None:
            return self.table.pending
        return () if self.info.ended_by or self.acting is None else (self.acting,)

    @property
    def first_line(self) -> int:
        """A replay tells everything."""
        return 0

    @property
    def latest(self) -> Sequence[LogLine]:
        """The newest lines up to the moment."""
        return self.told_lines[-LATEST:]

    @property
    def line(self) -> LogLine | None:
        """The line of the moment; None at the beginning."""
        return self.told_lines[-1] if self.told_lines else None

    def held(self, seat: SeatModel) -> tuple[Card, ...]:
        """Where all is open, the cards that a seat has in its hand."""
        if self.eyes != ALL:
            return ()
        model = self.rules.view_model(self.table.view(seat.number), self.language)
        return tuple(replace(card, move="") for card in self.rules.display(model, ()).hand)


def info_at(source: Source, count: int) -> TableInfo:
    """What there is besides the game when so many events had been told: the log's notes up to then, and no clocks."""
    info, is_end = source.info, count == source.count and source.is_whole
    return replace(
        info,
        clocks=tuple(None for _ in info.occupants),
        chat=(),
        asides=(),
        ended_by=info.ended_by if is_end else "",
        notes=tuple(note for note in info.notes if note.events <= count),
        request=None,
        offer=None,
    )


def viewer_of(source: Source, eyes: str, language: str) -> Viewer:
    """Who looks with these eyes. The seat is shown as one's own, nearest."""
    seat = source.seat_of(eyes)
    return Viewer(seat, () if seat is None else (seat,), language)


def whole(source: Source, eyes: str, language: str) -> ReplayModel:
    """The end of what is replayed, which has the whole log."""
    viewer = viewer_of(source, eyes, language)
    return ReplayModel(source.table, info_at(source, source.count), viewer, source.lines, eyes)


def lines_of_log(source: Source, eyes: str, language: str) -> tuple[LogLine, ...]:
    """A line for each event that was told, in their order; it may say nothing."""
    return tuple(whole(source, eyes, language).told.lines)


def model_at(source: Source, moment: Moment, eyes: str, language: str, lines: Sequence[LogLine]) -> ReplayModel:
    """A moment through some eyes. `lines`: of the whole log."""
    count = moment.number + 1
    told = tuple(line for line in lines[:count] if line.text)
    viewer = viewer_of(source, eyes, language)
    return ReplayModel(moment.table, info_at(source, count), viewer, source.lines, eyes, moment.acting, told)
