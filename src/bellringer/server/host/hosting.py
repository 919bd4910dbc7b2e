"""What the host of a server does by the command line, at tables that the running server has in memory.

The command writes what is wanted into the database, where the server looks twice a second, and waits for the answer;
if no server runs, it does the same itself. So everything that a host did is in the database, with its time. What the
server changes goes through its writer, so that nobody but the host waits while another process holds the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Literal

import structlog

from bellringer.core.errors import BellringerError, OptionError
from bellringer.server.base.addresses import LOOPBACK
from bellringer.server.base.trouble import SENTENCES, kind_of
from bellringer.server.errors import Refused
from bellringer.server.people.bars import MOST as MOST_BARS
from bellringer.server.people.bars import MOST_HOURS, MOST_HOURS_OF_NETWORK, Bars, hashed
from bellringer.server.people.known import People
from bellringer.server.store import TableKept, User, bar_rows, host_rows
from bellringer.server.store.bar_rows import Meant
from bellringer.server.store.host_rows import SECONDS_KEPT, HostAct, HostStore
from bellringer.server.store.store import Store
from bellringer.server.store.values.clocks import HOUR
from bellringer.server.store.values.kept import now
from bellringer.server.store.vault import UNFINISHED
from bellringer.server.store.writer import done
from bellringer.server.tables.making.shares import Shares
from bellringer.server.tables.making.table_setup import TableSetup
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.verbs.company import Company, numbered
from bellringer.server.tables.verbs.hand_over import HOST, HandOver, SeatOrHost, holder_of
from bellringer.server.tables.verbs.playing import Playing
from bellringer.server.visitors.listeners import Listeners
from bellringer.server.visitors.sightings import Addresses

REMOVALS = ("remove-person", "remove-words")  # after which the write-ahead log is begun anew
HANDED = "hand-over"  # what the link to a seat is sealed as
LOOK = 0.5  # seconds between two looks for what the host wants

log = structlog.get_logger()


class Hosting:
    """Does what a host wants, at open tables. `store`: of what the host wants; `database`: all else."""

    def __init__(
        self,
        store: HostStore,
        tables: OpenTables,
        database: Store,
        *,
        people: People,
        bars: Bars,
        shares: Shares,
        playing: Playing,
        setup: TableSetup,
        company: Company,
        handing: HandOver,
        listeners: Listeners,
    ) -> None:
        self.store, self.tables, self.database, self.health = store, tables, database, tables.health
        self.people, self.bars, self.shares = people, bars, shares
        self.playing, self.setup, self.company, self.handing = playing, setup, company, handing
        self.listeners = listeners
        self.addresses = Addresses()
        self.look_every, self.seconds_kept = LOOK, SECONDS_KEPT
        self.blank_at: float | None = time.monotonic()  # when addresses go that nobody has read
        self.ways: dict[str, Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]] = {
            "close": self.close,
            "bar": self.bar,
            "unbar": self.unbar,
            "hand-over": self.hand_over,
            "remove-person": self.remove_person,
            "remove-words": self.remove_words,
            "addresses": self.told,
        }

    async def watch(self) -> None:
        """Look for what the host wants, for as long as the server lives."""
        while True:
            try:
                await self.look()
            except Exception as error:
                self.health.note(error)
                log.exception("the host waits")
            await asyncio.sleep(self.look_every)

    async def look(self) -> None:
        """Do everything that is wanted now."""
        for act in self.store.acts("asked"):
            await self.perform(act)
        if self.health.is_storing:
            await self.bars.drop_over()
        if self.blank_at is not None and time.monotonic() > self.blank_at:
            await self.database.changes.stored(host_rows.blank, None, self.seconds_kept)
            self.blank_at, self.database.log.must_go = None, True

    async def perform(self, act: HostAct) -> None:
        """Do one thing, and store what came of it."""
        try:
            if act.what not in self.ways:
                raise OptionError(f"this server does not know how to {act.what}")
            state, found = "done", await self.ways[act.what](act.wanted)
        except BellringerError as error:
            state, found = "refused", {"why": str(error)}
        except Exception as error:
            kind = kind_of(error)
            if kind not in (None, "damaged"):  # it is tried again when the database can be written
                raise
            log.error("what the host wants failed", exc_info=error)
            why = SENTENCES[kind] if kind else f"it failed ({type(error).__name__}); the log has where"
            state, found = "refused", {"why": why}
        # After all that was changed, so that what is said to be done is stored.
        kept = logged(act.wanted)
        await self.database.changes.stored(host_rows.answer, act.number, state, found, kept)
        if act.what in REMOVALS or kept != act.wanted:
            self.database.log.must_go = True
        log.info("the host has done something", what=act.what, number=act.number, state=state)

    # at a table

    def address(self, wanted: Mapping[str, Any]) -> str:
        """The address of the table that is meant, by number or by address. Raises Refused."""
        name = str(wanted.get("table", ""))
        address = self.store.address_of(int(name)) if name.isdecimal() and len(name) < 12 else name
        if address is None or self.database.table(address) is None:
            raise Refused("no-table", f"there is no table {name}", 404)
        return address

    async def room(self, wanted: Mapping[str, Any]) -> Room:
        """The table that is meant. Raises Refused, also for one that can't be rebuilt."""
        address = self.address(wanted)
        room = await self.tables.find(address)
        if room is None:
            raise Refused("no-table", "this table is closed already")
        return room

    async def close(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Close tables without a game yet; end games without a winner. Their records stay.

        Those that are named, and all unfinished ones of some people, or that were made in some networks. Raises
        Refused, before any is closed, where one of those that are named can't be. `left`: how many others are damaged.
        """
        meant = self.meant(wanted)
        named = [self.checked_open(name) for name in names_of(wanted)]
        found = [*named, *self.store.unfinished_of(list(meant.people)), *self.made_in(meant.networks)]
        if not found:
            why = "none of theirs is known; where tables were made is known to a running server alone, since its start"
            raise Refused("no-table", f"there is no unfinished table to close: {why}", 404)
        closed, left = [], 0
        for address in dict.fromkeys(found):
            try:
                kept = self.database.table(address)
                if kept is not None and kept.status in UNFINISHED:
                    closed.append({"table": kept.id, "status": await self.close_one(kept)})
            except BellringerError:  # a damaged one among many; one that is named is refused in words
                if address in named:
                    raise
                left += 1
            await asyncio.sleep(0)  # others are answered in between
        return {"tables": closed, **({"left": left} if left else {})}

    def checked_open(self, name: str) -> str:
        """The address of an unfinished table that is named. Raises Refused."""
        address = self.address({"table": name})
        kept = self.database.table(address)
        assert kept is not None
        if kept.status not in UNFINISHED:
            raise Refused("over", f"table {kept.id} is {kept.status} already")
        return address

    def made_in(self, hashes: Collection[bytes]) -> list[str]:
        """The tables that were made in some networks, since the server began."""
        if not hashes:
            return []
        made = self.shares.made.items()
        links = self.database.vault.links
        return [table for table, found in made if any(hashed(links, network.name) in hashes for network in found)]

    async def close_one(self, kept: TableKept) -> str:
        """Close a table, or end its game. Returns which. Raises Refused."""
        try:
            room = await self.tables.find(kept.address)
        except Refused as error:
            if error.code not in ("damaged", "locked"):
                raise
            room = None  # which can't be rebuilt, now or ever
        if room is not None and room.live is not None:
            if not room.live.ended_by:
                self.playing.close(room)
            return "over"
        self.tables.close(kept)
        return "closed"

    # who is barred

    async def bar(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Bar people and networks from now on, for so many hours. Raises Refused, before anything is changed."""
        meant, hours = self.meant(wanted), int(wanted["hours"])
        if not (meant.people or meant.networks):
            raise Refused("bad", "name whom to bar", 422)
        most = MOST_HOURS_OF_NETWORK if meant.networks else MOST_HOURS
        if not 0 < hours <= most:
            of = "an address" if meant.networks else "a person"
            raise Refused("bad", f"a bar of {of} lasts 1 to {most} hours, not {hours}", 422)
        if meant.networks and any(hashed(self.database.vault.links, name) in meant.networks for name in LOOPBACK):
            raise Refused(
                "bad", "this machine can't be barred: whoever comes through a proxy here has its address", 422
            )
        if len(self.bars) + len(meant.people) + len(meant.networks) > MOST_BARS:
            raise Refused("full", f"there are {MOST_BARS} bars at most; end some")
        ends = now() + 1000 * HOUR * hours
        await self.bars.change(bar_rows.put, meant, now(), ends)
        return {"people": len(meant.people), "networks": len(meant.networks), "ends": ends}

    async def unbar(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """End some bars. Raises Refused where one of those that are named by number is not there."""
        meant = self.meant(wanted)
        there = {bar["number"] for bar in self.store.bars()}
        if missing := [number for number in meant.numbers if number not in there]:
            raise Refused("missing", f"there is no bar {missing[0]}; nothing is changed", 404)
        count = await self.bars.change(bar_rows.drop, meant)
        if not count:
            raise Refused("missing", "nobody of these is barred", 404)
        return {"bars": count}

    def meant(self, wanted: Mapping[str, Any]) -> Meant:
        """Whom the host means. Raises Refused for people who are not there, and for hashes of other keys."""
        meant = Meant.of(wanted)
        for person in meant.people:
            self.person({"person": person})
        keys = self.database.vault.keys
        if meant.networks and (keys is None or wanted.get("key") != keys.newest.hex()):
            raise Refused("locked", "the command and the server have different keys: name those of the server", 503)
        return meant

    def resign(self, room: Room, is_meant: Callable[[int], bool]) -> None:
        """Resign for people of a running game, by their ids, until it is over."""
        live = room.game
        for seat in room.kept.seats:
            is_person = seat.user is not None and is_meant(seat.user)
            if is_person and not live.ended_by and not live.holders[seat.number].has_resigned:
                self.playing.resign(room, seat.number)

    async def hand_over(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Make a link with which somebody else, or the same person with a new key, takes a seat, or the host's part.

        The answer stays in the database, so the link is in it for those alone who have the server's keys. Raises
        Refused.
        """
        room, named = await self.room(wanted), wanted["seat"]
        part: SeatOrHost = HOST if named == HOST else int(named)
        if holder_of(room, part) is None:
            raise Refused("no-seat", f"nobody sits on seat {part} of table {room.kept.id}", 404)
        path = f"/hand/{room.address}/{self.handing.token_for(room, part)}"
        assert self.database.vault.keys is not None, "else there would be no token"
        return {"table": room.kept.id, "sealed": self.database.vault.keys.seal(path.encode(), HANDED).hex()}

    # people, and what they said

    async def remove_person(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Take somebody out: from waiting tables, by resigning from games, name, key and words. Raises Refused.

        From the beginning on nobody has the key, so that nothing is added to what is removed.
        """
        person = self.person(wanted)
        self.people.leaving.add(person)
        try:
            self.people.forget([person])
            await self.database.changes.stored(lambda _: None)  # all that the person has done until now
            there = self.store.tables_with(person)
            await self.leave_all(there, person)
            removed = await self.database.changes.stored(host_rows.remove_person, person)
            await self.forget(person, there)
        finally:
            self.people.leaving.discard(person)
        return {"person": person, "tables": len(there), **removed}

    async def leave_all(self, addresses: list[str], person: int) -> None:
        """Take somebody off all tables that are not over. Raises Refused, before any, where one can't be opened."""
        found = [kept for address in addresses if (kept := self.database.table(address)) is not None]
        mine = [kept for kept in found if kept.status in UNFINISHED and is_at(kept, person)]
        rooms = [room for kept in mine if (room := await self.opened(kept)) is not False]
        shut = len(mine) - len(rooms)
        if shut:
            tables = "1 table" if shut == 1 else f"{shut} tables"
            why = "name the keys of the server, or close what can't be opened; nothing is changed"
            raise Refused("locked", f"{tables} of theirs can't be opened: {why}", 503)
        for room in rooms:
            if room is not None:
                self.leave(room, person)

    async def opened(self, kept: TableKept) -> Room | Literal[False] | None:
        """A table that somebody leaves; None for one that was just closed.

        False for one that can't be opened: it can't be rebuilt, or its keys are missing.
        """
        try:
            return await self.tables.find(kept.address)
        except Refused:
            return False

    def leave(self, room: Room, person: int) -> None:
        """Take somebody off a table that is not over; one that waits goes with its host, one that deals at once."""
        kept = room.kept
        if room.live is not None:
            if not room.live.ended_by:
                self.resign(room, lambda user: user == person)
        elif kept.host == person or room.kept.status == "dealing":
            self.tables.close(kept)
        else:
            self.setup.leave(room, User(person, ""))

    async def remove_words(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Take out what somebody said anywhere, or one line of a table. Raises Refused."""
        if "person" in wanted:
            person = self.person(wanted)
            lines = await self.database.changes.stored(host_rows.remove_words, person)
            await self.forget(person, self.store.tables_with(person))
            return {"person": person, "lines": lines}
        address = self.address(wanted)
        kept = self.database.table(address)
        assert kept is not None
        place, line = numbered(str(wanted.get("line", "")))
        lines = await self.database.changes.stored(host_rows.remove_line, kept.id, place, line)
        if not lines:
            raise Refused("bad", "this table has no such line, or its words are gone already", 422)
        await self.drop(address)
        return {"table": kept.id, "lines": lines}

    def person(self, wanted: Mapping[str, Any]) -> int:
        """The id of the person who is meant. Raises Refused."""
        person = int(wanted["person"])
        if not self.store.has_person(person):
            raise Refused("missing", f"there is no person {person}", 404)
        return person

    async def forget(self, person: int, addresses: list[str]) -> None:
        """Let nothing in memory remember what was removed."""
        self.people.forget([person])
        self.company.muted.clear()
        for address in addresses:
            await self.drop(address)

    async def drop(self, address: str) -> None:
        """Have a table built anew from what is kept, all of it, and its open pages fetch it again."""
        while (room := self.tables.rooms.get(address)) is not None:
            last = self.database.changes.line(room.kept.id).last
            if last is None or last.is_done:
                break
            await done(last)  # meanwhile more may happen there
        if room is not None:
            self.tables.forget(room)
            if room.kept.status in UNFINISHED:
                await self.tables.find(address)

    # who floods

    async def told(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """What comes from which address, with the tables that were made there, and by people who were seen there."""
        found = self.addresses.told(wanted.get("address"))
        self.blank_at = time.monotonic() + self.seconds_kept
        for one in found:
            people = set(one["people"])
            mine = [room for room in self.tables.rooms.values() if room.kept.host in people]
            made = self.store.numbers_of(self.shares.made_in(one["address"]))
            one["tables"] = sorted({room.kept.id for room in mine if room.kept.status in UNFINISHED} | set(made))
            names = {one["address"], *(f"user {person}" for person in people)}
            ends = self.bars.ends(one["address"].partition("/")[0])
            one["barred"] = ends
            one["streams"] = sum(listener.who in names for listener in self.listeners.all)
        return {"addresses": found}


def names_of(wanted: Mapping[str, Any]) -> list[str]:
    """The tables that the host names; one, in what an older version had stored."""
    return [*wanted.get("tables", ()), *([wanted["table"]] if "table" in wanted else [])]


def logged(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What the log keeps of what the host wanted: of networks how many, and not the hashes by which they are found."""
    kept = {name: value for name, value in wanted.items() if name != "key"}
    return {**kept, "networks": len(kept["networks"])} if "networks" in kept else kept


def is_at(kept: TableKept, person: int) -> bool:
    """Whether somebody sits at a table, or has made it."""
    return kept.host == person or any(seat.user == person for seat in kept.seats)
