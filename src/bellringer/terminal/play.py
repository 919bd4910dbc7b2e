"""`bellringer play`: a table, new or taken up again, and who sits down at it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from bellringer import OptionError, Table, bots, new_game
from bellringer.core.words import Words
from bellringer.terminal.files import STANDARD_INPUT, FileProblem, is_position, read_table, read_text
from bellringer.terminal.game_loop import Session
from bellringer.terminal.language import words_in
from bellringer.terminal.options import HUMAN, seat_number

BESIDE_THE_TABLE = ("bots", "seat", "confirm")


def at_new_table(game: str, language: str, options: dict[str, Any]) -> None:
    """Deal a game and play it."""
    chosen = {name: value for name, value in options.items() if name not in BESIDE_THE_TABLE}
    table = new_game(game, **chosen)
    words = words_in(language)
    session = sit_down(table, words, None, options)
    session.greet(session.company(), words("play.begin", commitment=table.commitment[:16]))
    session.run()


def at_file(path: str, language: str, options: dict[str, Any]) -> None:
    """Go on with a saved game, or from a position."""
    if path == STANDARD_INPUT:
        raise FileProblem("play needs standard input for your moves: name the saved game's file")
    table = read_table(path)
    words = words_in(language)
    came_from = None if is_position(read_text(path)) else Path(path)
    session = sit_down(table, words, came_from, options)
    session.greet(words("play.resumed", file=path, n=table.moves_before + table.moves_played), session.company())
    session.run()


def sit_down(table: Table, words: Words, path: Path | None, options: dict[str, Any]) -> Session:
    """People and bots on their seats."""
    mine = seat_number(table.seat_names, options["seat"]) if "seat" in options else 0
    players = seat_bots(table, mine, options.get("bots", ("greedy",)), options.get("seed"))
    return Session(table, players, words, path, options["confirm"])


def seat_bots(table: Table, mine: int, names: Sequence[str], seed: int | str | None) -> dict[int, bots.Bot]:
    """The bots of the other seats, by the names in order and again from the first; people get none.

    A game with a seed of one's own choice has the same bots again.
    """
    others = [seat for seat in range(table.seats) if seat != mine]
    if len(names) > len(others):
        raise OptionError(f"{len(names)} bots are too many for the {len(others)} other seats")
    dice = random.Random() if seed is None else random.Random(f"bots of {seed}")
    seats = zip(others, cycle(names), strict=False)
    return {seat: bots.make(name, dice.getrandbits(63)) for seat, name in seats if name != HUMAN}
