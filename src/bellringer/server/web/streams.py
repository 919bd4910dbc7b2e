"""The stream of an open page: it is sent the parts that change, until it goes away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Protocol

from starlette.requests import Request

from bellringer.server.base.metrics import DRAWN
from bellringer.server.drawing.table.open_page import Page, Parts
from bellringer.server.drawing.table.parts import Look, event
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.forms import number_in
from bellringer.server.visitors.listeners import Listener, goes_on
from bellringer.server.visitors.sessions import Session

NOTHING = "<!-- nothing new -->"
KNOWN = "known"  # in the address: the number of the last message that a page has got
TURNS_BETWEEN = 4  # of the loop, between two pages: as many as an answer needs from what is stored to what is sent
GATHER = 0.16  # seconds in which changes are gathered, so that a turn of many decisions is one message
SETTLED = 3  # times that bots are waited for at most (`settle`), while too many wait who must decide
PING = 5.0  # seconds between signs of life on a quiet stream: a page that hears none for three of them asks by itself
ALIVE = b"event: alive\ndata:\n\n"  # the sign, with which a stream begins, too: a proxy may hold all of it back


class View(Protocol):
    """What an open page shows."""

    def look(self) -> Look | None:
        """How its visitor looks at the game; None before it begins."""

    def parts(self) -> Parts:
        """All parts as they are now."""


def page_of(request: Request, session: Session, room: Room) -> Page:
    """The open page that a request comes from."""
    return drawings_of(room).page(page_name(request), session.key)


def page_name(request: Request) -> str:
    """The secret name of the open page that a request comes from."""
    return (request.query_params.get("page") or request.headers.get("x-page", ""))[:32]


def heard_page(request: Request, session: Session, room: Room) -> Page:
    """The open page that asks to be told what it lacks, as far as it says what it has got (`known`)."""
    if KNOWN not in request.query_params:
        return page_of(request, session, room)
    known = number_in(request.query_params[KNOWN])
    return drawings_of(room).heard_page(page_name(request), session.key, known)


async def news(session: Session, room: Room, page: Page, view: View, is_eager: bool) -> bytes:
    """The message with what the page lacks; empty if it lacks nothing.

    One page is drawn after the other, so that requests are answered in between. One that somebody waits for goes before
    all others, unless too many wait who must decide; and who must decide goes before who can only look on for now.
    """
    drawing = session.service.drawing
    if is_eager and not drawing.is_late:
        return await drawn(session, room, page, view)
    async with drawing.turns.taken(page, can_wait=not is_eager and not room.asks(session.user)):
        found = await drawn(session, room, page, view)
        if not drawing.is_apart:
            for _ in range(TURNS_BETWEEN):
                await asyncio.sleep(0)
    return found


async def drawn(session: Session, room: Room, page: Page, view: View) -> bytes:
    """The message for a page, drawn at once: by another process if there is one, and else here."""
    look, live, sent = view.look(), room.live, page.sent
    if look is not None and live is not None:
        found = await session.service.drawing.message(live, look, sent, page.number + 1)
        if found is not None:
            sent.update(found.prints)
            page.number += bool(found.message)
            return found.message
    DRAWN.labels("here").inc()
    message = page.news(view.parts())
    return event(message, page.number) if message else b""


async def gather(page: Page) -> None:
    """Wait a little for further changes, unless somebody waits for this one."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GATHER):
            await page.hurried.wait()


async def settle(session: Session, room: Room, listener: Listener) -> bool:
    """While many pages wait, let bots answer who has just moved, so that one page shows both, unless it has to go.

    It takes much of the drawing from a server that has too much of it; everybody's next question comes sooner then.
    Returns whether they have not answered in that time.
    """
    service, loop = session.service, asyncio.get_running_loop()
    if not service.drawing.is_behind:
        return False
    end = loop.time() + service.drawing.settle
    with suppress(TimeoutError):
        async with asyncio.timeout_at(end) as patience:
            while room.live is not None and service.bots.has_work(room.live):
                if room.asks(session.user):
                    end = min(end, loop.time() + service.drawing.settle_asked)
                    patience.reschedule(end)
                listener.wake.clear()
                await listener.wake.wait()
                if not goes_on(listener, service, session.user):
                    return False
        return False
    return not room.asks(session.user)


async def stream(request: Request, session: Session, room: Room, view: View) -> AsyncGenerator[bytes, None]:
    """Stream what the page lacks, until it goes away."""
    page, service = page_of(request, session, room), session.service
    with service.listeners.listening(room, session.user, session.who, session.where) as listener:
        service.listen_apart()
        page.stream = wake = listener.wake
        page.turns, page.user = service.drawing.turns, session.user.id if session.user is not None else None
        if KNOWN not in request.query_params and (page.was_streamed or "last-event-id" in request.headers):
            page.forget()  # what was sent last may have been lost
        page.was_streamed = True
        session.look_at(room)
        try:
            yield ALIVE
            while not page.is_left and goes_on(listener, service, session.user):
                if page.hurried.is_set():
                    for _ in range(SETTLED):
                        if not await settle(session, room, listener) or not service.drawing.is_late:
                            break
                        yield event(NOTHING, page.number)  # the page waits for five seconds only
                    if not goes_on(listener, service, session.user):  # what woke it is heard already
                        break
                wake.clear()
                is_eager = page.hurried.is_set()
                page.hurried.clear()
                if is_eager and service.drawing.is_late:
                    yield event(NOTHING, page.number)  # the page waits for five seconds only
                found = await news(session, room, page, view, is_eager)
                if found or is_eager:  # who waits is answered, even if nothing is new
                    yield found or event(NOTHING, page.number)
                try:
                    async with asyncio.timeout(PING):
                        await wake.wait()
                    await gather(page)
                except TimeoutError:
                    yield ALIVE
        finally:
            page.stream = None if page.stream is wake else page.stream
            session.look_away(room)
