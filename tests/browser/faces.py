"""A page with the faces of all cards of a game, drawn by the templates of the table, for tests and for the eye."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Card
from bellringer.games.notre_dame.names import ACTIONS, PERSONS
from bellringer.games.notre_dame.show.page import TownDisplay
from bellringer.games.rattus.names import CLASSES, EVENT_CARDS, REGION_CARDS
from bellringer.games.rattus.show.page import ChartDisplay
from bellringer.server.base.language import words_in
from bellringer.server.drawing.site.templating import environment, file_of, static
from bellringer.svg.board import rat_symbol

MODULES = ["upgrades", "region-cards", "universities"]
RATTUS_CLASSES = ["mayor", "king", "baker", "sultan", "knight", "astronomer"]
HOST = "http://faces.test"
PAGE = """<!doctype html><html lang="{{ lang }}"><head><meta charset="utf-8"><title>faces</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{% for sheet in ("site.css", "board.css", "parts.css", "cards.css", "table.css", "scenes.css") %}
<link rel="stylesheet" href="{{ static(sheet) }}">
{% endfor %}
<style>
.table.faces { display: block; } .faces .cards, .faces .cards > li { height: auto; }
.faces .cards { display: grid; grid-template: none !important; grid-auto-flow: row; }
.faces .cards { grid-template-columns: repeat(auto-fill, {{ room[0] }}px) !important; }
.faces .cards { grid-auto-rows: {{ room[1] }}px !important; }
</style>
</head><body class="at-table"><svg width="0" height="0" aria-hidden="true"><defs>{{ defs|safe }}</defs></svg>
{% from "parts/bits.html" import card, tile, token with context %}
<main id="main" class="table faces"><section class="{{ place }}"><ul class="cards">
{% for one in cards %}<li>{{ card(model, t, one, "wide") }}</li>{% endfor %}
</ul></section><ul class="tiles">{% for one in cards %}<li>{{ tile(model, t, one) }}</li>{% endfor %}</ul>
<ul class="messages">{% for one in tokens %}<li>{{ token(one) }}</li>{% endfor %}</ul></main></body></html>"""


def town(language: str) -> TownDisplay:
    """A table of Notre Dame through the eyes of a seat with something everywhere."""
    pieces = {"bank": 3, "park": 2, "hotel": 2, "hospital": 1, "notre-dame": 1}
    red = {"markers": pieces, "supply": 0, "general": 5, "rat": 6, "friend": "carriage-house"}
    table = bellringer.from_position({"game": "notre-dame", "seats": 3, "players": {"red": red}})
    game = find("notre-dame")
    return cast(TownDisplay, game.display(game.view_model(table.view(0), language), ()))


def chart(language: str, **more: Any) -> ChartDisplay:
    """A table of Rattus before its first move, with what is given besides in its view."""
    table = bellringer.new_game("rattus", seats=4, seed=1, classes=RATTUS_CLASSES, modules=MODULES)
    game = find("rattus")
    return cast(ChartDisplay, game.display(game.view_model({**table.view(0), **more}, language), ()))


def cards_of(game: str, language: str) -> Iterator[Card]:
    """All cards of a game, class cards at every level and in every state."""
    if game == "notre-dame":
        shown = town(language)
        yield from (shown.action(name, ("red", "blue", "green")[turn % 3]) for turn, name in enumerate(ACTIONS))
        yield from (shown.person(name) for name in PERSONS)
        return
    for level in (1, 2, 3):
        yield from (chart(language, levels=dict.fromkeys(CLASSES, level)).class_card(name) for name in CLASSES)
    states = chart(language, used=["king"], blocked=["mayor"], protected=["baker"], **{"used-also": ["sultan"]})
    yield from (states.class_card(name) for name in ("king", "mayor", "baker", "sultan"))
    yield from (states.region_card(name) for name in REGION_CARDS)
    yield from (states.event_card(name) for name in EVENT_CARDS)


def page_of(game: str, language: str, place: str, room: tuple[int, int]) -> str:
    """The page. `place`: the class of the part of the table that the cards lie in; `room`: of each, in pixels."""
    shown: Any = town(language) if game == "notre-dame" else chart(language)
    tokens = (
        [shown.message(f"red {kind}") for kind in ("coin", "marker", "rat", "prestige")] if game == "notre-dame" else []
    )
    symbols = {**find(game).pictures.emblems}
    return environment().from_string(PAGE).render(
        lang=language, t=words_in(language).text, model={"game": game}, static=static, place=place, tokens=tokens,
        room=room, cards=list(cards_of(game, language)), defs="".join(symbols.values()) + rat_symbol(),
    )  # fmt: skip


def open_faces(page: Page, game: str, language: str, room: tuple[int, int], place: str = "middle") -> None:
    """Show the page in a browser, with the styles and typefaces of the server."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/":
            return route.fulfill(body=page_of(game, language, place, room), content_type="text/html")
        name = path.rpartition("/")[2]
        return route.fulfill(
            body=file_of(name).read_bytes(), content_type=mimetypes.guess_type(name)[0] or "font/woff2"
        )

    page.route(f"{HOST}/**", answer)
    page.goto(f"{HOST}/")
    page.evaluate("() => document.fonts.ready")
