"""All tables of a server. Every change is checked, made, stored and told, in that order.

The functions that change something never await, and the server has one event loop: no change interrupts another. A
thread stores what was made, and the layer around all answers (keeping.py) tells nothing before that.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from contextvars import Context
from dataclasses import replace
from typing import Any, TypeVar, cast

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.folder import lock_of, refuse_foreign
from bellringer.server.base.heads import is_head
from bellringer.server.base.keys import Keys
from bellringer.server.base.settings import Settings
from bellringer.server.base.trouble import kind_of
from bellringer.server.base.turns import FairTurns, Path
from bellringer.server.base.workers import Workers
from bellringer.server.drawing.apart import Drawing
from bellringer.server.drawing.previews import Pictures
from bellringer.server.errors import Refused
from bellringer.server.host.hosting import Hosting
from bellringer.server.jobs.maintenance import FINISHED, Maintenance
from bellringer.server.jobs.watch import Watch
from bellringer.server.people.bars import Bars
from bellringer.server.store import TableKept, User
from bellringer.server.store.database import make_pages_small
from bellringer.server.store.health import Health
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.store import Store
from bellringer.server.store.writer import Line, tell_of
from bellringer.server.tables.company import Company
from bellringer.server.tables.dealing import Dealing
from bellringer.server.tables.fairness import Fairness
from bellringer.server.tables.giving_way import GivingWay, kept_free
from bellringer.server.tables.live_game import LiveGame
from bellringer.server.tables.playing import Playing
from bellringer.server.tables.rebuilding import damaged, rebuilt
from bellringer.server.tables.rematches import Rematches
from bellringer.server.tables.repeats import Repeats
from bellringer.server.tables.requests import (
    checked_name,
)
from bellringer.server.tables.room import Room
from bellringer.server.tables.shares import Shares
from bellringer.server.tables.table_setup import TableSetup
from bellringer.server.tables.timekeeper import Timekeeper
from bellringer.server.tables.visits import Visits
from bellringer.server.thinking.bots import Bots
from bellringer.server.visitors.listeners import Listeners

KEY_BYTES = 32
LISTED_FOR = 1.0  # seconds for which a list for everybody is shown before it is read again
BEGUN = ("running", "over")  # where a table stands that has a game
PEOPLE = 5_000  # how many stay in memory

MOST_REBUILT, MOST_REBUILT_EACH = 100, 20  # requests that may wait until a finished game is rebuilt

Found = TypeVar("Found")

log = structlog.get_logger()


class TableService:
    """The tables, the people and the bots of one server."""

    def __init__(self, settings: Settings) -> None:
        settings.check_keys_apart()
        refuse_foreign(settings.database)
        settings.data.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.lock = lock_of(settings.data)
        make_pages_small(settings.database)
        self.store = Store(settings.database, settings.key_file)
        self.secret = settings.secret()
        self.fairness = Fairness(self)
        self.dealing = Dealing(self)
        self.health = Health(self.store, settings.database, self.heal)
        self.health.enough = settings.limits.open_tables - kept_free(settings.limits.open_tables)
        self.watch = Watch(self)
        self.workers = Workers(settings.threads)
        self.shares = Shares()
        self.pictures = Pictures(self.workers)
        self.setup = TableSetup(self)
        self.giving_way = GivingWay(self)
        self.playing = Playing(self)
        self.drawing = Drawing()
        self.bots = Bots(settings, self.workers, self.shares.path, lambda: self.drawing.is_behind, self.playing.do)
        self.maintenance = Maintenance(self, self.playing.do)
        self.company = Company(self)
        self.hosting = Hosting(self)
        self.bars = Bars(self.store, self.health.note)
        self.rematches = Rematches(self)
        self.repeats = Repeats(self)
        self.rooms: dict[str, Room] = {}
        self.closing: dict[str, Line] = {}  # by their addresses: tables that are about to be closed in the database
        self.timekeeper = Timekeeper()
        self.listeners = Listeners(settings.limits)
        self.visits = Visits()
        self.people: dict[bytes, User] = {}  # those seen lately
        self.leaving: set[int] = set()  # people who are being removed: none of their requests changes anything
        self.seen_users: set[int] = set()  # who was here since that was stored last
        self.lists: dict[str, tuple[float, object]] = {}  # that are the same for everybody, and when they were made
        self.tasks: set[asyncio.Task[Any]] = set()
        self.finished = FairTurns(1, MOST_REBUILT, MOST_REBUILT_EACH)  # at the rebuilding of games that are over
        self.is_closing = False
        self.pauses: list[tuple[int, int]] = []  # from when to when no server ran, or none that could store anything
        self.unstored: list[tuple[int, int]] = []  # those of them that are to be stored

    # the server's life

    async def open(self) -> None:
        """Begin, and rebuild all running games for their clocks and bots while who asks for one is answered at once."""
        self.store.begin_run()
        self.pauses = self.store.pauses()
        loop = asyncio.get_running_loop()

        def lost(line: Line) -> None:
            loop.call_soon_threadsafe(self._lose, line)

        self.store.write_behind(lost)
        self._spawn(self._rebuild_all(self._running()))
        self._spawn(self.maintenance.watch())
        self._spawn(self.maintenance.save_often())
        self._spawn(self.maintenance.clean_often())
        self._spawn(self.health.watch())
        self._spawn(self.hosting.watch())
        self._spawn(self.watch.measure_loop())
        self._spawn(self.health.look_through())

    def _running(self) -> list[str]:
        """The addresses of all running games, first those that need the server, as deals that wait for nonces do.

        None if the database can't tell, which may have one all the same.
        """
        try:
            if locked := self.store.locked():
                log.error("tables wait for their key", tables=locked, key_file=str(self.settings.key_file))
            urgent = sorted(self.store.running(), key=lambda kept: (kept.clock == "none", kept.pending != 0))
            return [kept.address for kept in (*self.store.dealing(), *urgent)]
        except DBAPIError as error:
            self.health.note(error)
            log.error("the running games can't be listed", exc_info=error)
            return []

    async def _rebuild_all(self, addresses: Iterable[str]) -> None:
        """Rebuild games one after the other, in half of the time. One that can't be rebuilt is logged and left out."""
        for address in addresses:
            began = time.monotonic()
            try:
                with suppress(Refused):
                    self.find(address)
            except Exception as error:  # at one table; all others are still to come
                self.health.note(error, address if kind_of(error) == "locked" else "")
                log.error("a table can't be rebuilt", exc_info=error)
            await asyncio.sleep(time.monotonic() - began)

    def _lose(self, line: Line) -> None:
        """Forget what is in memory since it could not be stored; it is read again from the database."""
        log.error("a change could not be stored", exc_info=line.failed)
        self.health.note(line.failed, since=line.since)
        self.keep_time()
        if line.table is None:
            self.people.clear()
            self.company.muted.clear()
        elif self.store.changes.lines.get(line.table) is line:
            del self.store.changes.lines[line.table]
            self.closing = {address: one for address, one in self.closing.items() if one is not line}
            for room in [room for room in self.rooms.values() if room.kept.id == line.table]:
                self.health.note(line.failed, room.address)
                self.forget(room)
                with suppress(DBAPIError, BadRow):  # it can't be asked now, either
                    if self.store.table(room.address) is None:  # not even its making was stored
                        self.shares.drop(room.address)

    async def heal(self, addresses: Iterable[str]) -> None:
        """Go on where nothing could be kept for a while: build what was thrown back anew, and wake all bots.

        Pages have their time again to show what they put into a deal: it could not be kept either.
        """
        self.dealing.wait_anew()
        await self._rebuild_all(addresses)
        for room in list(self.rooms.values()):
            if room.kept.clock != "none":
                room.changed()  # it has stood still
            self.wake(room)

    def end_streams(self) -> None:
        """Let go of all pages and programs that listen, and of those that wait for a hint or a costly page."""
        self.is_closing = True
        self.workers.end()
        for room in self.rooms.values():
            room.changed()

    async def close(self) -> None:
        """Stop the bots and close the database."""
        self.end_streams()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.health.is_storing:
            self.maintenance.put_positions()
        self.health.close()
        self.workers.close()
        self._close_store()
        self.lock.close()

    def _close_store(self) -> None:
        """Close the database; all that was acknowledged is in it, even if it can't be written any more."""
        try:
            self.store.close()
        except DBAPIError as error:
            log.error("the database could not be written at the end", exc_info=error)
            self.store.engine.dispose()

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work, context=Context())  # not that of the request
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.health.note(error)
            log.error("a task failed", exc_info=error)

    def listen_apart(self) -> None:
        """Let a process of its own draw pages from now on, if so many listen that one is wanted."""
        wanted = self.settings.draw_apart
        if not self.drawing.is_kept and 0 < wanted <= len(self.listeners.all):
            self.drawing.is_kept = True
            self._spawn(self.drawing.keep())

    # keys

    @property
    def keys(self) -> Keys | None:
        """The server's keys; None while it has none."""
        return self.store.vault.keys

    @property
    def links(self) -> bytes:
        """What links are made with that only this server can make. Raises Refused while it has no keys."""
        if self.keys is None:
            raise Refused("locked", "this server can make and know no links: its keys are missing", 503)
        return self.keys.links

    # people

    def hash_of(self, key: str) -> bytes:
        """The hash of a key, which is what the database has of it."""
        return hashlib.sha256(key.encode()).digest()

    def user(self, key: str | None) -> User | None:
        """The user with that key; None for a new visitor. Who wants no more than a head is not noted as here."""
        if not key:
            return None
        key_hash = self.hash_of(key)
        found = self.people.get(key_hash) or self.store.user(key_hash)
        if found is None or found.id in self.leaving:
            return None
        if not is_head():
            self._note_person(key_hash, found)
        return found

    def seen_lately(self, key: str) -> User | None:
        """The same of those who are in memory, at no cost."""
        return self.people.get(self.hash_of(key))

    def _note_person(self, key_hash: bytes, user: User) -> None:
        """Keep somebody in memory, in the place of who was not seen for longest."""
        self.seen_users.add(user.id)
        self.people.pop(key_hash, None)
        self.people[key_hash] = user
        while len(self.people) > PEOPLE:
            del self.people[next(iter(self.people))]

    def forget_people(self, gone: Collection[int]) -> None:
        """Let nothing in memory remember people who are removed: one may have come back in that moment."""
        for key_hash in [key_hash for key_hash, user in self.people.items() if user.id in gone]:
            del self.people[key_hash]

    def introduce(self, key: str, name: str) -> User:
        """Store a user by key and name. Raises OptionError for a bad name, Refused for who is just being removed."""
        key_hash = self.hash_of(key)
        known = self.people.get(key_hash) or (self.store.user(key_hash) if self.leaving else None)
        if known is not None and known.id in self.leaving:
            raise Refused("unknown-key", "nobody has this key", 401)
        user = self.store.remember(key_hash, checked_name(name), known)
        self._note_person(key_hash, user)
        return user

    # finding tables

    def find(self, address: str) -> Room | None:
        """Find a table by its address; None if there is none. Raises Refused if it can't be rebuilt.

        For who wants no more than a head it stays as it is; one that is not in memory is its row alone.
        """
        if is_head():
            return self._in_memory(address, Room)
        self.keep_time()
        room = self._in_memory(address, self.room_of)
        if room is None:
            return None
        if room.kept.status in ("waiting", "dealing") and self.health.is_storing:  # full, if that could not be kept
            self.setup.begin_if_full(room)
        self.wake(room)
        room.used = asyncio.get_running_loop().time()
        return room

    def _in_memory(self, address: str, room_of: Callable[[TableKept], Room]) -> Room | None:
        """A table in memory, or made from its row; None if there is none. Raises Refused."""
        room = self.rooms.get(address)
        if room is None:
            kept = self.kept(address)
            if kept is None or kept.status == "closed" or address in self.closing:
                return None
            if not kept.seed:
                raise Refused("locked", "this table waits for the keys of the server", 503)
            room = room_of(kept)
        tell_of(self.store.changes.line(room.kept.id))
        return room

    def kept(self, address: str) -> TableKept | None:
        """A table as it is stored; None if there is none. Raises Refused for one that can't be read."""
        try:
            return self.store.table(address)
        except BadRow:
            raise damaged() from None

    def seen(self, address: str, may_see: Callable[[Room], bool], user: User | None = None) -> Room | None:
        """Find a table for somebody; None if there is none, or it is not for him to see, so that he can't tell which.

        Raises Refused if it can't be rebuilt, for who may see it; if even its row can't be read, for a `user` who has
        made it or sits there.
        """
        try:
            room = self.find(address)
        except (Refused, DBAPIError):
            if not self._may_see_stored(address, may_see, user):
                return None
            raise
        return room if room is not None and may_see(room) else None

    def _may_see_stored(self, address: str, may_see: Callable[[Room], bool], user: User | None) -> bool:
        """Whether somebody may see a table that can't be opened. Raises DBAPIError."""
        try:
            kept = self.store.table(address)
        except BadRow:
            return user is not None and self.store.has_part(address, user)
        return kept is not None and may_see(Room(kept))

    def room_of(self, kept: TableKept) -> Room:
        room = Room(kept)
        if kept.status in BEGUN:
            room.live = rebuilt(self, kept)
            room.kept = room.live.kept
            company = self.store.company
            room.asides, room.reports = company.asides(kept.id), company.reports(kept.id)
            room.answers, room.commitments = company.answers(kept.id), company.commitments(kept.id)
        room.used = asyncio.get_running_loop().time()
        self.rooms[kept.address] = room
        self.giving_way.forget(kept.address)
        if kept.status in FINISHED:
            self.maintenance.let_finished_go()
        return room

    async def rebuild(self, address: str, who: Path) -> None:
        """Have a finished game in memory, at the turn of who wants it. Raises Refused when too many wait.

        Somebody may ask for one after the other of which none is in memory: they take a quarter of the time.
        """
        if address in self.rooms or not self.is_over(address):
            return
        async with self.finished.taken(who):
            began = time.monotonic()
            with suppress(Refused, DBAPIError):  # who asks is told by the answer
                self.find(address)
            await asyncio.sleep(3 * (time.monotonic() - began))

    def is_over(self, address: str) -> bool:
        """Whether a game is over, as far as the database can tell."""
        with suppress(DBAPIError, BadRow):
            kept = self.store.table(address)
            return kept is not None and kept.status == "over"
        return False

    def check_begun(self, room: Room) -> None:
        """Raises Refused for a table whose game has not begun."""
        if room.kept.status not in BEGUN:
            raise Refused("waiting", "the game has not begun: seats are open")

    def check_over(self, room: Room) -> None:
        """Raises Refused for a table whose game is not over."""
        self.check_begun(room)
        if room.kept.status != "over":
            raise Refused("running", "the game is not over yet")

    def live_of(self, room: Room) -> LiveGame:
        """The game at a table. Raises Refused before it begins."""
        if room.live is None:
            raise Refused("waiting", "the game has not begun: seats are open")
        return room.live

    def put_seen(self, room: Room, user: User) -> None:
        """Store that a user has seen all events until now."""
        count = self.live_of(room).table.event_count
        seats = [replace(room.kept.seats[number], seen=count) for number in room.seats_of(user)]
        for seat in seats:
            self.store.put_seen(room.kept, seat.number, count)
        room.put_seats(seats)

    def lately(self, kind: str, make: Callable[[], Found]) -> Found:
        """A list that is the same for everybody, as it was a moment ago."""
        at, found = self.lists.get(kind, (-LISTED_FOR, None))
        if time.monotonic() - at > LISTED_FOR:
            found = make()
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
            self.maintenance.guarded(self.store.note_pause, *pause)
        self.unstored.clear()

    # letting go of tables

    def places_at(self, kept: TableKept) -> tuple[int, ...]:
        """The places of the seats at a finished table, all 0 where it ended without. Raises Refused.

        A game that was over before places were stored is rebuilt, once.
        """
        if any(seat.place is None for seat in kept.seats) and (room := self.find(kept.address)) is not None:
            room.put_places(self.live_of(room).places)
            kept = room.kept
            self.store.put_places(kept, [seat.place or 0 for seat in kept.seats])
        return tuple(seat.place or 0 for seat in kept.seats)

    def release(self, room: Room) -> None:
        """Drop a table from memory that nobody looks at; the next visitor has it built again from the database.

        One with a change that could not be stored is left to who tells its pages (`_lose`).
        """
        line = self.store.changes.line(room.kept.id)
        if line.is_stored and line.failed is None:
            self.giving_way.note(room)
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

    # bots

    def wake(self, room: Room) -> None:
        """Start the bots of a table if one of them must decide; take back what everybody lets be taken back."""
        if room.live is None or self.is_closing or not self.health.is_storing:
            return
        self.playing.grant(room)
        if room.bots is not None and not room.bots.done():
            return
        if self.bots.has_work(room.live):
            room.bots = self._spawn(self.bots.play(room))
