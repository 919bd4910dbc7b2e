"""What an open page is told a moment after a hint, or after a move of its was stopped: why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace

from bellringer.review.results import Why
from bellringer.server.drawing.table.advice import Values, why_values
from bellringer.server.drawing.table.page_model import PageModel
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking.reasons import Compared
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.streams import page_of

WAIT = 3.0  # seconds that a page without a script waits for a why
ABOUT = {"hint": "advised", "warning": "stopped"}  # what the first of two moves is, by what the page is told


async def soon(why: Awaitable[Why | None]) -> Why | None:
    """Why, if that is found while one can wait for a page."""
    with suppress(TimeoutError):
        return await asyncio.wait_for(why, WAIT)
    return None


def model_of_seat(session: Session, room: Room, seat: int) -> PageModel:
    """The table as the seat's owner sees it, who has the screen."""
    return session.model(room, replace(session.viewer(room, str(seat), is_ready=True), is_behind_curtain=False))


def with_why(model: PageModel, told: Values | None, why: Why | None, about: str) -> Values | None:
    """What a page is told, with why if that is known; nobody looks for it any more."""
    if told is None:
        return None
    return {**told, "is_finding": False, "why": None if why is None else why_values(model, why, about)}


def tell_why_later(session: Session, room: Room, compared: Compared, told: Values, name: str) -> None:
    """Tell the page why as soon as that is known, if it still shows what it was told. `name`: of ABOUT."""

    def tell(why: Why | None) -> None:
        open_page = page_of(session.request, session, room)
        if room.live is None or open_page.told_now(len(room.live.acts)).get(name) is not told:
            return
        found = with_why(model_of_seat(session, room, compared.seat), told, why, ABOUT[name])
        open_page.tell(len(room.live.acts), **{**open_page.told, name: found})
        open_page.hurry()

    session.service.reasons.tell(room, compared, session.path, tell)
