"""The puzzle of the day of each game, solved on the page of a table, and the puzzles of the days before.

The address has what was tried: nothing is kept of who has solved what. The answer is in no page before a move was
tried, or the answer was asked for.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bellringer.puzzles.shipped import day_of
from bellringer.server.base.heads import end_head
from bellringer.server.drawing.replay.puzzle_values import PuzzleShown, move_in
from bellringer.server.drawing.replay.replay_parts import CHUNK, Replay
from bellringer.server.drawing.site.labels import game_name, seat_words
from bellringer.server.drawing.site.shortcuts import REPLAY_SHORTCUTS
from bellringer.server.errors import Refused
from bellringer.server.visitors.forms import number_in
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.replay.learn_pages import SHOW
from bellringer.server.web.replay.replay_pages import previewed
from bellringer.server.web.whole_pages import page

router = Pages(brings_back=False)
LISTED = 28  # days before today that are listed
TRY = "try"


@router.get("/puzzles")
async def puzzles(request: Request) -> Response:
    """Today's puzzle of each game, and those of the days before."""
    session = await Session.of(request)
    daily = session.service.puzzles
    games = [
        {
            "id": game,
            "name": game_name(session.language, game),
            "days": [day_values(game, number) for number in range(daily.newest, max(0, daily.newest - LISTED - 1), -1)],
        }
        for game in daily.games
    ]
    return page(session, "puzzles.html", games=games)


def day_values(game: str, number: int) -> dict[str, Any]:
    """The values of a puzzle in the list."""
    return {"number": number, "url": path_of(game, number), "day": day_of(number).isoformat()}


def path_of(game: str, number: int) -> str:
    """The page of a puzzle."""
    return f"/puzzles/{game}/{number}"


@router.get("/puzzles/{game}")
async def todays(request: Request, game: str) -> Response:
    """The way to today's puzzle of a game."""
    session = await Session.of(request)
    session.service.puzzles.find(game, session.service.puzzles.newest)
    response = RedirectResponse(path_of(game, session.service.puzzles.newest), 303)
    response.headers["cache-control"] = "no-store"
    return response


@router.get("/puzzles/{game}/{number}")
async def puzzle(request: Request, game: str, number: str) -> Response:
    """A puzzle, or what is to be said of the move that was tried."""
    session = await Session.of(request)
    return puzzle_page(session, shown_of(session, game, number), game, number_in(number) or 0)


@router.get("/puzzles/{game}/{number}/move")
async def try_move(request: Request, game: str, number: str) -> Response:
    """A move that is tried: the way to the page that has it in its address."""
    session = await Session.of(request)
    found = shown_of(session, game, number)
    query = urlencode({TRY: move_in(request.query_params.get("move", ""))})
    return RedirectResponse(f"{found.path}?{query}", 303)


@router.get("/puzzles/{game}/{number}/preview")
async def preview(request: Request, game: str, number: str) -> Response:
    """What a move would do as far as the seat can know, for the page's script. Nothing is tried before it."""
    session = await Session.of(request)
    session.count("previews")
    found = shown_of(session, game, number)
    end_head("application/json")
    return previewed(session, found.branch)


def shown_of(session: Session, game: str, number: str) -> PuzzleShown:
    """A puzzle by its address. Raises Refused if there is none, or not yet."""
    wanted = number_in(number)
    if wanted is None:
        raise Refused("missing", "the number of a puzzle is its day's, from 1", 404)
    found = session.service.puzzles.find(game, wanted)
    names = tuple(seat_words(game, colour, session.language) for colour in found.table().seat_names)
    title = session.words("puzzle.title", n=wanted)
    return PuzzleShown(found, path_of(game, wanted), title, names, session.language)


def puzzle_page(session: Session, shown: PuzzleShown, game: str, number: int) -> Response:
    """The page of a puzzle."""
    query = session.request.query_params
    tried = move_in(query.get(TRY, ""))
    answer = shown.answer(tried, SHOW in query)
    told = Replay(session.request.app.state.templates, shown.source, shown.eyes, session.language, session.csrf)
    model = shown.model(answer is not None)
    return page(
        session,
        "replay.html",
        model=model,
        source=shown.source,
        at=0,
        eyes=shown.eyes,
        chunk=CHUNK,
        parts=told.parts(model),
        ground=told.drawer(model).ground(),
        log="",
        said=(),
        branch=shown.branch,
        learn=bar_values(session, shown, game, number, tried, answer),
        preview_url=f"{shown.path}/preview?eyes={shown.eyes}",
        play_on_url="",
        tabs=[(name, session.words(f"table.tab.{name}")) for name in ("rules", "settings")],
        shortcuts=REPLAY_SHORTCUTS,
    )


def verdict_of(session: Session, answer: Any) -> str:
    """What is said first of a move that was tried, or before the answer; empty while there is none."""
    return "" if answer is None else answer["verdict"] or session.words("review.learn.answer")


def bar_values(session: Session, shown: PuzzleShown, game: str, number: int, tried: str, answer: Any) -> dict[str, Any]:
    """What is said beside the board. Nothing that tells the answer, before there is one."""
    words, told = session.words, shown.told
    is_wrong = bool(tried) and not shown.puzzle.is_legal(tried)
    return {
        "seat": shown.puzzle.seat,
        "count": day_of(number).isoformat(),
        "count_words": "",
        "is_answered": answer is not None,
        "task": told.task,
        "what": told.difficulty,
        "notice": told.verdict(tried) if is_wrong else "",
        **(answer or {"tried": "", "answer": (), "why": None, "made": ""}),
        "verdict": verdict_of(session, answer),
        "again_url": shown.path,
        "show_url": f"{shown.path}?{SHOW}=1",
        "next_url": path_of(game, number - 1) if answer is not None and number > 1 else "",
        "next_words": words("puzzle.earlier"),
        "back_url": "/puzzles",
        "back_words": words("puzzle.all"),
    }
