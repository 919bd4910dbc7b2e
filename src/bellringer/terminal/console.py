"""The console on which all is drawn. Only its own codes reach a terminal, not those in texts that it draws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from bellringer.core.plain_text import plain

# Rich breaks lines at no-break spaces, too: while it draws, private characters of the same width stand for them.
SPACES, STAND_INS = "\u00a0\u202f", "\ue0a0\ue02f"
HOLD, LET_GO = str.maketrans(SPACES, STAND_INS), str.maketrans(STAND_INS, SPACES)


def held_together(text: Text) -> Text:
    """A text that is not broken at its no-break spaces."""
    if not any(space in text.plain for space in SPACES):
        return text
    found = text.copy()
    found.plain = text.plain.translate(HOLD)
    return found


class PlainConsole(Console):
    """A console that shows control characters in texts as escapes."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**({"highlight": False} | how))

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is drawn, piece by piece."""
        drawn = held_together(renderable) if isinstance(renderable, Text) else renderable
        for text, style, control in super().render(drawn, options):
            yield Segment(text if control else plain(text.translate(LET_GO), kept="\n"), style, control)

    def write(self, text: str) -> None:
        """Write a text as it is, with codes of our own."""
        self.file.write(text)
        self.file.flush()
