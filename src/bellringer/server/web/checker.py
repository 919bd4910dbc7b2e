"""The page that checks a record without this server: one file, which can be saved and opened from a disk.

Its script and its styles stand in it, so it has a policy of its own, which allows exactly these two and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.contract import registry
from bellringer.server.base.packed import Packed

UNKNOWN_COLOURS, UNKNOWN_OPTIONS = "const COLOURS = {};", "const OPTIONS = {};"
MOST_SEATS = 99  # more than any game has
PLACED = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


def checker_text() -> str:
    """The page, with the colours that the seats of each game have, and its options."""
    text = files("bellringer.server").joinpath("checker.html").read_text(encoding="utf-8")
    colours = {name: registry.find(name).seat_names(MOST_SEATS) for name in registry.game_names()}
    text = text.replace(UNKNOWN_COLOURS, f"const COLOURS = {json.dumps(colours)};", 1)
    options = {
        name: {key: (option.several, option.allowed) for key, option in registry.find(name).options.items()}
        for name in registry.game_names()
    }
    return text.replace(UNKNOWN_OPTIONS, f"const OPTIONS = {json.dumps(options)};", 1)


@cache
def checker_page() -> tuple[Packed, str]:
    """The page, and the policy under which it works."""
    text = checker_text()
    allowed = {kind: source_of(content) for kind, content in PLACED.findall(text)}
    sources = "; ".join(f"{kind}-src '{source}'" for kind, source in allowed.items())
    policy = f"default-src 'none'; {sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return Packed(text.encode(), "text/html"), policy


def source_of(content: str) -> str:
    """A script or a style as a policy names it: by its SHA-256."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


async def checker(request: Request) -> Response:
    """The page that checks a record in the browser."""
    found, policy = checker_page()
    return found.answer(request, {"content-security-policy": policy, "cache-control": "no-cache"})
