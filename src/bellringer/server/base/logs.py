"""Structured logs: one JSON object on each line of standard error, or plain lines at a terminal.

What might be a secret never reaches them: addresses, keys, names, chat, hidden cards. So a traceback has its lines of
code and the kind of each error, but the words of an error only if they are the database's own.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from types import TracebackType
from typing import Any, TextIO

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.core.plain_text import plain
from bellringer.server.base.metrics import TROUBLES
from bellringer.server.base.trouble import kind_of

MINUTE = 60.0
MOST_KINDS = 1_000  # of lines that are remembered
ERRORS = ("error", "critical", "exception")
Event = MutableMapping[str, Any]


def set_up(is_json: bool, level: str = "INFO") -> None:
    """How a server writes its log, and what libraries say to Python's own."""
    writer: Any = structlog.processors.JSONRenderer() if is_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            Condensed(),
            plain_traceback,
            without_codes,
            writer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.PrintLoggerFactory(Lossy(sys.stderr)),  # type: ignore[arg-type]
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level="WARNING", handlers=[FromLibraries()], force=True)


def warn() -> None:
    """How a command that does a server's work writes what goes wrong with it."""
    *before, writer = structlog.get_config()["processors"]
    structlog.configure(
        processors=[*before, without_codes, writer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(Lossy(sys.stderr)),  # type: ignore[arg-type]
    )


class Lossy:
    """A stream for a log. What it can't take, since a disk is full or a reader has gone, is lost and stops nobody."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> None:
        """Write a part of a line."""
        with suppress(OSError, ValueError):
            self.stream.write(text)

    def flush(self) -> None:
        """Let others see what was written."""
        with suppress(OSError, ValueError):
            self.stream.flush()


def without_codes(logger: object, method: str, line: Event) -> Event:
    """A processor that lets no text steer the terminal on which a log is read."""
    return {plain(name): plain(value, kept="\n") if isinstance(value, str) else value for name, value in line.items()}


class Condensed:
    """A processor that lets one line of each kind of error pass a minute; the next one says how many there were.

    Trouble with the database is one kind wherever it strikes, and needs no traceback.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.told: dict[object, float] = {}
        self.more: dict[object, int] = {}

    def __call__(self, logger: object, method: str, line: Event) -> Event:
        """The line, or a shorter one. Raises DropEvent for one too many."""
        if method not in ERRORS:
            return line
        error = error_of(line)
        kind = kind_of(error)
        if kind is not None:
            TROUBLES.labels(kind).inc()
            line = {name: line[name] for name in ("event", "level", "timestamp") if name in line} | {"trouble": kind}
        key = kind or (line["event"], line.get("table"), place_of(error))
        if self.clock() - self.told.get(key, -MINUTE) < MINUTE:
            self.more[key] = self.more.get(key, 0) + 1
            raise structlog.DropEvent
        while len(self.told) >= MOST_KINDS:
            self.more.pop(oldest := next(iter(self.told)), None)
            del self.told[oldest]
        self.told[key] = self.clock()
        return {**line, "times": 1 + self.more.pop(key)} if key in self.more else line


def error_of(line: Event) -> BaseException | None:
    """The error that a line tells of."""
    found = line.get("exc_info")
    if found is True:
        return sys.exc_info()[1]
    return found[1] if isinstance(found, tuple) else found or None


def place_of(error: BaseException | None) -> object:
    """Where an error was raised, and its type."""
    if error is None:
        return None
    last: TracebackType | None = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = None if last is None else (last.tb_frame.f_code.co_filename, last.tb_lineno)
    return type(error).__name__, where


def plain_traceback(logger: object, method: str, line: Event) -> Event:
    """A processor that puts an error in words that tell nothing of what people did or may not know."""
    error = error_of(line)
    line.pop("exc_info", None)
    if error is not None:
        line["exception"] = told(error)
    return line


def told(error: BaseException) -> str:
    """An error with the lines of code that led to it."""
    lines = [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
    words = f": {error.orig}" if isinstance(error, DBAPIError) else ""
    return "\n".join(("Traceback (most recent call last):", *lines, type(error).__name__ + words))


class FromLibraries(logging.Handler):
    """Hands on what libraries log, without what they put into their sentences and without the words of errors."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record. Only uvicorn's sentences are known to be the same for everybody.

        What has more lines is no sentence: a traceback of the start comes to uvicorn as a text, with an error's words.
        """
        line = {"library": record.name, "at": f"{record.module}:{record.lineno}"}
        if record.name.startswith("uvicorn") and "\n" not in str(record.msg).rstrip("\n"):
            line["said"] = str(record.msg)
        if record.exc_info:
            line = {**line, "exc_info": record.exc_info[1]}  # type: ignore[dict-item]
        structlog.get_logger().log(record.levelno, "a library warns", **line)
