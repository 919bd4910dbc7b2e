"""The review of a game that is over: begun by a form, followed while it is found, and shown once it is whole.

It is of a table's game, for whoever may see its replay, or of a record that a visitor has brought, for that visitor.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.drawing.replay.review_values import ReviewShown
from bellringer.server.errors import Refused
from bellringer.server.people.known import hash_of
from bellringer.server.store.brought_rows import text_in
from bellringer.server.store.review_rows import ReviewOf
from bellringer.server.thinking.reviews import Reviewed, unfinished
from bellringer.server.visitors.forms import number_in, sent_form
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.replay import brought_pages, replay_pages
from bellringer.server.web.replay.replay_pages import HTML, who_sits
from bellringer.server.web.whole_pages import page

router = Pages(brings_back=False)
CANT = ("not-reviewed", "review-unfinished")  # codes of games that can't be reviewed, whoever asks


@dataclass(frozen=True)
class Game:
    """A game that may be reviewed. `text`: of a record that was brought, which has to verify."""

    source: Source
    of: ReviewOf
    text: str = ""

    @property
    def path(self) -> str:
        """Of the page of its review."""
        return f"{self.source.back_path}/review"


Finder = Callable[[Session, str], Awaitable[Game]]


async def of_table(session: Session, address: str) -> Game:
    """The game of a table, for who may see its replay. Raises Refused, for one that still runs, too."""
    source = await replay_pages.source_of(session, address, HTML, is_open=True)
    kept = await session.service.tables.kept(address)
    if kept is None:
        raise Refused("no-replay", "there is no such game", 404)
    return Game(source, ReviewOf(table=kept.id))


async def of_brought(session: Session, address: str) -> Game:
    """What this visitor has brought. Raises Refused."""
    source = await brought_pages.source_of(session, address, HTML)
    kept = session.service.brought.kept(address, brought_pages.owner_of(session))
    return Game(source, ReviewOf(brought=address), text_in(kept.data))


async def found_of(session: Session, game: Game) -> Reviewed:
    """What there is of a game's review. Raises Refused."""
    if game.source.table.pending:  # a position, too, which has no record to verify
        raise unfinished()
    return await session.service.reviews.find(game.of, game.source.table, session.path, game.text)


async def whole_of(session: Session, game: Game) -> Reviewed | None:
    """The whole review of a game; None where there is none. Raises Refused, but not for what can't be reviewed."""
    try:
        found = await found_of(session, game)
    except Refused as error:
        if error.code not in CANT:
            raise
        return None
    return found if found.state == "whole" else None


def shown_of(session: Session, game: Game, found: Reviewed) -> ReviewShown:
    """A whole review, as this visitor reads it."""
    who = [who_sits(session, game.source, seat) for seat in range(game.source.table.seats)]
    return ReviewShown(found.work.course, found.review(), game.source, session.language, who)


def person_of(session: Session) -> bytes:
    """Who asks, of whom one review is under way at a time."""
    return hash_of(session.key)


# the pages


async def review_page(session: Session, game: Game) -> Response:
    """The page of a review, or of what there is of it."""
    try:
        found = await found_of(session, game)
    except Refused as error:
        if error.code not in CANT:
            raise
        return page(session, "review.html", game=game, state=error.code, reason=str(error), found=None)
    if found.state != "whole":
        return page(session, "review.html", game=game, state=found.state, reason="", found=found)
    shown = shown_of(session, game, found)
    viewer = shown.eyes_meant(session.request.query_params.get("eyes", ""))
    return page(session, "review_whole.html", game=game, shown=shown, said=shown.said, chart=shown.chart(viewer),
                has_puzzles=game.source.game in session.service.puzzles.games)  # fmt: skip


async def moment_page(session: Session, game: Game, number: str) -> Response:
    """The page of one moment of a review; the review's own where there is none."""
    found = await whole_of(session, game)
    shown = shown_of(session, game, found) if found is not None else None
    turn = None if shown is None else shown.turn_of(number_in(number) or 0)
    if found is None or shown is None or turn is None:
        return await review_page(session, game)
    return page(session, "review_moment.html", game=game, shown=shown, said=shown.said, moment=shown.moment(turn),
                thoughts=shown.thoughts(turn), is_asked=turn in found.asked)  # fmt: skip


async def progress_part(session: Session, game: Game) -> Response:
    """How far a review is, for the page's script; once it is whole, that the page is to be loaded again."""
    found = await found_of(session, game)
    response = page(session, "parts/review_progress.html", game=game, state=found.state, found=found)
    if found.state == "whole":
        response.headers["hx-refresh"] = "true"
    return response


async def why_part(session: Session, game: Game, number: str) -> Response:
    """Why a move was better or worse, for the page's script, as soon as that is known."""
    found = await found_of(session, game)
    shown = shown_of(session, game, found) if found.state == "whole" else None
    turn = None if shown is None else shown.turn_of(number_in(number) or 0)
    moment = None if shown is None or turn is None else shown.moment(turn)
    return page(session, "parts/review_why.html", game=game, moment=moment, is_asked=turn in found.asked)


async def begun(session: Session, game: Game) -> Response:
    """Begin a review, or go on with it."""
    session.service.reviews.begin(await found_of(session, game), person_of(session), session.path)
    return session.finish(RedirectResponse(game.path, 303))


async def asked(session: Session, game: Game, number: str) -> Response:
    """Have a moment explained."""
    found = await found_of(session, game)
    turn = (number_in(number) or 0) - found.work.course.moves_before - 1
    session.service.reviews.explain(found, turn, person_of(session), session.path)
    return session.finish(RedirectResponse(f"{game.path}/{number}#why", 303))


# where they are: of a table, and of what was brought


def add_routes(path: str, find: Finder) -> None:
    """All pages of reviews at addresses that begin so."""

    @router.get(f"{path}/review")
    async def review(request: Request, address: str) -> Response:
        session = await Session.of(request)
        return await review_page(session, await find(session, address))

    @router.post(f"{path}/review", f"{path}/review")
    async def begin(request: Request, address: str) -> Response:
        session, _ = await sent_form(request, "reviews")
        return await begun(session, await find(session, address))

    @router.get(f"{path}/review/progress")
    async def progress(request: Request, address: str) -> Response:
        session = await Session.of(request)
        return await progress_part(session, await find(session, address))

    @router.get(f"{path}/review/{{number}}")
    async def moment(request: Request, address: str, number: str) -> Response:
        session = await Session.of(request)
        return await moment_page(session, await find(session, address), number)

    @router.post(f"{path}/review/{{number}}", f"{path}/review/{{number}}")
    async def ask(request: Request, address: str, number: str) -> Response:
        session, _ = await sent_form(request, "reviews")
        return await asked(session, await find(session, address), number)

    @router.get(f"{path}/review/{{number}}/why")
    async def why(request: Request, address: str, number: str) -> Response:
        session = await Session.of(request)
        return await why_part(session, await find(session, address), number)


add_routes("/t/{address}", of_table)
add_routes("/brought/{address}", of_brought)
