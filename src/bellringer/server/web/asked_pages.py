"""What the hidden pages of a browser are told: at which of their tables somebody is asked.

A page that nobody looks at has no stream of its own: browsers allow six of a server over plain http, and seven tables
in tabs would leave none for anything else. One stream tells all hidden pages of a browser; which tables they show
stands in its address. It tells no more than that something is asked, and by which number. The page then asks for what
it lacks.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import ExitStack, suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bellringer.server.base.heads import end_head
from bellringer.server.errors import Refused
from bellringer.server.store import User
from bellringer.server.store.vault import UNFINISHED
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.event_stream import EventStream
from bellringer.server.visitors.listeners import goes_on
from bellringer.server.visitors.sessions import Session, has_part
from bellringer.server.web.pages import Pages
from bellringer.server.web.streams import ALIVE, GATHER, PING

router = Pages()
MOST_TABLES = 60  # of which one browser's hidden pages are told; it names those that were hidden last
ASKS_FOR = 130.0  # seconds for which a hidden page that asks once a minute counts as open


def addresses_in(request: Request) -> list[str]:
    """The tables that hidden pages show. Raises Refused for too many."""
    found = list(dict.fromkeys(request.query_params.getlist("at")))
    if len(found) > MOST_TABLES:
        raise Refused("bad", f"at most {MOST_TABLES} tables can be named at once", 422)
    return found


async def rooms_of(session: Session, addresses: list[str]) -> dict[str, Room]:
    """The tables among these at which this visitor has a part. A game that is over is not rebuilt for that."""
    user, tables = session.user, session.service.tables
    if user is None:
        return {}
    found: dict[str, Room] = {}
    for address in addresses:
        with suppress(Refused):
            kept = tables.rooms[address].kept if address in tables.rooms else await tables.kept(address)
            if kept is not None and has_part(kept, user) and (address in tables.rooms or kept.status in UNFINISHED):
                found[address] = await session.room(address, is_visit=False)
    return found


def told_of(room: Room, user: User) -> dict[str, Any]:
    """What waits for a user at a table, as everybody there can know it.

    `asked`: the numbers of the questions of the user's seats; `back`: that of the request to take a move back which
    they have not answered.
    """
    live, own = room.live, room.seats_of(user)
    asked: list[int | None] = []
    back = None
    if live is not None:
        asked = [live.holders[seat].asked for seat in live.pending if seat in own and not live.bot_of(seat, "bot")]
        if live.request is not None and set(own) & set(live.still_to_agree):
            back = live.request.number
    return {"status": room.kept.status, "asked": asked, "back": back, "next": bool(room.kept.rematch)}


def document(session: Session, rooms: dict[str, Room]) -> dict[str, Any]:
    """What waits for this visitor at some tables, by their addresses."""
    user = session.user
    return {} if user is None else {address: told_of(room, user) for address, room in rooms.items()}


@router.get("/asked")
async def asked(request: Request) -> Response:
    """What waits at the tables of hidden pages, for a browser in which they can share no stream."""
    session, addresses = await Session.of(request), addresses_in(request)
    end_head("application/json")
    rooms = await rooms_of(session, addresses)
    for room in rooms.values():
        session.ask_for(room, ASKS_FOR, is_often=False)
    return JSONResponse(document(session, rooms), headers={"cache-control": "no-store"})


@router.get("/asked/live")
async def asked_live(request: Request) -> Response:
    """What waits at the tables of hidden pages, as an event stream that all of a browser share."""
    session, addresses = await Session.of(request), addresses_in(request)
    end_head("text/event-stream")
    rooms = await rooms_of(session, addresses)
    session.service.listeners.check(None, session.user, session.who, session.where, rooms.values())
    return EventStream(told(session, rooms))


async def told(session: Session, rooms: dict[str, Room]) -> AsyncGenerator[bytes, None]:
    """The stream's text: what waits, whenever it is something else; and signs of life."""
    service, last = session.service, None
    with (
        service.listeners.listening(None, session.user, session.who, session.where, rooms.values()) as listener,
        ExitStack() as hidden,
    ):
        for room in rooms.values():
            hidden.enter_context(session.hiding(room))
        while goes_on(listener, service, session.user) and not any(room.is_gone for room in rooms.values()):
            listener.wake.clear()
            found = document(session, rooms)
            if found != last:
                last = found
                yield f"data: {json.dumps(found)}\n\n".encode()
            try:
                async with asyncio.timeout(PING):
                    await listener.wake.wait()
                await asyncio.sleep(GATHER)
            except TimeoutError:
                yield ALIVE
