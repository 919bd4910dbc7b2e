"""Records and positions that a visitor brings by file or paste, and looks at as at any other game.

They are that visitor's alone. Whether one is of a game that still runs somewhere can't be told from it.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bellringer.core.contract.registry import find
from bellringer.core.tables.table import Table
from bellringer.server.base.heads import end_head, is_head
from bellringer.server.base.metrics import REFUSALS
from bellringer.server.drawing.replay.branches import branch_of
from bellringer.server.drawing.replay.replay_source import Source
from bellringer.server.drawing.site.labels import ago, game_name, seat_words
from bellringer.server.people.known import hash_of
from bellringer.server.store import Mark
from bellringer.server.tables.brought.reader import Unreadable
from bellringer.server.tables.live.seating import Occupant
from bellringer.server.tables.live.table_info import TableInfo
from bellringer.server.visitors.forms import file_of, sent_form, text_of
from bellringer.server.visitors.security import BRING
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.replay.play_on_pages import made_on, play_on_page, usual_values
from bellringer.server.web.replay.replay_pages import (
    HTML,
    moments_of,
    moved,
    nearest,
    panes_of,
    preview_of,
    replay_page,
)
from bellringer.server.web.whole_pages import page

router = Pages(brings_back=False)
JSON = "application/json"
LAW = "law"  # the kind of its name
MOST_TYPED = 20_000  # letters of a refused text that the page shows again


@router.get(BRING)
async def bring(request: Request) -> Response:
    """The form, and what this visitor has brought before."""
    return bring_page(await Session.of(request))


@router.post(BRING, BRING)
async def bring_it(request: Request) -> Response:
    """Read what came, and look at it."""
    session, form = await sent_form(request, files=1)
    data = file_of(request, "file") or text_of(form, "brought").encode()
    try:
        session.count("texts")
        address = await session.service.brought.bring(data, owner_of(session), session.path)
    except Unreadable as error:
        REFUSALS.labels("brought").inc()
        return bring_page(session, error, data)
    return RedirectResponse(f"/brought/{address}", 303)


def bring_page(session: Session, wrong: Unreadable | None = None, data: bytes = b"") -> Response:
    """The form, with what was sent and why it was refused."""
    words, typed = session.words, data.decode(errors="replace")
    mine = [
        {
            "url": f"/brought/{one.address}",
            "game": game_name(session.language, one.game),
            "when": ago(words, one.at),
        }
        for one in session.service.brought.of(owner_of(session))
    ]
    return page(
        session,
        "bring.html",
        200 if wrong is None else 422,
        mine=mine,
        typed=typed if len(typed) <= MOST_TYPED else "",
        wrong=None if wrong is None else wrong_words(session, wrong),
    )


def wrong_words(session: Session, error: Unreadable) -> dict[str, str]:
    """Where something is wrong with what was brought, and why. The reason is in the words of the core, in English."""
    told, words = error.told, session.words
    reason = str(told.get("reason", ""))
    if error.why == "law":
        rules = find(told["game"])
        reason = rules.words.name_words(LAW, rules.law_names[told["law"] - 1], session.language)
    where = {name: told[name] for name in ("line", "move", "path") if name in told}
    return {"where": words(f"bring.wrong.{error.why}", **where), "reason": reason, "why": error.why}


def owner_of(session: Session) -> bytes:
    """Whose it is that this visitor brings."""
    return hash_of(session.key)


# looking at it


async def source_of(session: Session, address: str, kind: str) -> Source:
    """What this visitor has brought, as it is replayed. `kind`: of what will be told of it. Raises Refused."""
    brought, owner = session.service.brought, owner_of(session)
    if is_head():
        brought.kept(address, owner)
        end_head(kind)
    return brought_source(session, address, await brought.find(address, owner))


def brought_source(session: Session, address: str, table: Table) -> Source:
    """A game that was brought, and what is said of it: that, and that it counts for nothing."""
    said = session.words("bring.said") if table.pending else session.words("bring.said_over")
    return Source(
        table=table,
        info=info_of(session, table),
        path=f"/brought/{address}",
        is_open=True,
        said=(said,),
        back=BRING,
        panes=panes_of(session, table),
        origin=Mark("brought"),
    )


def info_of(session: Session, table: Table) -> TableInfo:
    """Nobody is known of those who played: the seats have the names of their colours."""
    names = [seat_words(table.game, colour, session.language) for colour in table.seat_names]
    return TableInfo(
        table_id="",
        occupants=tuple(Occupant(name, "human", seat=seat) for seat, name in enumerate(names)),
        clocks=tuple(None for _ in names),
        chat=(),
        number=table.moves_played,
        ended_by="" if table.pending else "game",
        mark=Mark("brought"),
    )


@router.get("/brought/{address}")
async def look(request: Request, address: str) -> Response:
    """The page of what was brought, at a moment."""
    session = await Session.of(request)
    return replay_page(session, await source_of(session, address, HTML))


@router.get("/brought/{address}/moments")
async def moments(request: Request, address: str) -> Response:
    """Some moments from one on, for the page's script."""
    session = await Session.of(request)
    session.count("previews")
    return await moments_of(session, await source_of(session, address, JSON))


@router.get("/brought/{address}/move")
async def try_move(request: Request, address: str) -> Response:
    """One more move of a branch: the way to the page that has it."""
    session = await Session.of(request)
    session.service.brought.kept(address, owner_of(session))
    return moved(request, f"/brought/{address}")


@router.get("/brought/{address}/preview")
async def preview(request: Request, address: str) -> Response:
    """What a move of a branch would do, for the page's script."""
    session = await Session.of(request)
    session.count("previews")
    return preview_of(session, await source_of(session, address, JSON))


@router.get("/brought/{address}/play-on")
async def play_on(request: Request, address: str) -> Response:
    """The form of a table that plays on from a moment of it."""
    session = await Session.of(request)
    source = await source_of(session, address, HTML)
    query = request.query_params
    branch = branch_of(source, nearest(source, query.get("at")), query.getlist("try"))
    return play_on_page(session, branch, usual_values(session, branch, query.get("eyes", "")))


@router.post("/brought/{address}/play-on", "/brought/{address}/play-on")
async def make_on(request: Request, address: str) -> Response:
    """Make that table."""
    session, form = await sent_form(request)
    return await made_on(session, form, await source_of(session, address, HTML))


@router.post("/brought/{address}/forget", "/brought/{address}")
async def forget(request: Request, address: str) -> Response:
    """Remove it."""
    session, _ = await sent_form(request)
    session.service.brought.forget(address, owner_of(session))
    return RedirectResponse(BRING, 303)
