"""The pages where one learns a game at a real table, and the form by which a lesson begins and goes on."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bellringer.server.drawing.site.labels import game_name
from bellringer.server.errors import Refused
from bellringer.server.people.public_names import is_public, public_name
from bellringer.server.store import User
from bellringer.server.tables.live.marked_lessons import lesson_of, taught
from bellringer.server.tables.making.lessons import mark_of
from bellringer.server.visitors.forms import number_of, sent_form, text_of
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.table_pages import go_to
from bellringer.server.web.whole_pages import page

router = Pages()


@router.get("/learn/{game}")
async def learn(request: Request, game: str) -> Response:
    """The lessons of a game, and how far the visitor is."""
    session, found = await Session.of(request), taught(game)
    lessons = found.lessons
    assert lessons is not None
    begun = {mark_of(kept).source: mark_of(kept).step for kept in session.service.lessons.begun(session.user, game)}
    shown = [lesson_values(session, game, name, begun.get(name)) for name in lessons.names]
    done = request.query_params.get("done", "")
    return page(
        session,
        "learn.html",
        game={
            "id": game,
            "name": game_name(session.language, game),
            "has_guide": found.guide is not None,
            "has_puzzles": game in session.service.puzzles.games,
        },
        lessons=shown,
        done=next((one["title"] for one in shown if one["name"] == done), ""),
    )


def lesson_values(session: Session, game: str, name: str, step: int | None) -> dict[str, Any]:
    """The values of a lesson. `step`: the part where the visitor is; None for one that is not begun."""
    lessons = taught(game).lessons
    assert lessons is not None
    lesson = lessons.lesson(name, session.language)
    return {
        "name": name,
        "title": lesson.title,
        "lead": lesson.lead,
        "parts": [part.title for part in lesson.parts],
        "step": step if step is not None and step < len(lesson.parts) else None,
    }


@router.post("/learn/{game}", "/learn/{game}")
async def go_on(request: Request, game: str) -> Response:
    """Begin a lesson at a part, or go on to it; behind the last one the lesson is over."""
    session, form = await sent_form(request, "new_tables")
    step = number_of(form, "step")
    if step is None:
        raise Refused("bad", "step must be the number of a part", 422, "step")
    lesson = lesson_of(game, text_of(form, "lesson"), session.language)
    user, is_anew = learner(session), text_of(form, "anew") == "1"
    room = await session.service.lessons.begin(user, game, lesson.name, step, session.where, is_anew)
    if room is None:
        return session.finish(RedirectResponse(f"/learn/{game}?done={lesson.name}", 303))
    return go_to(session, room)


def learner(session: Session) -> User:
    """The visitor as somebody with a name: a new one is given one."""
    if session.user is not None and is_public(session.user):
        return session.user
    return session.introduce(public_name(session.words))
