"""The parts of a replay's page: those of a table at a moment, its log, and what a script fetches ahead."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from bellringer.core.tables.moments import Moment, at, moments
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.log.log_lines import LogLine
from bellringer.server.drawing.replay.branches import Branch
from bellringer.server.drawing.replay.replay_model import ReplayModel, lines_of_log, model_at, whole
from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.drawing.table import part_values
from bellringer.server.drawing.table.parts import BOARD, GROUND, Drawer

CHUNK = 24  # moments that are fetched at once
OF_TABLE = ("status", "boards", "middle", "seats", "hand")  # drawn as at a table
OUTCOME, PLACE, LATEST = "outcome", "place", "latest"

Drawn = dict[str, Any]  # what a page is sent


@dataclass
class Replay:
    """A replay before one pair of eyes."""

    environment: Environment
    source: Source
    eyes: str
    language: str
    csrf: str = ""

    @cached_property
    def lines(self) -> tuple[LogLine, ...]:
        """The lines of the log, one for each event."""
        return lines_of_log(self.source, self.eyes, self.language)

    def moment(self, count: int) -> ReplayModel:
        """The moment when so many events had been told."""
        return self.model(at(self.source.table, count))

    def model(self, moment: Moment) -> ReplayModel:
        """A moment before these eyes."""
        return model_at(self.source, moment, self.eyes, self.language, self.lines)

    def drawer(self, model: ReplayModel) -> Drawer:
        """Who draws a moment."""
        return Drawer(self.environment, model, self.csrf)

    def ground(self) -> Part:
        """The part of the board that never changes."""
        return self.drawer(whole(self.source, self.eyes, self.language)).ground()

    def parts(self, model: ReplayModel) -> dict[str, Part]:
        """All parts that change from moment to moment, by their elements' ids."""
        drawer, count = self.drawer(model), len(model.table.events())
        return {
            BOARD: Part(model.drawing),
            **{name: drawer.part(name) for name in OF_TABLE},
            LATEST: drawer.render(LATEST, part_values.latest(model)),
            "end": drawer.render(OUTCOME, {"model": model}),
            PLACE: drawer.render(PLACE, {"line": model.line, "count": count, "last": self.source.count}),
            **{pane.name: pane.part(model) for pane in self.source.panes},
        }

    def ways(self, count: int) -> list[tuple[str, int, str]]:
        """The ways from a moment to others: what each is called, the moment, its address."""
        last = self.source.count
        steps = {"first": 0, "back": max(0, count - 1), "on": min(last, count + 1), "last": last}
        return [(name, to, self.source.url(to, self.eyes)) for name, to in steps.items()]

    # the log

    def log(self, count: int) -> Markup:
        """The whole log, each line a way to its moment; that of the moment is marked."""
        shown = whole(self.source, self.eyes, self.language).log
        return Markup("\n").join(
            self.line(line, is_now=not line.is_note and line.number == count - 1) for line in shown
        )

    def line(self, line: LogLine, *, is_now: bool) -> Markup:
        """A line of the log. What is no event of the game has no moment."""
        colour = f" of-{escape(line.colour)}" if line.colour else ""
        if line.is_note:
            return Markup(f'<li id="{line.id}" class="line is-note{colour}">{escape(line.text)}</li>')
        to, told = line.number + 1, line.html(line.marked)
        href, now = escape(self.source.url(to, self.eyes)), ' aria-current="step"' if is_now else ""
        return Markup(f'<li id="{line.id}" class="line{colour}"><a href="{href}" data-at="{to}"{now}>{told}</a></li>')

    def log_of(self, branch: Branch, model: ReplayModel) -> Markup:
        """The log of a branch: up to its moment as in the game, then what was tried, to which no way leads."""
        lines = [self.line(line, is_now=False) for line in self.lines[: branch.begins] if line.text]
        tried = [tried_line(line) for line in model.told.lines[branch.begins :] if line.text]
        return Markup("\n").join([*lines, *tried])

    # what a script fetches ahead

    def chunk(self, first: int) -> Ahead:
        """The moments from one on that are fetched at once."""
        return Ahead(self, first)


def tried_line(line: LogLine) -> Markup:
    """A line of the log that tells what came of a move that was tried."""
    colour = f" of-{escape(line.colour)}" if line.colour else ""
    return Markup(f'<li id="{line.id}" class="line is-tried{colour}">{line.html(line.marked)}</li>')


@dataclass
class Ahead:
    """Some moments that follow one another, each part that they share once."""

    replay: Replay
    first: int
    parts: dict[str, str] = field(default_factory=dict)  # by their fingerprints
    shown: list[Drawn] = field(default_factory=list)

    async def drawn(self) -> Drawn:
        """All of them, drawn while others are answered in between."""
        for moment in self.moments():
            self.add(moment)
            await asyncio.sleep(0)
        return {"from": self.first, "moments": self.shown, "parts": self.parts}

    def moments(self) -> Sequence[Moment]:
        """The moments of the chunk. The beginning comes before all events."""
        table, end = self.replay.source.table, self.first + CHUNK
        begin = [at(table, 0)] if self.first == 0 else []
        return [*begin, *moments(table, max(0, self.first - 1), end - 1)]

    def add(self, moment: Moment) -> None:
        """Draw one more."""
        model, show = self.replay.model(moment), {}
        for name, part in self.replay.parts(model).items():
            show[name] = part.fingerprint.hex()
            self.parts[show[name]] = part
        told = self.told(moment.number) if moment.number >= 0 else {}
        self.shown.append({"at": moment.number + 1, "show": show, **told})

    def told(self, number: int) -> Drawn:
        """What a page tells with a moment, by the number of its event."""
        line = self.replay.lines[number]
        return {"kind": line.event.kind if line.event is not None else "", "scene": line.scene, "words": line.text}


__all__ = ["CHUNK", "GROUND", "Replay"]
