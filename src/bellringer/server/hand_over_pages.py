"""The page of a link that hands a seat over."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from bellringer.server.forms import sent_form
from bellringer.server.hand_over import found_by, take_over
from bellringer.server.lobby import lobby_context
from bellringer.server.sessions import Session
from bellringer.server.table_pages import go_to
from bellringer.server.templating import page

router = APIRouter(default_response_class=Response, include_in_schema=False)


@router.get("/hand/{address}/{token}")
async def offer(request: Request, address: str, token: str) -> Response:
    """The page of a link that hands a seat over."""
    session = Session.counted(request)
    room, seat = found_by(session.service, address, token)
    context = lobby_context(session, room)
    return page(session, "hand.html", table=context["table"], seat=context["seats"][seat])


@router.post("/hand/{address}/{token}")
async def accept(request: Request, address: str, token: str) -> Response:
    """Take the seat."""
    session, _ = await sent_form(request)
    room, seat = found_by(session.service, address, token)
    user = session.user or session.introduce(room.kept.seats[seat].name)
    take_over(session.service, room, token, user)
    return go_to(session, room)
