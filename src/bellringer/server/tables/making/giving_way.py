"""Which tables give way when there is little room for more, so that no network closes the door for everybody.

A table can give way at which nobody but its maker has had a part: a lobby in which nobody else sits, a game in which
nobody else has moved. It goes from the network that has most of these for its share, the newest first, and is ended as
an abandoned one is: a game has its record. Somebody's only table stays. A person is a key that anybody can make, so at
one address that holds for so many people (Limits.people_an_address).

Of a table from before the start it is not known where it was made: it counts for the person who made it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import structlog

from bellringer.core.errors import BellringerError
from bellringer.server.base.addresses import Network, networks
from bellringer.server.base.metrics import GIVEN_WAY
from bellringer.server.base.settings import Limits
from bellringer.server.errors import Refused
from bellringer.server.store.store import Store
from bellringer.server.store.unfinished import Unfinished, unfinished
from bellringer.server.store.vault import UNFINISHED
from bellringer.server.tables.making.shares import Shares
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.verbs.playing import Playing

if TYPE_CHECKING:
    from bellringer.server.store import TableKept, User
    from bellringer.server.tables.memory.room import Room

GOOD_FOR = 1.0  # seconds for which it is known well enough whether a table would give way

log = structlog.get_logger()


@dataclass(frozen=True)
class Candidate:
    """An unfinished table. `people`: who made it, and who sits there; `networks`: where it was made.

    `is_alone`: nobody but its maker has had a part.
    """

    number: int
    address: str
    people: frozenset[int]
    is_alone: bool
    networks: tuple[Network, ...]


@dataclass(frozen=True)
class Way:
    """A table that was found so that it can give way. `room`: in memory, where a game must be given up."""

    number: int
    kept: TableKept
    room: Room | None


class Candidates:
    """All unfinished tables at one moment."""

    def __init__(self, tables: Iterable[Candidate], limits: Limits) -> None:
        self.limits = limits
        every = sorted(tables, key=lambda table: table.number)
        alone = [table for table in every if table.is_alone]
        self.counts = Counter(network.name for table in alone for network in table.networks)
        self.free = self._not_kept(alone, Counter(person for table in every for person in table.people))

    def _not_kept(self, alone: list[Candidate], tables_of: Counter[int]) -> list[Candidate]:
        """Which tables may give way, the oldest first: all but somebody's only one, of so many people in a network."""
        free, kept = list[Candidate](), Counter[str]()
        for table in alone:
            is_only = any(tables_of[person] == 1 for person in table.people)
            if is_only and all(kept[one.name] < self._people_in(one) for one in table.networks):
                kept.update(one.name for one in table.networks)
            else:
                free.append(table)
        return free

    def _people_in(self, network: Network) -> float:
        """How many people of a network keep their only table. At a home server all have the machine's address."""
        return float("inf") if network.is_here else network.times * self.limits.people_an_address

    def load(self, network: Network, more: int = 0) -> float:
        """How much of its share a network has with such tables, and so many more."""
        share = network.share(self.limits.tables_an_address, self.limits.open_tables)
        return (self.counts[network.name] + more) / share

    def first(self, own: Iterable[Network]) -> Candidate | None:
        """The table that gives way to a new one from some networks; None if none of them has less than others have."""
        newest_first = dict.fromkeys(network for table in reversed(self.free) for network in table.networks)
        most = max(newest_first, key=self.load, default=None)
        if most is None or self.load(most) <= max((self.load(network, 1) for network in own), default=0.0):
            return None
        return next(table for table in reversed(self.free) if most in table.networks)


class GivingWay:
    """Finds room for new tables."""

    def __init__(self, tables: OpenTables, store: Store, shares: Shares, playing: Playing, limits: Limits) -> None:
        self.tables, self.store, self.shares, self.playing, self.limits = tables, store, shares, playing, limits
        self.alone: set[str] = set()  # of those that are not in memory: where nobody but the maker had had a part
        self.stuck: set[str] = set()  # those that could not be ended
        self.latest: tuple[float, Candidates] | None = None

    def is_short(self, user: User | None, where: str) -> bool:
        """Whether a new table would take room that is not there, or is kept for those who have none."""
        store, most = self.store, self.limits.open_tables
        count = store.count_unfinished()
        if count < most - kept_free(most):
            return False
        has_one = self.shares.has_any(where) or (user is not None and store.count_unfinished(user) > 0)
        return has_one or count >= most

    def check(self, user: User | None, where: str) -> None:
        """Raises Refused if there is no room for a new table, and none gives way, as far as was known a moment ago."""
        if self.is_short(user, where) and self._lately().first(own_networks(user, where)) is None:
            raise full()

    async def find(self, user: User | None, where: str) -> Way | None:
        """Find the table that would give way to a new one now; None if none must, or none does. It stays as it is."""
        while self.is_short(user, where) and (first := self._now().first(own_networks(user, where))) is not None:
            try:
                return await self._opened(first)
            except BellringerError:  # damaged, or its keys are missing: whoever comes finds room all the same
                self.stuck.add(first.address)
        return None

    async def _opened(self, found: Candidate) -> Way:
        """A table that can be ended: one whose game has begun in memory, of any other the row. Raises Refused."""
        room = self.tables.rooms.get(found.address)
        kept = room.kept if room is not None else await self.tables.kept(found.address)
        if kept is not None and kept.status == "running":
            room = await self.tables.find(found.address)
        if kept is None or (kept.status == "running" and room is None):
            raise Refused("no-table", "it can't be read")
        return Way(found.number, kept, room)

    def make_room(self, user: User, where: str, way: Way | None) -> None:
        """End the table that gives way to a new one, if one must. `way`: which was just found. Raises Refused."""
        if not self.is_short(user, where):
            return
        first = self._now().first(own_networks(user, where))
        if way is None or first is None or first.number != way.number:
            raise full()
        if way.room is not None and way.room.live is not None:
            self.playing.give_up(way.room)
        else:
            self.tables.close(way.kept)
        GIVEN_WAY.inc()
        log.info("a table has given way", table=way.number)

    def note(self, room: Room) -> None:
        """Note of a table that leaves memory whether it may give way."""
        if room.kept.status in UNFINISHED and is_alone(room):
            self.alone.add(room.address)

    def forget(self, address: str) -> None:
        """Forget what was noted of a table, which is in memory again, or gone."""
        self.alone.discard(address)

    # the moment

    def _lately(self) -> Candidates:
        """As it was a moment ago: to look at all tables takes some milliseconds."""
        if self.latest is None or monotonic() - self.latest[0] > GOOD_FOR:
            return self._now()
        return self.latest[1]

    def _now(self) -> Candidates:
        """As it is now: what is stored, and what memory knows better."""
        with self.store.engine.connect() as connection:
            rows = unfinished(connection)
        rooms, closing = self.tables.rooms, self.tables.closing
        stored = [self._of_row(row) for row in rows if row.address not in rooms and row.address not in closing]
        here = [self._of_room(room) for room in rooms.values() if room.kept.status in UNFINISHED]
        self.stuck &= {table.address for table in (*stored, *here)}
        self.latest = monotonic(), Candidates([*stored, *here], self.limits)
        return self.latest[1]

    def _of_row(self, row: Unfinished) -> Candidate:
        is_makers = row.seated <= {row.host} and (row.names <= 1 or row.status != "running")
        may_go = (is_makers or row.address in self.alone) and row.address not in self.stuck
        return Candidate(row.number, row.address, row.seated | some(row.host), may_go, self._networks(row))

    def _of_room(self, room: Room) -> Candidate:
        kept = room.kept
        people = frozenset(seat.user for seat in kept.seats if seat.user is not None) | some(kept.host)
        may_go = is_alone(room) and kept.address not in self.stuck
        return Candidate(kept.id, kept.address, people, may_go, self._networks(kept))

    def _networks(self, table: Unfinished | TableKept) -> tuple[Network, ...]:
        """Where a table was made; where that is not known, its maker stands for it."""
        return self.shares.made.get(table.address) or (network_of(table.host),)


def is_alone(room: Room) -> bool:
    """Whether nobody but its maker has had a part in a table: sits there before the game, or has moved in it.

    People who share a screen are told apart by their names.
    """
    kept, live = room.kept, room.live
    if live is None:
        return all(seat.user in (None, kept.host) for seat in kept.seats)
    moved = {(seat.user, seat.name) for seat in kept.seats if live.holders[seat.number].has_moved}
    return len(moved) <= 1 and all(user == kept.host for user, _ in moved)


def kept_free(most: int) -> int:
    """How much of the room for tables is for networks that have none."""
    return most // 10


def own_networks(user: User | None, where: str) -> tuple[Network, ...]:
    """What the tables count for that somebody makes, or has made before the start. `where`: the address, or nothing."""
    return (*(networks(where) if where else ()), *((network_of(user.id),) if user is not None else ()))


def network_of(person: int | None) -> Network:
    """Who stands for the networks where a table was made when these are not known."""
    return Network(f"user {person}")


def some(person: int | None) -> frozenset[int]:
    """A person, if it is one."""
    return frozenset() if person is None else frozenset((person,))


def full() -> Refused:
    """What those are told for whom there is no room."""
    return Refused("full", "this server has as many tables as it can hold; come back later", 503)
