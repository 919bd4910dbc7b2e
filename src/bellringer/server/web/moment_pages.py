"""What happened at a table, moment by moment, for a page that is about to tell it."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bellringer.server.base.heads import end_head
from bellringer.server.drawing.table.moments import Told, drawn
from bellringer.server.drawing.table.parts import Look
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.errors import Refused
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.forms import number_in
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages

router = Pages()


@router.get("/t/{address}/moments")
async def told(request: Request, address: str) -> Response:
    """The moments of the events from `since` on, as a seat of this visitor sees them; none while too many pages wait.

    `until`: the event before which it ends, if that is not the newest; `acts`: how many acts there were when the page
    was sent what it shows. What it knows may have been taken back since: there is nothing to tell then.
    """
    session, query = await Session.of(request), request.query_params
    session.count("previews")
    room = await session.room(address, is_visit=False)
    room.check_begun()
    since = number_in(query.get("since", ""))
    if since is None:
        raise Refused("bad", "since must be the number of an event", 422)
    end_head("application/json")
    live = room.game
    acts, end = len(live.acts), number_in(query.get("until", ""))
    span = range(since, live.table.event_count if end is None else min(end, live.table.event_count))
    found: list[Told] = []
    if span and is_known(live, since, number_in(query.get("acts", ""))) and not session.service.drawing.is_behind:
        look = session.look(room, session.viewer(room, query.get("seat"), "ready" in query))
        found = await shared(request.app.state.templates, room, live, look, span)
    return JSONResponse({"moments": found, "acts": acts}, headers={"cache-control": "no-store"})


def is_known(live: LiveGame, since: int, acts: int | None) -> bool:
    """Whether all events that a page has still hold."""
    return live.first_unknown(since, acts) == since


async def shared(templates: Any, room: Room, live: LiveGame, look: Look, span: range) -> list[Told]:
    """What is told of some events. Those who see the same at one time have it drawn once."""
    kept = drawings_of(room).shown
    key = ("moments", look.viewer, look.csrf, span)
    drawing: asyncio.Task[list[Told]] | None = kept.get(key)
    if drawing is None:
        drawing = kept[key] = asyncio.create_task(drawn(templates, live.table, look, span))
    return await asyncio.shield(drawing)
