"""The interface for programs, under /api/v1: what a user does in the browser, as JSON. Described at /openapi.json."""

from __future__ import annotations

from typing import Any

from bellringer.server.api import (
    company_operations,
    happening,
    playing_operations,
    puzzle_operations,
    records,
    review_operations,
    table_operations,
)
from bellringer.server.api.routes import CODES, problem

ROUTERS = (
    table_operations.router,
    playing_operations.router,
    happening.router,
    company_operations.router,
    records.router,
    review_operations.router,
    puzzle_operations.router,
)  # in the description's order
ABOUT = """\
Make a table or sit down at one: the answer has your `key`. Send it from then on as `Authorization: Bearer KEY`; it is
all that says who you are. Then look (`/view`), answer the question that your seat is asked with one of the moves there
(`/moves`), and wait for what the others do (`/events`, or `/stream` as server-sent events).
"""
KEY = {"type": "http", "scheme": "bearer", "description": "The key that you were given when you sat down"}


def with_key(document: dict[str, Any]) -> dict[str, Any]:
    """The description, with the key that any request may bring: without one, one is a stranger."""
    document["components"]["securitySchemes"] = {"key": KEY}
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["security"] = [{"key": []}, {}]
    return document


__all__ = ["ABOUT", "CODES", "ROUTERS", "problem", "with_key"]
