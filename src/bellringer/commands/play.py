"""The command `play`: makes or loads a table, and seats people and bots at it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from bellringer import OptionError, Table, bots, new_game
from bellringer.commands.files import STANDARD_INPUT, is_position, read_text, table_of
from bellringer.commands.options import HUMAN, seat_number
from bellringer.core.edges.files import INPUT_NAME, FileProblem
from bellringer.core.shown.words import Words
from bellringer.terminal.game_loop import TerminalGame
from bellringer.terminal.players import Player
from bellringer.terminal.sentences import sentences_in

NOT_FOR_NEW_GAME = ("bots", "seat", "confirm")


def at_new_table(game: str, language: str, options: dict[str, Any]) -> None:
    """Deal a game and play it. `options`: those of `bellringer.new_game`, and bots, seat and confirm."""
    chosen = {name: value for name, value in options.items() if name not in NOT_FOR_NEW_GAME}
    table = new_game(game, **chosen)
    words = sentences_in(language)
    terminal_game = sit_down(table, words, None, options)
    terminal_game.greet(terminal_game.seating(), words("play.begin", commitment=table.commitment[:16]))
    terminal_game.run()


def at_file(path: str, language: str, options: dict[str, Any]) -> None:
    """Continue a saved game, or play on from a position."""
    if path == STANDARD_INPUT:
        raise FileProblem(INPUT_NAME, "play needs it for your moves: name the saved game's file")
    text = read_text(path)
    table = table_of(text, path)
    words = sentences_in(language)
    came_from = Path(path) if not is_position(text) and Path(path).is_file() else None
    terminal_game = sit_down(table, words, came_from, options)
    terminal_game.greet(
        words("play.resumed", file=path, n=table.moves_before + table.moves_played), terminal_game.seating()
    )
    terminal_game.run()


def sit_down(table: Table, words: Words, path: Path | None, options: dict[str, Any]) -> TerminalGame:
    """Seat people and bots at a table. `path`: the record that the table was loaded from."""
    mine = seat_number(table.seat_names, options["seat"]) if "seat" in options else 0
    players = seat_bots(table, mine, options.get("bots", ("greedy",)), options.get("seed"))
    return TerminalGame(table, players, words, path, options["confirm"])


def seat_bots(table: Table, mine: int, names: Sequence[str], seed: int | str | None) -> dict[int, Player]:
    """Make the bots of all seats but `mine`: the names in order, repeated if there are fewer than seats.

    A seat named `human` gets no bot. With a seed the bots make the same choices again. Raises OptionError.
    """
    others = [seat for seat in range(table.seats) if seat != mine]
    if len(names) > len(others):
        raise OptionError(f"{len(names)} bots are too many for the {len(others)} other seats")
    dice = random.Random() if seed is None else random.Random(f"bots of {seed}")
    seats = zip(others, cycle(names), strict=False)
    return {seat: Player(name, bots.make(name, dice.getrandbits(63))) for seat, name in seats if name != HUMAN}
