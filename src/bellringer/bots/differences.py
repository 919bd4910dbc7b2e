"""Tells in which features the positions after two moves differ, and what a net makes of that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from bellringer.core.compiled.features import Features
from bellringer.core.compiled.nets import Net
from bellringer.core.compiled.state import State
from bellringer.core.edges.net_file import NetPart
from bellringer.core.errors import OptionError
from bellringer.core.tables.table import Table


@dataclass(frozen=True)
class Difference:
    """One number that is not the same after two moves.

    `seat`: in whose block it stands, None for the table's. `feature`, `part`: its names, as the game lists them; `part`
    is empty for a feature's main number. `now`: before either move; `after`: after the first and after the second.
    `lead`: how much more lead it gives after the first than after the second, by the net's linear lane alone; None
    where `Comparison.leads` is.
    """

    seat: str | None
    feature: str
    part: str
    now: int
    after: tuple[int, int]
    lead: float | None


@dataclass(frozen=True)
class Comparison:
    """What the positions after two moves of a seat differ in.

    A lead is the net's score of the seat less the mean score of the others, in logits: with two seats, a lead of 1 is
    odds of e to 1. `leads`: after the first move and after the second, by the whole net; None without a net, and where
    a move ends the game, since a search then asks no net.
    """

    seat: str
    moves: tuple[str, str]
    differences: tuple[Difference, ...]
    leads: tuple[float, float] | None

    def as_json(self) -> dict[str, Any]:
        """The comparison as a JSON document."""
        return asdict(self)


def compare(table: Table, seat: int, moves: tuple[str, str], seed: int = 0, net: Net | None = None) -> Comparison:
    """Compare the positions after two moves of a seat, in one of the worlds that look to it as the table does.

    `seed`: which world that is; its dice are the same after both moves. `net`: whose scores are told, if not those of
    the net that ships with the game. Raises OptionError for a game without features, and ValueError for a move that the
    seat can't make.
    """
    state, name = table.state, table.seat_names[seat]
    features, net = state.book.features, net or state.book.net
    if features is None:
        raise OptionError(f"{table.game} has no features that could be compared")
    numbers = {move.name: move.number for move in table.moves(seat)}
    if unknown := [move for move in moves if move not in numbers]:
        raise ValueError(f"{name} can't make the move {unknown[0]}")
    world = state.determinized(seat, seed)
    first, second = (after_move(world, seat, numbers[move]) for move in moves)
    part = None if first.over or second.over else part_for(net, state.seats)
    weights = lead_weights(part, features, state.seats, seat) if part is not None else None
    found = tuple(differing(table, features, (world, first, second), weights))
    if net is None or part is None:
        return Comparison(name, moves, found, None)
    return Comparison(name, moves, found, (lead_of(net.scores(first), seat), lead_of(net.scores(second), seat)))


def after_move(world: State, seat: int, move: int) -> State:
    """A world in which a seat has made a move."""
    state = world.copy()
    state.apply(seat, move)
    return state


def differing(
    table: Table, features: Features, states: tuple[State, State, State], weights: list[float] | None
) -> Iterator[Difference]:
    """The numbers in which the last two of three states differ. `weights`: of each number in the lead."""
    now, first, second = (flat(features, state) for state in states)
    blocks = [*table.seat_names[: table.seats], None]
    names = [
        (seat, feature.name, str(part))
        for seat in blocks
        for feature, part in (features.table_parts if seat is None else features.seat_parts)
    ]
    for place, (seat, feature, part) in enumerate(names):
        one, other = first[place], second[place]
        if one != other:
            lead = None if weights is None else weights[place] * (one - other)
            yield Difference(seat, feature, part, now[place], (one, other), lead)


def flat(features: Features, state: State) -> list[int]:
    """All numbers of a state: those of each seat, then those of the table."""
    seats, table = features.read(state)
    return [*chain.from_iterable(seats), *table]


# what a net makes of it


def part_for(net: Net | None, seats: int) -> NetPart | None:
    """The part of a net that serves so many seats, if there is one."""
    parts = () if net is None else net.file.parts
    return next((part for part in parts if seats in part.seats), None)


def lead_of(scores: list[float], seat: int) -> float:
    """The score of a seat less the mean of the others'."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def lead_weights(part: NetPart, features: Features, seats: int, seat: int) -> list[float]:
    """How much one more in each number adds to a seat's lead, by the linear lane.

    The table's numbers add the same to every seat's score there, and so nothing to a lead.
    """
    rows = (part.own, *part.others)
    found = [
        lead_of([rows[(block - p) % seats][(place + 1) * part.width - 1] for p in range(seats)], seat)
        for block in range(seats)
        for place in range(len(features.seat_parts))
    ]
    return [one / 2**part.first_bits for one in [*found, *[0.0] * len(features.table_parts)]]
