"""A table on the server: what is kept of it, its game once that has begun, and the pages that are open at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from bellringer.server.live_game import LiveGame
from bellringer.server.open_page import Page
from bellringer.server.store import Person, SeatKept, TableKept

PAGES = 300  # how many open pages of one table are remembered


@dataclass(eq=False)
class Room:
    """One table. `revision` grows with everything that a page might show."""

    kept: TableKept
    live: LiveGame | None = None
    revision: int = 0
    streams: dict[asyncio.Event, str] = field(default_factory=dict)  # what wakes who listens, and whom it wakes
    bots: asyncio.Task[None] | None = None
    pages: dict[str, Page] = field(default_factory=dict)  # open pages by their own secret names
    looking: dict[int, int] = field(default_factory=dict)  # by person: streams that are open
    marks: dict[int, int] = field(default_factory=dict)  # by person: the events that were there before what is new
    shown: dict[Any, Any] = field(default_factory=dict)  # what was drawn at this revision, by who looks
    is_gone: bool = False  # dropped from memory: who has it must find the table anew
    used: float = 0.0  # when somebody last asked for it, on the loop's clock

    @property
    def address(self) -> str:
        """What its page is called."""
        return self.kept.address

    def changed(self) -> None:
        """Tell all open pages."""
        self.revision += 1
        self.shown.clear()
        for stream in self.streams:
            stream.set()

    @contextmanager
    def listening(self, who: str) -> Iterator[asyncio.Event]:
        """What is set whenever something changes here, while somebody listens."""
        wake = asyncio.Event()
        self.streams[wake] = who
        try:
            yield wake
        finally:
            del self.streams[wake]

    def page(self, name: str, owner: str) -> Page:
        """An open page; a new one that has been sent nothing, for a name that is not known."""
        page = self.pages.get(name)
        if page is None or page.owner != owner:
            page = self.pages[name] = Page(owner)
        while len(self.pages) > PAGES:
            del self.pages[next(iter(self.pages))]
        return page

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        """The seats on which somebody sits."""
        if person is None:
            return ()
        return tuple(seat.number for seat in self.kept.seats if seat.person == person.id)

    def may_look(self, person: Person | None) -> bool:
        """Whether somebody may look on."""
        is_listed = self.kept.status == "waiting" and self.kept.joining == "anyone"
        is_guest = self.kept.watching != "nobody" or is_listed
        return is_guest or bool(self.seats_of(person)) or (person is not None and self.kept.host == person.id)

    def is_host(self, person: Person | None) -> bool:
        """Whether somebody made the table."""
        return person is not None and self.kept.host == person.id

    def put(self, **values: Any) -> None:
        """Something of what is kept has changed."""
        self.kept = replace(self.kept, **values)
        if self.live is not None:
            self.live.kept = self.kept

    def put_seats(self, seats: list[SeatKept]) -> None:
        """Who sits on some seats from now on."""
        every = {seat.number: seat for seat in self.kept.seats} | {seat.number: seat for seat in seats}
        self.put(seats=tuple(every[number] for number in sorted(every)))
