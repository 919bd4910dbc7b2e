"""The parts of a table's page: drawn for one viewer, compared with what the page has, sent if they differ."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment
from markupsafe import Markup
from starlette.requests import Request

from bellringer.server import part_values
from bellringer.server.drawn_parts import DrawnParts, shared
from bellringer.server.metrics import STREAMS
from bellringer.server.open_page import Page
from bellringer.server.page_model import PageModel, SeatModel
from bellringer.server.part_values import Values
from bellringer.server.room import Room
from bellringer.server.sessions import Session

PARTS = ("status", "boards", "middle", "seats", "hand", "prompt", "asking", "log", "chat", "record", "end")
GROUND = "ground"  # the part of the board that changes only when somebody else at the same screen looks at it
BOARD = "live"  # the part that changes
Show = Callable[[], Mapping[str, str]]
NOTHING = "<!-- nothing new -->"
TURNS_BETWEEN = 4  # of the loop, between two pages: as many as an answer needs from what is stored to what is sent
GATHER_STEPS = 4
GATHER = 0.16  # seconds in which changes are gathered, so that a turn of many decisions is one message
PING = 20.0  # seconds between signs of life on a quiet stream


def parts_of(environment: Environment, room: Room, model: PageModel, csrf: str) -> Mapping[str, Markup]:
    """All parts by their elements' ids, rendered once for all who see the same."""
    key = (model.viewer, csrf)
    found: Mapping[str, Markup] | None = room.shown.get(key)
    if found is None:
        found = Drawer(environment, model, csrf, room.drawn).all()
        if room.kept.clock == "none" or model.is_over:  # else the clocks have moved on at the next look
            room.shown[key] = found
    return found


@dataclass(frozen=True)
class Drawer:
    """Draws the parts of a table's page for one viewer. `csrf`: the token of forms; `kept`: what was drawn before."""

    environment: Environment
    model: PageModel
    csrf: str
    kept: DrawnParts = field(default_factory=DrawnParts)

    def all(self) -> dict[str, Markup]:
        """All parts by their elements' ids."""
        return {GROUND: self.ground(), BOARD: Markup(self.model.drawing), **{name: self.part(name) for name in PARTS}}

    def ground(self) -> Markup:
        """The part of the board that never changes for one pair of eyes."""
        eyes = (self.model.language, self.model.seat)
        return self.kept.get(GROUND, eyes, lambda: shared(Markup(self.model.ground())))

    def part(self, name: str, **told: object) -> Markup:
        """One part. `told`: what this page alone is told, in the prompt."""
        if name == "log":  # that seldom looks as before
            return self.render(name, part_values.log(self.model))
        if (values := self.values(name)) is not None:
            return self.drawn(name, values)
        return self.render(name, {**context_of(self.model, self.csrf), **told})

    def values(self, name: str) -> Values | None:
        """What a part shows; None for one whose template looks at the whole table."""
        if name == "seats":
            return part_values.seats(self.model, self.seat)
        if name == "chat":
            return part_values.chat(self.model, self.csrf)
        return VALUES[name](self.model) if name in VALUES else None

    def seat(self, one: SeatModel) -> Markup:
        """A seat."""
        return self.drawn("seat", part_values.seat(self.model, one))

    def drawn(self, name: str, values: Values) -> Markup:
        """A part that shows some values."""
        return self.kept.get(name, (self.model.language, *values.values()), lambda: self.render(name, values))

    def render(self, name: str, values: Values) -> Markup:
        """A part from its template."""
        model = self.model
        site = {"t": model.say, "lang": model.language, "game": model.game, "paths": paths_of(model)}
        return Markup(self.environment.get_template(f"parts/{name}.html").render({**site, **values}))


VALUES: Mapping[str, Callable[[PageModel], Values | None]] = {
    "status": part_values.status,
    "asking": part_values.asking,
    "end": part_values.end,
    "boards": part_values.boards,
    "middle": part_values.middle,
    "hand": part_values.hand,
    "record": part_values.record,
}


def paths_of(model: PageModel) -> str:
    """Where the forms of a table begin."""
    return f"/t/{model.id}"


def context_of(model: PageModel, csrf: str) -> dict[str, Any]:
    """The values for the templates of all parts."""
    return {
        "model": model,
        "t": model.say,
        "lang": model.language,
        "csrf": csrf,
        "paths": paths_of(model),
        "hint": None,
        "notice": None,
    }


def message(changed: Mapping[str, str]) -> str:
    """Some parts in one answer; each replaces its element."""
    return "".join(
        f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{part}</hx-partial>' for name, part in changed.items()
    )


def event(text: str, number: int) -> bytes:
    """A message of the event stream."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"id: {number}\n{lines}\n".encode()


def page_of(request: Request, session: Session, room: Room) -> Page:
    """The open page that a request comes from."""
    name = request.query_params.get("page") or request.headers.get("x-page", "")
    return room.page(name[:32], session.key)


async def in_turn(session: Session, page: Page, view: Show) -> Mapping[str, str]:
    """Render the parts, one page after the other, so that requests are answered in between.

    A page that somebody waits for goes before all others.
    """
    async with session.service.drawing.taken(page):
        parts = view()
        for _ in range(TURNS_BETWEEN):
            await asyncio.sleep(0)
    return parts


async def gather(page: Page) -> None:
    """Wait a little for further changes, unless somebody waits for this one."""
    for _ in range(GATHER_STEPS):
        if page.is_eager:
            return
        await asyncio.sleep(GATHER / GATHER_STEPS)


async def stream(request: Request, session: Session, room: Room, view: Show) -> AsyncIterator[bytes]:
    """Stream the parts that change, until the page goes away. `view`: renders the present parts."""
    page = page_of(request, session, room)
    with session.service.listeners.listening(room, session.user, session.who, session.where) as listener:
        page.stream = wake = listener.wake
        page.turns = session.service.drawing
        if "last-event-id" in request.headers:
            page.forget()  # what was sent last may have been lost
        session.look_at(room)
        STREAMS.inc()
        try:
            yield b"retry: 1000\n\n"
            while goes_on(session, room) and not listener.is_sent_away:
                wake.clear()
                is_eager, page.is_eager = page.is_eager, False
                changed = page.changes(view() if is_eager else await in_turn(session, page, view))
                if changed or is_eager:  # who waits is answered, even if nothing is new
                    yield event(message(changed) or NOTHING, room.revision)
                try:
                    await asyncio.wait_for(wake.wait(), PING)
                    await gather(page)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            STREAMS.dec()
            page.stream = None if page.stream is wake else page.stream
            session.look_away(room)


def goes_on(session: Session, room: Room) -> bool:
    """Whether a page may still be updated: a visitor may have to go when the game begins."""
    return not session.service.is_closing and not room.is_gone and room.may_look(session.user)
