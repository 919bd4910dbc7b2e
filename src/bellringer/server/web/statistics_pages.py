"""The page of somebody's own statistics: their finished games, counted by game, size of the table, and opponents."""

from __future__ import annotations

from itertools import accumulate, groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.contract.registry import game_names
from bellringer.server.drawing.site.labels import game_name
from bellringer.server.people.statistics import PEOPLE, Tally, lines_of
from bellringer.server.store.past_games import MOST_GAMES
from bellringer.server.tables.live.seating import bot_words
from bellringer.server.visitors.sessions import Session
from bellringer.server.web.pages import Pages
from bellringer.server.web.whole_pages import page

router = Pages()


@router.get("/mine/statistics")
async def statistics(request: Request) -> Response:
    """The user's own finished games, counted."""
    session = await Session.of(request)
    found = await session.service.people.past_games(session.user) if session.user is not None else []
    lines = [line for line in lines_of(found) if line.game in game_names()]
    games = [game_values(session, game, list(group)) for game, group in groupby(lines, key=lambda line: line.game)]
    return page(session, "statistics.html", games=games, most=MOST_GAMES)


def game_values(session: Session, game: str, lines: list[Tally]) -> dict[str, Any]:
    """The values of one game's table."""
    return {
        "id": game,
        "name": game_name(session.language, game),
        "games": sum(line.games for line in lines),
        "won": sum(line.places[0] for line in lines),
        "lines": [line_values(session, line) for line in lines],
    }


def line_values(session: Session, line: Tally) -> dict[str, Any]:
    """The values of one line. `parts`: of a bar 100 wide, one for each place."""
    words, places = session.words, range(1, line.seats + 1)
    tenths = round(10 * line.mean)
    ends = [100 * count / line.games for count in accumulate(line.places)]
    return {
        "seats": line.seats,
        "against": words("statistics.people") if line.against == PEOPLE else bot_words(words, line.against),
        "games": line.games,
        "won": round(100 * line.places[0] / line.games),
        "places": line.places,
        "parts": [
            {"place": place, "at": round(begin, 2), "wide": round(end - begin, 2)}
            for place, begin, end in zip(places, [0.0, *ends], ends, strict=False)
        ],
        "words": [
            words("statistics.place", n=count, place=place) for place, count in zip(places, line.places, strict=True)
        ],
        "mean": words("statistics.mean_place", whole=tenths // 10, tenth=tenths % 10),
    }
