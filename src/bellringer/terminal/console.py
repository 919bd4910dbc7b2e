"""The console on which the commands draw. Only its own codes reach a terminal, not those of texts that are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from bellringer.core.plain_text import plain


class PlainConsole(Console):
    """A console that shows what would steer a terminal as an escape."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**({"highlight": False} | how))

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is drawn, piece by piece."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else plain(text, kept="\n"), style, control)

    def write(self, text: str) -> None:
        """Write a text as it is, with codes of our own."""
        self.file.write(text)
        self.file.flush()
