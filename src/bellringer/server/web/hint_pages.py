"""The form that asks for a hint. The move comes first, and a moment later why."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from bellringer.server.drawing.table.advice import hint_values
from bellringer.server.errors import Refused, Stale
from bellringer.server.visitors.forms import sent_form, text_of
from bellringer.server.web.advised import ABOUT, model_of_seat, tell_why_later, with_why
from bellringer.server.web.pages import Pages
from bellringer.server.web.table_pages import done, refused, say_to_page, table_page

router = Pages()


@router.post("/t/{address}/hint", "/t/{address}")
async def hint(request: Request, address: str) -> Response:
    """Show the move that the best bot would make, and why; to a page without a script only if it asks for both."""
    session, form = await sent_form(request, "hints")
    room = await session.room(address)
    seat = session.own_seat(room, text_of(form, "seat"))
    try:
        found = await session.service.hints.find(room, seat, session.path)
    except Stale:  # who has decided meanwhile needs no hint
        return done(session, room, seat)
    except Refused as error:
        return refused(session, room, seat, error)
    compared = found.compared
    if not session.is_live:
        wanted = compared if text_of(form, "why") else None
        why = await session.service.reasons.find(room, wanted, session.path)
        model = model_of_seat(session, room, seat)
        told = with_why(model, hint_values(model, found.best, compared), why, ABOUT["hint"])
        return table_page(session, room, str(seat), is_ready=True, hint=told)
    told = hint_values(model_of_seat(session, room, seat), found.best, compared)
    answer = say_to_page(session, room, seat, 200, hint=told)
    if told is not None and compared is not None:
        tell_why_later(session, room, compared, told, "hint")
    return answer
