"""A picture of each game's board for the front page: a table in the middle of a game, always the same."""

from __future__ import annotations

from functools import cache

from bellringer import bots, drawing
from bellringer.core.table import new_game

SEED = 11
MOVES = {"notre-dame": 62, "rattus": 40}  # how far the games have come


@cache
def picture(game: str, language: str) -> str:
    """The board as a file of its own."""
    table = new_game(game, seats=4, seed=SEED)
    player = bots.make("greedy", SEED)
    for _ in range(MOVES[game]):
        seat = table.pending[0]
        table.play(player.choose(table, seat), seat)
    artist = drawing.artist_of(game)
    return artist.picture(table.view(None), language)
