"""What a search thinks of a table, by the names of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bellringer.bots.search import Search
from bellringer.core.table import Table


@dataclass(frozen=True)
class MoveThought:
    """One legal move: how often it was tried, and what it brought on average, as chances from 0 to 1.

    `error`: the standard error of the win chance, from the spread of what the visits brought. `place`: from 1. What
    was never visited has none of them, and after one visit the error is unknown: None.
    """

    name: str
    visits: int
    win_chance: float | None
    error: float | None
    place: float | None


@dataclass(frozen=True)
class Thoughts:
    """All legal moves, the most visited first; the line expected as (seat, move) by name."""

    seat: str
    iterations: int
    seconds: float
    moves: tuple[MoveThought, ...]
    line: tuple[tuple[str, str], ...]

    @property
    def best(self) -> str:
        """The move that the search would play."""
        return self.moves[0].name

    @property
    def iterations_per_second(self) -> float:
        """How fast it thought."""
        return self.iterations / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "seat": self.seat,
            "iterations": self.iterations,
            "iterations_per_second": self.iterations_per_second,
            "moves": [asdict(move) for move in self.moves],
            "line": [{"seat": seat, "name": name} for seat, name in self.line],
        }


def analyse(table: Table, seat: int, seed: int = 0, **style: Any) -> Thoughts:
    """What a search of that style (`bots/search.py`) thinks of a seat's moves, from what the seat may know.

    Raises ValueError when the seat has nothing to decide, OptionError for a style that makes no sense.
    """
    return thoughts_of(Search(seed, **style), table, seat)


def thoughts_of(search: Search, table: Table, seat: int) -> Thoughts:
    """What a search thinks of a seat's moves; another thread may stop it. Raises ValueError as `analyse` does."""
    return named(table, seat, search.analyse(table.state, seat))


def named(table: Table, seat: int, found: Mapping[str, Any]) -> Thoughts:
    """What a search has found in a position of that table, by name; the table may have gone on since."""
    names = table.move_names
    return Thoughts(
        seat=table.seat_names[seat],
        iterations=found["iterations"],
        seconds=found["seconds"],
        moves=tuple(
            MoveThought(names[one["move"]], one["visits"], one["win_chance"], one["error"], one["place"])
            for one in found["moves"]
        ),
        line=tuple((table.seat_names[p], names[move]) for p, move in found["line"]),
    )
