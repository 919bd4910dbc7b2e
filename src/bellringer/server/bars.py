"""Who is barred for a while: people by their numbers, networks by keyed hashes, of which no address follows.

Who is barred may look at everything, and finish the games that are under way, so that nobody else at a table is hurt:
move, take back, resign, leave. Everything else that changes something is refused, whatever it is. A network is barred
for a day at most, since other people may have its address tomorrow.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request

from bellringer.server.addresses import networks
from bellringer.server.clocks import HOUR
from bellringer.server.live_game import Refused
from bellringer.server.security import key_of, sent_key, visitor
from bellringer.server.store import User
from bellringer.server.store import bars as bar_rows
from bellringer.server.store.kept import now

if TYPE_CHECKING:
    from bellringer.server.service import TableService

USUAL_HOURS, MOST_HOURS = 24, 24 * 365  # of a bar
MOST_HOURS_OF_NETWORK = 24
MOST = 10_000  # bars at once
# What who is barred may send all the same, by the last word of its path, of forms and of the interface for programs.
LEFT = frozenset((
    "move", "moves", "undo", "ask-back", "answer-back", "lend", "return", "standing", "resign", "reveal", "nonce",
    "leave", "close", "language", "aim",
))  # fmt: skip

Found = TypeVar("Found")

log = structlog.get_logger()


def hashed(links: bytes, network: str) -> bytes:
    """What is stored of a barred network. `links`: the server's key for what only this server can make."""
    return hmac.digest(links, f"bar {network}".encode(), "sha256")


class Bars:
    """The bars of a service, in memory as they are stored: until when, by person and by the hash of a network."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.people: dict[int, int] = {}
        self.networks: dict[bytes, int] = {}
        self.has_old = False  # whether some are stored that count no longer
        self.read()

    def read(self) -> None:
        """Have in memory what is stored; nothing where the database is damaged, which is told elsewhere."""
        try:
            with self.service.store.engine.connect() as connection:
                found = bar_rows.all_bars(connection, self.service.store.aside)
        except DBAPIError as error:
            self.service.health.note(error)
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
        found = await self.service.store.changes.stored(what, *values)
        self.read()
        self.service.store.log.must_go = True  # what is removed goes from the log, too
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
        keys = self.service.keys
        if self.networks and keys is not None:
            found += [self.networks.get(hashed(keys.links, network.name), 0) for network in networks(where)]
        last = max(found, default=0)
        return last if last > now() else None

    def check(self, request: Request) -> None:
        """Raises Refused for who is barred and wants to change something, but for what is LEFT."""
        if not len(self) or request.method in ("GET", "HEAD") or words_of(request)[-1] in LEFT:
            return
        keys = {sent_key(request), key_of(request)} if self.people else set[str | None]()
        if (ends := self.ends(visitor(request), [self.service.user(key) for key in keys])) is not None:
            at = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ends / 1000))
            why = f"the host has barred you, or the network you come from, until {at}; you can finish your games"
            raise Refused("barred", why, 403)


def words_of(request: Request) -> list[str]:
    """The words of a route's pattern, in which nobody can write what he likes."""
    return str(getattr(request.scope.get("route"), "path", "")).split("/")


async def not_barred(request: Request) -> None:
    """Raises Refused for who is barred and wants what only others may."""
    request.app.state.service.bars.check(request)
