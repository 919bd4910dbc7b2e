"""Who is barred for a while: people by their numbers, networks by keyed hashes, of which no address follows.

A network is barred for a day at most, since other people may have its address tomorrow. What is refused to them stands
in visitors/barred.py.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.addresses import networks
from bellringer.server.store import User, bar_rows
from bellringer.server.store.store import Store
from bellringer.server.store.values.clocks import HOUR
from bellringer.server.store.values.kept import now

USUAL_HOURS, MOST_HOURS = 24, 24 * 365  # of a bar
MOST_HOURS_OF_NETWORK = 24
MOST = 10_000  # bars at once
Found = TypeVar("Found")

log = structlog.get_logger()


def hashed(links: bytes, network: str) -> bytes:
    """What is stored of a barred network. `links`: the server's key for what only this server can make."""
    return hmac.digest(links, f"bar {network}".encode(), "sha256")


class Bars:
    """The bars of a service, in memory as they are stored: until when, by person and by the hash of a network."""

    def __init__(self, store: Store, note: Callable[[BaseException], object]) -> None:
        """`note`: is told of an error of the database."""
        self.store, self.note = store, note
        self.people: dict[int, int] = {}
        self.networks: dict[bytes, int] = {}
        self.has_old = False  # whether some are stored that count no longer
        self.read()

    def read(self) -> None:
        """Have in memory what is stored; nothing where the database is damaged, which is told elsewhere."""
        try:
            with self.store.engine.connect() as connection:
                found = bar_rows.all_bars(connection, self.store.aside)
        except DBAPIError as error:
            self.note(error)
            log.error("the bars can't be read", exc_info=error)
            return
        at = now()
        latest = at + 1000 * HOUR * MOST_HOURS_OF_NETWORK
        self.people = {bar.person: bar.ends for bar in found if bar.person is not None}
        self.networks = {bar.network: bar.ends for bar in found if bar.network is not None and bar.ends <= latest}
        self.has_old = len(found) > len(self) or any(bar.ends <= at for bar in found)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.people) + len(self.networks)

    async def change(self, what: Callable[..., Found], *values: object) -> Found:
        """Change what is stored by a function of a connection, and have it in memory. Returns what it returns."""
        found = await self.store.changes.stored(what, *values)
        self.read()
        self.store.log.must_go = True  # what is removed goes from the log, too
        return found

    async def drop_over(self) -> None:
        """Remove what is over from the database."""
        at = now()
        if self.has_old or any(ends <= at for ends in (*self.people.values(), *self.networks.values())):
            await self.change(bar_rows.drop_over, at, 1000 * HOUR * MOST_HOURS_OF_NETWORK)

    # who comes

    def ends(self, where: str, users: Iterable[User | None] = ()) -> int | None:
        """Until when somebody at an address is barred, in milliseconds since 1970; None for who is not.

        `users`: those whose keys a request brings, which can be one for pages and another for programs.
        """
        found = [self.people.get(user.id, 0) for user in users if user is not None]
        keys = self.store.vault.keys
        if self.networks and keys is not None:
            found += [self.networks.get(hashed(keys.links, network.name), 0) for network in networks(where)]
        last = max(found, default=0)
        return last if last > now() else None
