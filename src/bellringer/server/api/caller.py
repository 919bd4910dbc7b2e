"""Who asks at the interface for programs: the key that a request carries, and what its owner may do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from fastapi import Request

from bellringer.server.base.heads import is_head
from bellringer.server.errors import Refused
from bellringer.server.people.known import hash_of
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.verbs.repeats import Attempt, Sent
from bellringer.server.visitors.listeners import Listener
from bellringer.server.visitors.security import KEY_LENGTH, Counted, visitor
from bellringer.server.visitors.security import new_key as random_key

NO_TABLE = "there is no such table, or it is not for you to see"  # in one sentence, so that none is told to exist


class Caller(Counted):
    """Who asks, and the service. `newcomer`: who has sent the same request before, without a key."""

    def __init__(self, request: Request, key: str | None, user: User | None) -> None:
        self.request = request
        self.service: TableService = request.app.state.service
        self.key, self.user = key, user
        self.newcomer: User | None = None

    @classmethod
    async def of(cls, request: Request) -> Caller:
        """Who sends a request. Raises Refused."""
        key = bearer(request)
        user = await request.app.state.service.people.user(key)
        if key is not None and user is None:  # no key is anybody's that the server has not given out
            raise Refused("unknown-key", "nobody has this key; without one, the answer to sitting down has yours", 401)
        return cls(request, key, user)

    def count(self, what: str) -> None:
        """Count something against this caller's limits. Raises Refused."""
        self.request.app.state.gate.check(what, self.where, self.user.id if self.user is not None else None)

    @contextmanager
    def listening(self, room: Room) -> Iterator[Listener]:
        """A stream of the caller's, for as long as it lasts."""
        with self.service.listeners.listening(room, self.user, self.who, self.where) as listener:
            if self.user is not None:
                room.come(self.user.id)
            try:
                yield listener
            finally:
                if self.user is not None:
                    room.go(self.user.id)

    def introduce(self, name: str, new_key: str | None = None) -> tuple[User, str]:
        """The caller by that name; a newcomer gets a key, of which the same request makes the same."""
        key = self.key or new_key or random_key()
        if self.user is None and self.newcomer is None:
            self.request.app.state.gate.check("newcomers", self.where)
        self.user = self.service.people.introduce(key, name)
        self.service.hosting.addresses.note(visitor(self.request), self.user)
        return self.user, key

    async def sent(self, key: str | None) -> Sent | None:
        """The request, if it has a key of its own: then it may come again."""
        if key is None:
            return None
        who = "" if self.key is None else hash_of(self.key).hex()
        return Sent(key.strip('"'), who, self.request.url.path, await self.request.body())

    async def again(self, sent: Sent | None) -> Attempt | None:
        """What the request was when it came before, and who had got a key then."""
        before = await self.service.repeats.came_before(sent)
        if before is not None and self.user is None:
            self.newcomer = await self.service.people.user(before.new_key)
        return before

    async def room(self, address: str) -> Room:
        """A table that the caller may look at. Raises Refused."""
        room = await self.service.tables.seen(address, lambda room: room.may_look(self.user), self.user)
        if room is None:
            raise Refused("no-table", NO_TABLE, 404)
        if not is_head():
            self.service.visits.note(room, self.user)
            if self.user is not None:
                room.seen_at[self.user.id] = monotonic()
        return room

    def known(self) -> User:
        """The caller, who has a key. Raises Refused."""
        if self.user is None:
            raise Refused("key", "send your key: Authorization: Bearer KEY", 401)
        return self.user

    def own(self, room: Room, seat: int) -> int:
        """A seat of the caller's. Raises Refused."""
        if seat not in room.seats_of(self.known()):
            raise Refused("not-your-seat", "somebody else sits there", 403)
        return seat


def bearer(request: Request) -> str | None:
    """The key that a request carries. Raises Refused for anything else in its place."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, key = header.partition(" ")
    if scheme.lower() != "bearer" or len(key) != KEY_LENGTH or not key.isascii():
        raise Refused("key", "Authorization must be: Bearer KEY, with the key that you were given", 401)
    return key


async def caller(request: Request) -> Caller:
    """Who asks, as a route wants it."""
    return await Caller.of(request)
