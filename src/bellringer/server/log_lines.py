"""The lines of a table's log as elements of a page, kept as long as pages tell them.

A line tells of an event, which never changes: all but the newest lines of a page were drawn before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import escape

from bellringer.page.scenes import as_json
from bellringer.server.drawn_parts import Part

if TYPE_CHECKING:
    from bellringer.core.table import Event

Eyes = tuple[str, int | None]  # the language of who reads, and the seat


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. `before`: how many events stand before it. `seat`: through whose eyes.

    `event`: what it tells of. A note tells what is no event of the game, and its `number` is that of the act.
    """

    number: int
    text: str
    colour: str | None
    before: int
    event: Event | None = None
    seat: int | None = None
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
    def scene(self) -> str:
        """What is seen with it, as JSON."""
        return "" if self.event is None else as_json(self.event.scene(self.seat))

    def drawn(self) -> Part:
        """The line as an element of the page."""
        classes, scene = "line is-note" if self.is_note else "line", self.scene
        of_seat = f' class="{classes} of-{escape(self.colour)}"' if self.colour else ""
        seen = f" data-scene='{quoted(scene)}'" if scene else ""
        kind = "" if self.event is None else f' data-kind="{self.event.kind}"'  # what is heard with it
        # Markup.format would take three times as long.
        return Part(f'<li id="{self.id}"{of_seat}{kind}{seen}>{escape(self.text)}</li>')


class Told:
    """What pages of some eyes tell: a line for each event from one on. It only grows.

    `shown`: the lines that say something; `elements`: theirs, and `prints`: these elements' fingerprints, one after the
    other.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[LogLine] = []
        self.shown: list[LogLine] = []
        self.elements: list[Part] = []
        self.prints = bytearray()

    def add(self, line: LogLine) -> None:
        """Tell one more event."""
        self.lines.append(line)
        if line.text:
            self.shown.append(line)
            self.elements.append(line.element)
            self.prints += line.element.fingerprint

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
        language, seat = eyes
        for (read, other), told in self.kept.items():
            line = told.line(number) if read == language else None
            if line is not None and line.event is event and event.looks_alike(seat, other):
                return line
        return None


def quoted(text: str) -> str:
    """A text for an attribute in single quotes, so that the many double quotes of JSON can stay as they are."""
    return text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
