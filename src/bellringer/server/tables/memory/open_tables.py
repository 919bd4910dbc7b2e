"""Which tables are in memory: how one is found, built anew, announced, closed and forgotten.

What lies in memory is a copy: the truth of a table is in the database, and a table that nobody looks at is let go.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import TypeVar, cast

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.heads import is_head
from bellringer.server.base.turns import FairTurns, Path
from bellringer.server.errors import Refused
from bellringer.server.store import TableKept, User
from bellringer.server.store.health import Health
from bellringer.server.store.leases import Held, Lease
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.store import Store
from bellringer.server.store.writer import Line, tell_of
from bellringer.server.tables.live.rebuilding import damaged, rebuilt
from bellringer.server.tables.memory.room import BEGUN, Room
from bellringer.server.tables.memory.timekeeper import Timekeeper, together

LISTED_FOR = 1.0  # seconds for which a list for everybody is shown before it is read again
MOST_REBUILT, MOST_REBUILT_EACH = 100, 20  # requests that may wait until a finished game is rebuilt

Found = TypeVar("Found")

log = structlog.get_logger()


class OpenTables:
    """The tables in memory, by their addresses.

    Others listen. `opened`: told of a table that comes into memory; `found`: of one that is looked for; `released`: of
    one that leaves memory since nobody looks at it; `ended`: of the address of one that waits or runs no longer.
    """

    def __init__(self, store: Store, health: Health, *, listed_for: float = LISTED_FOR) -> None:
        self.store, self.health, self.listed_for = store, health, listed_for
        self.rooms: dict[str, Room] = {}
        self.closing: dict[str, Line] = {}  # by their addresses: tables that are about to be closed in the database
        self.opened: list[Callable[[Room], object]] = []
        self.found: list[Callable[[Room], object]] = []
        self.released: list[Callable[[Room], object]] = []
        self.ended: list[Callable[[str], object]] = []
        self.lists: dict[str, tuple[float, object]] = {}  # that are the same for everybody, and when they were made
        self.bringing = asyncio.Lock()  # so that of one table there are never two copies in memory
        self.finished = FairTurns(1, MOST_REBUILT, MOST_REBUILT_EACH)  # at the rebuilding of games that are over
        self.timekeeper = Timekeeper()
        self.pauses: list[tuple[int, int]] = []  # from when to when no server ran, or none that could store anything
        self.unstored: list[tuple[int, int]] = []  # those of them that are to be stored

    # finding

    async def find(self, address: str) -> Room | None:
        """Find a table by its address; None if there is none. Raises Refused if it can't be rebuilt.

        For who wants no more than a head it stays as it is; one that is not in memory is its row alone.
        """
        if is_head():
            return await self._in_memory(address, Room)
        self.keep_time()
        room = await self._in_memory(address, self.room_of)
        if room is None:
            return None
        for tell in self.found:
            tell(room)
        room.used = asyncio.get_running_loop().time()
        return room

    async def _in_memory(self, address: str, room_of: Callable[[TableKept], Room]) -> Room | None:
        """A table in memory, or made from its row; None if there is none. Raises Refused."""
        room = self.rooms.get(address)
        if room is None:
            async with self.bringing:
                room = self.rooms.get(address) or await self._brought(address, room_of)
        if room is not None:
            tell_of(self.store.changes.line(room.kept.id))
        return room

    async def _brought(self, address: str, room_of: Callable[[TableKept], Room]) -> Room | None:
        """A table that is not in memory, made from its row; None if there is none. Raises Refused."""
        lease = await self.lease(address)  # first: what is read after it can't be older
        kept = await self.kept(address)
        if kept is None or kept.status == "closed" or address in self.closing:
            return None
        if not kept.seed:
            raise Refused("locked", "this table waits for the keys of the server", 503)
        line = self.store.changes.line(kept.id)
        line.lease = line.lease or lease
        return room_of(kept)

    async def lease(self, address: str) -> Lease:
        """The lease of a table that is not in memory. Raises Refused if another server holds it."""
        try:
            return self.store.leases.read(address)
        except Held:
            raise Refused("elsewhere", "another server of this site holds the table; try again soon", 503) from None
        except BadRow as error:
            self.store.aside.note(error)
            raise damaged() from None

    async def kept(self, address: str) -> TableKept | None:
        """A table as it is stored; None if there is none. Raises Refused for one that can't be read."""
        try:
            return self.store.table(address)
        except BadRow:
            raise damaged() from None

    async def of(self, user: User, most: int, is_over: bool = False) -> list[TableKept]:
        """Some tables of a user as they are stored: the unfinished ones, or those that are over."""
        return self.store.tables_of(user, most, is_over)

    async def where_one_may_sit(self, most: int) -> list[TableKept]:
        """Some public tables with an open seat, as they are stored."""
        return self.store.open_tables(most)

    async def where_one_may_watch(self, most: int) -> list[TableKept]:
        """Some running games that anybody may watch, as they are stored."""
        return self.store.shown_tables(most)

    async def seen(self, address: str, may_see: Callable[[Room], bool], user: User | None = None) -> Room | None:
        """Find a table for somebody; None if there is none, or it is not for him to see, so that he can't tell which.

        Raises Refused if it can't be rebuilt, for who may see it; if even its row can't be read, for a `user` who has
        made it or sits there.
        """
        try:
            room = await self.find(address)
        except (Refused, DBAPIError):
            if not await self._may_see_stored(address, may_see, user):
                return None
            raise
        return room if room is not None and may_see(room) else None

    async def _may_see_stored(self, address: str, may_see: Callable[[Room], bool], user: User | None) -> bool:
        """Whether somebody may see a table that can't be opened. Raises DBAPIError."""
        try:
            kept = self.store.table(address)
        except BadRow:
            return user is not None and self.store.has_part(address, user)
        return kept is not None and may_see(Room(kept))

    def room_of(self, kept: TableKept) -> Room:
        """Have a table in memory, from its row. Raises Refused if its game can't be rebuilt."""
        room = Room(kept)
        if kept.status in BEGUN:
            room.live = rebuilt(self.store, self.health, kept, self._pauses_of(kept))
            room.kept = room.live.kept
            company = self.store.company
            room.asides, room.reports = company.asides(kept.id), company.reports(kept.id)
            room.answers, room.commitments = company.answers(kept.id), company.commitments(kept.id)
        room.used = asyncio.get_running_loop().time()
        self.rooms[kept.address] = room
        for tell in self.opened:
            tell(room)
        return room

    def _pauses_of(self, kept: TableKept) -> list[tuple[int, int]]:
        """When the live clocks of a table stood still: everybody's pauses, and when nobody held this table."""
        lease = self.store.changes.line(kept.id).lease
        now_over = [lease.absence] if lease is not None and lease.absence is not None else []
        return together([*self.pauses, *self.store.leases.absences(kept.id), *now_over])

    async def rebuild(self, address: str, who: Path) -> None:
        """Have a finished game in memory, at the turn of who wants it. Raises Refused when too many wait.

        Somebody may ask for one after the other of which none is in memory: they take a quarter of the time.
        """
        if address in self.rooms or not self.is_over(address):
            return
        async with self.finished.taken(who):
            began = time.monotonic()
            with suppress(Refused, DBAPIError):  # who asks is told by the answer
                await self.find(address)
            await asyncio.sleep(3 * (time.monotonic() - began))

    def is_over(self, address: str) -> bool:
        """Whether a game is over, as far as the database can tell."""
        with suppress(DBAPIError, BadRow):
            kept = self.store.table(address)
            return kept is not None and kept.status == "over"
        return False

    def put_seen(self, room: Room, user: User) -> None:
        """Store that a user has seen all events until now."""
        count = room.game.table.event_count
        seats = [replace(room.kept.seats[number], seen=count) for number in room.seats_of(user)]
        for seat in seats:
            self.store.put_seen(room.kept, seat.number, count)
        room.put_seats(seats)

    async def lately(self, kind: str, make: Callable[[], Awaitable[Found]]) -> Found:
        """A list that is the same for everybody, as it was a moment ago."""
        at, found = self.lists.get(kind, (-inf, None))
        if time.monotonic() - at > self.listed_for:
            found = await make()
            self.lists[kind] = time.monotonic(), found
        return cast(Found, found)

    def keep_time(self) -> None:
        """Let the live clocks stand still in a step of the wall clock, and while nothing can be stored.

        Called before anything goes by them. A step back is not stored: a game that is rebuilt after one has the time as
        a gift until the wall clock is there again.
        """
        if not self.health.is_storing:
            return self._stand_still(*self.timekeeper.pass_over(0 if self.unstored else self.health.since))
        self._store_pauses()
        found = self.timekeeper.step()
        if found is None:
            return
        log.warning("the wall clock has made a step", milliseconds=found[1] - found[0])
        for room in self.rooms.values():
            if room.live is not None:
                room.live.step(*found)
                room.changed()
        if found[0] < found[1]:
            self.pauses.append(found)
            self.unstored.append(found)
            self._store_pauses()

    def _stand_still(self, stopped: int, started: int) -> None:
        """Let no time pass for the live clocks between two times of the wall clock; one pause follows another."""
        for room in self.rooms.values():
            if room.live is not None and started < stopped:
                room.live.step(stopped, started)
            elif room.live is not None:
                room.live.stand_still([(stopped, started)])
        if self.unstored and self.unstored[-1][1] == stopped:
            stopped, _ = self.unstored.pop()
            self.pauses.pop()
        if stopped < started:
            self.pauses.append((stopped, started))
            self.unstored.append((stopped, started))

    def _store_pauses(self) -> None:
        for pause in self.unstored:
            try:
                self.store.note_pause(*pause)
            except Exception as error:
                self.health.note(error)
                log.exception("a pause could not be stored")
        self.unstored.clear()

    async def places_at(self, kept: TableKept) -> tuple[int, ...]:
        """The places of the seats at a finished table, all 0 where it ended without. Raises Refused.

        A game that was over before places were stored is rebuilt, once.
        """
        if any(seat.place is None for seat in kept.seats) and (room := await self.find(kept.address)) is not None:
            room.put_places(room.game.places)
            kept = room.kept
            self.store.put_places(kept, [seat.place or 0 for seat in kept.seats])
        return tuple(seat.place or 0 for seat in kept.seats)

    def release(self, room: Room) -> None:
        """Drop a table from memory that nobody looks at; the next visitor has it built again from the database.

        One with a change that could not be stored is left to who tells its pages (`_lose`).
        """
        line = self.store.changes.line(room.kept.id)
        if line.is_stored and line.failed is None:
            for tell in self.released:
                tell(room)
            del self.rooms[room.address]
            self.store.changes.lines.pop(room.kept.id, None)

    def forget(self, room: Room) -> None:
        """Drop a table from memory at once, and tell its open pages and its bots."""
        self.rooms.pop(room.address, None)
        self.store.changes.lines.pop(room.kept.id, None)
        room.is_gone = True
        if room.bots is not None:
            room.bots.cancel()
        room.changed()

    def close(self, kept: TableKept) -> None:
        """Close a table that was never played at, or one of a lesson that is left."""
        self.lists.clear()
        self.store.put_status(kept, "closed")
        closing = {address: line for address, line in self.closing.items() if not line.is_stored}
        closing[kept.address] = self.store.changes.line(kept.id)  # which may be stored a little later
        self.closing = closing
        self.end(kept.address)
        if (room := self.rooms.get(kept.address)) is not None:
            room.put(status="closed")
            self.forget(room)

    def end(self, address: str) -> None:
        """Announce that a table waits or runs no longer."""
        for tell in self.ended:
            tell(address)
