"""The lines of a table's log as elements of a page, kept as long as pages tell them.

A line tells of an event, which never changes: all but the newest lines of a page were drawn before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import escape

from bellringer.core.shown.words import LANGUAGES
from bellringer.page.scenes import as_json
from bellringer.server.drawing.drawn_parts import Part

if TYPE_CHECKING:
    from bellringer.core.tables.table import Event

Named = tuple[tuple[str, str], ...]  # by seat: the name of who sits there, and the colour
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
    language: str = LANGUAGES[0]
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


def plain(marked: str, named: Named) -> str:
    """A sentence with the names, as plain text."""
    return STANDS_FOR.sub(lambda found: named[SEATS.index(found[0])][0], marked)


def quoted(text: str) -> str:
    """A text for an attribute in single quotes, so that the many double quotes of JSON can stay as they are."""
    return text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
