"""Fixtures for tests of the server: a service in this process, people in it, a real server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from bellringer.server.service import TableService
from bellringer.server.store import User
from tests.server import services
from tests.server.callers import Api, Caller, at_server, two_at
from tests.server.services import Served


@pytest.fixture
def with_service(tmp_path: Path) -> Callable[..., Any]:
    """`with_service(work)`: opens a service and returns what `await work(service)` does. A second call restarts it."""

    def run(work: Callable[[TableService], Awaitable[Any]], **settings: Any) -> Any:
        return services.with_service(tmp_path / "data", work, **settings)

    return run


@pytest.fixture
def known() -> Callable[[TableService, str], User]:
    """`known(service, "Anna")`: somebody who is known there, and again after a restart."""
    return services.introduced


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server that listens at `served.url`; `served.kill()`, then `served.start()` goes on with the same tables."""
    server = Served(tmp_path / "data")
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """One server for all tests of a file: each makes its own tables and people."""
    with at_server(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def table(api: Api) -> tuple[str, Caller, Caller]:
    """A game of two that has begun: its address, and who sits on seat 0 and on seat 1."""
    address, people = two_at(api, "rattus", 2, hints="all")
    return address, people[0][0], people[1][0]


@pytest.fixture
def no_log() -> Iterator[None]:
    """The log of a server in this process is not what a command prints."""
    with capture_logs():
        yield
    structlog.reset_defaults()
