"""The lines of a table's log as elements of a page, kept as long as pages tell them.

A line tells of an event, which never changes: all but the newest lines of a page were drawn before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import escape

from bellringer.page.scenes import as_json
from bellringer.server.drawn_parts import Part

if TYPE_CHECKING:
    from bellringer.core.table import Event
    from bellringer.server.log_entries import Entry

Named = tuple[tuple[str, str], ...]  # by seat: the name of who sits there, and the colour
Eyes = tuple[str, int | None, Named]  # the language of who reads, the seat, and how all are called
SEATS = tuple(map(chr, range(0xE000, 0xE00A)))  # stand for the names in a sentence, which is the same at all tables
STANDS_FOR = re.compile(f"[{SEATS[0]}-{SEATS[-1]}]")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. `before`: how many events stand before it. `seat`: through whose eyes.

    `event`: what it tells of. A note tells what is no event of the game, and its `number` is that of the act. `marked`:
    the text with a letter of SEATS for each name; `came`: the same in a few words, for an entry that tells more.
    """

    number: int
    text: str
    colour: str | None
    before: int
    event: Event | None = None
    seat: int | None = None
    marked: str = ""
    came: str = ""
    named: Named = ()
    element: Part = field(init=False, compare=False, repr=False)  # of the page

    def __post_init__(self) -> None:
        object.__setattr__(self, "element", self.drawn())

    @property
    def is_note(self) -> bool:
        """Whether it tells what is no event of the game."""
        return self.event is None

    @property
    def id(self) -> str:
        """Its element on the page."""
        return f"{'note' if self.is_note else 'line'}-{self.number}"

    @property
    def seat_told(self) -> int | None:
        """The seat that it tells of, which its sentence names."""
        return self.event.seat if self.event is not None and self.colour else None

    def html(self, marked: str) -> str:
        """A sentence with the names in bold, each in the colour of its seat."""
        return STANDS_FOR.sub(lambda found: self.name_html(SEATS.index(found[0])), str(escape(marked)))

    def name_html(self, seat: int) -> str:
        """The name of who has a seat."""
        name, colour = self.named[seat]
        return f'<b class="who of-{colour}">{escape(name)}</b>'

    @property
    def scene(self) -> str:
        """What is seen with it, as JSON."""
        return "" if self.event is None else as_json(self.event.scene(self.seat))

    def drawn(self) -> Part:
        """The line as an element of the page."""
        classes, scene = "line is-note" if self.is_note else "line", self.scene
        of_seat = f' class="{classes} of-{escape(self.colour)}"' if self.colour else f' class="{classes}"'
        seen = f" data-scene='{quoted(scene)}'" if scene else ""
        told = self.html(self.marked) if self.marked else escape(self.text)
        if self.event is None:
            return Part(f'<li id="{self.id}"{of_seat}>{told}</li>')
        kind = f' data-event="{self.number}" data-kind="{self.event.kind}"'  # what is heard with it
        # Markup.format would take three times as long.
        return Part(f'<li id="{self.id}"{of_seat}{kind}{seen}>{told}</li>')


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


def plain(marked: str, named: Named) -> str:
    """A sentence with the names, as plain text."""
    return STANDS_FOR.sub(lambda found: named[SEATS.index(found[0])][0], marked)


def quoted(text: str) -> str:
    """A text for an attribute in single quotes, so that the many double quotes of JSON can stay as they are."""
    return text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
