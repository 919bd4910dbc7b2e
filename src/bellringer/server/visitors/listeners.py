"""Pages and programs that listen: how many there may be, and who gives way when there is no more room.

Who sits at a table always gets in. When something is full, who looks on gives way to whoever plays. Of those who look
on, the network with most streams for its share gives one up to one that has fewer; and the visitor with most to who has
fewer. So keys without number, each with as many streams as it may have or with one alone, cut nobody off.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bellringer.server.base.addresses import Network, networks
from bellringer.server.base.metrics import STREAMS
from bellringer.server.base.settings import Limits
from bellringer.server.errors import Refused

if TYPE_CHECKING:
    from bellringer.server.service import TableService
    from bellringer.server.store import User
    from bellringer.server.tables.memory.room import Room


@dataclass(eq=False)
class Listener:
    """One stream. `who`: whom it counts for; `wake`: is set whenever its table changes, or one of its tables.

    `room`: its table; None for one that tells hidden pages of several.
    """

    room: Room | None
    who: str
    networks: tuple[Network, ...]
    is_seated: bool
    wake: asyncio.Event
    is_sent_away: bool = False


class Listeners:
    """All streams of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.all: dict[Listener, None] = {}  # the oldest first
        self.by_who: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self.counts: Counter[str] = Counter()  # by network

    def check(
        self, room: Room | None, user: User | None, who: str, where: str = "", hidden: Collection[Room] = ()
    ) -> None:
        """Raises Refused if there is no room for one more, and nobody who gives way. `where`: the address.

        `hidden`: the tables of the pages that one for no single table is for.
        """
        limits, is_seated = self.limits, is_seated_at(room, hidden, user)
        if self.count(who) >= limits.streams_a_visitor:
            raise Refused("full", f"at most {limits.streams_a_visitor} pages of one visitor may listen", 503)
        for network in networks(where) if where else ():
            if self.counts[network.name] >= network.share(limits.streams_an_address, limits.streams):
                there = [one for one in self.all if network in one.networks]
                self._make_room(there, who, where, is_seated, must=False)
        if len(self.all) >= limits.streams:
            self._make_room(self.all, who, where, is_seated, must=is_seated)
        if room is not None and len(room.streams) >= limits.streams_a_table:
            at_table = [one for one in self.all if one.room is room]
            self._make_room(at_table, who, where, is_seated, must=is_seated)

    def count(self, who: str) -> int:
        """How many streams somebody has."""
        return len(self.by_who[who]) if who in self.by_who else 0

    def _make_room(self, present: Collection[Listener], who: str, where: str, is_seated: bool, must: bool) -> None:
        """Send one of some listeners away. Raises Refused if nobody gives way, unless the newcomer must get in."""
        looking_on = [one for one in present if not one.is_seated]
        if looking_on:
            most = 0 if is_seated else self.count(who) + 1
            found = self._of_the_fullest(looking_on, where) or self._greediest(looking_on, most)
        else:
            found = self._greediest(present, self.count(who) + 1) if is_seated else None
        if found is not None:
            self.send_away(found)
        elif not must:
            raise Refused("full", "too many listen already; come back in a while", 503)

    def _of_the_fullest(self, present: Collection[Listener], where: str) -> Listener | None:
        """One of the network that has most of some listeners, if the newcomer's has fewer; of who has most there."""
        counts = Counter(network.name for one in present for network in one.networks)

        def load(found: Iterable[Network], more: int = 0) -> float:
            shares = ((one, one.share(self.limits.streams_an_address, self.limits.streams)) for one in found)
            return max(((counts[one.name] + more) / share for one, share in shares), default=0.0)

        found = max(present, key=lambda one: (load(one.networks), self.count(one.who)))
        return found if where and load(found.networks) > load(networks(where), more=1) else None

    def _greediest(self, present: Collection[Listener], most: int) -> Listener | None:
        """One of the visitor with most streams of some, if that has more than so many."""
        found = max(present, key=lambda one: self.count(one.who), default=None)
        return found if found is not None and self.count(found.who) > most else None

    def send_away(self, listener: Listener) -> None:
        """End a stream."""
        listener.is_sent_away = True
        self._leave(listener)
        listener.wake.set()

    @contextmanager
    def listening(
        self, room: Room | None, user: User | None, who: str, where: str = "", hidden: Collection[Room] = ()
    ) -> Iterator[Listener]:
        """A new stream, for as long as it lasts.

        Its answer begins some time after it was let in. Where others have left no room meanwhile, it is sent away.
        """
        found = networks(where) if where else ()
        listener = Listener(room, who, found, is_seated_at(room, hidden, user), asyncio.Event())
        try:
            self.check(room, user, who, where, hidden)
        except Refused:
            listener.is_sent_away = True
            yield listener
            return
        with ExitStack() as at_tables, STREAMS.track_inprogress():
            for one in hidden if room is None else (room,):
                at_tables.enter_context(one.listening(who, listener.wake))
            self.all[listener] = self.by_who[who][listener] = None
            self.counts.update(network.name for network in found)
            try:
                yield listener
            finally:
                self._leave(listener)

    def wake_all(self) -> None:
        """Let all streams look whether they go on."""
        for listener in self.all:
            listener.wake.set()

    def _leave(self, listener: Listener) -> None:
        if listener not in self.all:
            return
        del self.all[listener], self.by_who[listener.who][listener]
        if not self.by_who[listener.who]:
            del self.by_who[listener.who]
        for network in listener.networks:
            self.counts[network.name] -= 1
            if not self.counts[network.name]:
                del self.counts[network.name]


def is_seated_at(room: Room | None, hidden: Collection[Room], user: User | None) -> bool:
    """Whether a user sits at one of the tables of a stream."""
    return any(one.seats_of(user) for one in (room, *hidden) if one is not None)


def goes_on(listener: Listener, service: TableService, user: User | None) -> bool:
    """Whether a stream may be told more. `user`: whose it is; a visitor may have to go when the game begins."""
    room, is_open = listener.room, not service.is_closing and not listener.is_sent_away
    return is_open and (room is None or (not room.is_gone and room.may_look(user)))
