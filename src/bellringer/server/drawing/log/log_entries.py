"""The entries of a table's log: lines that tell of one move, under a sentence of who did what and what came of it.

Where an entry begins follows from the events alone (`Game.entry_heads` and what stands beside it). Its lines are there
on demand, each an element of its own with the number of its event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bellringer.core.contract.game import Game
from bellringer.core.shown.words import labelled
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.log.log_lines import SEATS, LogLine


@dataclass
class Entry:
    """Lines about one move, the oldest first; a note is one by itself. `title`: the line that stands for all."""

    lines: list[LogLine]
    title: LogLine
    drawn: Part | None = field(default=None, compare=False)  # its element, until it grows

    @property
    def id(self) -> str:
        """Its element on the page."""
        first = self.lines[0]
        return first.id if first.is_note else f"entry-{first.number}"

    @property
    def number(self) -> int:
        """That of its first line."""
        return self.lines[0].number

    def takes(self, line: LogLine, game: Game) -> bool:
        """Whether a line goes on with it."""
        last, event = self.lines[-1].event, line.event
        if last is None or event is None or not game.entry_heads:
            return False
        is_joined = game.entry_joins.get(event.kind) == last.kind and last.seat == event.seat
        return is_joined or event.kind not in game.entry_heads

    def add(self, line: LogLine) -> None:
        """Take a line that goes on with it."""
        self.lines.append(line)
        self.drawn = None

    def give(self, line: LogLine, game: Game) -> list[LogLine]:
        """What it lets go, since it led to a line with which another entry begins: a coin for who is hired."""
        last, event = self.lines[-1].event, line.event
        if last is None or event is None or game.entry_leads.get(event.kind) != last.kind or last.seat != event.seat:
            return []
        self.drawn = None
        return [self.lines.pop()]

    @property
    def element(self) -> Part:
        """The entry as an element of the page."""
        if self.drawn is None:
            self.drawn = self.lines[0].element if self.lines[0].is_note else self._element()
        return self.drawn

    def _element(self) -> Part:
        colour = f" of-{self.title.colour}" if self.title.colour else ""
        lines = f"<ol>{''.join(line.element for line in self.lines)}</ol>"
        if len(self.lines) > 1:
            lines = f'<details id="more-{self.number}"><summary>{self.summary()}</summary>{lines}</details>'
        return Part(f'<li id="{self.id}" class="entry{colour}">{lines}</li>')

    def summary(self) -> str:
        """Who did what, and what came of it: a piece for each event, so that each can be told by itself."""
        title, said, about = self.title, [], self.title.seat_told
        said.append(f'<span data-event="{title.number}">{title.html(title.marked)}</span>')
        for line in self.lines:
            if line is title or not line.came:
                continue
            is_of_another = line.seat_told not in (None, about) and SEATS[line.seat_told or 0] not in line.came
            came = labelled(line.language, SEATS[line.seat_told or 0], line.came) if is_of_another else line.came
            about = about if line.seat_told is None else line.seat_told
            before = " — " if len(said) == 1 else ", "
            said.append(f'<span class="came" data-event="{line.number}">{line.html(before + came)}</span>')
        return "".join(said)


def entries_of(lines: Iterable[LogLine], game: Game, entries: list[Entry] | None = None) -> list[Entry]:
    """The entries of lines, after those that are there already."""
    found = [] if entries is None else entries
    for line in lines:
        if found and found[-1].takes(line, game):
            found[-1].add(line)
            continue
        led = found[-1].give(line, game) if found else []
        if found and not found[-1].lines:
            found.pop()
        found.append(Entry([*led, line], line))
    return found
