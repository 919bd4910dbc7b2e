"""A proxy that holds back what a stream brings, as some proxies and virus scanners do; all else it passes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HOP = ("connection", "transfer-encoding", "keep-alive")  # headers that are for one connection


class Holding(ThreadingHTTPServer):
    """Passes requests on to a port of this machine. `holds`: whether streams are held back now."""

    daemon_threads = True
    request_queue_size = 100  # a browser opens more connections at once than the usual five

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.port, self.holds = port, threading.Event()
        self.holds.set()

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class Passing(BaseHTTPRequestHandler):
    """One connection of a browser."""

    server: Holding
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Pass a request on, and its answer back."""
        sent = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        beyond = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        with closing(beyond), suppress(OSError, HTTPException, ValueError):  # as where a killed server cuts a stream
            beyond.request(self.command, self.path, sent, headers)
            with beyond.getresponse() as answer:
                self._answer(answer)

    do_POST = do_GET

    def _answer(self, answer: HTTPResponse) -> None:
        is_stream = answer.getheader("content-type", "").startswith("text/event-stream")
        body = b"" if is_stream else answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in (*HOP, "content-length", "date", "server"):
                self.send_header(name, value)
        self.send_header("connection", "close") if is_stream else self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        held = b""
        while is_stream and (part := answer.read1()):
            held += part
            if not self.server.holds.is_set():
                self.wfile.write(held)
                held = b""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def holding(port: int) -> Iterator[Holding]:
    """A proxy before a server on a port of this machine, as long as the block runs."""
    with Holding(port) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, daemon=True)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.holds.clear()
            proxy.shutdown()
            thread.join(20)
