"""Who connects waits here until the server lets it in, address after address.

An event loop accepts connections in the order in which they came: a flood fills the system's queue, and nobody else
gets in. An acceptor empties that queue and lets those who wait in by turns of their addresses, and no faster than the
loop has time for them: who comes from an address of which few came lately is the next. Coming in takes little; what is
asked then has turns of its own (turns.LoopTurns).
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from bellringer.server.base.addresses import networks
from bellringer.server.base.metrics import QUEUE, TURNED_AWAY
from bellringer.server.base.turns import Round
from bellringer.server.visitors.connections import Doors, answer

ACCEPTED = 100  # connections that are taken from the system's queue in one turn of the loop
PACE, AT_ONCE = 0.001, 2  # seconds from one time that some are let in to the next, and how many are each time
BUSY = 0.005  # seconds that a turn of the loop takes when but one comes in with each
PATIENCE = 10.0  # seconds after which who waits is turned away
PAUSE = 1.0  # seconds without accepting, when the system lacks files or memory
LACKS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
UNREAD = 65_536  # bytes that are read of who is turned away; what is unread makes the system drop the answer
PROXY = ""  # the name of all proxies together, among those of networks
FULL, LATE = answer(503, "too many connect at once"), answer(503, "the server is busy")
WAITING, TURNED = QUEUE.labels("connections"), TURNED_AWAY.labels("503")


@dataclass(eq=False)  # two who came at once are still two
class Waiting:
    """Who waits to be let in. `name`: of the network that the connection comes from."""

    name: str
    connection: socket.socket
    since: float


class Acceptor:
    """Accepts the connections to a socket, and gives each a protocol when its turn has come."""

    def __init__(
        self,
        listening: socket.socket,
        doors: Doors,
        protocol: Callable[[], asyncio.Protocol],
        *,
        accepted: int = ACCEPTED,
        busy: float = BUSY,
        rest_for: float = PAUSE,
    ) -> None:
        self.accepted, self.busy, self.rest_for = accepted, busy, rest_for
        self.listening, self.doors, self.protocol = listening, doors, protocol
        self.listening.setblocking(False)
        self.loop = asyncio.get_running_loop()
        self.waiting: dict[str, deque[Waiting]] = {}  # by network
        self.round = Round()  # the same networks
        self.arrived: OrderedDict[Waiting, None] = OrderedDict()  # all of them, in the order in which they came
        self.turn: asyncio.TimerHandle | None = None  # when the next is let in
        self.due = 0.0  # when that should be
        self.pause: asyncio.TimerHandle | None = None
        self.entering: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Accept from now on."""
        self.pause = None
        self.loop.add_reader(self.listening, self.accept)

    def close(self) -> None:
        """Accept nobody any more, and close the connections of those who wait."""
        self.loop.remove_reader(self.listening)
        for handle in (self.turn, self.pause):
            if handle is not None:
                handle.cancel()
        for caller in self.arrived:
            caller.connection.close()
        self.waiting.clear()
        self.arrived.clear()

    @property
    def count(self) -> int:
        """How many wait."""
        return len(self.arrived)

    # accepting

    def accept(self) -> None:
        """Take who has come from the system's queue, and let the first in."""
        for _ in range(self.accepted):
            try:
                connection, address = self.listening.accept()
            except OSError as error:
                if error.errno in LACKS:
                    self.rest()
                elif not isinstance(error, BlockingIOError):
                    continue  # that one has gone again
                break
            self.receive(connection, address[0])
        if self.turn is None:
            self.due = monotonic()
            self.let_in()

    def rest(self) -> None:
        """Accept nothing for a moment: the socket would go on telling that somebody has come."""
        self.loop.remove_reader(self.listening)
        self.pause = self.loop.call_later(self.rest_for, self.start)

    def receive(self, connection: socket.socket, address: str) -> None:
        """Let somebody wait, if there is room.

        Those of an address may take no more room than is still free: of one alone half, of ten a tenth or so each, so
        that somebody new finds a place whoever else waits. The visitors of a proxy may take all of it.
        """
        is_proxy = self.doors.is_proxy(address)
        name = PROXY if is_proxy else networks(address)[0].name  # the widest: a /48 has many narrower ones
        free = self.doors.limits.waiting - self.count
        if free <= 0 or (len(self.waiting.get(name, ())) >= free and not is_proxy):
            turn_away(connection, FULL)
            return
        connection.setblocking(False)
        caller = Waiting(name, connection, monotonic())
        self.waiting.setdefault(name, deque()).append(caller)
        self.round.join(name)
        self.arrived[caller] = None

    # letting in

    def let_in(self) -> None:
        """Let the next ones in; while the loop is busy, one each time. Come again while somebody waits."""
        now = monotonic()
        self.turn = None
        self.turn_late_away(now)
        for _ in range(AT_ONCE if now - self.due < self.busy else 1):
            caller = self.take_next()
            if caller is not None:
                self.enter(caller.connection)
        WAITING.set(self.count)
        if self.count:
            self.due = now + PACE
            self.turn = self.loop.call_later(PACE, self.let_in)

    def turn_late_away(self, now: float) -> None:
        """Turn away who has waited too long, also those whose address has not had its turn."""
        while self.arrived:
            caller = next(iter(self.arrived))
            if now - caller.since <= PATIENCE:
                break
            del self.arrived[caller]
            callers = self.waiting[caller.name]
            callers.popleft()
            if not callers:
                del self.waiting[caller.name]
            turn_away(caller.connection, LATE)

    def take_next(self) -> Waiting | None:
        """Whose turn it is.

        Of an address it is who came last: who came before may have given up, and an answer would be for nobody. Of a
        proxy it is who came first, since its connections are those of many.
        """
        while (name := self.round.take()) is not None:
            if name not in self.waiting:  # all of it were turned away since
                continue
            callers = self.waiting[name]
            caller = callers.pop() if name != PROXY else callers.popleft()
            if callers:
                self.round.join(name)
            else:
                del self.waiting[name]
            del self.arrived[caller]
            return caller
        return None

    def enter(self, connection: socket.socket) -> None:
        """Give a connection its protocol."""
        task = self.loop.create_task(self.connect(connection))
        self.entering.add(task)
        task.add_done_callback(self.entering.discard)

    async def connect(self, connection: socket.socket) -> None:
        """Give a connection its protocol; nothing is done for one that has gone."""
        try:
            await self.loop.connect_accepted_socket(self.protocol, connection)
        except OSError:
            connection.close()


def turn_away(connection: socket.socket, words: bytes) -> None:
    """Answer that there is no room, and close the connection."""
    TURNED.inc()
    with suppress(OSError):
        connection.send(words, socket.MSG_DONTWAIT)
        connection.recv(UNREAD, socket.MSG_DONTWAIT)
    connection.close()
