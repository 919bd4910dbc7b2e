"""Play games until a card has been taken and has acted, and show it wherever a card is shown.

    python -m tests.show_card rattus monk '{}' Moine

The how-to pages are tested with it in a copy of the tree, where there is one card more than here.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from rich.console import Console

import bellringer
from bellringer import Table, bots
from bellringer.core.compiled.play import check_games
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.page_model import PageModel, TableInfo, Viewer
from bellringer.server.drawing.table.parts import Drawer
from bellringer.server.tables.live.seating import Occupant

LANGUAGE = "fr"
PLAYERS = ("greedy", "random")
GAMES = 300  # in which the card must come
CHECKED_GAMES = 1000  # random ones, with every law looked at after every move
WIDTH = 120


def page(table: Table, seat: int | None) -> str:
    """All parts of the table's page as a seat sees them, or an onlooker."""
    people = tuple(Occupant(name, "human") for name in table.seat_names)
    info = TableInfo("table", people, (None,) * table.seats, (), table.moves_played)
    model = PageModel(table, info, Viewer(seat, () if seat is None else (seat,), LANGUAGE))
    return "".join(map(str, Drawer(environment(), model, "token").all().values()))


def terminal(table: Table, seat: int | None) -> str:
    """The table's picture in a terminal."""
    console = Console(width=WIDTH, record=True, file=io.StringIO())
    console.print(find(table.game).terminal.picture(table.view(seat), LANGUAGE, WIDTH))
    return console.export_text()


def show(table: Table, card: str, words: str) -> None:
    """The card must be on every page by its name and emblem, and by its name in every terminal."""
    for seat in (None, *range(table.seats)):
        assert words in (text := page(table, seat)) and f"e-{card}" in text, f"not on the page of {seat}"
        assert words in terminal(table, seat), f"not in the terminal of {seat}"


def play(table: Table, card: str, words: str, seed: int) -> bool:
    """Play to the end; whether the card was offered, chosen, and told in the log."""
    players = [bots.make(PLAYERS[seat % len(PLAYERS)], seed) for seat in range(table.seats)]
    offered = chosen = False
    while table.pending:
        seat = table.pending[0]
        about = {move.name: move.words(LANGUAGE) for move in table.moves(seat) if move.name.endswith(f" {card}")}
        if about and not offered:
            show(table, card, words)
            offered = True
        assert all(words.lower() in text.lower() for text in about.values())
        move = players[seat].choose(table, seat)
        chosen = chosen or move in about
        table.play(move, seat)
    return chosen and any(words.lower() in event.words(LANGUAGE).lower() for event in table.events())


def main(game: str, card: str, options: dict[str, Any], words: str, checked: int = CHECKED_GAMES) -> None:
    """Some games of bots one after the other, then many that are only checked."""
    for seed in range(GAMES):
        table = bellringer.new_game(game, seed=seed, **options)
        if play(table, card, words, seed):
            break
    else:
        raise AssertionError(f"{card} did nothing in {GAMES} games")
    assert all(check.ok for check in bellringer.verify(table.record()))
    state = find(game).blank(table.seats, check_options(find(game), table.seats, options), None)
    _, _, _, law = check_games(state, checked, seed=1)
    assert not law, find(game).law_names[law - 1]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), sys.argv[4])
