"""What is replayed: a game, and what is said of it. Who has both can show a replay, wherever the game comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from bellringer.core.contract.registry import find
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.log.log_told import DrawnLines
from bellringer.server.store import Mark
from bellringer.server.tables.live.table_info import TableInfo

if TYPE_CHECKING:
    from bellringer.core.tables.table import Table
    from bellringer.server.drawing.table.page_model import PageModel

ALL, NOBODY = "all", "table"  # eyes that are no seat's: all that any seat sees; what everybody sees
STRETCHES = (
    "round-begins",
    "turn-begins",
)  # kinds of events with which a mark on the scrubber stands, the first that there are


@dataclass(frozen=True)
class Pane:
    """Something that is told beside the log at each moment, under a tab of its own.

    `name`: of its element; `title`: the key of what its tab says; `draw`: makes the element, a section with that id and
    the class `pane`, of a moment as somebody sees it.
    """

    name: str
    title: str
    draw: Callable[[PageModel], str]

    def part(self, model: PageModel) -> Part:
        """What it shows at a moment."""
        return Part(self.draw(model))


@dataclass(frozen=True)
class RoundMark:
    """Where a round, or a turn, begins. `at`: how many events were told then; `kind`: of the event."""

    at: int
    kind: str


@dataclass(frozen=True)
class Source:
    """A game, and what is said of it besides. `path`: of the page on which it is replayed.

    `table`: never changed. `info`: who sat there, and what the log noted. `is_open`: the game hides nothing any more,
    so that every pair of eyes can be had, and moves can be tried. `eyes`: the seats whose eyes a visitor may have where
    it is not, of a running game those of his own. `mine`: the seat with whose eyes it begins. `is_whole`: its last
    moment is the end that the game had. `said`: what has to be said of it, such as where it comes from, a sentence
    each. `back`: of the page that the visitor comes from; empty where there is none.
    `title`: what its page is called, if it is no replay. `lines`: of its log, drawn before.
    `origin`: how a table is marked that plays on from a moment of it; None where none may.
    """

    table: Table
    info: TableInfo
    path: str
    is_open: bool
    eyes: tuple[int, ...] = ()
    mine: int | None = None
    is_whole: bool = True
    origin: Mark | None = None
    said: tuple[str, ...] = ()
    back: str = ""
    panes: tuple[Pane, ...] = ()
    title: str = ""
    lines: DrawnLines = field(default_factory=DrawnLines, compare=False, repr=False)

    @property
    def count(self) -> int:
        """How many events there are: moments are counted by those that were told, from none to all."""
        return self.table.event_count

    @cached_property
    def marks(self) -> tuple[RoundMark, ...]:
        """Where its rounds begin; of a game without rounds, its turns."""
        found = [RoundMark(at, event.kind) for at, event in enumerate(self.table.events(), start=1)]
        for kind in STRETCHES:
            if marks := tuple(mark for mark in found if mark.kind == kind):
                return marks
        return ()

    @property
    def all_eyes(self) -> tuple[str, ...]:
        """Whose eyes the visitor may have, by their names in addresses."""
        seats = range(self.table.seats) if self.is_open else self.eyes
        names = tuple(self.table.seat_names[seat] for seat in seats)
        return (NOBODY, *names, ALL) if self.is_open else (NOBODY, *names)

    def eyes_meant(self, wanted: str) -> str:
        """The eyes that an address asks for, or with which the replay begins where it asks for none of these."""
        if wanted in self.all_eyes:
            return wanted
        mine = NOBODY if self.mine is None else self.table.seat_names[self.mine]
        return mine if mine in self.all_eyes else NOBODY

    def seat_of(self, eyes: str) -> int | None:
        """The seat whose eyes they are; None for nobody's and for all."""
        names = self.table.seat_names
        return names.index(eyes) if eyes in names else None

    def url(self, at: int, eyes: str, tried: tuple[str, ...] = ()) -> str:
        """The address of a moment through some eyes, or of a branch from it."""
        return f"{self.path}?{urlencode({'at': at, 'eyes': eyes, 'try': tried}, doseq=True)}"

    @property
    def back_path(self) -> str:
        """What the addresses of all pages of this game begin with."""
        return self.path.removesuffix("/replay")

    @property
    def game(self) -> str:
        """The game's name for programs."""
        return find(self.table.game).name
