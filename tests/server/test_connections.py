"""Bounds of connections and requests: sizes, times, how many at once; and that streams and the interface go on."""

from __future__ import annotations

import json
import random
import re
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from bellringer.server.base.settings import Limits
from bellringer.server.visitors.connections import IN_ADVANCE, SLICE, STUCK, Connection, with_files
from tests.server.callers import API, serving, settings_at

pytestmark = pytest.mark.slow

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def at_doors(data: Path, stuck: float = STUCK, **values: float | str) -> Iterator[int]:
    """A server with such limits: its port. `stuck`: seconds in which somebody must read something."""
    limits = replace(Limits(), **values)  # type: ignore[arg-type]
    with serving(settings_at(data, limits), lambda server: setattr(server.doors, "stuck", stuck)) as url:
        port = urlsplit(url).port
        assert port is not None
        yield port


def connected(port: int, address: str = "127.0.0.1") -> socket.socket:
    """A connection from a loopback address."""
    return socket.create_connection(("127.0.0.1", port), timeout=15, source_address=(address, 0))


def heard(connection: socket.socket) -> str:
    """All that comes until the other side closes."""
    found = b""
    try:
        while part := connection.recv(65_536):
            found += part
    except ConnectionError:
        pass
    return found.decode()


def told(port: int, *sent: bytes, pause: float = 0.0) -> str:
    """What is answered to some bytes, until the other side closes."""
    with closing(connected(port)) as connection:
        for part in sent:
            try:
                connection.sendall(part)
            except ConnectionError:
                break
            time.sleep(pause)
        return heard(connection)


def is_well(port: int, address: str = "127.0.0.1") -> bool:
    """Whether somebody is answered."""
    with closing(connected(port, address)) as connection:
        connection.sendall(GET + b"Connection: close\r\n\r\n")
        return heard(connection).startswith("HTTP/1.1 200")


# sizes


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server with the usual limits."""
    with at_doors(tmp_path_factory.mktemp("data")) as found:
        yield found


def test_what_is_not_too_large_is_answered(port: int) -> None:
    many = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 150) for number in range(90))
    assert told(port, GET + many + b"Connection: close\r\n\r\n").startswith("HTTP/1.1 200")


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X: " + b"x" * 17_000 + b"\r\n\r\n",
        GET + b"".join(b"X-%d: %s\r\n" % (number, b"x" * 180) for number in range(98)) + b"\r\n",
        GET + b"X: x\r\n" * 101 + b"\r\n",
        b"GET /" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: x\r\n" * 101 + b"\r\n",
    ],
    ids=["one", "together", "many", "address", "trailers"],
)
def test_headers_that_are_too_large_or_too_many_are_refused(port: int, head: bytes) -> None:
    answer = told(port, head)
    assert answer.startswith("HTTP/1.1 431 ") and "connection: close" in answer and answer.count("HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("begun", "status"),
    [
        (GET + b"X: ", "431"),
        (b"GET /", "431"),
        (b"", ""),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1;", ""),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: ", ""),
        (POST + b"Content-Length: 999999999\r\n\r\n", "413"),
        (b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", "404"),
    ],
    ids=["header", "address", "method", "extension", "trailer", "length", "chunk"],
)
def test_a_request_without_end_is_not_read_to_it(port: int, begun: bytes, status: str) -> None:
    with closing(connected(port)) as connection:
        connection.sendall(begun)
        sent, answer = 0, ""
        try:
            while sent < 30_000_000:
                sent += connection.send(b"x" * 50_000)
        except OSError:
            pass
        assert sent < 30_000_000, "the server still reads"
        if status in ("431",):
            answer = told(port, begun + b"x" * 60_000)
            assert answer.startswith(f"HTTP/1.1 {status} ")
    assert is_well(port)


def test_nonsense_is_refused_in_words(port: int) -> None:
    assert told(port, b"\x16\x03\x01\x02\x00\x01").startswith("HTTP/1.1 400 ")


# times


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ((), ""),
        ((GET,), "408"),
        ((POST + b"Content-Length: 100\r\n\r\n", b"{"), "408"),
        ((b"\r\n",) * 3, "408"),
    ],
    ids=["silence", "head", "body", "lines"],
)
def test_an_unfinished_request_ends(tmp_path: Path, parts: tuple[bytes, ...], status: str) -> None:
    with at_doors(tmp_path, request_seconds=0.3) as port:
        answer = told(port, *parts, pause=0.05)
        assert answer[9:12] == status
        assert is_well(port)


@pytest.mark.parametrize("begun", [b"\r\n", GET], ids=["lines", "head"])
def test_an_unfinished_request_after_another_ends(tmp_path: Path, begun: bytes) -> None:
    with at_doors(tmp_path, request_seconds=0.3) as port, closing(connected(port)) as connection:
        connection.sendall(GET + b"\r\n")
        answer = b""
        while not answer.endswith(b"}"):
            answer += connection.recv(1_000)
        assert answer.startswith(b"HTTP/1.1 200")
        connection.sendall(begun)
        assert heard(connection).startswith("HTTP/1.1 408 ")


def test_drops_do_not_prolong_a_request(tmp_path: Path) -> None:
    with at_doors(tmp_path, request_seconds=0.3) as port, closing(connected(port)) as connection:
        dripped = 0
        try:
            for letter in GET + b"X: " + b"x" * 10_000:
                connection.sendall(bytes([letter]))
                dripped += 1
                time.sleep(0.01)
        except OSError:
            pass
        assert dripped < 5_000
        assert heard(connection)[:12] in ("", "HTTP/1.1 408")


def test_streams_and_waiting_last_longer_than_a_request_may(tmp_path: Path) -> None:
    with at_doors(tmp_path, request_seconds=0.3) as port:
        url = f"http://127.0.0.1:{port}{API}"
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = httpx.post(
            f"{url}/tables", json={"name": "Anna", "game": "rattus", "seats": seats, "watching": "link"}
        ).json()
        table, key = f"{url}/tables/{made['table']['id']}", {"authorization": f"Bearer {made['key']}"}
        with httpx.Client(headers=key, timeout=15) as client:
            waited = client.get(f"{table}/events", params={"wait": 1, "since": 99, "acts": 0})
            assert waited.status_code == 200
            with client.stream("GET", f"{table}/stream") as stream:
                lines = stream.iter_lines()
                next(lines)
                time.sleep(0.6)
                view = client.get(f"{table}/view", params={"seat": 0}).json()
                move = {"seat": 0, "asked": view["asked"], "move": view["moves"][0]["name"]}
                assert client.post(f"{table}/moves", json=move).status_code == 200
                assert any("1" in line for line in lines), "the stream still speaks"
                for _ in range(3):
                    assert client.get(table).status_code == 200, "a connection serves many requests"


def test_an_answer_is_not_spoilt_by_a_refusal(tmp_path: Path) -> None:
    with at_doors(tmp_path, request_seconds=0.3) as port:
        url = f"http://127.0.0.1:{port}{API}"
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = httpx.post(
            f"{url}/tables", json={"name": "Anna", "game": "rattus", "seats": seats, "watching": "link"}
        ).json()
        path = f"{API}/tables/{made['table']['id']}/stream"
        answer = told(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), GET, pause=0.1)
        assert answer.startswith("HTTP/1.1 200") and "408" not in answer


@pytest.fixture(scope="module")
def open_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server where anybody may do anything as often as can be."""
    many = "1000000/second"
    with at_doors(tmp_path_factory.mktemp("open"), everything=many, newcomers=many, new_tables=many) as found:
        yield found


STATUSES = {"/healthz": 200, "/nowhere": 404, "/api/v1/games": 200, f"{API}/tables/x/moves": 405, "/about": 200}
LAST = GET + b"Connection: close\r\n\r\n"


def asked(paths: Sequence[str]) -> bytes:
    """Requests for such paths, one behind the other."""
    return b"".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for path in paths)


def statuses(answer: str) -> list[int]:
    """Those of some answers, in their order."""
    return [int(found) for found in re.findall(r"HTTP/1\.1 (\d{3}) ", answer)]


@pytest.mark.parametrize("count", [5, 17, 40, 400])
def test_requests_in_advance_are_all_answered_in_order(open_port: int, count: int) -> None:
    paths = random.Random(count).choices([*STATUSES], k=count)
    found = told(open_port, asked(paths) + LAST)
    assert statuses(found) == [*(STATUSES[path] for path in paths), 200]


def test_requests_in_advance_are_answered_in_order_however_they_come(open_port: int) -> None:
    paths = random.Random(2).choices([*STATUSES], k=60)
    sent = asked(paths) + LAST
    assert statuses(told(open_port, *(sent[at : at + 97] for at in range(0, len(sent), 97)))) == [
        *(STATUSES[path] for path in paths), 200
    ]  # fmt: skip


def test_forms_in_advance_keep_their_bodies(open_port: int) -> None:
    def form(number: int) -> bytes:
        body = json.dumps({"name": f"Anna {number}", "game": "rattus", "seats": [{"kind": "me"}] * 2}).encode()
        return POST + f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body

    found = told(open_port, b"".join(form(number) for number in range(40)) + LAST)
    assert statuses(found) == [201] * 40 + [200]
    names = re.findall(r'"name":"(Anna \d+)","kind"', found)
    assert names[::2] == names[1::2] == [f"Anna {number}" for number in range(40)]


def test_who_asks_in_advance_takes_no_more_room_the_more_comes(open_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, lengths = Connection.data_received, [0]

    def noted(connection: Connection, data: bytes) -> None:
        whole(connection, data)
        lengths.append(len(connection.pipeline))

    monkeypatch.setattr(Connection, "data_received", noted)
    assert statuses(told(open_port, (GET + b"\r\n") * 5_000 + LAST)) == [200] * 5_001
    assert max(lengths) <= IN_ADVANCE + SLICE // len(GET + b"\r\n")


def test_who_sends_nothing_after_the_requests_has_all_answers(open_port: int) -> None:
    with closing(connected(open_port)) as connection:
        connection.sendall(asked(["/about", "/healthz"] * 20))
        connection.shutdown(socket.SHUT_WR)
        assert statuses(heard(connection)) == [200] * 40


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (GET + b"X: " + b"x" * 17_000 + b"\r\n\r\n", 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: x\r\n" * 101 + b"\r\n", 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"x" * 600_000, 413),
    ],
    ids=["nonsense", "headers", "trailers", "extension"],
)
@pytest.mark.parametrize("before", [1, 40])
def test_what_is_wrong_is_said_after_the_answers_to_what_came_before(
    open_port: int, before: int, wrong: bytes, status: int
) -> None:
    assert statuses(told(open_port, asked(["/about"] * before) + wrong)) == [200] * before + [status]


def test_a_late_request_is_refused_after_the_answers_to_those_before_it(tmp_path: Path) -> None:
    with at_doors(tmp_path, request_seconds=1.0) as port:
        assert statuses(told(port, asked(["/healthz"] * 40) + GET)) == [200] * 40 + [408]


def test_a_stream_ends_with_its_connection_whatever_was_asked_for_behind_it(tmp_path: Path) -> None:
    with at_doors(tmp_path) as port:
        url = f"http://127.0.0.1:{port}{API}"
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = httpx.post(
            f"{url}/tables", json={"name": "Anna", "game": "rattus", "seats": seats, "watching": "link"}
        ).json()
        with closing(connected(port)) as connection:
            connection.sendall(asked([f"{API}/tables/{made['table']['id']}/stream", "/about"]))
            assert connection.recv(1_000).startswith(b"HTTP/1.1 200")
            assert streams_at(port) == 1
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closed by a reset
        end = time.monotonic() + 15
        while streams_at(port):
            assert time.monotonic() < end, "nobody has told the stream"
            time.sleep(0.05)


def streams_at(port: int) -> float:
    """How many listen."""
    found = re.search(r"^bellringer_streams (\S+)", httpx.get(f"http://127.0.0.1:{port}/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    with at_doors(tmp_path, stuck=0.2) as port, closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_000)  # before connecting: it bounds the window
        connection.settimeout(60)
        connection.connect(("127.0.0.1", port))
        page = b"GET /static/alegreya-500.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        end = time.monotonic() + 60
        with pytest.raises(OSError):
            while time.monotonic() < end:
                connection.sendall(page)
                time.sleep(0.02)


# how many


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with at_doors(tmp_path, connections=20, connections_an_address=3) as port, ExitStack() as open_ones:
        first = [open_ones.enter_context(closing(connected(port, "127.0.0.2"))) for _ in range(3)]
        for connection in first:  # each is answered, so that it surely counts
            connection.sendall(GET + b"\r\n")
            assert connection.recv(1_000).startswith(b"HTTP/1.1 200")
        with closing(connected(port, "127.0.0.2")) as fourth:
            answer = heard(fourth)
        assert answer.startswith("HTTP/1.1 503 ") and "retry-after" in answer
        assert is_well(port, "127.0.0.3"), "others are let in"
        first[0].close()
        end = time.monotonic() + 15
        while not is_well(port, "127.0.0.2"):
            assert time.monotonic() < end


def test_open_connections_that_ask_for_nothing_shut_nobody_out(tmp_path: Path) -> None:
    with at_doors(tmp_path, connections=30, connections_an_address=10) as port, ExitStack() as open_ones:
        for number in range(120):
            address = f"127.0.1.{number // 10 + 1}"
            connection = open_ones.enter_context(closing(connected(port, address)))
            connection.sendall(GET if number % 2 else b"")
        assert all(is_well(port, f"127.0.2.{number}") for number in range(1, 6))


def test_a_proxy_brings_as_many_as_there_is_room_for(tmp_path: Path) -> None:
    limits = replace(Limits(), connections=20, connections_an_address=1)
    settings = replace(settings_at(tmp_path, limits), proxies=("127.0.0.0/8",))
    with serving(settings) as url, ExitStack() as open_ones:
        port = urlsplit(url).port
        assert port is not None
        for _ in range(6):
            connection = open_ones.enter_context(closing(connected(port, "127.0.0.2")))
            connection.sendall(GET + b"\r\n")
            assert connection.recv(1_000).startswith(b"HTTP/1.1 200")


def test_there_are_no_more_connections_than_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    put = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, 1_024))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, values: put.append(values))
    found = with_files(Limits())
    assert put == [(1_024, 1_024)] and (found.connections, found.waiting, found.streams) == (659, 165, 439)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1_024, resource.RLIM_INFINITY))
    assert with_files(Limits()) == Limits() and put[1][0] == 8_200


def test_many_who_are_turned_away_at_once_leave_the_server_well(tmp_path: Path) -> None:
    with at_doors(tmp_path, connections=10, connections_an_address=2) as port:

        def knock() -> None:
            for _ in range(10):
                told(port, GET + b"Connection: close\r\n\r\n")

        threads = [threading.Thread(target=knock) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert is_well(port, "127.0.0.9")
