"""What is done for all tables from time to time: check the clocks, drop unused tables, save the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any

import structlog

from bellringer.server.people.known import People
from bellringer.server.store import cleaning
from bellringer.server.store.store import Store
from bellringer.server.store.values.clocks import DAY, HOUR, MINUTE
from bellringer.server.store.values.kept import now
from bellringer.server.tables.brought.brought_games import BroughtGames
from bellringer.server.tables.deal.dealing import Dealing
from bellringer.server.tables.live.rebuilding import put_position
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.memory.visits import WAITS_FOR, Visits, waits_for
from bellringer.server.tables.verbs.playing import Playing
from bellringer.server.tables.verbs.repeats import Repeats

TICK = 0.5  # seconds between two looks at the clocks
RUNS_FOR = 1000 * 90 * DAY  # milliseconds that a game waits for a move
SURE_AFTER = 12.0 * HOUR  # seconds that the server runs before it believes the clock that nobody has come for so long
ABANDONED_EVERY = 10.0 * MINUTE  # seconds between two looks for tables that nobody comes to any more
POSITIONS_EVERY = 5.0  # seconds between two looks for tables whose bots have moved since their last position
REST = 20.0  # seconds without an act after which it is stored where such a table stands
SAVED_EVERY = 5.0  # seconds between two times that the database's log is worked into its file
FINISHED = ("over", "void")
MOST_FINISHED = 100  # tables of these that stay in memory when nobody looks at them
ROOMS = 500  # how many tables stay in memory when nobody looks at them
CLOSED_FOR = 1000 * 7 * DAY  # milliseconds that a table stays which was closed before a game
UNSEEN_FOR = 1000 * 30 * DAY  # the same of people who have nothing here and do not come
SEEN_EVERY = 1000 * DAY  # in which somebody's being here is stored once
CLEANED_EVERY = 60.0 * MINUTE  # seconds between two times that what has gone by is removed
STEP, PAUSE = 100, 0.25  # rows that are looked at in one step, and seconds until the next
IDLE, IDLE_OVER = 600.0, 60.0  # seconds after which a table may leave it, and one whose game is over

log = structlog.get_logger()


class Maintenance:
    """Checks on all tables, and on what is stored, from time to time."""

    def __init__(
        self,
        tables: OpenTables,
        store: Store,
        *,
        people: People,
        dealing: Dealing,
        playing: Playing,
        visits: Visits,
        repeats: Repeats,
        brought: BroughtGames,
    ) -> None:
        self.tables, self.store, self.health, self.people = tables, store, tables.health, people
        self.dealing, self.playing, self.visits, self.repeats = dealing, playing, visits, repeats
        self.brought = brought
        self.began = time.monotonic()
        self.tick, self.pause, self.most_finished = TICK, PAUSE, MOST_FINISHED
        self.positions_every, self.saved_every = POSITIONS_EVERY, SAVED_EVERY

    async def watch(self) -> None:
        """Check the clocks for as long as the server lives, and now and then drop the tables that nobody uses."""
        looked, put = -ABANDONED_EVERY, -self.positions_every
        while True:
            self.tables.keep_time()
            is_storing = self.health.is_storing
            if is_storing:
                self.call_times()
            if is_storing and time.monotonic() - put > self.positions_every:
                put = time.monotonic()
                self.put_positions(now() - 1000 * REST)
            self.sweep()
            if is_storing and time.monotonic() - looked > ABANDONED_EVERY:
                looked = time.monotonic()
                with self.noted("the tables that nobody comes to could not be ended"):
                    await self.end_abandoned()
            await asyncio.sleep(self.tick)

    def call_times(self) -> None:
        """Call time at all tables that have a clock, or wait for a nonce."""
        for room in list(self.tables.rooms.values()):
            if room.live is not None and self.has_clock(room) and not room.live.ended_by:
                self.guarded(self.call_time, room)
            if room.kept.status == "dealing":
                self.guarded(self.dealing.call_time, room)

    def put_positions(self, since: float = inf) -> None:
        """Store where the games stand at which bots have moved since that was stored (LiveGame.keeps_position).

        `since`: only of those where nothing has happened since then, in milliseconds.
        """
        for live in [room.live for room in self.tables.rooms.values() if room.live is not None]:
            if not live.ended_by and live.positioned < len(live.acts) and live.acts[-1].at < since:
                self.guarded(put_position, self.store, live)

    async def save_often(self) -> None:
        """Store that the server is alive, and move the latest changes into the database's file; at once when many."""
        saved = time.monotonic()
        while True:
            await asyncio.sleep(self.tick)
            is_due = time.monotonic() - saved > self.saved_every
            if is_due:
                saved = time.monotonic()
                self.guarded(self.store.note_run)
            if is_due or self.store.log.is_long or self.store.log.must_go:
                with self.noted("the log could not be moved into the database"):
                    await asyncio.to_thread(self.store.log.checkpoint)

    def guarded(self, function: Callable[..., None], *values: Any) -> None:
        """Call a function and log an error, so that one table does not stop the clocks of the others."""
        with self.noted("a table failed"):
            function(*values)

    @contextmanager
    def noted(self, words: str) -> Iterator[None]:
        """Log an error of what is done inside, in these words, and go on."""
        try:
            yield
        except Exception as error:
            self.health.note(error)  # which belongs to the loop: call this in its thread
            log.exception(words)

    def has_clock(self, room: Room) -> bool:
        """Whether time can end something at a table: a clock, or a window."""
        return room.kept.clock != "none" or (room.live is not None and room.live.has_windows)

    def call_time(self, room: Room) -> None:
        """Let the windows pass that have closed, and a bot play for every seat that is out of time."""
        live = room.game  # each act may change who must decide: the last one to agree may be late
        while closed := live.closed(now()):
            seat, move = closed[0]
            self.playing.do(room, live.act(seat, "move", move, now(), live.holders[seat].asked))
        while late := live.late(now()):
            self.playing.do(room, live.act(late[0], "late", self.playing.level, now()))

    async def end_abandoned(self) -> None:
        """Close the waiting tables whose people have gone, and end the games that everybody left long ago.

        A machine that has just started may have a wrong date; what is ended stays so when the date is right again.
        """
        for kept in self.store.unchanged_since("waiting", now() - 1000 * WAITS_FOR):
            is_old = now() - kept.changed > 1000 * waits_for(kept)
            if is_old and self.visits.is_left(kept, self.tables.rooms.get(kept.address)):
                self.tables.close(kept)
        self.note_seen()
        self.store.changes.forget_stored({room.kept.id for room in self.tables.rooms.values()})
        self.visits.forget_old()
        self.repeats.forget_old()
        if time.monotonic() - self.began > SURE_AFTER:
            for kept in self.store.unchanged_since("running", now() - RUNS_FOR):
                with self.noted("a table failed"):
                    self.give_up(await self.tables.find(kept.address))

    def give_up(self, room: Room | None) -> None:
        """Give up the game at a table where nothing has happened for long, if that is still so now that it is found."""
        acts = room.live.acts if room is not None and room.live is not None else []
        if room is not None and all(act.at < now() - RUNS_FOR for act in acts[-1:]):
            self.playing.give_up(room)

    def note_seen(self) -> None:
        """Have it stored who was here."""
        people, at = sorted(self.people.here), now()
        self.people.here.clear()
        for first in range(0, len(people), STEP):
            self.store.changes.put(
                partial(cleaning.put_seen, people=people[first : first + STEP], at=at, since=at - SEEN_EVERY)
            )

    async def clean_often(self) -> None:
        """Remove what has gone by, for as long as the server lives."""
        while True:
            await asyncio.sleep(CLEANED_EVERY)
            if self.health.is_storing:
                with self.noted("what has gone by could not be removed"):
                    await self.clean()

    async def clean(self) -> None:
        """Remove tables closed before a game, what was brought long ago, and people who have nothing, step by step.

        Others store what they do between the steps, and the log is moved into the database.
        """
        stored = self.store.changes.stored
        while await stored(cleaning.remove_closed, now() - CLOSED_FOR, STEP):
            await asyncio.sleep(self.pause)
        self.brought.forget_old()
        last: int | None = 0
        while last is not None:
            here = {user.id for user in self.people.lately.values()} | self.people.here
            last, gone = await stored(cleaning.remove_strangers, last, now() - UNSEEN_FOR, here, STEP)
            self.people.forget(gone)
            await asyncio.sleep(self.pause)

    def let_finished_go(self) -> None:
        """Drop finished tables beyond so many that nobody looks at, first those that were not asked for for longest."""
        found = [room for room in self.tables.rooms.values() if room.kept.status in FINISHED and not room.streams]
        for room in sorted(found, key=lambda room: room.used)[: -self.most_finished]:
            self.tables.release(room)

    def sweep(self) -> None:
        """Drop tables from memory that nobody looks at and where nothing happens."""
        time_now, is_full = asyncio.get_running_loop().time(), len(self.tables.rooms) > ROOMS
        for room in [room for room in self.tables.rooms.values() if not room.streams]:
            if time_now - room.used < (IDLE_OVER if room.kept.status in FINISHED else IDLE if is_full else inf):
                continue
            has_clock = room.kept.status == "running" and self.has_clock(room)
            if not has_clock and room.kept.status != "dealing" and (room.bots is None or room.bots.done()):
                self.tables.release(room)
