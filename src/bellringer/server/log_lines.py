"""The lines of a table's log as elements of a page, kept as long as pages tell them.

A line tells of an event, which never changes: all but the newest lines of a page were drawn before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from bellringer.page.scenes import as_json

if TYPE_CHECKING:
    from bellringer.core.table import Event

ELEMENT = Markup('<li id="{}"{}{}>{}</li>')
Eyes = tuple[str, int | None]  # the language of who reads, and the seat


@dataclass(frozen=True)
class LogLine:
    """A line of the log. `is_new`: happened since this user last looked. `seat`: through whose eyes.

    `event`: what it tells of. A note tells what is no event of the game, and its `number` is that of the act.
    """

    number: int
    text: str
    colour: str | None
    is_new: bool
    event: Event | None = None
    seat: int | None = None

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

    def drawn(self) -> Markup:
        """The line as an element of the page."""
        classes, scene = "line is-note" if self.is_note else "line", self.scene
        of_seat = Markup(' class="{} of-{}"').format(classes, self.colour) if self.colour else ""
        seen = Markup(" data-scene='{}'").format(quoted(scene)) if scene else ""
        return ELEMENT.format(self.id, of_seat, seen, self.text)


class DrawnLines:
    """The lines that pages of one table tell now, by who reads them."""

    def __init__(self) -> None:
        self.kept: dict[Eyes, dict[int, tuple[Event, Markup]]] = {}

    def draw(self, eyes: Eyes, lines: tuple[LogLine, ...]) -> Iterator[tuple[LogLine, Markup]]:
        """Each line with its element. What a page of these eyes no longer tells is let go."""
        before, now = self.kept.get(eyes, {}), dict[int, "tuple[Event, Markup]"]()
        for line in lines:
            if line.event is None:
                yield line, line.drawn()
                continue
            known = before.get(line.number)
            if known is None or known[0] is not line.event:  # the number is that of another event after an undo
                known = (line.event, self._shared(line.number, line.drawn()))
            now[line.number] = known
            yield line, known[1]
        self.kept[eyes] = now

    def _shared(self, number: int, element: Markup) -> Markup:
        """The same element, if it was drawn for other eyes already: most lines look the same to all."""
        others = (lines[number][1] for lines in self.kept.values() if number in lines)
        return next((other for other in others if other == element), element)


def quoted(text: str) -> Markup:
    """A text for an attribute in single quotes, so that the many double quotes of JSON can stay as they are."""
    return Markup(text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;"))
