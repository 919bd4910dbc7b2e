"""The connections of a server: how many there may be, how large a request may be, and how long it may take to come.

uvicorn reads headers of any size for any time, from as many connections as there are. This is its own protocol with
bounds around it; each refusal is a plain answer of HTTP where one can still be sent.
"""

from __future__ import annotations

import asyncio
import http
import resource
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from ipaddress import ip_network
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from bellringer.server.base.addresses import Network, networks, parsed
from bellringer.server.base.metrics import CONNECTIONS, TURNED_AWAY
from bellringer.server.base.settings import Limits

SLICE = 4_096  # bytes that are read of a request before its size is looked at
ENVELOPE = 8  # times a body's own bytes, that it may have with what divides it into chunks, and behind it
IN_ADVANCE = 16  # requests on one connection that wait for the answers to those before them when no more is read
LINGER = 1.0  # seconds in which who is turned away can read why
IGNORED = 1_000_000  # bytes that such a one may still send
LINGERING = 100  # how many do so at once
STUCK = 60.0  # seconds in which a reader must take something of an answer that has filled its room
FILES_BESIDE = 100 + LINGERING  # open files beside those connections: the database, the log, what libraries open


class Doors:
    """Counts the connections in all and by address, and lets those that ask for nothing give way to new ones."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = (), *, stuck: float = STUCK) -> None:
        self.limits, self.stuck = limits, stuck
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.counts: Counter[str] = Counter()  # by network
        self.inside: dict[Connection, tuple[Network, ...]] = {}
        self.idle: dict[Connection, None] = {}  # those without a whole request, the oldest first
        self.lingering = 0

    def enter(self, connection: Connection) -> bool:
        """Let a connection in, if there is room for one more from its address."""
        address = connection.client[0] if connection.client else ""
        found = () if self.is_proxy(address) else networks(address)
        one, everything = self.limits.connections_an_address, self.limits.connections
        if any(self.counts[network.name] >= network.share(one, everything) for network in found):
            return False
        if len(self.inside) >= everything and not self._make_room():
            return False
        self.inside[connection] = found
        self.idle[connection] = None
        self.counts.update(network.name for network in found)
        CONNECTIONS.set(len(self.inside))
        return True

    def _make_room(self) -> bool:
        """Turn the connection away that has asked for nothing for longest; False if all are being answered."""
        oldest = next(iter(self.idle), None)
        if oldest is not None:
            oldest.refuse(503, "others wait")
            self.leave(oldest)
        return oldest is not None

    def leave(self, connection: Connection) -> None:
        """Count a connection no longer."""
        self.idle.pop(connection, None)
        for network in self.inside.pop(connection, ()):
            self.counts[network.name] -= 1
            if not self.counts[network.name]:
                del self.counts[network.name]
        CONNECTIONS.set(len(self.inside))

    def is_proxy(self, address: str) -> bool:
        """Whether connections from an address are those of all visitors of a proxy, which has limits of its own."""
        if not self.proxies:
            return False
        found = parsed(address)
        return found is not None and any(found in proxy for proxy in self.proxies)


class Flow(FlowControl):
    """Reads from a connection, unless enough has been read for the moment."""

    holds_back = False

    def resume_reading(self) -> None:
        """Read on, as uvicorn wants it whenever a request is looked at."""
        if not self.holds_back:
            super().resume_reading()


class Connection(HttpToolsProtocol):
    """One connection, whose requests have bounds.

    Requests may come before those before them are answered. All are answered in order; what comes after sixteen that
    wait is not read yet. What is wrong with one is said when those before it have had their answers.
    """

    flow: Flow

    def __init__(self, *values: Any, doors: Doors, **named: Any) -> None:
        super().__init__(*values, **named)
        self.doors, self.limits = doors, doors.limits
        self.is_over = False  # it was turned away, and whatever it still sends is not read
        self.is_in_head, self.is_whole = True, False  # where the newest request stands
        self.has_begun = False  # something came that may become the next request
        self.fed = self.head = 0  # bytes of that request: all that have come, and those of its headers
        self.fault = (400, "this is no request of HTTP")
        self.running: RequestResponseCycle | None = None  # the request that is being answered; others wait behind it
        self.held = b""  # what has come, and is read once fewer requests wait
        self.last_words: tuple[int, str] | None = None  # the refusal that follows the answers
        self.has_ended = False  # the other side sends nothing more
        self.deadline: asyncio.TimerHandle | None = None  # when the request must be complete
        self.stuck: asyncio.TimerHandle | None = None  # when something of the answer must have been read

    # coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or say that there is no room."""
        super().connection_made(transport)
        self.flow = Flow(transport)
        if self.doors.enter(self):
            self.expect()
        else:
            self.refuse(503, "too many connections")

    def connection_lost(self, error: Exception | None) -> None:
        """Make room for another."""
        self.doors.leave(self)
        self.stop_clocks()
        if self.running is not None and not self.running.response_complete:  # uvicorn tells the newest request alone
            self.running.disconnected = True
            self.running.message_event.set()
        super().connection_lost(error)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Nothing more is sent. What waits in line is answered; who waits for one answer alone has gone away."""
        self.has_ended = bool(self.pipeline or self.held)
        if self.has_ended:
            self.end_in_time()
        return self.has_ended

    # a request

    def data_received(self, data: bytes) -> None:
        """Read some of what came at a time, so that what is too large is noticed before all of it is kept."""
        if self.flow.holds_back:
            self.held += data
            return
        for start in range(0, len(data), SLICE):
            if len(self.pipeline) >= IN_ADVANCE and not self.is_over:
                self.hold_back(data[start:])
                return
            self.read(data[start : start + SLICE])
        if self.is_over and self.fed > IGNORED:
            self.transport.abort()
        if self.deadline is None and not self.is_over and not self.is_answering:
            self.expect()  # whatever came was no whole request, and has stopped the clock of idle connections

    def read(self, part: bytes) -> None:
        """Read a part of what came."""
        self.fed += len(part)
        if not self.is_over:
            self.has_begun = True
            super().data_received(part)
            self.check_size()

    def hold_back(self, rest: bytes) -> None:
        """Read no more for the moment; the request that has come in part has its time again then."""
        self.held, self.flow.holds_back = rest, True
        self.flow.pause_reading()
        self.stop_clock()

    def read_on(self) -> None:
        """Read what was held back, as far as there is room for it."""
        if not self.flow.holds_back or self.transport.is_closing():
            return
        held, self.held, self.flow.holds_back = self.held, b"", False
        self.data_received(held)
        if not self.flow.holds_back:
            self.flow.resume_reading()
            if not self.is_whole and not self.is_over:
                self.expect()

    def check_size(self) -> None:
        """Refuse a request that is too large, whatever part of it is."""
        if self.is_over:
            return
        if self.is_in_head and self.fed > self.limits.head_bytes + SLICE:
            self.refuse(431, "the headers are too large")
        elif self.fed > self.limits.head_bytes + max(ENVELOPE * self.limits.body_bytes, 2 * self.limits.brought_bytes):
            self.refuse(413, "the request is too large")

    def on_message_begin(self) -> None:
        """A request begins, and has its time from now."""
        super().on_message_begin()
        self.is_in_head, self.is_whole, self.has_begun = True, False, True
        self.fed = self.head = 0
        self.expect()

    def on_url(self, url: bytes) -> None:
        """A part of the request's address came."""
        super().on_url(url)
        self.weigh(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header came, or a trailer."""
        super().on_header(name, value)
        self.weigh(len(name) + len(value))

    def weigh(self, length: int) -> None:
        """Count what belongs to a request's headers. Raises ValueError, which ends the parsing, if it is too much."""
        self.head += length
        if self.head > self.limits.head_bytes or len(self.headers) > self.limits.head_fields:
            self.fault = (431, "the headers are too large, or too many")
            raise ValueError(self.fault[1])

    def on_headers_complete(self) -> None:
        """What follows is the body."""
        self.is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is there as a whole, and its answer may take any time."""
        super().on_message_complete()
        self.is_whole, self.has_begun = True, False
        self.doors.idle.pop(self, None)
        self.stop_clock()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Answer a request, whose turn on this connection it is."""
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """The next request is answered; without one, it asks for nothing until there is."""
        super().on_response_complete()
        if self.flow.holds_back and len(self.pipeline) < IN_ADVANCE:
            self.loop.call_soon(self.read_on)
        elif not self.is_answering:
            self.all_answered()

    @property
    def is_answering(self) -> bool:
        """Whether a request is being answered; others may wait behind it."""
        return self.running is not None and not self.running.response_complete

    def all_answered(self) -> None:
        """Nothing that has come waits for an answer."""
        if self.last_words is not None and not self.transport.is_closing():
            self.say(*self.last_words)
        elif self.has_ended:
            self.transport.close()
        elif self in self.doors.inside:
            self.doors.idle[self] = None

    # clocks

    def expect(self) -> None:
        """Wait for a whole request, so long and no longer."""
        self.stop_clock()
        self.deadline = self.loop.call_later(self.limits.request_seconds, self.too_late)

    def end_in_time(self) -> None:
        """Let what waits be answered, so long and no longer."""
        self.stop_clock()
        self.deadline = self.loop.call_later(self.limits.request_seconds, self.transport.abort)

    def too_late(self) -> None:
        """A request did not come in time."""
        self.deadline = None
        if self.has_begun:
            self.refuse(408, "the request took too long")
        elif not self.transport.is_closing():
            self.transport.close()

    def pause_writing(self) -> None:
        """The reader takes nothing at the moment."""
        super().pause_writing()
        self.stuck = self.loop.call_later(self.doors.stuck, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader takes something again."""
        super().resume_writing()
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

    def stop_clock(self) -> None:
        """Wait for no request."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def stop_clocks(self) -> None:
        """Wait for nothing any more."""
        self.stop_clock()
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

    # refusing

    def send_400_response(self, msg: str) -> None:
        """What uvicorn calls when the parser has stopped."""
        self.refuse(*self.fault)

    def refuse(self, status: int, words: str) -> None:
        """Turn the connection away, with an answer if one can be sent; once those before it have been sent."""
        if self.is_over or self.transport.is_closing():
            return
        self.is_over, self.fed, self.held = True, 0, b""
        self.doors.idle.pop(self, None)
        TURNED_AWAY.labels(str(status)).inc()
        if not self.is_in_head and not self.is_whole and self.give_up():
            self.transport.abort()
        elif not self.is_answering or self.running is None or self.running.disconnected:
            self.say(status, words)
        else:
            self.last_words = status, words
            self.end_in_time()

    def give_up(self) -> bool:
        """Answer the newest request no more, of whose body no more will come; whether its answer has begun."""
        if self.pipeline:
            self.pipeline.popleft()
        elif not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            return self.cycle.response_started
        return False

    def say(self, status: int, words: str) -> None:
        """Send the refusal, and nothing after it."""
        self.stop_clocks()
        if self.doors.lingering >= LINGERING:
            self.transport.abort()
            return
        self.transport.write(answer(status, words))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.doors.lingering += 1
        self.loop.call_later(LINGER, self.let_go)  # closed at once, it could lose the answer to what still comes in

    def let_go(self) -> None:
        """Close what was turned away."""
        self.doors.lingering -= 1
        self.transport.abort()


def answer(status: int, words: str) -> bytes:
    """A plain answer that ends its connection."""
    later = "retry-after: 5\r\n" if status == 503 else ""
    return (
        f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(words)}\r\ncache-control: no-store\r\n{later}connection: close\r\n\r\n{words}"
    ).encode()


def with_files(limits: Limits) -> Limits:
    """The limits, with no more connections than this process may have open files; it may have all that it can get.

    Where that is less than is wanted, four of five connections are those that have been let in.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + limits.waiting + FILES_BESIDE
    files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, resource.getrlimit(resource.RLIMIT_NOFILE)[0]), most))
    room = files - FILES_BESIDE
    connections = max(1, min(limits.connections, max(room - limits.waiting, 4 * room // 5)))
    waiting = max(1, min(limits.waiting, room - connections))
    streams = min(limits.streams, connections * 2 // 3)
    return replace(limits, connections=connections, waiting=waiting, streams=streams)
