"""A browser and a server a worker, people by test; whatever a page complains of fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import SLOW, Visitor
from tests.browser.server import NAME, Server
from tests.browser.tables import Tables
from tools.chromium import chromium

ARGUMENTS = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
WIDE = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=SLOW)
        started = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        started.close()


# However slow this machine is, a page waits for the moments that it tells (static/scenes/past.js).
PATIENT = "AbortSignal.timeout = () => new AbortController().signal"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server, on a folder of its own."""
    running = Server(tmp_path_factory.mktemp("server") / "data")
    running.start()
    yield running
    running.stop()
    assert "Traceback" not in running.said(), running.said()


@pytest.fixture(scope="session")
def tables(server: Server) -> Tables:
    """A table of each game in each situation."""
    return Tables.at(server)


@pytest.fixture(scope="session")
def full_tables(server: Server) -> Tables:
    """The same with five seats, all taken: the most that a page must hold."""
    return Tables.at(server, seats=5)


@pytest.fixture
def is_quick(request: pytest.FixtureRequest) -> bool:
    """Whether this case of a test is one of `make test`, and no soak."""
    return request.node.get_closest_marker("soak") is None


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens a browser of its own for a visitor; `options` as Playwright's contexts have them. No page may complain."""
    people: list[Visitor] = []

    def open_one(**options: Any) -> Visitor:
        usual: dict[str, Any] = {
            "base_url": server.url,
            "viewport": WIDE,
            "reduced_motion": "reduce",
            "locale": "en-GB",
        }
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(SLOW)
        context.add_init_script(PATIENT)
        visitor = Visitor(context, context.new_page())
        visitor.watch()
        people.append(visitor)
        return visitor

    yield open_one
    for visitor in people:
        visitor.context.close()
    assert [one for visitor in people for one in visitor.unexpected] == []
