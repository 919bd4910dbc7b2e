"""All tables of a server. Every change is checked, made, stored and told, in that order.

The functions that change something never await, and the server has one event loop: no change interrupts another. A
thread stores what was made, and the layer around all answers (keeping.py) tells nothing before that.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import replace
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.bots.analysis import MoveThought
from bellringer.core import chance
from bellringer.core.preview import Preview
from bellringer.core.registry import find
from bellringer.core.table import scheme_of
from bellringer.server import clocks
from bellringer.server.bots import Bots
from bellringer.server.chaining import new_salt
from bellringer.server.company import Company, checked_line
from bellringer.server.dealing import Dealing, checked_hex, commitments_of
from bellringer.server.fairness import Fairness
from bellringer.server.folder import lock_of
from bellringer.server.health import Health
from bellringer.server.hosting import Hosting
from bellringer.server.listeners import Listeners
from bellringer.server.live_game import LiveGame, Refused, Stale
from bellringer.server.maintenance import Maintenance
from bellringer.server.metrics import ACTS
from bellringer.server.names import is_like_any
from bellringer.server.rematches import Rematches
from bellringer.server.repeats import Repeats
from bellringer.server.requests import (
    JOINING,
    WATCHING,
    SeatRequest,
    TableRequest,
    as_can_be,
    checked_bot,
    checked_choice,
    checked_name,
    checked_sitting,
    new_options,
)
from bellringer.server.room import Room
from bellringer.server.rule_changes import change_now, changes_of, present_versions
from bellringer.server.seating import NAMES
from bellringer.server.settings import Settings
from bellringer.server.shares import Shares
from bellringer.server.store import Act, Saying, SeatKept, Store, TableKept, User, new_fair
from bellringer.server.store.store import make_pages_small, now
from bellringer.server.store.writer import Line, tell_of
from bellringer.server.timekeeper import Timekeeper
from bellringer.server.turns import Turns
from bellringer.server.visits import Visits
from bellringer.server.watch import Watch, time_writes
from bellringer.server.workers import Workers

ADDRESS_BYTES = 12
KEY_BYTES = 32
LISTED = 30  # tables in a list of the front page
LISTED_FOR = 1.0  # seconds for which such a list is shown before it is read again
PEOPLE = 5_000  # how many stay in memory

log = structlog.get_logger()


class TableService:
    """The tables, the people and the bots of one server."""

    def __init__(self, settings: Settings) -> None:
        settings.check_keys_apart()
        settings.data.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.lock = lock_of(settings.data)
        make_pages_small(settings.database)
        self.store = Store(settings.database, settings.key_file)
        self.secret = settings.secret()
        self.keys = self.store.vault.keys
        self.fairness = Fairness(self)
        self.dealing = Dealing(self)
        self.began = now()
        self.health = Health(self.store, settings.database, self.heal)
        time_writes(self.store.engine)
        self.watch = Watch(self)
        self.workers = Workers(settings.threads)
        self.bots = Bots(settings, self.workers, self._do)
        self.maintenance = Maintenance(self, self._do)
        self.company = Company(self)
        self.hosting = Hosting(self)
        self.rematches = Rematches(self)
        self.repeats = Repeats(self)
        self.rooms: dict[str, Room] = {}
        self.closing: dict[str, Line] = {}  # by their addresses: tables that are about to be closed in the database
        self.shares = Shares()
        self.timekeeper = Timekeeper()
        self.listeners = Listeners(settings.limits)
        self.visits = Visits()
        self.people: dict[bytes, User] = {}  # those seen lately
        self.lists: dict[str, tuple[float, list[TableKept]]] = {}  # of the front page, and when they were read
        self.tasks: set[asyncio.Task[Any]] = set()
        self.drawing = Turns(1)  # at drawing a page for its stream
        self.is_closing = False
        self.pauses: list[tuple[int, int]] = []  # from when to when no server ran

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
            with suppress(Refused):
                self.find(address)
            await asyncio.sleep(time.monotonic() - began)

    def _lose(self, line: Line) -> None:
        """Forget what is in memory since it could not be stored; it is read again from the database."""
        log.error("a change could not be stored", exc_info=line.failed)
        self.health.note(line.failed)
        if line.table is None:
            self.people.clear()
            self.company.muted.clear()
        elif self.store.changes.lines.get(line.table) is line:
            del self.store.changes.lines[line.table]
            for room in [room for room in self.rooms.values() if room.kept.id == line.table]:
                self.health.note(line.failed, room.address)
                self.forget(room)

    async def heal(self, addresses: Iterable[str]) -> None:
        """Go on where nothing could be kept for a while: build what was thrown back anew, and wake all bots.

        Pages have their time again to show what they put into a deal: it could not be kept either.
        """
        self.began = now()
        await self._rebuild_all(addresses)
        for room in list(self.rooms.values()):
            self.wake(room)

    def end_streams(self) -> None:
        """Let go of all pages and programs that listen."""
        self.is_closing = True
        for room in self.rooms.values():
            room.changed()

    async def close(self) -> None:
        """Stop the bots and close the database."""
        self.end_streams()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
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

    # people

    def hash_of(self, key: str) -> bytes:
        """The hash of a key, which is what the database has of it."""
        return hashlib.sha256(key.encode()).digest()

    def user(self, key: str | None) -> User | None:
        """The user with that key; None for a new visitor."""
        if not key:
            return None
        key_hash = self.hash_of(key)
        found = self.people.get(key_hash) or self.store.user(key_hash)
        if found is not None:
            self.people[key_hash] = found
            while len(self.people) > PEOPLE:
                del self.people[next(iter(self.people))]
        return found

    def introduce(self, key: str, name: str) -> User:
        """Store a user by key and name. Raises OptionError for a bad name."""
        user = self.store.remember(self.hash_of(key), checked_name(name), self.people.get(self.hash_of(key)))
        self.people[self.hash_of(key)] = user
        return user

    # finding tables

    def find(self, address: str) -> Room | None:
        """Find a table by its address; None if there is none. Raises Refused if it can't be rebuilt."""
        self.keep_time()
        room = self.rooms.get(address)
        if room is None:
            kept = self.store.table(address)
            if kept is None or kept.status == "closed" or address in self.closing:
                return None
            if not kept.seed:
                raise Refused("locked", "this table waits for the keys of the server", 503)
            room = self._room_of(kept)
        tell_of(self.store.changes.line(room.kept.id))
        if room.kept.status in ("waiting", "dealing") and self.health.is_storing:  # full, if that could not be kept
            self.begin_if_full(room)
        self.wake(room)
        room.used = asyncio.get_running_loop().time()
        return room

    def _room_of(self, kept: TableKept) -> Room:
        room = Room(kept)
        if kept.status in ("running", "over"):
            room.live = self._rebuilt(kept)
            room.kept = room.live.kept
            company = self.store.company
            room.asides, room.reports = company.asides(kept.id), company.reports(kept.id)
            room.answers, room.commitments = company.answers(kept.id), company.commitments(kept.id)
        self.rooms[kept.address] = room
        return room

    def _rebuilt(self, kept: TableKept) -> LiveGame:
        """Rebuild a game from its acts, by the new rules if they have changed. Raises Refused."""
        try:
            return self._by_new_rules(kept) if changes_of(kept) else self._from_acts(kept)
        except Exception as error:  # whose words may tell what is hidden
            self.health.note(error)
            log.error("a table can't be rebuilt", table=kept.id, rules=kept.versions, error=type(error).__name__)
            raise Refused("damaged", "this game can't be rebuilt from what is kept of it", 503) from None

    def _from_acts(self, kept: TableKept) -> LiveGame:
        changes = self.store.rule_changes(kept)
        live = LiveGame(kept, self.store.acts(kept), self.store.sayings(kept), self.pauses, changes)
        if self.store.position(kept) is None:  # stored by a server that kept none
            self.store.put_position(kept, len(live.acts), live.table.position())
        return live

    def _by_new_rules(self, kept: TableKept) -> LiveGame:
        """Continue a table whose rules have changed from its last position; one that is over only shows it."""
        acts, changes = self.store.acts(kept), self.store.rule_changes(kept)
        change = change_now(kept, acts, changes, self.store.position(kept))
        act = Act(change.number, 0, "rules", "", change.number, now(), 0, b"" if kept.status == "over" else new_salt())
        seats = tuple(replace(seat, seen=0) for seat in kept.seats)
        found = replace(kept, seats=seats, versions=change.after)
        live = LiveGame(found, [*acts, act], self.store.sayings(kept), self.pauses, [*changes, change])
        if kept.status == "over":
            live.ended_by = kept.ended_by
            return live
        live.kept = replace(found, status="over" if live.ended_by else "running", ended_by=live.ended_by)
        self.store.add_rule_change(live.kept, change, act, live.pending_people)
        log.info("the rules of a table have changed", table=kept.id, before=change.before, after=change.after)
        return live

    def listed(self, kind: str) -> list[TableKept]:
        """The tables of the front page, `open` or `shown`, as they were a moment ago."""
        at, found = self.lists.get(kind, (-LISTED_FOR, []))
        if time.monotonic() - at > LISTED_FOR:
            found = (self.store.open_tables if kind == "open" else self.store.shown_tables)(LISTED)
            self.lists[kind] = time.monotonic(), found
        return found

    def keep_time(self) -> None:
        """Let the live clocks stand still in a step of the wall clock; called before anything goes by them.

        A step back is not stored: a game that is rebuilt after one has the time as a gift until the wall clock is there
        again.
        """
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
            self.maintenance.guarded(self.store.note_pause, *found)

    # letting go of tables, and invitations

    def release(self, room: Room) -> None:
        """Drop a table from memory that nobody looks at; the next visitor has it built again from the database.

        One with a change that could not be stored is left to who tells its pages (`_lose`).
        """
        line = self.store.changes.line(room.kept.id)
        if line.is_stored and line.failed is None:
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

    def invitation(self, room: Room, seat: int) -> str:
        """The end of an invite link: whoever knows it may take that seat."""
        mixed = hmac.digest(self.secret, f"invite {room.address} {seat}".encode(), "sha256")
        return f"{seat}-{base64.urlsafe_b64encode(mixed[:15]).decode()}"

    def invited(self, room: Room, token: str) -> int | None:
        """The seat that an invite link is for; None for a link that the server did not make."""
        links = (self.invitation(room, seat).encode() for seat in range(len(room.kept.seats)))
        return next((seat for seat, link in enumerate(links) if hmac.compare_digest(link, token.encode())), None)

    # making a table and sitting down

    def make(self, user: User, wanted: TableRequest, where: str = "", address: str = "", commitment: str = "") -> Room:
        """Make a new table. Its game begins at once if no seat is open, unless it must wait for a nonce.

        `where`: the address of who makes it, here and below; empty for nobody's. `address`: of the table's page, if
        that follows from the request. `commitment`: to the nonce of who makes it (dealing.py). Raises OptionError,
        Refused.
        """
        promised = {user.id: checked_hex("commitment", commitment)} if commitment else {}
        seed = chance.make_seed(None)
        options = self.check_wanted(wanted, user, seed, where)
        seats = tuple(self._seat(number, sitting, user) for number, sitting in enumerate(wanted.seats))
        kept = self._kept(user, wanted, options, seats, seed)
        return self._add(replace(kept, address=address or kept.address), where, promised)

    def _check_no_bot(self, sittings: Iterable[SeatRequest], user: User | None) -> None:
        """Raises Refused if people who come would take the maker for a bot. Alone with bots nobody is deceived."""
        own = user.name if user is not None else ""
        seats = list(enumerate(sittings))
        people = [sitting.name or own for _, sitting in seats if sitting.kind in ("me", "here")]
        bots = [NAMES[number] for number, sitting in seats if sitting.kind in ("bot", "open")]
        is_open = any(sitting.kind == "open" for _, sitting in seats)
        if is_open and any(name and is_like_any(name, bots) for name in people):
            raise Refused("name-taken", "a bot at this table has that name, or one that looks like it")

    def _add(self, kept: TableKept, where: str, promised: Mapping[int, str]) -> Room:
        assert kept.fair is not None
        self.lists.clear()
        fair = replace(kept.fair, commitments=commitments_of(kept.seats, promised))
        room = self._room_of(self.store.add_table(replace(kept, fair=fair)))
        self.shares.add(room.address, where)
        self.begin_if_full(room, promised)
        return room

    def check_wanted(
        self, wanted: TableRequest, user: User | None, seed: bytes | None = None, where: str = ""
    ) -> Mapping[str, Any]:
        """Check a request for a new table and return its options. Raises OptionError, Refused.

        `user`: None for a new visitor. `seed`: the table's, if there will be one; what is drawn follows from it.
        """
        options = new_options(wanted, seed)
        checked_choice("clock", wanted.clock, tuple(clocks.KINDS))
        checked_choice("joining", wanted.joining, JOINING)
        checked_choice("watching", wanted.watching, WATCHING)
        for sitting in wanted.seats:
            checked_sitting(sitting)
        self._check_no_bot(wanted.seats, user)
        self._check_room_for_one_more(user, where)
        if self.keys is None:
            raise Refused("locked", "this server can make no tables: its keys are missing", 503)
        return options

    def _kept(
        self, user: User, wanted: TableRequest, options: Mapping[str, Any], seats: tuple[SeatKept, ...], seed: bytes
    ) -> TableKept:
        at = now()
        return TableKept(
            id=0, address=new_address(), game=wanted.game, seats=seats, options=dict(options),
            seed=seed, host=user.id, clock=wanted.clock, joining=wanted.joining,
            watching=wanted.watching, status="waiting", ended_by="", pending=0, created=at, changed=at, rematch=None,
            chance=scheme_of(find(wanted.game)), fair=new_fair(len(seats)),
        )  # fmt: skip

    def _seat(self, number: int, sitting: SeatRequest, user: User) -> SeatKept:
        if sitting.kind in ("bot", "open"):
            return SeatKept(number, bot=sitting.bot if sitting.kind == "bot" else "")
        return SeatKept(number, user.id, checked_name(sitting.name or user.name))

    def _check_room_for_one_more(self, user: User | None, where: str) -> None:
        limits = self.settings.limits
        if user is not None and self.store.count_unfinished(user) >= limits.tables_a_user:
            raise Refused("too-many-tables", f"{limits.tables_a_user} tables of yours are not finished yet", 429)
        if not self.shares.has_room(where, limits.tables_an_address, limits.open_tables):
            raise Refused("crowded", "many tables from your address are not finished yet", 429)
        if self.store.count_unfinished() >= limits.open_tables:
            raise Refused("full", "this server has as many tables as it can hold; come back later", 503)

    def sit(self, room: Room, seat: int, user: User, name: str, commitment: str = "") -> None:
        """Seat a user on an open seat; nothing changes if the user sits there already. Raises Refused.

        `commitment`: to the user's nonce (dealing.py).
        """
        self.check_seat(room, seat, user)
        if room.kept.seats[seat].user == user.id:
            return
        checked = checked_name(name)
        self.check_named(room, checked, user, seat)
        self.dealing.sat_down(room, seat, commitment if not room.seats_of(user) else "")
        self._put_seat(room, SeatKept(seat, user.id, checked), [user.id])

    def check_named(self, room: Room, name: str, user: User | None, seat: int | None = None) -> None:
        """Raises Refused if somebody would be taken for another at a table, or for a bot that may sit there."""
        seats = [other for other in room.kept.seats if other.number != seat]
        people = [other.name for other in seats if other.user is not None and (user is None or other.user != user.id)]
        if is_like_any(name, [*people, *(NAMES[other.number] for other in seats if other.user is None)]):
            raise Refused("name-taken", "somebody at this table has that name, or one that looks like it")

    def check_seat(self, room: Room, seat: int, user: User | None) -> None:
        """Raises Refused unless a user, or a newcomer, may take a seat or has it already."""
        kept = room.kept.seats[seat]
        if user is not None and kept.user == user.id:
            return
        self._check_waiting(room)
        if not kept.is_open:
            raise Refused("taken", "somebody sits there already")

    def put_bot(self, room: Room, seat: int, bot: str) -> None:
        """Seat a bot on an open seat. Raises Refused, OptionError."""
        self._check_waiting(room)
        if not room.kept.seats[seat].is_open:
            raise Refused("taken", "somebody sits there already")
        checked_bot(bot)
        if is_like_any(NAMES[seat], [other.name for other in room.kept.seats if other.user is not None]):
            raise Refused("name-taken", "somebody at this table has that bot's name; put it on another seat")
        self.dealing.sat_down(room, seat, "")
        self._put_seat(room, SeatKept(seat, bot=bot))

    def leave(self, room: Room, user: User) -> None:
        """Open all seats of a user again, before the game begins. Raises Refused."""
        self._check_waiting(room)
        seats = [SeatKept(number) for number in room.seats_of(user)]
        self.lists.clear()
        for seat in seats:
            self.dealing.sat_down(room, seat.number, "")
        self.store.put_seats(room.kept, seats)
        room.put_seats(seats)
        room.changed()

    def discard(self, room: Room) -> None:
        """Close a table whose game has not begun. Raises Refused."""
        self._check_waiting(room)
        self.close_table(room.kept)

    def close_table(self, kept: TableKept) -> None:
        """Close a table that was never played at."""
        self.lists.clear()
        self.store.put_status(kept, "closed")
        lines = {**self.closing, kept.address: self.store.changes.line(kept.id)}
        self.closing = {address: line for address, line in lines.items() if not line.is_stored}
        self.shares.drop(kept.address)
        self.visits.drop(kept.address)
        if (room := self.rooms.get(kept.address)) is not None:
            room.put(status="closed")
            self.forget(room)

    def put_seen(self, room: Room, user: User) -> None:
        """Store that a user has seen all events until now."""
        count = self.live_of(room).table.event_count
        seats = [replace(room.kept.seats[number], seen=count) for number in room.seats_of(user)]
        for seat in seats:
            self.store.put_seen(room.kept, seat.number, count)
        room.put_seats(seats)

    def _check_waiting(self, room: Room) -> None:
        if room.kept.status != "waiting":
            raise Refused("begun", "the game has begun")

    def _put_seat(self, room: Room, seat: SeatKept, by: Iterable[int] = ()) -> None:
        self.lists.clear()
        self.store.put_seats(room.kept, [seat])
        room.put_seats([seat])
        if not self.begin_if_full(room, by):
            room.changed()

    def begin_if_full(self, room: Room, by: Iterable[int] = ()) -> bool:
        """Begin a table's game if its seats are taken, and no nonce is awaited. `by`: whose request it is."""
        if any(seat.is_open for seat in room.kept.seats) or self.dealing.is_awaited(room, list(by)):
            return False
        kept = replace(room.kept, status="running", created=now(), versions=present_versions(room.kept))
        live = LiveGame(kept)
        self.store.begin(kept, live.pending_people, live.table.position())
        room.kept, room.live = kept, live
        room.changed()
        self.wake(room)
        return True

    # playing

    def move(self, room: Room, seat: int, asked: int, name: str, then: str = "") -> Act:
        """Make a move for a seat. Raises Stale, IllegalMove, Refused.

        `then`: the answer to the question that the move leads the seat to, if it is one. The same answer to the same
        question again changes nothing.
        """
        live = self.live_of(room)
        if (before := live.may_move(seat, asked, name)) is not None:
            return before
        act = self._do(room, live.act(seat, "move", name, now(), asked))
        next_one = live.holders[seat].asked
        if then and next_one == act.number and then in (move.name for move in live.table.moves(seat)):
            self._do(room, live.act(seat, "move", then, now(), next_one))
        return act

    def preview(self, room: Room, seat: int, asked: int, name: str, then: str, language: str) -> Preview:
        """What a move would do, as far as its seat can know. Raises Stale, IllegalMove, Refused."""
        live = self.live_of(room)
        if live.may_move(seat, asked, name) is not None:
            raise Stale(live.holders[seat].asked)
        return live.table.preview(name, seat, then, language)

    def undo(self, room: Room, seat: int, number: int) -> Act:
        """Undo a seat's last decision. `number`: of the newest act it has seen. Raises UndoRefused, Stale."""
        live = self.live_of(room)
        repeated = next((act for act in reversed(live.acts) if act.kind == "undo" and act.asked == number), None)
        if repeated is not None and repeated.seat == seat:
            return repeated
        if number != len(live.acts):
            raise Stale(live.holders[seat].asked)
        return self._do(room, live.undo_act(seat, now(), number))

    def lend(self, room: Room, seat: int) -> None:
        """Let a bot play a user's seat until the user comes back."""
        live = self._user_at(room, seat)
        if not live.holders[seat].lent_to:
            self._do(room, live.act(seat, "lend", self.settings.level, now()))

    def take_back(self, room: Room, seat: int) -> None:
        """Give a seat back to its user."""
        live = self._user_at(room, seat)
        if live.holders[seat].lent_to:
            self._do(room, live.act(seat, "return", at=now()))

    def resign(self, room: Room, seat: int) -> None:
        """Resign for a seat: a bot plays on, or the game ends if nobody is left to play against."""
        live = self._user_at(room, seat)
        self._do(room, live.act(seat, "resign", at=now()))

    def stand(self, room: Room, seat: int, standing: str) -> None:
        """Change what a seat lets pass from now on: one of windows.STANDING. Raises Refused."""
        live = self._user_at(room, seat)
        if live.may_stand(seat, standing):
            self._do(room, live.act(seat, "standing", standing, now()))

    def _user_at(self, room: Room, seat: int) -> LiveGame:
        live = self.live_of(room)
        if live.ended_by:
            raise Refused("over", "the game is over")
        if live.seat(seat).bot or live.holders[seat].has_resigned:
            raise Refused("not-yours", "nobody can take this seat back")
        return live

    def live_of(self, room: Room) -> LiveGame:
        """The game at a table. Raises Refused before it begins."""
        if room.live is None:
            raise Refused("waiting", "the game has not begun: seats are open")
        return room.live

    def _do(self, room: Room, act: Act) -> Act:
        """Perform an act and store it. If it can't be stored, the table is rebuilt without it."""
        self.keep_time()
        live = self.live_of(room)
        by_bot = bool(live.bot_of(act.seat, self.settings.level))
        live.do(act)
        status = "over" if live.ended_by else "running"
        try:
            self.store.add_act(room.kept, act, status, live.pending_people, live.ended_by, live.table.position())
            ACTS.labels(room.kept.game, act.kind, "bot" if by_bot else "user").inc()
        except BaseException as error:
            self.health.note(error, room.address)
            self.forget(room)
            raise
        room.put(status=status, ended_by=live.ended_by, changed=act.at)
        if live.ended_by:
            self.shares.drop(room.address)
        if act.kind != "late" and (user := live.seat(act.seat).user) is not None:
            room.marks[user] = live.table.event_count
        room.changed()
        self.wake(room)
        return act

    def ask_back(self, room: Room, seat: int, number: int) -> Act:
        """Ask everybody to let a seat take its last decision back, though others have decided since.

        `number`: of the newest act it has seen. Bots do not mind: where only they sit it is done at once.
        Raises UndoRefused, Refused, Stale.
        """
        live = self.live_of(room)
        if number != len(live.acts):
            raise Stale(live.holders[seat].asked)
        live.may_ask_back(seat)
        return self._do(room, live.act(seat, "ask", at=now()))

    def answer_back(self, room: Room, seat: int, number: int, answer: str) -> None:
        """Agree to such a request, refuse it, or withdraw one's own. `number`: of the request. Raises Refused."""
        live = self.live_of(room)
        checked_choice("an answer", answer, ("agree", "refuse", "withdraw"))
        request = live.may_answer_back(seat, number)
        is_own = live.seat(seat).user == live.seat(request.seat).user
        if is_own != (answer == "withdraw"):
            raise Refused("not-yours", "who asks can withdraw, the others can answer", 403)
        if seat in live.still_to_agree or answer != "agree":
            self._do(room, live.act(request.seat if is_own else seat, answer, at=now()))

    def _grant(self, room: Room) -> None:
        """Take back what was asked for, once nobody is left to agree."""
        live = self.live_of(room)
        request = live.request
        moves = live.table.moves_since(request.seat) if request is not None else 0
        if request is not None and moves and not live.still_to_agree:
            self._do(room, live.act(request.seat, "back", str(moves), now()))

    def say(self, room: Room, seat: int, text: str, kind: str = "say") -> Saying:
        """Add a line to the chat, or a sign by its name. Raises Refused, OptionError."""
        live = self.live_of(room)
        line = checked_line(text, kind)
        if len(live.sayings) >= self.settings.limits.chat_lines:
            raise Refused("chat-full", "this table has said all that there is room for", 429)
        saying = Saying(len(live.sayings) + 1, seat, line, now(), kind)
        self.store.add_saying(room.kept, saying)
        live.sayings.append(saying)
        room.changed()
        return saying

    async def hint(self, room: Room, seat: int) -> MoveThought:
        """The move that the best bot would make, from what the seat may see.

        Raises Refused when nothing is asked, Stale when the question was answered while the bot thought.
        """
        live = self.live_of(room)
        if seat not in live.pending or live.bot_of(seat, self.settings.level):
            raise Refused("nothing-asked", "nothing is asked of the seat now")
        asked = live.holders[seat].asked
        thoughts = await self.workers.think(live.table, seat, self.settings.hint_iterations, room.kept.seats[seat].user)
        if live.ended_by or live.holders[seat].asked != asked:
            raise Stale(live.holders[seat].asked)
        return thoughts.moves[0]

    def make_again(
        self,
        kept: TableKept,
        seats: tuple[SeatKept, ...],
        host: int,
        where: str = "",
        promised: Mapping[int, str] | None = None,
    ) -> Room:
        """Make the table after another: the same game and options, where the next seat begins. Raises Refused.

        `promised`: commitments to nonces, by user.
        """
        options = dict(kept.options)
        if "start" in options:
            options["start"] = (options["start"] + 1) % len(seats)
        sittings = tuple(SeatRequest("bot", bot=seat.bot) if seat.bot else SeatRequest("me") for seat in seats)
        wanted = as_can_be(TableRequest(kept.game, sittings, options, kept.clock, kept.joining, kept.watching))
        user, seed = User(host, ""), chance.make_seed(None)
        chosen = self.check_wanted(wanted, user, seed, where)
        return self._add(self._kept(user, wanted, chosen, seats, seed), where, promised or {})

    # bots

    def wake(self, room: Room) -> None:
        """Start the bots of a table if one of them must decide; take back what everybody lets be taken back."""
        if room.live is None or self.is_closing or not self.health.is_storing:
            return
        self._grant(room)
        if room.bots is not None and not room.bots.done():
            return
        if self.bots.has_work(room.live):
            room.bots = self._spawn(self.bots.play(room))


def new_address() -> str:
    """A new table's address. It begins with no dash, so that no command takes it for an option."""
    found = secrets.token_urlsafe(ADDRESS_BYTES)
    return f"A{found[1:]}" if found.startswith("-") else found
