"""A picture of each game's board for the front page: a table in the middle of a game, always the same."""

from __future__ import annotations

from functools import cache

from bellringer import bots
from bellringer.core.registry import find
from bellringer.core.table import Table, new_game
from bellringer.server.requests import usual_seats

SEED = 11


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
