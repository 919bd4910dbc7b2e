"""What the pages of a table tell of its events, by who reads them; lines that stand are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bellringer.core.contract.game import Game
from bellringer.server.drawing.log.log_entries import Entry, entries_of
from bellringer.server.drawing.log.log_lines import LogLine, Named

if TYPE_CHECKING:
    from bellringer.core.tables.table import Event

Eyes = tuple[str, int | None, Named]  # the language of who reads, the seat, and how all are called


class Told:
    """What pages of some eyes tell: a line for each event from one on. It only grows.

    `shown`: the lines that say something; `made`: the entries of the first so many of these, `entered`.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[LogLine] = []
        self.shown: list[LogLine] = []
        self.made: list[Entry] = []
        self.entered = 0

    def add(self, line: LogLine) -> None:
        """Tell one more event."""
        self.lines.append(line)
        if line.text:
            self.shown.append(line)

    def line(self, number: int) -> LogLine | None:
        """The line of the event of that number."""
        at = number - self.first
        return self.lines[at] if 0 <= at < len(self.lines) else None

    def goes_on(self, first: int, events: Callable[[int], Sequence[Event]]) -> bool:
        """Whether all of it is still told: the page begins with the same event, and nothing was taken back."""
        if first != self.first or not self.lines:
            return first == self.first
        last = events(first + len(self.lines) - 1)
        return bool(last) and last[0] is self.lines[-1].event


class DrawnLines:
    """The lines that pages of one table tell now, by who reads them."""

    def __init__(self) -> None:
        self.kept: dict[Eyes, Told] = {}

    def of(
        self,
        eyes: Eyes,
        first: int,
        events: Callable[[int], Sequence[Event]],
        line_of: Callable[[int, Event], LogLine],
    ) -> Told:
        """The lines of the events from a number on. What a page of these eyes no longer tells is let go.

        `events`: those from a number on; `line_of`: makes the line of an event that was not there before. Lines that
        stand are not looked at: those of a thousand tables are in nobody's cache.
        """
        before = self.kept.get(eyes)
        if before is None:  # somebody may have another name now
            self.kept = {kept: told for kept, told in self.kept.items() if kept[-1] == eyes[-1]}
        told = before if before is not None and before.goes_on(first, events) else Told(first)
        for number, event in enumerate(events(first + len(told.lines)), first + len(told.lines)):
            line = before.line(number) if before is not None else None
            if line is None or line.event is not event:  # the number is that of another event after an undo
                line = self._alike(eyes, number, event) or line_of(number, event)
            told.add(line)
        self.kept[eyes] = told
        return told

    def _alike(self, eyes: Eyes, number: int, event: Event) -> LogLine | None:
        """The line as other eyes have it already, if they read and see the same."""
        language, seat, named = eyes
        for (read, other, called), told in self.kept.items():
            line = told.line(number) if (read, called) == (language, named) else None
            if line is not None and line.event is event and event.looks_alike(seat, other):
                return line
        return None


def entries_told(told: Told, game: Game) -> list[Entry]:
    """The entries of what pages are told, which grow with it."""
    entries_of(told.shown[told.entered :], game, told.made)
    told.entered = len(told.shown)
    return told.made
