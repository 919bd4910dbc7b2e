"""Reads JSON that somebody sends us: whatever is wrong with it is one error, in words."""

from __future__ import annotations

import json
from typing import Any

from bellringer.core.errors import BellringerError


class NotJson(BellringerError, ValueError):
    """A text is no JSON, or none that we read; the message says why."""


def read_json(text: str) -> Any:
    """The value of a text. Raises NotJson."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise NotJson(f"no JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError):  # of Python's own limits
        raise NotJson("a number is too long, or lists are nested too deep") from None
