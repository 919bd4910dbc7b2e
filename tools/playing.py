"""Plays games by bots, and replays records move by move, for the golden games of both games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import bellringer
from bellringer import Table, bots

__all__ = ["PLAYERS", "begins", "play_all", "play_on", "steps"]

PLAYERS = (("greedy",), ("greedy", "random"), ("random",), ("random", "random", "greedy"))
MOVE = re.compile(r"\d+\. ([a-z]+) (\S.*)")


def steps(text: str) -> Iterator[tuple[Table, int, str]]:
    """The table before each move of a record, the seat, and the move."""
    lines = text.splitlines()
    table = bellringer.replay("\n".join(line for line in lines if line.startswith("[") and "[Result" not in line))
    for colour, name in (found.groups() for line in lines if (found := MOVE.fullmatch(line))):
        seat = table.seat_names.index(colour)
        yield table, seat, name
        table.play(name, seat)


def begins(text: str) -> set[str]:
    """How a record begins, where that is not as usual."""
    shows = {f"begins {tag.lower()}" for tag in ("Position", "Components") if f"\n[{tag} " in text}
    return shows if '\n[Start "0"]' in text else {*shows, "start other"}


def play_on(table: Table, players: Sequence[str], seed: int) -> Table:
    """The table when bots have played to the end."""
    seated = [bots.make(players[seat % len(players)], 10 * seed + seat) for seat in range(table.seats)]
    while table.pending:
        seat = table.pending[-1]
        table.play(seated[seat].choose(table, seat), seat)
    return table


def play_all(table: Table, move: str) -> Table:
    """The table when everybody has made the one move, to the end."""
    while table.pending:
        table.play(move)
    return table
