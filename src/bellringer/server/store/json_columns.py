"""Documents as columns hold them: JSON texts, and positions, which are deflated."""

from __future__ import annotations

import json
import zlib
from typing import Any

from bellringer.core.contract.game import Document


def json_of(text: str) -> dict[str, Any]:
    """The object that a text of JSON is. Raises ValueError, RecursionError."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("this is no object")
    return found


def deflated(position: Document) -> bytes:
    """Compress a position for its row, to some 800 bytes."""
    return zlib.compress(json.dumps(position, separators=(",", ":")).encode())


def inflated(data: bytes) -> Document:
    """Read a position from its row. Raises zlib.error, ValueError, RecursionError."""
    return json_of(zlib.decompress(data).decode())
