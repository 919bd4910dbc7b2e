"""What a column of the database may hold besides what its type says. It is told beside the column, in models.py."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

HOLDS = "holds"  # the name under which a column has it
MOST_NUMBER = 2**31 - 1
Holds = Callable[[Any], bool]


def can_be_written(text: str) -> bool:
    """Whether all of a text is text: bytes that are none are read as halves of letters (opening.py)."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def words(*known: str) -> dict[str, Holds]:
    """A column that holds one of these words."""
    return {HOLDS: frozenset(known).__contains__}


def like(pattern: str) -> dict[str, Holds]:
    """A column that holds text of a form."""
    return {HOLDS: lambda text: re.fullmatch(pattern, text) is not None}


def sized(*lengths: int) -> dict[str, Holds]:
    """A column that holds so many bytes."""
    return {HOLDS: lambda data: len(data) in lengths}
