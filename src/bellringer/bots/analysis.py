"""Runs searches on a table and reports what they think of each move, and how far they can be trusted.

The results within one search depend on each other: where it went wrong early, all its visits say the same. So several
think independently, each with a part of the iterations or the time, and the error is told by how much they differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from bellringer.bots.search import DEFAULTS, Search
from bellringer.core.compiled.state import State
from bellringer.core.tables.table import Table

SEARCHES = 5
SEEDS_APART = 0xD1B54A32D192ED03  # not that between the threads of a search
MASK = 2**64 - 1


@dataclass(frozen=True)
class MoveThought:
    """What searches think of one legal move.

    `visits`: how many iterations tried it. `win_chance`: from 0 to 1; `error`: its standard error, from how much the
    searches differ; `place`: the expected place, from 1. All three are None for a move that was never tried, and the
    error also for one that a single search of several tried.
    """

    name: str
    visits: int
    win_chance: float | None
    error: float | None
    place: float | None


@dataclass(frozen=True)
class Thoughts:
    """What searches think of a position.

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


class Panel:
    """Independent searches that think about one decision, one after another.

    `searches`: how many; fewer where there are fewer iterations, and one where a level says how much it thinks. The
    error of a single one follows from the spread of its results. `style`: the options of each `Search`, but iterations
    and seconds are those of all together. Raises OptionError for a wrong option.
    """

    def __init__(self, seed: int = 0, searches: int = SEARCHES, **style: Any) -> None:
        whole = Search(seed, **style)
        iterations = 0 if "seconds" in style else style.get("iterations", DEFAULTS["iterations"])
        count = 1 if style.get("level") else max(1, min(searches, iterations or searches))
        self.searches = [whole]
        if count > 1:
            parts = [part_of(style, iterations, turn, count) for turn in range(count)]
            self.searches = [Search(seed + SEEDS_APART * turn & MASK, **one) for turn, one in enumerate(parts)]
        self.is_stopped = False

    def analyse(self, state: State, seat: int) -> Mapping[str, Any]:
        """What all think together, as `Search.analyse` returns it. Raises ValueError if nothing is to be decided."""
        found: list[Mapping[str, Any]] = []
        for search in self.searches:
            if found and self.is_stopped:
                break
            found.append(search.analyse(state, seat))
        return found[0] if len(self.searches) == 1 else together(self.searches[: len(found)], found, state.seats)

    def stop(self) -> None:
        """Stop searches that think in another thread; they tell what they have found so far."""
        self.is_stopped = True
        for search in self.searches:
            search.stop()


def part_of(style: Mapping[str, Any], iterations: int, turn: int, count: int) -> dict[str, Any]:
    """The style of one of several searches, with its part of all iterations, or of the time."""
    if not iterations:
        return {**style, "seconds": style["seconds"] / count}
    return {**style, "iterations": iterations // count + (turn < iterations % count)}


def together(searches: Sequence[Search], found: Sequence[Mapping[str, Any]], seats: int) -> dict[str, Any]:
    """What some searches think, as if it were one; all of the same decision."""
    by_move: dict[int, list[Mapping[str, Any]]] = {one["move"]: [] for one in found[0]["moves"]}
    for one in found:
        for tally in one["moves"]:
            by_move[tally["move"]].append(tally)
    moves = [tally_together(move, tallies) for move, tallies in sorted(by_move.items())]
    moves.sort(key=lambda one: -one["visits"])  # the first among equals comes first
    best = moves[0]["move"]
    weights = [next(tally["visits"] for tally in one["moves"] if tally["move"] == best) for one in found]
    told = [(weight, search) for weight, search in zip(weights, searches, strict=True) if weight]
    chances = [(weight, search.root_chances(seats, best)) for weight, search in told]
    return {
        "iterations": sum(one["iterations"] for one in found),
        "seconds": sum(one["seconds"] for one in found),
        "nodes": sum(one["nodes"] for one in found),
        "moves": moves,
        "chances": [sum(weight * one[seat] for weight, one in chances) / sum(weights) for seat in range(seats)],
        "line": max(told, key=lambda one: one[0])[1].line(best),
    }


def tally_together(move: int, tallies: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What some searches think of one move: means over all visits, and the standard error of the chance to win."""
    tried = [one for one in tallies if one["visits"]]
    visits = sum(one["visits"] for one in tried)
    if not tried:
        return {"move": move, "visits": 0, "win_chance": None, "error": None, "place": None}
    chance, place = (sum(one["visits"] * one[name] for one in tried) / visits for name in ("win_chance", "place"))
    parts = sum((one["visits"] / visits * (one["win_chance"] - chance)) ** 2 for one in tried)
    error = sqrt(parts * len(tried) / (len(tried) - 1)) if len(tried) > 1 else None
    return {"move": move, "visits": visits, "win_chance": chance, "error": error, "place": place}


def analyse(table: Table, seat: int, seed: int = 0, searches: int = SEARCHES, **style: Any) -> Thoughts:
    """Search a position for a seat, using only what the seat may know, with some independent searches.

    `style`: the options of `Search` (`bots/search.py`); iterations and seconds are those of all searches together.
    Raises ValueError if the seat has nothing to decide, and OptionError for a wrong option.
    """
    return thoughts_of(Panel(seed, searches, **style), table, seat)


def thoughts_of(panel: Panel, table: Table, seat: int) -> Thoughts:
    """Let searches think about a seat's moves. Another thread may stop them. Raises ValueError as `analyse` does."""
    return named(table, seat, panel.analyse(table.state, seat))


def named(table: Table, seat: int, found: Mapping[str, Any]) -> Thoughts:
    """Replace move numbers by names in what searches found. The table may have gone on since the search."""
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
