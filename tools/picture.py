"""Draw the README's pictures in the middle of games between bots: docs/terminal.svg, and a board of each game.

python -m tools.picture
"""

from __future__ import annotations

import argparse
import io
import re

import bellringer
from bellringer import bots
from bellringer.core.contract.registry import find
from bellringer.terminal.console import PlainConsole
from bellringer.terminal.screen import Screen
from bellringer.terminal.sentences import sentences_in
from tools.places import DOCS

TARGET = DOCS / "terminal.svg"
SEED = 7
ROUND = 5
DECISIONS = 60  # before a board is drawn
WIDTH = 124


def middle_of_a_game(game: str) -> tuple[bellringer.Table, int]:
    """A table where the first seat is to decide, and the number of events before that seat's last move."""
    table = bellringer.new_game(game, seed=SEED)
    players = [bots.make("greedy", seat) for seat in range(table.seats)]
    since = 0
    while not is_wanted(table, since):
        seat = table.pending[0]
        since = table.event_count if seat == 0 else since
        table.play(players[seat].choose(table, seat), seat)
    return table, since


def is_wanted(table: bellringer.Table, since: int) -> bool:
    """Whether only the first seat is to decide, in the middle of the game, with enough moves and events to show."""
    if table.view(0)["round"] < ROUND or table.pending != (0,):
        return False
    return len(table.moves(0)) > 2 and table.event_count - since > 6


def boards() -> None:
    """Write the board of each game, as the seat that is to decide sees it."""
    for game in bellringer.game_names():
        table = bellringer.new_game(game, seed=SEED)
        players = [bots.make("greedy", seat) for seat in range(table.seats)]
        while table.moves_played < DECISIONS or len(table.pending) > 1:
            seat = table.pending[0]
            table.play(players[seat].choose(table, seat), seat)
        seat = table.pending[0]
        targets = [move.target for move in table.moves(seat) if move.target]
        drawing = find(game).pictures.picture(table.view(seat), "en", targets)
        (DOCS / f"{game}.svg").write_text(drawing + "\n", encoding="utf-8")


def main() -> None:
    """Write the pictures."""
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME, MONOKAI

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--light", action="store_true", help="on paper, not by candle light")
    asked = parser.parse_args()
    game = bellringer.game_names()[0]
    table, since = middle_of_a_game(game)
    console = PlainConsole(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    Screen(table, sentences_in("en"), console).show(table, 0, table.events(since), first=False)
    theme = DEFAULT_TERMINAL_THEME if asked.light else MONOKAI
    svg = console.export_svg(title=f"bellringer play {game}", theme=theme, unique_id="bellringer")
    TARGET.write_text(self_contained(svg), encoding="utf-8")
    boards()


def self_contained(svg: str) -> str:
    """The picture without fonts from the network, in the reader's own monospaced font."""
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code, ", "")


if __name__ == "__main__":
    main()
