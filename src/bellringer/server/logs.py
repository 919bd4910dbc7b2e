"""Structured logs: one JSON object on each line of standard error, or plain lines at a terminal."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def set_up(is_json: bool, level: str = "INFO") -> None:
    """How a server writes its log. What might be a secret never reaches it: addresses, keys, names, chat."""
    writer: Any = (
        structlog.processors.JSONRenderer()
        if is_json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    steps: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info if is_json else structlog.processors.StackInfoRenderer(),
        writer,
    ]
    structlog.configure(
        processors=steps,
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
