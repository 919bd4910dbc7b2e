"""Learning from one's mistakes: the moments of a review once more, without the answer, as a table asks them.

The address has the place: the moment, the seat, and the move that was tried. So a reload shows the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.shown.show import THEN
from bellringer.core.tables.moments import turn_of
from bellringer.review.results import Step
from bellringer.server.base.heads import end_head, is_head
from bellringer.server.drawing.replay.branches import Branch, branch_of
from bellringer.server.drawing.replay.replay_parts import CHUNK, Replay
from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.drawing.replay.review_values import ReviewShown
from bellringer.server.drawing.site.shortcuts import REPLAY_SHORTCUTS
from bellringer.server.visitors.forms import number_in
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.replay.brought_pages import owner_of
from bellringer.server.web.replay.replay_pages import check_there, moved, preview_of, tabs_of
from bellringer.server.web.replay.review_pages import (
    Finder,
    Game,
    of_brought,
    of_table,
    review_page,
    shown_of,
    whole_of,
)
from bellringer.server.web.whole_pages import page

router = Pages(brings_back=False)
Checker = Callable[[Session, str], Awaitable[None]]
SHOW = "show"  # in the address: the answer is wanted without a move


async def learn_page(session: Session, game: Game) -> Response:
    """A mistake once more; the review's own page where there is none, or no review."""
    found = await whole_of(session, game)
    shown = shown_of(session, game, found) if found is not None else None
    query = session.request.query_params
    seat = None if shown is None else shown.eyes_meant(query.get("eyes", ""))
    steps = [] if shown is None or seat is None else can_be_asked(shown, seat)
    if shown is None or not steps:
        return await review_page(session, game)
    at = number_in(query.get("at", ""))
    place = next((number for number, step in enumerate(steps) if shown.at(step.turn) == at), 0)
    return moment_page(session, game, shown, steps, place)


def can_be_asked(shown: ReviewShown, seat: int) -> list[Step]:
    """The mistakes of a seat at whose moments nobody else is asked before it, in the order of the game."""
    decisions = shown.course.decisions
    return [
        step
        for step in shown.mistakes_of(seat)
        if decisions[step.turn].before.pending[0] == seat and is_first(shown, step.turn)
    ]


def is_first(shown: ReviewShown, turn: int) -> bool:
    """Whether the moment before a move is that of the move before it, so that a branch from there asks the same."""
    before = turn_of(shown.source.table, shown.at(turn) - 1)
    return before == turn - 1 if turn else before is None


def source_of(session: Session, game: Game) -> Source:
    """The game as it is asked about: the ways on its page lead back to it."""
    title = session.words("review.learn.title")
    return replace(game.source, path=f"{game.path}/learn", title=title, origin=None, panes=(), said=())


def moment_page(session: Session, game: Game, shown: ReviewShown, steps: list[Step], place: int) -> Response:
    """The page of one mistake: what is asked there, or what is thought of the move that was tried."""
    query, step = session.request.query_params, steps[place]
    source, at, eyes = source_of(session, game), shown.at(step.turn), shown.review.seats[step.seat]
    branch = branch_of(source, at, [one for one in query.getlist("try") if one][:1])
    learn = learn_values(session, shown, steps, place, branch, SHOW in query)
    told = Replay(session.request.app.state.templates, source, eyes, session.language, session.csrf)
    model = branch.model(eyes, session.language, step.seat if learn["is_answered"] else None)
    return page(
        session,
        "replay.html",
        model=model,
        source=source,
        at=at,
        eyes=eyes,
        chunk=CHUNK,
        parts=told.parts(model),
        ground=told.drawer(model).ground(),
        log=told.log_of(branch, model),
        said=(),
        branch=branch,
        learn=learn,
        preview_url=branch.url(eyes).replace("?", "/preview?", 1),
        play_on_url="",
        tabs=tabs_of(session, source),
        shortcuts=REPLAY_SHORTCUTS,
    )


def learn_values(
    session: Session, shown: ReviewShown, steps: list[Step], place: int, branch: Branch, is_shown: bool
) -> dict[str, Any]:
    """What is said beside the board. The answer is there only once a move was tried, or it was asked for."""
    step, words = steps[place], session.words
    name = branch.tried[0].partition(" ")[2].partition(THEN)[0] if branch.tried else ""
    is_answered = bool(name) or is_shown
    again = branch.url(shown.review.seats[step.seat], ())
    why = shown.review.why(step.turn) if is_answered else None
    following = steps[place + 1] if place + 1 < len(steps) else None
    return {
        "seat": step.seat,
        "count": f"{place + 1} / {len(steps)}",
        "count_words": words("review.learn.place", n=place + 1, all=len(steps)),
        "task": "",
        "what": words("review.learn.what"),
        "notice": "",
        "made": "",
        "is_answered": is_answered,
        "verdict": verdict(session, shown, step, name) if name else words("review.learn.answer") if is_shown else "",
        "tried": words("review.learn.tried", move=shown.teller.move(step.turn, name)) if name else "",
        "answer": answer(session, shown, step) if is_answered else (),
        "why": None if why is None else shown.why(why),
        "again_url": again,
        "show_url": f"{again}&{SHOW}=1",
        "next_url": "" if following is None else branch.source.url(shown.at(following.turn), branch_eyes(shown, step)),
        "next_words": words("review.learn.next"),
        "back_url": f"{shown.path}#move-{shown.teller.number(step.turn)}",
        "back_words": words("review.to_review"),
    }


def branch_eyes(shown: ReviewShown, step: Step) -> str:
    """Whose mistakes these are, as addresses name a seat."""
    return shown.review.seats[step.seat]


def verdict(session: Session, shown: ReviewShown, step: Step, name: str) -> str:
    """What the bot thinks of a move that was tried."""
    words = session.words
    if name == step.moves[0].name:
        return words("review.learn.same")
    if name in step.best:
        return words("review.learn.as_good")
    behind = next((one.behind for one in step.moves if one.name == name), None)
    if behind is None:
        return words("review.learn.unknown")
    return words("review.learn.worse", points=shown.points(behind))


def answer(session: Session, shown: ReviewShown, step: Step) -> tuple[str, ...]:
    """What the bot plays, and what was played in the game."""
    played = session.words(
        "review.learn.played", move=shown.teller.move(step.turn, step.played), points=shown.points(step.loss)
    )
    return shown.teller.better(step.turn, step.best), played


async def check_table(session: Session, address: str) -> None:
    """Raises Refused unless there is a table's game that is over, for this visitor to see."""
    await check_there(session, address, is_open=True)


async def check_brought(session: Session, address: str) -> None:
    """Raises Refused unless this visitor has brought something there."""
    session.service.brought.kept(address, owner_of(session))


def add_routes(path: str, find: Finder, check: Checker) -> None:
    """These pages at addresses that begin so."""

    @router.get(f"{path}/review/learn")
    async def learn(request: Request, address: str) -> Response:
        session = await Session.of(request)
        return await learn_page(session, await find(session, address))

    @router.get(f"{path}/review/learn/move")
    async def try_move(request: Request, address: str) -> Response:
        session = await Session.of(request)
        if not is_head():
            await find(session, address)
        else:
            await check(session, address)
        return moved(request, f"{path}/review/learn".format(address=address))

    @router.get(f"{path}/review/learn/preview")
    async def preview(request: Request, address: str) -> Response:
        session = await Session.of(request)
        session.count("previews")
        if is_head():
            await check(session, address)
            end_head("application/json")
        return preview_of(session, source_of(session, await find(session, address)))


add_routes("/t/{address}", of_table, check_table)
add_routes("/brought/{address}", of_brought, check_brought)
