"""The pages of a game's rules: the contents with the cards, a page for each chapter, what was found, and the ledger."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.contract.registry import find, game_names
from bellringer.core.shown.show import Chapter
from bellringer.server.drawing.rules.card_rules import entry, groups_of
from bellringer.server.drawing.rules.chapters import chapters_of, kind_of, part_title, rules_url, told
from bellringer.server.drawing.rules.ledger_page import marked, preface_of
from bellringer.server.drawing.rules.rules_search import LONGEST, search
from bellringer.server.drawing.site.labels import game_name
from bellringer.server.errors import Refused
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.whole_pages import page

router = Pages()


def ruled(session: Session, game: str) -> dict[str, Any]:
    """What all pages of a game's rules show of it. Raises Refused if there is no such game."""
    if game not in game_names():
        raise Refused("missing", f"there are no rules of {game!r}", 404)
    found = find(game)
    return {
        "id": game,
        "name": game_name(session.language, game),
        "has_guide": found.guide is not None,
        "has_ledger": found.ledger is not None,
        "chapters": [{"title": one.title, "lead": one.lead, "url": rules_url(game, one.name)}
                     for one in chapters_of(game, session.language)],
        "longest": LONGEST,
    }  # fmt: skip


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """The contents of the rules and a rule for every card; instead of them what was found, if somebody looks for it."""
    session = await Session.of(request)
    shown, query = ruled(session, game), " ".join(request.query_params.get("q", "").split())
    if len(query) > LONGEST:
        return found_page(session, shown, query[:LONGEST], [], 422)
    if query:
        return found_page(session, shown, query, search(game, session.language, query))
    return page(session, "rules.html", game=shown, query="", groups=groups_of(session.words, game))


def found_page(
    session: Session, game: dict[str, Any], query: str, found: list[dict[str, Any]], status: int = 200
) -> Response:
    """The page with what was found; with another status than 200 it says that too much was looked for."""
    return page(session, "rules_found.html", status, game=game, query=query, found=found, is_too_long=status != 200)


@router.get("/rules/{game}/ledger")
async def ledger(request: Request, game: str) -> Response:
    """The rules ledger of a game."""
    session = await Session.of(request)
    found = find(game).ledger if game in game_names() else None
    if found is None:
        raise Refused("missing", f"there is no ledger of {game!r}", 404)
    return page(
        session, "ledger.html", game=ruled(session, game), ledger=found, preface=preface_of(found), marked=marked
    )


@router.get("/rules/{game}/{chapter}")
async def chapter(request: Request, game: str, chapter: str) -> Response:
    """A chapter of the rules."""
    session = await Session.of(request)
    shown, found = ruled(session, game), chapters_of(game, session.language)
    at = next((number for number, one in enumerate(found) if one.name == chapter), None)
    if at is None:
        raise Refused("missing", f"{chapter!r} is no chapter of these rules", 404)
    values = {"title": found[at].title, "lead": found[at].lead, "parts": parts_of(game, found[at], session.language)}
    return page(session, "chapter.html", game=shown, query="", chapter=values, at=at, told=told)


def parts_of(game: str, chapter: Chapter, language: str) -> list[dict[str, Any]]:
    """The values of the parts of a chapter."""
    return [
        {
            "name": part.name,
            "title": part_title(game, part, language),
            "passages": part.passages,
            "card": entry(game, kind_of(game, part.card), part.card, language) if part.card else None,
            "sketches": part.sketches,
        }
        for part in chapter.parts
    ]
