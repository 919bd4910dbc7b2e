"""What the tests of both games share."""

from __future__ import annotations

import gc
import signal
import sys
from asyncio import _get_running_loop, _set_running_loop  # the library has them for whoever runs loops
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import structlog

from tests.contract.tables import CHECKED, of_another_start, tables_with_much
from tests.shares import ALL, in_share, share

SOAKS = {
    "cuts": (3_000, "looks at what a power cut leaves, in tests/server/test_power.py"),
    "kills": (1_000, "kills of a server, in tests/server/test_kill.py"),
    "deals": (2_000, "games in which hidden things are dealt anew, in tests/server/test_leaks_everywhere.py"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long the soaks are whose length is a figure of docs/reliability.md."""
    for name, (number, what) in SOAKS.items():
        parser.addoption(f"--{name}", type=int, default=number, help=f"{what} (only with -m soak)")
    parser.addoption("--share", type=share, default=ALL, help="of the soaks these alone: 2/5 is the second fifth")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Find the tests without a search for garbage, and leave what is there then out of all that follow.

    Every worker of pytest-xdist finds all tests, and looked through these again and again: half of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tables that differ from another only in who begins are soaks, unless a test wants them all; soaks are slow.

    Of the tables that a test of the rules looks at one by one, half are for the build that people play on, and the
    others for the one with bounds checks: `make test` has both, but for what is slow.
    """
    for item in items:
        setting = getattr(item, "callspec", None) and item.callspec.params.get("setting")  # type: ignore[attr-defined]
        if setting in of_another_start() and item.get_closest_marker("every_start") is None:
            item.add_marker(pytest.mark.soak)
        if setting is not None and is_of_rules(item) and crc32(item.nodeid.encode()) % 2 != CHECKED:
            item.add_marker(pytest.mark.soak)
        if not CHECKED and setting in tables_with_much():
            item.add_marker(pytest.mark.slow)
        if any(item.get_closest_marker(name) for name in ("soak", "ray", "envs", "openspiel", "learner")):
            item.add_marker(pytest.mark.slow)  # -m "not slow" takes the place of -m "not soak", and leaves it out, too
    items[:] = in_share(items, lambda item: item.get_closest_marker("soak") is not None, *config.getoption("share"))


def is_of_rules(item: pytest.Item) -> bool:
    """Whether `make checked` runs a test that looks at tables, too."""
    return item.path.parent.name == "contract" or item.path.name == "test_search.py"


@pytest.fixture(scope="session", autouse=True)
def config_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The keys of servers under test, of those in other processes too, are not among the keys of who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """Shells let what they start in the background ignore Ctrl-C, which some tests raise."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def lines_can_be_captured(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a command sets up in this process for its log is over with the test, and no logger keeps it."""
    configure = structlog.configure
    monkeypatch.setattr(structlog, "configure", lambda **how: configure(**{**how, "cache_logger_on_first_use": False}))
    yield
    if structlog.is_configured():
        structlog.reset_defaults()


@pytest.fixture(autouse=True)
def no_loop_of_a_browser_runs(request: pytest.FixtureRequest) -> Iterator[None]:
    """The loop of browser tests goes on in their thread. A test without a browser can begin one of its own there."""
    running = _get_running_loop()
    if running is None or "browser" in request.fixturenames:
        yield
        return
    _set_running_loop(None)
    yield
    _set_running_loop(running)


@pytest.fixture(scope="session", autouse=True)
def tracebacks_are_plain() -> None:
    """Rich draws them with the values of all variables, which takes seconds where a test lets something fail."""
    structlog.get_config()["processors"][-1].exception_formatter = structlog.dev.plain_traceback


@pytest.fixture
def box(tmp_path: Path) -> Any:
    """Writes a components file and gives its path."""

    def write(text: str) -> str:
        path = tmp_path / "my-box.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder; what is imported from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]
