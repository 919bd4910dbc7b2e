"""The moments of a table for a page that tells them: what it is to show when each event is told.

A moment is drawn as the present is, by the same templates, from the view of the same seat at a state of the past
(moments.py). Nobody is asked in it: it has no choices, and no question. It is drawn only for a page that asks for
it, when it is about to tell what happened, or tells it once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from jinja2 import Environment

from bellringer.core.tables.moments import Moment, before, moments
from bellringer.core.tables.table import Table
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.log.log_told import DrawnLines
from bellringer.server.drawing.table import part_values
from bellringer.server.drawing.table.open_page import Parts, news_of
from bellringer.server.drawing.table.page_model import PageModel
from bellringer.server.drawing.table.parts import BOARD, Drawer, Look
from bellringer.server.tables.live.table_info import TableInfo

MOST = 60  # events that are told at once: more could not be seen in the time that a page takes for it (scenes/lines.js)
PARTS = ("status", "boards", "middle", "seats", "hand", "end")
LATEST = "latest"  # the newest lines of the log

Told = dict[str, Any]  # what a page is sent of a moment


@dataclass(frozen=True)
class PastModel(PageModel):
    """A table as it was at a moment, before one pair of eyes. `acting`: the seat whose move is told."""

    acting: int | None = None

    @property
    def is_mine_to_play(self) -> bool:
        """Nobody decides anything in the past."""
        return False

    @property
    def asked(self) -> tuple[int, ...]:
        """The seat that acts."""
        return () if self.info.ended_by or self.acting is None else (self.acting,)


def info_at(info: TableInfo, moment: Moment) -> TableInfo:
    """What there is besides the game: what the log has noted up to then. Who sits there, and the clocks, are of now."""
    return replace(
        info,
        ended_by=info.ended_by if moment.table.result is not None else "",
        notes=tuple(note for note in info.notes if note.events <= moment.number),
        request=None,
    )


@dataclass
class Teller:
    """Draws one moment after the other, each as what a page lacks that shows the one before."""

    environment: Environment
    look: Look
    kept: dict[str, bytes] = field(default_factory=dict)  # the fingerprints of the parts that it shows
    lines: DrawnLines = field(default_factory=DrawnLines)
    begin: str = ""  # the id of the first entry of the log that is told
    entries: tuple[Part, ...] = ()  # and those from it on that the page shows

    def parts(self, moment: Moment) -> Parts:
        """The parts of the page at a moment."""
        model = self.model(moment)
        drawer = Drawer(self.environment, model, self.look.csrf)
        latest = drawer.render(LATEST, part_values.latest(model))
        return {BOARD: Part(model.drawing), **{name: drawer.part(name) for name in PARTS}, LATEST: latest}

    def model(self, moment: Moment) -> PastModel:
        """The table at a moment."""
        look = self.look
        return PastModel(moment.table, info_at(look.info, moment), look.viewer, self.lines, moment.acting)

    def show(self, moment: Moment) -> str:
        """What a page lacks."""
        message, prints = news_of(self.parts(moment), self.kept)
        self.kept |= prints
        return message

    def told(self, moment: Moment) -> Told | None:
        """A moment with its line of the log; None where that says nothing, so that nobody is told of it."""
        return self.shown(moment) if self.model(moment).told.lines[-1].text else None

    def shown(self, moment: Moment) -> Told:
        """What a page shows at a moment."""
        return {"number": moment.number, "show": self.show(moment), **self.log(moment)}

    def log(self, moment: Moment) -> Told:
        """How the log goes on: so many of the entries that are told stay, the others make room for these."""
        entries = self.model(moment).entries
        first = next((at for at, entry in enumerate(entries) if entry.id == self.begin), len(entries))
        told = tuple(entry.element for entry in entries[first:])
        stay = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.entries, told, strict=False)))
        self.entries = told
        return {"begin": self.begin, "stay": stay, "entries": "".join(told[stay:])}

    def begin_with(self, table: Table, number: int) -> None:
        """Tell the entries of the log from the one before that of an event on: it may have lost its last line to it."""
        entries = PageModel(table, self.look.info, self.look.viewer, self.lines).entries
        at = next((at for at, entry in enumerate(entries) if entry.lines[-1].before >= number), None)
        self.begin = "" if at is None else entries[max(0, at - 1)].id


def told(environment: Environment, table: Table, look: Look, span: range) -> Iterator[Told]:
    """What is shown before some events, whole, and then their moments."""
    teller = Teller(environment, look)
    teller.begin_with(table, span.start)
    yield teller.shown(before(table, span.start))
    for moment in moments(table, span.start, span.stop):
        if (found := teller.told(moment)) is not None:
            yield found


async def drawn(environment: Environment, table: Table, look: Look, span: range) -> list[Told]:
    """The moments of the newest events, drawn while others are answered in between."""
    found: list[Told] = []
    for one in told(environment, table.copy(), look, span[-MOST:]):
        found.append(one)
        await asyncio.sleep(0)
    return found
