"""Who connects is let in by turns of addresses, no faster than the loop has time, and waits where there is room."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvloop

from bellringer.server.base.settings import Limits
from bellringer.server.base.turns import LONGEST_FIRST
from bellringer.server.serve import listen
from bellringer.server.visitors import acceptor
from bellringer.server.visitors.acceptor import Acceptor
from bellringer.server.visitors.connections import Doors
from tests.server.callers import serving, settings_at
from tools.visitors import Browser

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "uvloop": uvloop.new_event_loop,
    "asyncio": asyncio.new_event_loop,
}


class Noted(asyncio.Protocol):
    """Notes whom it is given to."""

    def __init__(self, met: list[str], has_no_delay: list[bool]) -> None:
        self.met, self.has_no_delay = met, has_no_delay

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.met.append(transport.get_extra_info("peername")[0])
        connection = transport.get_extra_info("socket")
        self.has_no_delay.append(bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
        transport.close()


class House:
    """An acceptor, whom it has let in, and the other ends of the connections that it is given by hand."""

    def __init__(
        self,
        waiting: int = 1_000,
        proxies: tuple[str, ...] = (),
        listening: socket.socket | None = None,
        **bounds: Any,
    ) -> None:
        self.met: list[str] = []
        self.has_no_delay: list[bool] = []
        doors = Doors(replace(Limits(), waiting=waiting), proxies)
        self.listening = listening or listen("127.0.0.1", 0)
        self.acceptor = Acceptor(self.listening, doors, lambda: Noted(self.met, self.has_no_delay), **bounds)
        self.others: list[socket.socket] = []

    def __enter__(self) -> House:
        return self

    def __exit__(self, *error: object) -> None:
        self.acceptor.close()
        self.listening.close()
        for other in self.others:
            other.close()

    def receive(self, address: str) -> socket.socket:
        """Have somebody come, and nobody let in: the other end."""
        own, other = socket.socketpair()
        own.setblocking(False)
        self.others.append(other)
        self.acceptor.receive(own, address)
        return other

    def connect(self, address: str) -> None:
        """Connect over the network."""
        self.others.append(socket.create_connection(self.listening.getsockname(), 10, (address, 0)))

    def lengths(self) -> list[int]:
        """How many wait for each address."""
        return [len(callers) for callers in self.acceptor.waiting.values()]

    async def empty(self, count: int) -> None:
        """Wait until so many have been let in."""
        async with asyncio.timeout(20):
            while len(self.met) < count:
                await asyncio.sleep(0.005)


def answer_to(other: socket.socket) -> str:
    """What somebody was told whose connection was closed."""
    other.settimeout(10)
    found = b""
    while part := other.recv(1_000):
        found += part
    return found.decode()


@pytest.fixture(params=LOOPS)
def run(request: pytest.FixtureRequest) -> Iterator[Callable[[Callable[[], Awaitable[None]]], None]]:
    """Run a test in each kind of loop."""

    def do(test: Callable[[], Any]) -> None:
        with asyncio.Runner(loop_factory=LOOPS[request.param]) as runner:
            runner.run(test())

    yield do


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time as an acceptor sees it."""
    now = [1_000.0]
    monkeypatch.setattr(acceptor, "monotonic", lambda: now[0])
    return now


def test_an_address_waits_for_no_flood_of_another(run: Any) -> None:
    async def test() -> None:
        with House() as house:
            for _ in range(90):
                house.connect("127.0.0.2")
            house.connect("127.0.0.3")
            house.connect("127.0.0.3")
            house.acceptor.start()
            await house.empty(92)
            assert house.met.index("127.0.0.3") == 1 and house.met[3] == "127.0.0.3", house.met[:6]
            assert house.met.count("127.0.0.2") == 90
            assert all(house.has_no_delay)

    run(test)


def test_only_so_many_are_taken_from_the_queue_at_once(run: Any) -> None:
    async def test() -> None:
        with House(accepted=10) as house:
            for _ in range(25):
                house.connect("127.0.0.2")
            house.acceptor.start()
            house.acceptor.accept()
            assert house.acceptor.count == 8  # two of ten have been let in
            await house.empty(25)

    run(test)


def test_an_address_takes_no_more_room_than_is_left_free(run: Any) -> None:
    async def test() -> None:
        with House(waiting=12) as house:
            first = [house.receive("192.0.2.1") for _ in range(10)]
            assert house.lengths() == [6]
            assert answer_to(first[6]).startswith("HTTP/1.1 503 ")
            for _ in range(10):
                house.receive("192.0.2.2")
            assert house.lengths() == [6, 3]
            house.receive("192.0.2.3")
            assert house.lengths() == [6, 3, 1], "somebody new finds room"

    run(test)


def test_a_room_that_is_full_takes_nobody(run: Any) -> None:
    async def test() -> None:
        with House(waiting=3) as house:
            others = [house.receive(f"192.0.2.{number}") for number in range(1, 5)]
            assert house.lengths() == [1, 1, 1]
            assert "too many connect at once" in answer_to(others[3])

    run(test)


def test_a_network_of_ipv6_is_one_address(run: Any) -> None:
    async def test() -> None:
        with House(waiting=12) as house:
            for number in range(10):
                house.receive(f"2001:db8:1:{number:x}00::7")
            assert house.lengths() == [6]

    run(test)


def test_the_visitors_of_a_proxy_may_take_all_of_the_room(run: Any) -> None:
    async def test() -> None:
        with House(waiting=12, proxies=("192.0.2.0/24",)) as house:
            others = [house.receive(f"192.0.2.{1 + number % 2}") for number in range(13)]
            assert house.lengths() == [12]
            assert answer_to(others[12]).startswith("HTTP/1.1 503 ")

    run(test)


def test_of_a_proxy_who_came_first_is_let_in(run: Any) -> None:
    async def test() -> None:
        with House(proxies=("192.0.2.0/24",)) as house:
            first, _ = house.receive("192.0.2.1"), house.receive("192.0.2.2")
            taken = house.acceptor.take_next()
            assert taken is not None
            taken.connection.sendall(b"come in")
            taken.connection.close()
            assert answer_to(first) == "come in"

    run(test)


def test_one_comes_in_each_time_while_the_loop_is_busy(run: Any, clock: list[float]) -> None:
    async def test() -> None:
        with House(busy=0.005) as house:
            for _ in range(10):
                house.connect("127.0.0.2")
            house.acceptor.accept()
            counts = [house.acceptor.count]
            for late in (0.001, 0.004, 0.006, 0.007, 0.4, 0.001):
                clock[0] = house.acceptor.due + late
                house.acceptor.let_in()
                counts.append(house.acceptor.count)
            assert counts == [8, 6, 4, 3, 2, 1, 0]

    run(test)


def test_those_of_a_proxy_come_in_while_the_loop_is_busy(run: Any, clock: list[float]) -> None:
    async def test() -> None:
        with House(proxies=("127.0.0.2",)) as house:
            for _ in range(5):
                house.connect("127.0.0.2")
            house.acceptor.accept()
            for left in (2, 1, 0):
                clock[0] = house.acceptor.due + 2 * acceptor.BUSY
                house.acceptor.let_in()
                assert house.acceptor.count == left

    run(test)


def test_who_has_waited_too_long_is_told_so_and_who_came_last_is_let_in(run: Any, clock: list[float]) -> None:
    async def test() -> None:
        with House() as house:
            others = [house.receive("192.0.2.1") for _ in range(2)]
            clock[0] += acceptor.PATIENCE / 2
            house.receive("192.0.2.1")
            newest = house.receive("192.0.2.1")
            clock[0] += acceptor.PATIENCE / 2 + 1
            house.acceptor.turn_late_away(clock[0])
            assert all("the server is busy" in answer_to(other) for other in others)
            taken = house.acceptor.take_next()
            assert taken is not None and house.acceptor.count == 1
            taken.connection.sendall(b"come in")
            taken.connection.close()
            assert answer_to(newest) == "come in"
            clock[0] += acceptor.PATIENCE
            house.acceptor.turn_late_away(clock[0])
            assert house.acceptor.take_next() is None and not house.acceptor.waiting

    run(test)


def test_who_has_waited_too_long_is_told_so_also_before_its_address_has_its_turn(run: Any, clock: list[float]) -> None:
    async def test() -> None:
        with House() as house:
            others = [house.receive(f"192.0.2.{last}") for last in range(1, 21)]
            clock[0] += acceptor.PATIENCE + 1
            house.receive("198.51.100.1")
            house.acceptor.turn_late_away(clock[0])
            assert all("the server is busy" in answer_to(other) for other in others)
            assert list(house.acceptor.waiting) == ["198.51.100.1"] and house.acceptor.count == 1

    run(test)


def test_who_was_asked_before_it_was_turned_away_reads_the_answer(run: Any) -> None:
    async def test() -> None:
        with House(waiting=2) as house:
            for _ in range(6):
                house.connect("127.0.0.2")
            for other in house.others:
                other.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            house.acceptor.turn = asyncio.get_running_loop().call_later(9, print)  # nobody is let in now
            house.acceptor.accept()
            assert answer_to(house.others[-1]).startswith("HTTP/1.1 503 ")

    run(test)


def test_a_lack_of_files_is_waited_out(run: Any) -> None:
    calls = []

    class Lacking(socket.socket):
        def accept(self) -> tuple[socket.socket, Any]:
            calls.append(1)
            if len(calls) == 1:
                raise OSError(errno.EMFILE, "too many open files")
            return super().accept()

    async def test() -> None:
        listening = Lacking()
        listening.bind(("127.0.0.1", 0))
        listening.listen(10)
        with House(listening=listening) as house:
            house.connect("127.0.0.2")
            house.acceptor.start()
            await asyncio.sleep(0.02)
            assert len(calls) == 1, "it does not ask again at once"
            await house.empty(1)

    run(test)


def test_who_has_gone_again_keeps_nobody_out(run: Any) -> None:
    class Gone(socket.socket):
        has_failed = False

        def accept(self) -> tuple[socket.socket, Any]:
            if not self.has_failed:
                self.has_failed = True
                raise ConnectionAbortedError(errno.ECONNABORTED, "gone")
            return super().accept()

    async def test() -> None:
        listening = Gone()
        listening.bind(("127.0.0.1", 0))
        listening.listen(10)
        with House(listening=listening) as house:
            house.connect("127.0.0.2")
            house.acceptor.start()
            await house.empty(1)

    run(test)


def test_who_waits_when_the_server_stops_is_let_go(run: Any) -> None:
    async def test() -> None:
        with House() as house:
            other = house.receive("192.0.2.1")
            house.acceptor.close()
            assert answer_to(other) == ""
            house.acceptor.close()

    run(test)


def test_somebody_new_is_let_in_before_addresses_from_which_many_come(run: Any) -> None:
    async def test() -> None:
        with House() as house:
            for number in range(2_000):
                house.receive(f"192.0.2.{number % 20}")
                if number > 1_000:
                    taken = house.acceptor.take_next()
                    assert taken is not None
                    taken.connection.close()
            house.receive("198.51.100.1")
            names = []
            for _ in range(LONGEST_FIRST):
                taken = house.acceptor.take_next()
                assert taken is not None
                names.append(taken.name)
                taken.connection.close()
            assert "198.51.100.1" in names[:2]

    run(test)


ADDRESSES, EACH = 40, 3  # of a flood


@pytest.mark.slow
def test_somebody_new_is_answered_within_less_than_a_round_of_a_flood(tmp_path: Path) -> None:
    """Forty addresses ask for the first page on three kept connections each, as fast as they are answered.

    What somebody new waits is counted in answers that the flood has meanwhile, so it hangs on no machine's speed.
    """
    with serving(settings_at(tmp_path)) as url:
        waits = asyncio.run(waits_of_newcomers(urlsplit(url).port or 0))
    assert sorted(waits)[len(waits) // 2] < ADDRESSES, waits


async def waits_of_newcomers(port: int) -> list[int]:
    """How many answers a flood had while each of some newcomers connected and waited for the first page."""
    answered, ends, waits = 0, asyncio.Event(), list[int]()

    async def flood(address: str) -> None:
        nonlocal answered
        browser = Browser(port, address)
        while not ends.is_set():
            assert (await browser.ask("GET", "/")).status == 200
            answered += 1
        await browser.close()

    flooding = [asyncio.create_task(flood(f"127.0.5.{1 + number % ADDRESSES}")) for number in range(ADDRESSES * EACH)]
    for number in range(5):
        while answered < 500 + 150 * number:
            await asyncio.sleep(0.01)
        before, browser = answered, Browser(port, f"127.0.6.{1 + number}")
        assert (await browser.ask("GET", "/")).status == 200
        waits.append(answered - before)
        await browser.close()
    ends.set()
    await asyncio.gather(*flooding)
    return waits


@pytest.mark.slow
def test_a_server_answers_others_while_one_address_floods_it(tmp_path: Path) -> None:
    limits = replace(Limits(), waiting=20, connections_an_address=5)
    with serving(settings_at(tmp_path, limits)) as url, ExitStack() as open_ones:
        where = ("127.0.0.1", urlsplit(url).port)
        for _ in range(300):
            open_ones.enter_context(closing(socket.create_connection(where, 10, ("127.0.0.2", 0))))
        with closing(socket.create_connection(where, 10, ("127.0.0.3", 0))) as honest:
            honest.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert answer_to(honest).startswith("HTTP/1.1 200 ")
