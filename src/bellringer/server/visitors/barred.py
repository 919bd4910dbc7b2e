"""What is refused to who is barred for a while.

Who is barred may look at everything, and finish the games that are under way, so that nobody else at a table is hurt:
move, take back, resign, leave. Everything else that changes something is refused, whatever it is.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from starlette.requests import Request

from bellringer.server.errors import Refused
from bellringer.server.people.bars import Bars
from bellringer.server.visitors.security import key_of, sent_key, visitor

if TYPE_CHECKING:
    from bellringer.server.service import TableService

# What who is barred may send all the same, by the last word of its path, of forms and of the interface for programs.
LEFT = frozenset((
    "move", "moves", "undo", "ask-back", "answer-back", "lend", "return", "standing", "resign", "reveal", "nonce",
    "leave", "close", "language", "aim",
))  # fmt: skip


async def not_barred(request: Request) -> None:
    """Raises Refused for who is barred and wants to change something, but for what is LEFT."""
    service: TableService = request.app.state.service
    bars: Bars = service.bars
    if not len(bars) or request.method in ("GET", "HEAD") or words_of(request)[-1] in LEFT:
        return
    keys = {sent_key(request), key_of(request)} if bars.people else set[str | None]()
    if (ends := bars.ends(visitor(request), [await service.people.user(key) for key in keys])) is not None:
        at = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ends / 1000))
        why = f"the host has barred you, or the network you come from, until {at}; you can finish your games"
        raise Refused("barred", why, 403)


def words_of(request: Request) -> list[str]:
    """The words of a route's pattern, in which nobody can write what he likes."""
    return str(getattr(request.scope.get("route"), "path", "")).split("/")
