"""A picture of each game's board for the front page, a table in the middle of a game; the drawings of the guides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache

from bellringer import bots
from bellringer.core.contract.registry import find
from bellringer.core.tables.table import Table, new_game
from bellringer.server.base.packed import Packed
from bellringer.server.base.workers import Workers
from bellringer.server.tables.requests import usual_seats

SEED = 11
PICTURE_HEADERS = {
    "cache-control": "public, max-age=86400",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}


class Pictures:
    """The pictures of a server: each is drawn once, and all who ask for it meanwhile wait for the same one."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.drawn: dict[tuple[str, ...], asyncio.Future[Packed]] = {}

    async def picture(self, game: str, language: str) -> Packed:
        """A game's board."""
        return await self._drawn(packed_picture, game, language)

    async def of_guide(self, game: str, name: str, language: str) -> Packed:
        """A drawing of a game's guide."""
        return await self._drawn(packed_drawing, game, name, language)

    async def _drawn(self, draw: Callable[..., Packed], *what: str) -> Packed:
        found = self.drawn.get(what)
        if found is None:
            found = self.drawn[what] = self.workers.draw_first(draw, *what)
        try:
            return await asyncio.shield(found)  # it is drawn on for others if this one goes away
        except Exception:
            self.drawn.pop(what, None)
            raise


def packed_picture(game: str, language: str) -> Packed:
    """A game's board, drawn now."""
    return Packed(picture(game, language).encode(), "image/svg+xml")


def packed_drawing(game: str, name: str, language: str) -> Packed:
    """A drawing of a game's guide, drawn now."""
    guide = find(game).guide
    assert guide is not None
    return Packed(guide.drawing(name, language).encode(), "image/svg+xml")


@cache
def picture(game: str, language: str) -> str:
    """The board as a file of its own."""
    return find(game).pictures.picture(midgame(game).view(None), language)


@cache
def midgame(game: str) -> Table:
    """A table at which bots have played the first half of a game, by the number of decisions."""
    seats = usual_seats(find(game))
    whole = played(game, seats, None)
    return played(game, seats, whole.moves_played // 2)


def played(game: str, seats: int, decisions: int | None) -> Table:
    """A table after so many decisions of a bot, or at its end (None)."""
    table, player = new_game(game, seats=seats, seed=SEED), bots.make("greedy", SEED)
    while table.pending and table.moves_played != decisions:
        seat = table.pending[0]
        table.play(player.choose(table, seat), seat)
    return table
