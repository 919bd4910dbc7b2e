"""Runs a search on a table and reports what it thinks of each move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bellringer.bots.search import Search
from bellringer.core.tables.table import Table


@dataclass(frozen=True)
class MoveThought:
    """What a search thinks of one legal move.

    `visits`: how many iterations tried it. `win_chance`: from 0 to 1; `error`: its standard error; `place`: the
    expected place, from 1. All three are None for a move that was never tried, and the error also after one visit.
    """

    name: str
    visits: int
    win_chance: float | None
    error: float | None
    place: float | None


@dataclass(frozen=True)
class Thoughts:
    """What a search thinks of a position.

    `moves`: all legal moves, the most visited first. `chances`: the name of each seat with its chance to win after the
    first of them, from 0 to 1. `line`: the expected line of play, as names of seat and move.
    """

    seat: str
    iterations: int
    seconds: float
    moves: tuple[MoveThought, ...]
    chances: tuple[tuple[str, float], ...]
    line: tuple[tuple[str, str], ...]

    @property
    def best(self) -> str:
        """The move that the search would play."""
        return self.moves[0].name

    @property
    def iterations_per_second(self) -> float:
        """The speed of the search."""
        return self.iterations / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """The thoughts as a JSON document."""
        return {
            "seat": self.seat,
            "iterations": self.iterations,
            "iterations_per_second": self.iterations_per_second,
            "moves": [asdict(move) for move in self.moves],
            "chances": [{"seat": seat, "win_chance": chance} for seat, chance in self.chances],
            "line": [{"seat": seat, "name": name} for seat, name in self.line],
        }


def analyse(table: Table, seat: int, seed: int = 0, **style: Any) -> Thoughts:
    """Search a position for a seat, using only what the seat may know.

    `style`: the options of `Search` (`bots/search.py`). Raises ValueError if the seat has nothing to decide, and
    OptionError for a wrong option.
    """
    return thoughts_of(Search(seed, **style), table, seat)


def thoughts_of(search: Search, table: Table, seat: int) -> Thoughts:
    """Let a search think about a seat's moves. Another thread may stop it. Raises ValueError as `analyse` does."""
    return named(table, seat, search.analyse(table.state, seat))


def named(table: Table, seat: int, found: Mapping[str, Any]) -> Thoughts:
    """Replace move numbers by names in what a search found. The table may have gone on since the search."""
    names = table.move_names
    return Thoughts(
        seat=table.seat_names[seat],
        iterations=found["iterations"],
        seconds=found["seconds"],
        moves=tuple(
            MoveThought(names[one["move"]], one["visits"], one["win_chance"], one["error"], one["place"])
            for one in found["moves"]
        ),
        chances=tuple(zip(table.seat_names, found["chances"], strict=False)),
        line=tuple((table.seat_names[p], names[move]) for p, move in found["line"]),
    )
