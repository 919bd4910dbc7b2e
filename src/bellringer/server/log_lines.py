"""The lines of a table's log as elements of a page, kept as long as pages tell them.

A line tells of an event, which never changes: all but the newest lines of a page were drawn before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


class DrawnLines:
    """The lines that pages of one table tell now, by who reads them."""

    def __init__(self) -> None:
        self.kept: dict[Eyes, dict[int, LogLine]] = {}

    def of(
        self, eyes: Eyes, first: int, events: Iterable[Event], line_of: Callable[[int, Event], LogLine]
    ) -> list[LogLine]:
        """The lines of events, the first of which has a number. What a page of these eyes no longer tells is let go.

        `line_of`: makes the line of an event that was not there before.
        """
        before, now = self.kept.get(eyes, {}), dict[int, LogLine]()
        for number, event in enumerate(events, first):
            line = before.get(number)
            if line is None or line.event is not event:  # the number is that of another event after an undo
                line = self._alike(eyes, number, event) or line_of(number, event)
            now[number] = line
        self.kept[eyes] = now
        return list(now.values())

    def _alike(self, eyes: Eyes, number: int, event: Event) -> LogLine | None:
        """The line as other eyes have it already, if they read and see the same."""
        language, seat = eyes
        for (read, other), lines in self.kept.items():
            line = lines.get(number)
            if read == language and line is not None and line.event is event and event.looks_alike(seat, other):
                return line
        return None


def quoted(text: str) -> str:
    """A text for an attribute in single quotes, so that the many double quotes of JSON can stay as they are."""
    return text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
