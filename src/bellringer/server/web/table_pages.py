"""The page of a table, its updates, and the forms that make moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from bellringer.core.errors import IllegalMove, OptionError, UndoRefused
from bellringer.core.shown.show import THEN
from bellringer.server.base.heads import end_head
from bellringer.server.base.metrics import REFUSALS
from bellringer.server.drawing.table.advice import warning_values
from bellringer.server.drawing.table.open_page import Page, Parts
from bellringer.server.drawing.table.page_model import Viewer
from bellringer.server.drawing.table.parts import Look, chat_again, context_of, model_of, parts_of, text_in
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.errors import Refused
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.event_stream import EventStream
from bellringer.server.visitors.forms import number_in, number_of, sent_form, text_of
from bellringer.server.visitors.security import new_key
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.advised import ABOUT, model_of_seat, soon, tell_why_later, with_why
from bellringer.server.web.lobby import lobby_context, lobby_parts
from bellringer.server.web.pages import Pages
from bellringer.server.web.streams import NOTHING, heard_page, news, page_of, stream
from bellringer.server.web.whole_pages import page
from bellringer.server.web.wrong_fields import Wrong, wrong_of

router = Pages()
HTML = "text/html"
ASKS_FOR = 15.0  # seconds for which a page that asks by plain requests counts as open; it asks every few seconds


@router.get("/t/{address}")
async def table(request: Request, address: str) -> Response:
    """The page of a table: its lobby while seats are open, then the game."""
    session = await Session.of(request)
    try:
        room = await session.room(address)
    except Refused:
        if not (game := session.service.lessons.left_at(address, session.user)):
            raise
        return RedirectResponse(f"/learn/{game}", 303)
    end_head(HTML)
    if room.live is None:
        return lobby_page(session, room)
    code = request.query_params.get("notice", "")
    told: dict[str, Any] = {"notice": session.words(f"refused.{code}")} if code in NOTICES else {}
    return table_page(session, room, **told)


def lobby_page(session: Session, room: Room, wrong: dict[str, Any] | None = None, status: int = 200) -> Response:
    """The page of a table before its game. `wrong`: what was refused there, at which seat, and why."""
    name = new_key()[:16]
    drawings_of(room).page(name, session.key).begin(lobby_parts(session, room))
    return page(session, "lobby.html", status, page_id=name, **{**lobby_context(session, room), "wrong": wrong})


# What a form may have been refused for, when the page is shown again.
NOTICES = ("stale", "illegal", "over", "lent", "undo", "not-your-seat", "not-yours", "empty", "too-long", "chat-full",
           "nothing-asked", "no-hints", "too-fast", "form", "running", "taken", "begun", "bad", "asked", "no-request",
           "no-offer")  # fmt: skip


def table_page(
    session: Session,
    room: Room,
    seat: str | None = None,
    is_ready: bool = False,
    wrong: dict[str, str] | None = None,
    status: int = 200,
    **told: Any,
) -> Response:
    """The whole page of a game. `is_ready`: the seat's owner has the screen; `told`: a hint or a notice.

    `wrong`: a line that was refused in the chat, and why.
    """
    query = session.request.query_params
    is_ready = is_ready or "ready" in query
    viewer = session.viewer(room, seat or query.get("seat"), is_ready)
    look, live = session.look(room, viewer, **told), room.game
    name = new_key()[:16]
    open_page = drawings_of(room).page(name, session.key)
    open_page.tell(len(live.acts), **told)
    parts = drawn(session, room, look)
    open_page.begin(parts)
    if wrong is not None:
        parts = {**parts, "chat": chat_again(session.request.app.state.templates, live, look, wrong)}
    context = {
        **context_of(model_of(live, look), session.csrf),
        "parts": parts,
        "page_id": name,
        "is_ready": is_ready,
        "may_let_watch": room.kept.watching if room.is_host(session.user) and room.kept.is_solo else "",
        "open_tab": "" if wrong is None else "chat",
        **told,
    }
    return page(session, "table.html", status, **context)


def drawn(session: Session, room: Room, look: Look) -> Parts:
    """The parts of the page as this user looks at it."""
    return parts_of(session.request.app.state.templates, room, room.game, look)


def shown(session: Session, room: Room, viewer: Viewer, **told: Any) -> Parts:
    """The parts of the page as this user sees them. `told`: what this page alone is told, in the prompt."""
    return drawn(session, room, session.look(room, viewer, **told))


@dataclass(frozen=True)
class OpenPage:
    """What an open page shows."""

    session: Session
    room: Room
    page: Page

    def look(self) -> Look | None:
        """How its visitor looks at the game; None in a lobby."""
        query, room = self.session.request.query_params, self.room
        if room.live is None or "lobby" in query:
            return None
        viewer = self.session.viewer(room, query.get("seat"), "ready" in query)
        return self.session.look(room, viewer, **self.page.told_now(len(room.live.acts)))

    def parts(self) -> Parts:
        """All parts as they are now."""
        look = self.look()
        return lobby_parts(self.session, self.room) if look is None else drawn(self.session, self.room, look)


@router.get("/t/{address}/live")
async def live(request: Request, address: str) -> Response:
    """The event stream of an open page."""
    session = await Session.of(request)
    room = await session.room(address)
    end_head("text/event-stream")
    session.service.listeners.check(room, session.user, session.who, session.where)
    view = OpenPage(session, room, heard_page(request, session, room))
    return EventStream(stream(request, session, room, view))


@router.get("/t/{address}/news")
async def news_by_request(request: Request, address: str) -> Response:
    """What an open page lacks that can't listen: it is hidden, or something on the way holds its stream back."""
    session = await Session.of(request)
    room = await session.room(address, is_visit=False)
    end_head(HTML)
    session.ask_for(room, ASKS_FOR, is_often=True)
    open_page = heard_page(request, session, room)
    found = await news(session, room, open_page, OpenPage(session, room, open_page), is_eager=False)
    return parts_as_answer(open_page, text_in(found))


# the forms


Ask = Callable[[Session, Room, int, FormData], Awaitable[Response | None]]


async def act(
    request: Request,
    address: str,
    what: str,
    do: Callable[[Session, Room, int, FormData], None],
    ask_first: Ask | None = None,
) -> Response:
    """Check and perform a seat's form; answer with the changed parts, or with the whole page.

    `ask_first`: what may take a while, and may answer instead.
    """
    session, form = await sent_form(request, what)
    room = await session.room(address)
    seat = session.own_seat(room, text_of(form, "seat"))
    try:
        if ask_first is not None:
            if (answer := await ask_first(session, room, seat, form)) is not None:
                return answer
            room = await session.room(address)  # it may have left memory meanwhile, or the seat gone to somebody else
            seat = session.own_seat(room, text_of(form, "seat"))
        do(session, room, seat, form)
    except (Refused, IllegalMove, UndoRefused, OptionError) as error:
        if "text" in form and not session.is_live:
            return refused_line(session, room, str(seat), form, wrong_of(session, error))
        return refused(session, room, seat, error)
    return done(session, room, seat)


def done(session: Session, room: Room, seat: int) -> Response:
    """The answer to a form: the changed parts, or the whole page."""
    if not session.is_live:
        return RedirectResponse(f"/t/{room.address}?seat={seat}", 303)
    open_page = page_of(session.request, session, room)
    open_page.has_acted()
    if open_page.hurry():
        return Response(status_code=204)
    viewer = session.viewer(room, str(seat), len(room.seats_of(session.user)) < 2 or still_to_decide(room, seat))
    return changed_parts(session, room, shown(session, room, viewer))


def still_to_decide(room: Room, seat: int) -> bool:
    """Whether the seat that has just acted goes on, so that nobody else takes over the screen."""
    return room.live is not None and seat in room.live.pending


def changed_parts(session: Session, room: Room, parts: Parts, status: int = 200) -> Response:
    """The parts that differ from what this page has."""
    open_page = page_of(session.request, session, room)
    return parts_as_answer(open_page, open_page.news(parts), status)


def parts_as_answer(open_page: Page, message: str, status: int = 200) -> Response:
    """What a page lacks as an answer, with the number of the last message that the page is sent."""
    headers = {"x-news": str(open_page.number), "cache-control": "no-store"}
    return Response(message or NOTHING, status, headers, media_type=HTML)


def refused(session: Session, room: Room, seat: int, error: Exception) -> Response:
    """Say why nothing has changed, beside the seat's choices."""
    code = error.code if isinstance(error, Refused) else CODES.get(type(error), "bad")
    REFUSALS.labels(code).inc()
    if not session.is_live:
        return RedirectResponse(f"/t/{room.address}?seat={seat}&notice={code}", 303)
    status = error.status if isinstance(error, Refused) else 409
    return say_to_page(session, room, seat, status, notice=session.words(f"refused.{code}"))


def refused_line(
    session: Session, room: Room, seat: str | None, form: FormData, wrong: Wrong, field: str = "text"
) -> Response:
    """The page with a line that was refused in the field where it was typed, and why. `field`: what is wrong."""
    typed = {"field": field, "why": wrong.text, "text": text_of(form, "text"), "name": text_of(form, "name")}
    return table_page(session, room, seat, is_ready=seat is not None, wrong=typed, status=wrong.status)


CODES: dict[type[Exception], str] = {IllegalMove: "illegal", UndoRefused: "undo", OptionError: "bad"}


def say_to_page(session: Session, room: Room, seat: int, status: int, **told: Any) -> Response:
    """Send something to this page alone, by its stream or as the answer."""
    open_page = page_of(session.request, session, room)
    open_page.tell(len(room.game.acts), **told)
    if open_page.hurry():
        return Response(status_code=204 if status == 200 else status)
    viewer = session.viewer(room, str(seat), is_ready=True)
    return changed_parts(session, room, shown(session, room, viewer, **told), status)


@router.post("/t/{address}/move", "/t/{address}")
async def move(request: Request, address: str) -> Response:
    """Make a move, the answer to the question that the page showed, unless a teacher stops it."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        if not text_of(form, "again"):  # who thinks again after a warning has made no move
            session.service.playing.move(room, seat, asked_in(form), *parted(text_of(form, "move")))

    return await act(request, address, "moves", do, stopped_first)


def asked_in(form: FormData) -> int:
    """The number of the question that a form answers. Raises Refused."""
    asked = number_of(form, "asked")
    if asked is None:
        raise Refused("bad", "asked must be the question's number", 422)
    return asked


async def stopped_first(session: Session, room: Room, seat: int, form: FormData) -> Response | None:
    """What a page is told of a move that a teacher stops, and a moment later why; None if the move may be made.

    A page without a script waits for both, for a moment.
    """
    if room.kept.teaches == "off" or text_of(form, "sure") or text_of(form, "again"):
        return None
    stopped = await session.service.teacher.stops(
        room, seat, asked_in(form), *parted(text_of(form, "move")), session.path
    )
    if stopped is None:
        return None
    compared = stopped.compared
    if not session.is_live:
        why = await soon(session.service.reasons.find(room, compared, session.path))
        model = model_of_seat(session, room, seat)
        told = with_why(model, warning_values(model, stopped), why, ABOUT["warning"])
        return table_page(session, room, str(seat), is_ready=True, warning=told)
    warning = warning_values(model_of_seat(session, room, seat), stopped)
    answer = say_to_page(session, room, seat, 200, warning=warning)
    if warning is not None:
        tell_why_later(session, room, compared, warning, "warning")
    return answer


def parted(value: str) -> tuple[str, str]:
    """A button's move, and the answer to the question that follows, if the button has one: `bank > from-own`."""
    first, _, then = value.partition(THEN)
    return first, then


@router.get("/t/{address}/preview")
async def preview(request: Request, address: str) -> Response:
    """What a move would do, for the page's script."""
    session = await Session.of(request)
    session.count("previews")
    room, query = await session.room(address), request.query_params
    seat, asked = session.own_seat(room, query.get("seat")), number_in(query.get("asked", ""))
    if asked is None:
        raise Refused("bad", "asked must be the question's number", 422)
    room.check_begun()
    if room.live is None:  # only a head is wanted, of a game that is not in memory
        end_head("application/json")
    try:
        found = session.service.playing.preview(room, seat, asked, *parted(query.get("move", "")), session.language)
    except IllegalMove as error:
        raise Refused("illegal", str(error)) from None
    return JSONResponse(asdict(found), headers={"cache-control": "no-store"})


def act_meant(session: Session, room: Room, form: FormData) -> int:
    """The number of the act before which a form was shown; the last one if the form does not say it."""
    number = number_of(form, "number")
    return len(room.game.acts) if number is None else number


@router.post("/t/{address}/undo", "/t/{address}")
async def undo(request: Request, address: str) -> Response:
    """Undo the last decision."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        session.service.playing.undo(room, seat, act_meant(session, room, form))

    return await act(request, address, "moves", do)


@router.post("/t/{address}/lend", "/t/{address}")
async def lend(request: Request, address: str) -> Response:
    """Lend the seat to a bot."""
    return await act(request, address, "", lambda session, room, seat, _: session.service.playing.lend(room, seat))


@router.post("/t/{address}/standing", "/t/{address}")
async def stand(request: Request, address: str) -> Response:
    """Change what the seat lets pass."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        session.service.playing.stand(room, seat, text_of(form, "standing"))

    return await act(request, address, "moves", do)


@router.post("/t/{address}/return", "/t/{address}")
async def take_back(request: Request, address: str) -> Response:
    """Give the seat back to its user."""
    return await act(request, address, "", lambda session, room, seat, _: session.service.playing.take_back(room, seat))


@router.post("/t/{address}/resign", "/t/{address}")
async def resign(request: Request, address: str) -> Response:
    """Resign for the seat."""
    return await act(request, address, "", lambda session, room, seat, _: session.service.playing.resign(room, seat))


@router.post("/t/{address}/aim", "/t/{address}")
async def close_aim(request: Request, address: str) -> Response:
    """Take away what tells a newcomer how the game is won."""

    def do(session: Session, room: Room, seat: int, form: FormData) -> None:
        assert session.user is not None
        room.newcomers[session.user.id] = False

    return await act(request, address, "", do)


# after the game


def go_to(session: Session, room: Room) -> Response:
    """Redirect to a table."""
    address = f"/t/{room.address}"
    if session.is_live:
        return Response(status_code=200, headers={"hx-redirect": address})
    return session.finish(RedirectResponse(address, 303))


@router.get("/t/{address}/record")
async def the_record(request: Request, address: str) -> Response:
    """The record of a finished game, as a file."""
    session = await Session.of(request)
    live = finished(await session.room(address), "text/plain")
    name = f"{live.kept.game}-{address[:6]}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(session.service.fairness.record_of(live), headers=headers)


@router.get("/t/{address}/verify")
async def verify_record(request: Request, address: str) -> Response:
    """The page that verifies the record of a finished game."""
    session = await Session.of(request)
    room = await session.room(address)
    live = finished(room, HTML)
    model = session.model(room, session.viewer(room, is_ready=True))
    fairness = session.service.fairness
    kept = drawings_of(room)
    if kept.checks is None:
        kept.checks = await session.service.workers.draw(session.path, fairness.verified, live)
    checks, told = kept.checks
    key = session.service.keys.public.hex() if session.service.keys is not None else ""
    return page(
        session, "verify.html", model=model, checks=checks, unchecked=told, server_key=key, paths=f"/t/{address}"
    )


def finished(room: Room, kind: str) -> LiveGame:
    """A game that is over. Raises Refused for any other. `kind`: of what will be told of it."""
    room.check_over()
    end_head(kind)
    return room.game
