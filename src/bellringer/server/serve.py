"""Starting a server: the address it listens on, where it says that it does, the browser that it opens."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import webbrowser
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from ipaddress import ip_network
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from bellringer.server.app import create_app
from bellringer.server.base.folder import check_folder, lock_of
from bellringer.server.base.logs import set_up
from bellringer.server.base.settings import Settings
from bellringer.server.visitors.acceptor import Acceptor
from bellringer.server.visitors.connections import Connection, Doors, with_files

BACKLOG = 2_048  # connections that the system keeps until they are accepted
KEEP_SECONDS = 65  # longer than the proxies before a server, and than most people think about a move
STOP_SECONDS = 3  # how long open pages may take to let go
QUIET_TERMINAL = "WARNING"


class Server(uvicorn.Server):
    """A server that lets visitors in by turns, and whose streams end when it stops.

    uvicorn alone would leave accepting to the event loop; and it would wait for the streams, and then cut them off.
    """

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app, self.doors = app, Doors(settings.limits, settings.proxies)
        self.acceptors: list[Acceptor] = []
        super().__init__(config_of(app, settings, self.doors))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        self.acceptors = [Acceptor(listening, self.doors, self.protocol) for listening in sockets or ()]
        for acceptor in self.acceptors:
            acceptor.start()

    def protocol(self) -> asyncio.Protocol:
        """What reads and answers the requests of one connection."""
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for acceptor in self.acceptors:
            acceptor.close()
        self.app.state.service.end_streams()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, *, is_json: bool, opens: bool, say: Callable[[str], None]) -> None:
    """Serve until stopped. `port` 0: any that is free. Raises OptionError, OSError before anything is said."""
    check_folder(settings.data, settings.database)
    settings.check_keys_apart()
    settings.check_secrets()
    settings.secret()
    set_up(is_json, "INFO" if is_json else QUIET_TERMINAL)
    lock_of(settings.data).close()  # raises before anything is said or listened to, if another server runs on the data
    listening = listen(host, port)
    address = f"http://{shown_host(host)}:{listening.getsockname()[1]}/"
    settings = replace(settings, limits=with_files(settings.limits))
    app = create_app(settings)
    server = Server(app, settings)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(run(server, listening, address, opens, say))


def config_of(app: FastAPI, settings: Settings, doors: Doors) -> uvicorn.Config:
    """How uvicorn serves the application: by our own bounded connections, without websockets, without a log."""
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # else whoever sends nonsense fills the log
    return uvicorn.Config(
        app,
        http=partial(Connection, doors=doors),  # type: ignore[arg-type]
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=KEEP_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=believed(settings.proxies),
    )


def believed(proxies: Iterable[str]) -> list[str]:
    """The proxies as uvicorn compares them; those of IPv4 also as a socket for both kinds of addresses names them."""
    found = [ip_network(proxy) for proxy in proxies]
    mapped = [f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in found if one.version == 4]
    return [*map(str, found), *mapped]


async def run(
    server: uvicorn.Server, listening: socket.socket, address: str, opens: bool, say: Callable[[str], None]
) -> None:
    """Serve; say where, and show the first page, once the server answers."""
    serving = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        say(address)
    if opens and server.started:
        await asyncio.to_thread(webbrowser.open, address)
    await serving


def listen(host: str, port: int) -> socket.socket:
    """A socket on an address. Raises OSError."""
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind, protocol)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(where)
        found.listen(BACKLOG)  # from now on who connects waits, rather than being refused
    except OSError as error:
        found.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    return found


def shown_host(host: str) -> str:
    """The host as it stands in an address."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def usual_data() -> Path:
    """Where a server keeps its tables when nobody says otherwise: the user's own data folder."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "bellringer"
