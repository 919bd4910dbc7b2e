"""Requests that come again, since their answer was lost or a button was pressed twice, and are done once.

A client chooses a key for a request. What the request makes follows from that key and from the server's, which are not
in the data folder: the table's address, and the key of a newcomer's seat. So nothing that is secret is stored for it,
and a server that was killed in between goes on where it was. A line of the chat is known again by the number that was
noted before it was said.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bellringer.server.errors import Refused
from bellringer.server.store import Aside, Saying
from bellringer.server.store.repeat_rows import Repeat
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from bellringer.server.tables.verbs.company import Company, checked_line
from bellringer.server.tables.verbs.playing import Playing

if TYPE_CHECKING:
    from bellringer.server.store import User
    from bellringer.server.tables.memory.room import Room

KEPT_FOR = 2 * 24 * 60 * 60 * 1000  # milliseconds in which a request can come again
MOST = 200_000  # requests that are kept, some 30 MB
ADDRESS_LETTERS = 16


@dataclass(frozen=True)
class Sent:
    """A request with a key. `who`: whom the key belongs to, empty for newcomers; `body`: all that is asked for.

    With `is_form` the same key may come with another body, as from a page that was filled in again: that is another
    request.
    """

    key: str
    who: str
    path: str
    body: bytes
    is_form: bool = False

    @property
    def fingerprint(self) -> bytes:
        """A hash of what is asked for."""
        return hashlib.sha256(f"POST {self.path}\n".encode() + self.body).digest()

    @property
    def hashed(self) -> bytes:
        """A hash of who asks with which key."""
        more = self.fingerprint if self.is_form else b""
        return hashlib.sha256(f"{self.who}\n{self.key}\n".encode() + more).digest()


class Attempt:
    """One time that a request came. `before`: what was noted of it when it came first; None then."""

    def __init__(self, store: Store, sent: Sent | None, before: Repeat | None) -> None:
        self.store, self.sent, self.before = store, sent, before

    def note(self, number: int = 0) -> None:
        """Note the request, which has been checked and will be done now. `number`: of the line that it will add."""
        if self.sent is not None:
            self.store.repeats.put(self.sent.hashed, Repeat(self.sent.fingerprint, number), now())

    def _derived(self, what: str) -> str:
        assert self.sent is not None
        mixed = hmac.digest(
            self.store.vault.links, f"{what} ".encode() + self.sent.hashed + self.sent.fingerprint, "sha256"
        )
        return base64.urlsafe_b64encode(mixed).decode().rstrip("=")

    @property
    def new_key(self) -> str | None:
        """The key of a newcomer who sends this request; None for any."""
        return None if self.sent is None else self._derived("key")

    @property
    def address(self) -> str:
        """The address of the table that this request makes; empty for any."""
        return "" if self.sent is None else self._derived("table").lstrip("-")[:ADDRESS_LETTERS]


class Repeats:
    """The requests that may come again."""

    def __init__(self, store: Store, playing: Playing, company: Company, *, most: int = MOST) -> None:
        """`most`: that are kept."""
        self.store, self.playing, self.company, self.most = store, playing, company, most
        self.under_way: set[bytes] = set()
        self.turns: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()  # of those that are being done

    @asynccontextmanager
    async def in_turn(self, sent: Sent | None) -> AsyncIterator[None]:
        """Have a request that comes twice at one time done once: the second finds what the first has made."""
        if sent is None:
            yield
            return
        async with self.turns.setdefault(sent.hashed, asyncio.Lock()):
            yield

    @contextmanager
    def attempt(self, sent: Sent | None) -> Iterator[Attempt]:
        """Do something for a request, which is stored as a whole or not at all; without waiting for anything.

        One without a key (None) is done as if it could not come again. Raises Refused.
        """
        if sent is None:
            with self.store.changes.as_one():
                yield Attempt(self.store, None, None)
            return
        if sent.hashed in self.under_way:
            raise Refused("under-way", "the same request is being done now")
        before = self.store.repeats.find(sent.hashed)
        if before is not None and before.fingerprint != sent.fingerprint:
            raise Refused(
                "other-request", "this key came with another request before; choose a new one", 422, "Idempotency-Key"
            )
        self.under_way.add(sent.hashed)
        try:
            with self.store.changes.as_one():
                yield Attempt(self.store, sent, before)
        finally:
            self.under_way.discard(sent.hashed)

    async def came_before(self, sent: Sent | None) -> Attempt | None:
        """What a request was when it came before; None for one that comes first. So what it made can be found."""
        before = self.store.repeats.find(sent.hashed) if sent is not None else None
        return None if before is None else Attempt(self.store, sent, before)

    def forget_old(self) -> None:
        """Forget what came long ago, or more than there is room for."""
        self.store.repeats.drop_old(now() - KEPT_FOR, self.most)

    # what can be made of one

    def say(self, sent: Sent | None, room: Room, seat: int, text: str, kind: str = "say") -> Saying:
        """Say something at a table, once. Raises Refused, OptionError."""
        with self.attempt(sent) as attempt:
            sayings, line = room.game.sayings, checked_line(text, kind)
            number = attempt.before.number if attempt.before is not None else 0
            if 0 < number <= len(sayings) and (sayings[number - 1].seat, sayings[number - 1].text) == (seat, line):
                return sayings[number - 1]
            attempt.note(len(sayings) + 1)
            return self.playing.say(room, seat, text, kind)

    def say_aside(self, sent: Sent | None, room: Room, user: User, name: str, text: str, kind: str = "say") -> Aside:
        """Say something to the other spectators, once. Raises Refused, OptionError."""
        with self.attempt(sent) as attempt:
            asides, line = room.asides, checked_line(text, kind)
            number = attempt.before.number if attempt.before is not None else 0
            if 0 < number <= len(asides) and (asides[number - 1].user, asides[number - 1].text) == (user.id, line):
                return asides[number - 1]
            attempt.note(len(asides) + 1)
            return self.company.aside(room, user, name, text, kind)
