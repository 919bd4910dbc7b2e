"""The pages that say how a game is played, and its drawings."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find, game_names
from bellringer.core.shown.show import Guide, Screen
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.packed import Packed
from bellringer.server.drawing.site.guides import how_url
from bellringer.server.drawing.site.labels import game_name
from bellringer.server.drawing.site.previews import PICTURE_HEADERS
from bellringer.server.errors import Refused
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.whole_pages import page
from bellringer.svg.board import rat_symbol

router = Pages()
WHOLE = "all"  # the name of the page with all screens, to be printed or searched


def guided(game: str) -> tuple[Game, Guide]:
    """A game that tells how it is played. Raises Refused for any other."""
    guide = find(game).guide if game in game_names() else None
    if guide is None:
        raise Refused("missing", f"nothing is told of how {game!r} is played", 404)
    return find(game), guide


def chosen_in(query: QueryParams, game: Game, guide: Guide) -> dict[str, Any]:
    """What the table has chosen that an address speaks of; empty if it speaks of none, or of none that there can be."""
    seats = query.get("seats", "")
    if seats not in map(str, range(game.fewest_seats, game.most_seats + 1)):
        return {}
    found: dict[str, Any] = {"seats": int(seats)}
    for name in guide.asked:
        option, said = game.options[name], query.getlist(name)
        allowed = [one for one in option.allowed if one in said]
        found[name] = tuple(allowed) if option.several else (allowed[0] if allowed else option.default)
    return found


@router.get("/how/{game}")
async def how(request: Request, game: str) -> Response:
    """The first screen."""
    _, guide = guided(game)
    return await screens_page(request, game, guide.names[0])


@router.get("/how/{game}/{screen}")
async def one_screen(request: Request, game: str, screen: str) -> Response:
    """A screen, or all of them."""
    _, guide = guided(game)
    if screen not in (*guide.names, WHOLE):
        raise Refused("missing", f"{screen!r} is no screen of this guide", 404)
    return await screens_page(request, game, screen)


async def screens_page(request: Request, name: str, screen: str) -> Response:
    """The page with a screen, or with all."""
    session, (game, guide) = await Session.of(request), guided(name)
    chosen, language = chosen_in(request.query_params, game, guide), session.language
    wanted = guide.names if screen == WHOLE else (screen,)
    shown = [guide.screen(one, language, chosen) for one in wanted]
    at = guide.names.index(screen) if screen != WHOLE else None
    return page(
        session,
        "how.html",
        game={"id": name, "name": game_name(language, name), "has_ledger": game.ledger is not None,
              "has_lessons": game.lessons is not None},
        screens=shown,
        at=at,
        steps=[{"name": one, "title": guide.screen(one, language, chosen).title, "url": how_url(name, one, chosen)}
               for one in guide.names],
        whole=how_url(name, WHOLE, chosen),
        first=how_url(name, "", chosen),
        is_at_table=bool(chosen),
        emblems=emblems_for(game, shown),
    )  # fmt: skip


def emblems_for(game: Game, screens: list[Screen]) -> Markup:
    """The drawings to which the cards and signs of some screens refer."""
    cards = [card for screen in screens for row in screen.rows for card in row.cards]
    wanted = {name for card in cards for name in (card.name, *card.emblems)}
    wanted |= {mark.emblem for card in cards for mark in (card.mark, card.sign, card.cost, card.worth) if mark}
    wanted |= {sign.emblem for screen in screens for sign in screen.signs}
    drawn = [text for name, text in game.pictures.emblems.items() if name in wanted]
    return Markup("".join((rat_symbol(), *drawn)) if cards or wanted else "")


@router.get("/picture/{game}/{name}.svg")
async def drawing(request: Request, game: str, name: str) -> Response:
    """A drawing, as a file."""
    _, guide = guided(game)
    if name not in guide.drawings:
        raise Refused("missing", "there is no such picture", 404)
    lang = request.query_params.get("lang", "")
    language = lang if lang in LANGUAGES else LANGUAGES[0]
    found: Packed = await request.app.state.service.pictures.of_guide(game, name, language)
    return found.answer(request, PICTURE_HEADERS)
