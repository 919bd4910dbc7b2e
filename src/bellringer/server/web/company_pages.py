"""The forms of a table's company: talking, muting somebody, reporting a line, asking to take back, playing again."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bellringer.core.errors import BellringerError, OptionError
from bellringer.server.errors import Refused
from bellringer.server.people.names import checked_name
from bellringer.server.store import User
from bellringer.server.tables.live.seating import check_named
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.verbs.company import Company, checked_line
from bellringer.server.visitors.forms import number_of, sent_form, text_of
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.streams import page_of
from bellringer.server.web.table_pages import act, act_meant, changed_parts, done, go_to, refused_line, shown
from bellringer.server.web.wrong_fields import as_refused, wrong_of

router = Pages()


# at the table


@router.post("/t/{address}/say", "/t/{address}")
async def say(request: Request, address: str) -> Response:
    """Add a line to the chat."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        sent = session.sent(text_of(form, "once"), form.multi_items())
        session.service.repeats.say(sent, room, seat, text_of(form, "text"))

    return await act(request, address, "sayings", do)


@router.post("/t/{address}/sign", "/t/{address}")
async def sign(request: Request, address: str) -> Response:
    """Say something with one click."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        sent = session.sent(text_of(form, "once"), form.multi_items())
        session.service.repeats.say(sent, room, seat, text_of(form, "sign"), "sign")

    return await act(request, address, "sayings", do)


@router.post("/t/{address}/ask-back", "/t/{address}")
async def ask_back(request: Request, address: str) -> Response:
    """Ask everybody to let the seat take its last decision back."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        session.service.playing.ask_back(room, seat, act_meant(session, room, form))

    return await act(request, address, "moves", do)


@router.post("/t/{address}/answer-back", "/t/{address}")
async def answer_back(request: Request, address: str) -> Response:
    """Agree to that, refuse it, or withdraw the question."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        session.service.playing.answer_back(room, seat, number_of(form, "number") or 0, text_of(form, "answer"))

    return await act(request, address, "moves", do)


# among spectators, and of the lines of others


def known(session: Session) -> User:
    """The user of a session; a newcomer gets a name that anybody could have."""
    return session.user or session.introduce(session.words("table.company.guest"))


@router.post("/t/{address}/aside", "/t/{address}")
async def aside(request: Request, address: str) -> Response:
    """Say something to the other spectators."""
    return await speak(request, address, "text", "say")


@router.post("/t/{address}/aside-sign", "/t/{address}")
async def aside_sign(request: Request, address: str) -> Response:
    """Say it with one click."""
    return await speak(request, address, "sign", "sign")


async def speak(request: Request, address: str, field: str, kind: str) -> Response:
    """Add a field of the form to what spectators say. A name that is given is the user's from then on."""
    session, form = await sent_form(request, "sayings")
    room, text = await session.room(address), text_of(form, field)
    name = text_of(form, "name").strip()
    try:
        if name:
            check_named(room.kept.seats, checked_name(name), session.user)
        checked_line(text, kind)
        sent = session.sent(text_of(form, "once"), form.multi_items())
        with session.service.store.changes.as_one():
            user = session.introduce(name) if name and not room.seats_of(session.user) else known(session)
            session.service.repeats.say_aside(sent, room, user, user.name, text, kind)
    except (OptionError, Refused) as error:
        return refused_aside(session, room, form, error)
    return looked(session, room, form)


def refused_aside(session: Session, room: Room, form: FormData, error: BellringerError) -> Response:
    """Say why a spectator is not heard: beside the field, or on the open page. Raises Refused."""
    if session.is_live or room.live is None:
        raise as_refused(error)
    wrong = wrong_of(session, error)
    field = "name" if wrong.code in ("no-name", "name-taken") else "text"
    return refused_line(session, room, None, form, wrong, field)


@router.post("/t/{address}/mute", "/t/{address}")
async def mute(request: Request, address: str) -> Response:
    """Hear the speaker of a line no longer."""
    return await with_a_line(request, address, Company.mute)


@router.post("/t/{address}/unmute", "/t/{address}")
async def unmute(request: Request, address: str) -> Response:
    """Hear the speaker of a line again."""
    return await with_a_line(request, address, lambda company, *about: company.mute(*about, is_muted=False))


@router.post("/t/{address}/report", "/t/{address}")
async def report(request: Request, address: str) -> Response:
    """Tell the host of a line."""
    return await with_a_line(request, address, Company.report)


async def with_a_line(request: Request, address: str, do: Callable[[Company, Room, User, str], None]) -> Response:
    """Do something about a line that somebody has said."""
    session, form = await sent_form(request, "sayings")
    room = await session.room(address)
    do(session.service.company, room, known(session), text_of(form, "line"))
    return looked(session, room, form)


def looked(session: Session, room: Room, form: FormData) -> Response:
    """The answer to a form that no seat sends: the parts that have changed, or the page."""
    seat = text_of(form, "seat")
    if not session.is_live:
        is_own = seat.isdecimal() and int(seat[:2]) in room.seats_of(session.user)
        return RedirectResponse(f"/t/{room.address}" + (f"?seat={seat[:2]}" if is_own else ""), 303)
    if page_of(session.request, session, room).hurry():
        return Response(status_code=204)
    return changed_parts(session, room, shown(session, room, session.viewer(room, seat)))


@router.post("/t/{address}/watching", "/t/{address}")
async def watching(request: Request, address: str) -> Response:
    """Say who may watch a game that one plays alone. Where others play, it stays as they found it."""
    session, form = await sent_form(request)
    room = await session.room(address)
    if not (room.is_host(session.user) and room.kept.is_solo):
        raise Refused("not-yours", "only who made the table and plays alone there may do that", 403)
    session.service.setup.let_watch(room, text_of(form, "watching"))
    return looked(session, room, form)


# playing again


@router.post("/t/{address}/rematch", "/t/{address}")
async def rematch(request: Request, address: str) -> Response:
    """Offer another game, answer the offer, or begin without those who do not come."""
    session, form = await sent_form(request, "new_tables")
    room = await session.room(address)
    if session.user is None or not (own := room.seats_of(session.user)):
        raise Refused("not-your-seat", "only those who played can play again", 403)
    rematches, word = session.service.rematches, text_of(form, "answer") or "accept"
    beside = await rematches.beside(room, session.user, session.where)
    made = rematches.answer(room, session.user, word, session.where, text_of(form, "commitment"), beside)
    return done(session, room, own[0]) if made is None else go_to(session, made)
