"""Reads JSON that somebody sends us: whatever is wrong with it is one error, in words."""

from __future__ import annotations

import json
import reprlib
from typing import Any

from bellringer.core.edges.files import size, without_mark
from bellringer.core.errors import BellringerError

MOST_JSON = 256 * 1_024  # letters: ten times a large position; to find what is wrong in more takes too long
BRIEF = reprlib.Repr()  # what was sent, as far as a sentence has room for it
BRIEF.maxstring = 60


class NotJson(BellringerError, ValueError):
    """A text is no JSON, or none that we read; the message says why."""


def read_json(text: str) -> Any:
    """The value of a text, which names every key of an object once. Raises NotJson."""
    if len(text) > MOST_JSON:
        raise NotJson(f"more than {size(MOST_JSON)}, which is the most that is read")
    try:
        return json.loads(without_mark(text), object_pairs_hook=once_each, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise NotJson(f"no JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except NotJson:
        raise
    except (ValueError, RecursionError):  # of Python's own limits
        raise NotJson("a number is too long, or lists are nested too deep") from None


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its keys and values. Raises NotJson for a key that stands twice.

    Nobody can tell which of its two values is meant.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotJson(f"the key {BRIEF.repr(twice)} stands twice in one object")
    return found


def refuse_constant(name: str) -> None:
    """Refuse what Python reads and JSON does not have. Raises NotJson."""
    raise NotJson(f"no JSON: {name} is no number")
