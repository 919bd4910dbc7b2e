"""A game as it was, moment by moment: the page of a replay, and the moments that its script fetches ahead.

A page of any source is drawn by `replay_page`; here is where the games of this server's tables come from.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from bellringer.core.errors import IllegalMove
from bellringer.core.shown.show import THEN
from bellringer.core.tables.table import Table
from bellringer.server.base.heads import end_head, is_head
from bellringer.server.drawing.replay.branches import Branch, branch_of
from bellringer.server.drawing.replay.replay_parts import CHUNK, Replay
from bellringer.server.drawing.replay.replay_source import ALL, Pane, Source
from bellringer.server.drawing.site.shortcuts import REPLAY_SHORTCUTS
from bellringer.server.drawing.table import points_part
from bellringer.server.drawing.table.table_drawings import replay_lines_of
from bellringer.server.errors import Refused
from bellringer.server.store import Mark
from bellringer.server.tables.memory.replays import Gaps, Replayed, no_game
from bellringer.server.tables.memory.room import BEGUN
from bellringer.server.visitors.forms import number_in
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.whole_pages import page

router = Pages(brings_back=False)
HTML = "text/html"


@router.get("/t/{address}/replay")
async def replay(request: Request, address: str) -> Response:
    """The page of a game of a table, at a moment."""
    session = await Session.of(request)
    source = await source_of(session, address, HTML)
    return replay_page(session, source)


@router.get("/t/{address}/replay/move")
async def try_move(request: Request, address: str) -> Response:
    """One more move of a branch: the way to the page that has it."""
    session = await Session.of(request)
    if is_head():
        await check_there(session, address, is_open=True)
    else:
        await source_of(session, address, HTML, is_open=True)
    return moved(request, f"/t/{address}/replay")


@router.get("/t/{address}/replay/preview")
async def preview(request: Request, address: str) -> Response:
    """What a move of a branch would do, for the page's script; null for one that can't be made."""
    session = await Session.of(request)
    session.count("previews")
    source = await source_of(session, address, "application/json", is_open=True)
    return preview_of(session, source)


@router.get("/t/{address}/replay/moments")
async def ahead(request: Request, address: str) -> Response:
    """Some moments from one on, for the page's script."""
    session = await Session.of(request)
    session.count("previews")
    source = await source_of(session, address, "application/json")
    return await moments_of(session, source)


async def source_of(session: Session, address: str, kind: str, is_open: bool = False) -> Source:
    """The game of a table, as far as a visitor may see it. `kind`: of what will be told of it. Raises Refused.

    `is_open`: it must be over.
    """
    service, user = session.service, session.user
    if is_head():
        await check_there(session, address, is_open)
        end_head(kind)
    found = await service.replays.find(address, lambda room: room.may_look(user), user, session.path)
    if is_open and not found.is_over:
        raise Refused("running", "the game is not over yet")
    return source_at(session, found)


async def check_there(session: Session, address: str, is_open: bool) -> None:
    """Raises Refused unless there is a game that a visitor may see. It is not built. `is_open`: it must be over."""
    user = session.user
    room = await session.service.tables.seen(address, lambda room: room.may_look(user), user)
    if room is None or room.kept.status not in BEGUN:
        raise no_game()
    if is_open:
        room.check_over()


def source_at(session: Session, found: Replayed) -> Source:
    """A game of this server, and what is said of it to a visitor.

    Of a running game there is its public past, and through the eyes of one's own seat; who shares a screen with others
    would see theirs, and has the public past alone.
    """
    live, user = found.live, session.user
    own = tuple(seat.number for seat in live.kept.seats if user is not None and seat.user == user.id)
    mine = own[0] if len(own) == 1 else None
    gaps, path = found.gaps, f"/t/{live.kept.address}"
    return Source(
        table=found.table if found.is_over else found.table.copy(),
        info=live.info(0),
        path=f"{path}/replay",
        is_open=found.is_over,
        eyes=() if mine is None else (mine,),
        mine=mine,
        is_whole=not (gaps.after or (gaps.parts and not gaps.is_sure)),
        said=said_of(session, found),
        back=path,
        panes=panes_of(session, found.table),
        origin=Mark("moment", live.kept.address) if found.is_over else None,
        lines=replay_lines_of(live),
    )


def panes_of(session: Session, table: Table) -> tuple[Pane, ...]:
    """What is told of a game at each moment beside the log: where the points came from, if the game says so."""
    if table.rules.sources is None:
        return ()
    environment = session.request.app.state.templates
    return (Pane(points_part.NAME, "points.tab", lambda model: points_part.pane(environment, model)),)


def said_of(session: Session, found: Replayed) -> tuple[str, ...]:
    """What has to be said of a game before it is looked at."""
    said = () if found.is_over else (session.words("replay.running"),)
    return (*said, *gaps_said(session, found))


def gaps_said(session: Session, found: Replayed) -> tuple[str, ...]:
    """What can't be replayed, and why."""
    gaps: Gaps = found.gaps
    if not gaps.parts:
        return ()
    rules, words = found.live.table.rules, session.words
    parts = ", ".join(rules.part_words(part, session.language) for part in gaps.parts)
    said = [words("replay.gaps.changed", parts=parts)]
    if gaps.before:
        said.append(words("replay.gaps.before", n=gaps.before))
    if gaps.after:
        said.append(words("replay.gaps.after", n=gaps.after))
    elif not gaps.is_sure:
        said.append(words("replay.gaps.unsure"))
    elif found.is_over and not gaps.before:
        said.append(words("replay.gaps.alike"))
    return (" ".join(said),)


# the page of any source


def replay_page(session: Session, source: Source) -> Response:
    """The page of a replay, at the moment and through the eyes that its address names."""
    query = session.request.query_params
    eyes, wanted = source.eyes_meant(query.get("eyes", "")), query.get("at")
    at, said = nearest(source, wanted), list(source.said)
    if wanted is not None and str(at) != wanted:
        said.append(session.words("replay.nearest", at=at))
    if "try" in query and source.is_open:
        return branch_page(session, branch_of(source, at, query.getlist("try")), eyes, said)
    told = Replay(session.request.app.state.templates, source, eyes, session.language, session.csrf)
    model = told.moment(at)
    return page(
        session,
        "replay.html",
        model=model,
        source=source,
        at=at,
        eyes=eyes,
        eyes_to_have=eyes_to_have(session, source, at, eyes),
        chunk=CHUNK,
        parts=told.parts(model),
        ground=told.ground(),
        log=told.log(at),
        ways=told.ways(at),
        is_end=at == source.count and not source.table.pending,
        said=said,
        play_on_url=play_on_url(source.url(at, eyes)),
        branch=None,
        learn=None,
        tabs=tabs_of(session, source),
        shortcuts=REPLAY_SHORTCUTS,
    )


def branch_page(session: Session, branch: Branch, eyes: str, said: list[str]) -> Response:
    """The page of a branch, with the question that is asked there."""
    source = branch.source
    told = Replay(session.request.app.state.templates, source, eyes, session.language, session.csrf)
    model = branch.model(eyes, session.language)
    if branch.left_out:
        said.append(session.words("replay.branch.nearest", n=branch.left_out))
    return page(
        session,
        "replay.html",
        model=model,
        source=source,
        at=branch.at,
        eyes=eyes,
        chunk=CHUNK,
        parts=told.parts(model),
        ground=told.drawer(model).ground(),
        log=told.log_of(branch, model),
        said=said,
        branch=branch,
        learn=None,
        preview_url=branch.url(eyes).replace("?", "/preview?", 1),
        play_on_url=play_on_url(branch.url(eyes)),
        tabs=tabs_of(session, source),
        shortcuts=REPLAY_SHORTCUTS,
    )


def play_on_url(url: str) -> str:
    """Where a table is made that plays on from the moment, or the branch, at an address."""
    return url.replace("?", "/play-on?", 1)


def moved(request: Request, path: str) -> Response:
    """The way from a branch to the one that has one move more. `path`: of the replay."""
    query = request.query_params
    tried = [one for one in query.getlist("try") if one]
    if move := query.get("move", ""):
        tried.append(f"{query.get('by', '')} {move}")
    fields = {"at": query.get("at", "0"), "eyes": query.get("eyes", ""), "try": tried or [""]}
    return RedirectResponse(f"{path}?{urlencode(fields, doseq=True)}", 303)


def preview_of(session: Session, source: Source) -> Response:
    """What a move of a branch would do, as JSON."""
    query = session.request.query_params
    return previewed(session, branch_of(source, nearest(source, query.get("at")), query.getlist("try")))


def previewed(session: Session, branch: Branch) -> Response:
    """What a move that is asked for there would do, as JSON; null for one that can't be made."""
    query = session.request.query_params
    move, _, then = query.get("move", "").partition(THEN)
    headers = {"cache-control": "no-store"}
    if branch.answering is None or number_in(query.get("seat", "")) != branch.answering:
        return JSONResponse(None, headers=headers)
    try:
        found = branch.table.preview(move, branch.answering, then, session.language)
    except IllegalMove:
        return JSONResponse(None, headers=headers)
    return JSONResponse(asdict(found), headers=headers)


def nearest(source: Source, wanted: str | None) -> int:
    """The moment that an address asks for, or the one that lies nearest to it; the beginning where it asks for none."""
    number = number_in(wanted or "0")
    if number is None:
        return source.count if (wanted or "").isdecimal() else 0
    return min(number, source.count)


def eyes_to_have(session: Session, source: Source, at: int, eyes: str) -> list[dict[str, Any]]:
    """The eyes that a visitor may choose, each with the way to the same moment."""
    model = source.table.rules.view_model(source.table.view(None), session.language)
    found = []
    for name in source.all_eyes:
        seat = source.seat_of(name)
        words = session.words(f"replay.eyes.{ALL if name == ALL else 'table'}")
        if seat is not None:
            words = session.words(
                "replay.eyes.seat", seat=model.name("seat", name), name=who_sits(session, source, seat)
            )
        found.append({
            "name": name, "url": source.url(at, name), "is_on": name == eyes, "words": words,
            "colour": name if seat is not None else "", "letter": model.letter(name) if seat is not None else "",
        })  # fmt: skip
    return found


def who_sits(session: Session, source: Source, seat: int) -> str:
    """The name of who has a seat."""
    return source.info.occupants[seat].words(session.words)


def tabs_of(session: Session, source: Source) -> list[tuple[str, str]]:
    """What stands beside the board, each under a tab."""
    words = session.words
    return [
        ("log", words("table.tab.log")),
        *((pane.name, words(pane.title)) for pane in source.panes),
        ("rules", words("table.tab.rules")),
        ("settings", words("table.tab.settings")),
    ]


async def moments_of(session: Session, source: Source) -> Response:
    """Some moments from one on, as JSON; none from beyond the end."""
    query = session.request.query_params
    first, eyes = number_in(query.get("from", "")) or 0, source.eyes_meant(query.get("eyes", ""))
    told = Replay(session.request.app.state.templates, source, eyes, session.language, session.csrf)
    found = await told.chunk(min(first, source.count)).drawn()
    return JSONResponse({**found, "last": source.count}, headers={"cache-control": "no-store"})
