"""What was drawn of a table, and its open pages: kept beside the table, which knows of no page, and as long as it is.

A table tells its listeners of every change (room.py); what was drawn for anybody then counts no longer.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.log.log_told import DrawnLines
from bellringer.server.drawing.table.open_page import Page
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room

PAGES = 300  # how many open pages of one table are remembered


class TableDrawings:
    """The open pages of one table by their own secret names, and what they share."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.parts = DrawnParts()
        self.shown: dict[Any, Any] = {}  # what was drawn at this revision, by who looks
        self.checks: Any = None  # what was found when the record was verified; a game that is over does not change

    def page(self, name: str, owner: str) -> Page:
        """An open page by its name; a new one, which has been sent nothing, for an unknown name."""
        page = self.pages.get(name)
        if page is None or page.owner != owner:
            page = self.pages[name] = Page(owner)
        while len(self.pages) > PAGES:
            del self.pages[next(iter(self.pages))]
        return page

    def heard_page(self, name: str, owner: str, known: int | None) -> Page:
        """An open page that asks again. `known`: the number of the last message that it has got; None if it can't tell.

        Of one that has a stream still, or has not got what it was sent last, nothing counts that it was sent.
        """
        page = self.page(name, owner)
        if page.stream is not None or known != page.number:
            page = self.pages[name] = page.anew()
        return page

    def begin_anew(self, room: Room) -> None:
        """Draw all anew at the next look. Those who must decide are drawn first."""
        self.shown.clear()
        if asked := room.asked_users:
            for page in self.pages.values():
                if page.user in asked:
                    page.go_first()


ROOMS: WeakKeyDictionary[Room, TableDrawings] = WeakKeyDictionary()
GAMES: WeakKeyDictionary[LiveGame, DrawnLines] = WeakKeyDictionary()

REPLAYED: WeakKeyDictionary[LiveGame, DrawnLines] = WeakKeyDictionary()


def drawings_of(room: Room) -> TableDrawings:
    """What was drawn of a table."""
    found = ROOMS.get(room)
    if found is None:
        found = ROOMS[room] = TableDrawings()
        room.told.append(found.begin_anew)
    return found


def lines_of(live: LiveGame) -> DrawnLines:
    """The log of a game, as its pages have it. What is over stays in memory for a while, but not twice."""
    if live.ended_by:
        GAMES.pop(live, None)
        return DrawnLines()
    found = GAMES.get(live)
    if found is None:
        found = GAMES[live] = DrawnLines()
    return found


def replay_lines_of(live: LiveGame) -> DrawnLines:
    """The whole log of a game, as the pages have it that look back on it."""
    return REPLAYED.setdefault(live, DrawnLines())
