"""The page of a link that hands a seat over."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from bellringer.server.base.heads import end_head
from bellringer.server.tables.verbs.hand_over import HOST, check_open, name_in
from bellringer.server.visitors.forms import sent_form
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.lobby import lobby_context
from bellringer.server.web.pages import Pages
from bellringer.server.web.table_pages import HTML, go_to
from bellringer.server.web.whole_pages import page

router = Pages()


@router.get("/hand/{address}/{token}")
async def offer(request: Request, address: str, token: str) -> Response:
    """The page of a link that hands a seat over."""
    session = await Session.of(request)
    if (room := await session.service.hand_over.had_before(address, token, session.user)) is not None:
        return go_to(session, room)
    room, part = await session.service.hand_over.found_by(address, token)
    end_head(HTML)
    context = lobby_context(session, room)
    seat = None if part == HOST else context["seats"][part]
    return page(session, "hand.html", table=context["table"], seat=seat)


@router.post("/hand/{address}/{token}", "/hand/{address}/{token}")
async def accept(request: Request, address: str, token: str) -> Response:
    """Take the seat. Who has it already, as when the button was pressed twice, goes to the table."""
    session, _ = await sent_form(request)
    if (room := await session.service.hand_over.had_before(address, token, session.user)) is not None:
        return go_to(session, room)
    room, part = await session.service.hand_over.found_by(address, token)
    check_open(room, part, session.user)
    with session.service.store.changes.as_one():
        user = session.user or session.introduce(name_in(room, part) or session.words("table.company.guest"))
        session.service.hand_over.take_over(room, token, user)
    return go_to(session, room)
