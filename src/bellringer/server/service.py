"""The parts of a server, put together, and its life. Every change is checked, made, stored and told, in that order.

The functions that change something never await, and the server has one event loop: no change interrupts another. A
thread stores what was made, and the layer around all answers (visitors/keeping.py) tells nothing before that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from contextvars import Context
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.folder import lock_of, refuse_foreign
from bellringer.server.base.keys import Keys
from bellringer.server.base.settings import Settings
from bellringer.server.base.trouble import kind_of
from bellringer.server.base.workers import Workers
from bellringer.server.drawing.process.apart import Drawing
from bellringer.server.drawing.site.previews import Pictures
from bellringer.server.errors import Refused
from bellringer.server.host.hosting import Hosting
from bellringer.server.jobs.maintenance import FINISHED, Maintenance
from bellringer.server.jobs.watch import Watch
from bellringer.server.people.bars import Bars
from bellringer.server.people.known import People
from bellringer.server.store.database import make_pages_small
from bellringer.server.store.health import Health
from bellringer.server.store.host_rows import HostStore
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from bellringer.server.store.writer import Line
from bellringer.server.tables.brought.brought_games import BroughtGames
from bellringer.server.tables.deal.dealing import Dealing
from bellringer.server.tables.deal.fairness import Fairness
from bellringer.server.tables.making.giving_way import GivingWay, kept_free
from bellringer.server.tables.making.lessons import LessonTables
from bellringer.server.tables.making.rematches import Rematches
from bellringer.server.tables.making.shares import Shares
from bellringer.server.tables.making.table_setup import TableSetup
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.replays import Replays
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.memory.visits import Visits
from bellringer.server.tables.verbs.company import Company
from bellringer.server.tables.verbs.hand_over import HandOver
from bellringer.server.tables.verbs.playing import Playing
from bellringer.server.tables.verbs.repeats import Repeats
from bellringer.server.thinking.bots import Bots
from bellringer.server.thinking.daily_puzzles import DailyPuzzles
from bellringer.server.thinking.hints import Hints
from bellringer.server.thinking.reasons import Reasons
from bellringer.server.thinking.reviews import Reviews
from bellringer.server.thinking.teaching import Teacher
from bellringer.server.visitors.listeners import Listeners

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
        store = self.store = Store(settings.database, settings.key_file)
        level, limits = settings.level, settings.limits
        self.secret = settings.secret()
        self.health = Health(store, settings.database, self.heal)
        self.health.enough = limits.open_tables - kept_free(limits.open_tables)
        self.workers = Workers(settings.threads)
        self.people = People(store)
        self.bars = Bars(store, self.health.note)
        self.shares, self.visits = Shares(), Visits()
        tables = self.tables = OpenTables(store, self.health)
        self.brought = BroughtGames(store.brought)
        self.replays = Replays(tables, store, self.health)
        self.fairness = Fairness(store.vault)
        self.dealing = Dealing(tables, store)
        self.playing = Playing(tables, store, level, limits)
        self.giving_way = GivingWay(tables, store, self.shares, self.playing, limits)
        self.setup = TableSetup(tables, store, self.dealing, self.giving_way, self.shares, limits)
        self.lessons = LessonTables(tables, store, self.setup, self.giving_way)
        self.company = Company(store, limits)
        self.rematches = Rematches(tables, store, self.setup, level)
        self.repeats = Repeats(store, self.playing, self.company)
        self.drawing, self.pictures = Drawing(), Pictures(self.workers)
        self.bots = Bots(settings, self.workers, self.shares.path, lambda: self.drawing.is_behind, self.playing.do)
        self.hints = Hints(self.workers, level, settings.hint_iterations)
        self.reasons = Reasons(self.workers, self._spawn)
        self.teacher = Teacher(self.workers, settings.teach_seconds, self.playing.move, self._spawn)
        self.reviews = Reviews(self.workers, store.reviews, self._spawn)
        self.puzzles = DailyPuzzles()
        self.listeners = Listeners(limits)
        host_store = HostStore(store.engine, store.aside)
        self.hand_over = HandOver(tables, store, self.dealing, host_store.taken)
        self.watch = Watch(tables, store, self.drawing, settings)
        self.maintenance = Maintenance(
            tables,
            store,
            people=self.people,
            dealing=self.dealing,
            playing=self.playing,
            visits=self.visits,
            repeats=self.repeats,
            brought=self.brought,
        )
        self.hosting = Hosting(
            host_store,
            tables,
            store,
            people=self.people,
            bars=self.bars,
            shares=self.shares,
            playing=self.playing,
            setup=self.setup,
            company=self.company,
            handing=self.hand_over,
            listeners=self.listeners,
        )
        self.tasks: set[asyncio.Task[Any]] = set()
        self.is_closing = False
        self._listen()

    def _listen(self) -> None:
        """Let those be told who must know of tables that come and go."""
        tables = self.tables
        tables.opened += [lambda room: room.told.append(self._wake), self._make_way]
        tables.found += [self._begin, self._wake]
        tables.released.append(self.giving_way.note)
        tables.ended += [self.shares.drop, self.visits.drop, self.giving_way.forget]

    def _make_way(self, room: Room) -> None:
        """A table that comes into memory is not forgotten any more; one that is over may be one too many."""
        self.giving_way.forget(room.address)
        if room.kept.status in FINISHED:
            self.maintenance.let_finished_go()

    def _begin(self, room: Room) -> None:
        """Begin a game whose seats are full: that could not be kept when they were taken."""
        if room.kept.status in ("waiting", "dealing") and self.health.is_storing:
            self.setup.begin_if_full(room)

    # the server's life

    async def open(self) -> None:
        """Begin, and rebuild all running games for their clocks and bots while who asks for one is answered at once."""
        self.store.begin_run()
        self.tables.pauses = self.store.pauses()
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
                    await self.tables.find(address)
            except Exception as error:  # at one table; all others are still to come
                self.health.note(error, address if kind_of(error) == "locked" else "")
                log.error("a table can't be rebuilt", exc_info=error)
            await asyncio.sleep(time.monotonic() - began)

    def _lose(self, line: Line) -> None:
        """Forget what is in memory since it could not be stored; it is read again from the database."""
        log.error("a change could not be stored", exc_info=line.failed)
        self.health.note(line.failed, since=line.since)
        self.tables.keep_time()
        if line.table is None:
            self.people.lately.clear()
            self.company.muted.clear()
        elif self.store.changes.lines.get(line.table) is line:
            del self.store.changes.lines[line.table]
            self.tables.closing = {address: one for address, one in self.tables.closing.items() if one is not line}
            for room in [room for room in self.tables.rooms.values() if room.kept.id == line.table]:
                self.health.note(line.failed, room.address)
                self.tables.forget(room)
                with suppress(DBAPIError, BadRow):  # it can't be asked now, either
                    if self.store.table(room.address) is None:  # not even its making was stored
                        self.shares.drop(room.address)

    async def heal(self, addresses: Iterable[str]) -> None:
        """Go on where nothing could be kept for a while: build what was thrown back anew, and wake all bots.

        Pages have their time again to show what they put into a deal: it could not be kept either.
        """
        self.dealing.wait_anew()
        await self._rebuild_all(addresses)
        for room in list(self.tables.rooms.values()):
            if room.kept.clock != "none":
                room.changed()  # it has stood still
            self._wake(room)

    def end_streams(self) -> None:
        """Let go of all pages and programs that listen, and of those that wait for a hint or a costly page."""
        self.is_closing = True
        self.workers.end()
        self.reviews.end()
        for room in self.tables.rooms.values():
            room.changed()
        self.listeners.wake_all()

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

    # bots

    def _wake(self, room: Room) -> None:
        """Start the bots of a table if one of them must decide; take back what everybody lets be taken back."""
        if room.live is None or room.is_gone or self.is_closing or not self.health.is_storing:
            return
        self.playing.grant(room)
        if room.bots is not None and not room.bots.done():
            return
        if self.bots.has_work(room.live):
            room.bots = self._spawn(self.bots.play(room))


async def perform_alone(settings: Settings) -> None:
    """Do what the host wants without a server. Raises OptionError when one runs after all."""
    service = TableService(settings)
    service.is_closing = True  # no bot begins to think
    service.tables.pauses = [*service.store.pauses(), (service.store.last_seen(), now())]
    try:
        await service.hosting.look()
    finally:
        await service.close()
