"""The text of a record: a game's tags, its moves by name, the chain of a server. What it means is told in record.py."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import Any, Protocol

from bellringer.core import chance
from bellringer.core.chance import Nonces
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Document, Game
from bellringer.core.shown.result import Result

UNFINISHED = "*"


@dataclass(frozen=True)
class Stretch:
    """Moves that were all made by the same rules. After a change of rules a table begins another stretch.

    `rules`: their versions, as a record writes them. `start`: the position that the stretch began from; None is the
    usual deal. `dropped`: how many moves came after these that the rules of the next stretch did not allow.
    """

    rules: str
    start: Document | None
    moves: tuple[tuple[int, str], ...]  # seat and name
    dropped: int = 0


class Recorded(Protocol):
    """What a record tells of a table: the members of a `Table` by these names."""

    @property
    def rules(self) -> Game: ...
    @property
    def state(self) -> State: ...
    @property
    def seats(self) -> int: ...
    @property
    def seat_names(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def stretches(self) -> tuple[Stretch, ...]: ...
    @property
    def moves_before(self) -> int: ...
    @property
    def open_moves(self) -> Sequence[tuple[int, str]]: ...
    @property
    def result(self) -> Result | None: ...
    @property
    def chance(self) -> str: ...
    @property
    def commitment(self) -> str: ...
    @property
    def seed(self) -> bytes: ...
    @property
    def nonces(self) -> Nonces: ...


def write(
    table: Recorded,
    public: bool = False,
    resigned: Sequence[str] = (),
    chain: Sequence[str] = (),
    positions: Sequence[str] = (),
) -> str:
    """The record of a table.

    `public`: while the game goes on, only what everybody may know, and only from the last change of rules on.
    `resigned`: the seats that were given up, where somebody else played on. The result stays that of the moves.
    `chain`: its lines, for a game of a server that is over. `positions`: as a chain has them, those from which the
    game went on by other rules; a release with a new field would write them otherwise.
    """
    is_partial = public and table.result is None
    first, *later = table.stretches[-1:] if is_partial else table.stretches
    if is_partial:
        first = replace(first, moves=tuple(table.open_moves))
    number = table.moves_before + 1 if is_partial else 1
    tags = [*tags_of(table, first, is_partial), *((("Resigned", ", ".join(resigned)),) if resigned else ())]
    blocks = [block(tags, first, number, table.seat_names)]
    for (before, stretch), position in zip_longest(pairwise((first, *later)), positions[: len(later)]):
        number += len(before.moves) + before.dropped
        blocks.append(block(stretch_tags(before, stretch, position), stretch, number, table.seat_names))
    if chain:
        blocks.append("\n".join([*chain, ""]))
    return "\n".join(blocks)


def block(tags: Iterable[tuple[str, str]], stretch: Stretch, number: int, names: tuple[str, ...]) -> str:
    """A stretch as it stands in a record. `number`: of its first move."""
    lines = [f"[{tag} {json.dumps(value, ensure_ascii=False)}]" for tag, value in tags]
    moves = [f"{i}. {names[seat]} {name}" for i, (seat, name) in enumerate(stretch.moves, start=number)]
    return "\n".join([*lines, "", *moves, ""])


def stretch_tags(before: Stretch, stretch: Stretch, position: str | None = None) -> Iterator[tuple[str, str]]:
    """The tags of a stretch that follows another. `position`: the text of its first position, if one is given."""
    yield "Rules", stretch.rules
    yield "Position", position or json.dumps(stretch.start, separators=(",", ":"))
    if before.dropped:
        yield "Dropped", str(before.dropped)


def tags_of(table: Recorded, first: Stretch, is_partial: bool) -> Iterator[tuple[str, str]]:
    """The tags of a table, in their order. `is_partial`: without the seed and the position that it began from."""
    game = table.rules
    yield "Game", game.name
    yield "Rules", first.rules
    yield "Seats", str(table.seats)
    for name in game.options:
        if table.options[name] != ():  # chosen is none of several, as in records from before there was the option
            yield option_tag(name), option_text(table.options[name])
    if first.start is not None and not is_partial:
        yield "Position", json.dumps(first.start, separators=(",", ":"))
    elif box := game.box_of(table.state):
        yield "Components", json.dumps(box, separators=(",", ":"))
    if table.chance != chance.MOVES:  # as in records from before there was another scheme
        yield "Chance", table.chance
    yield "Commitment", table.commitment
    if not is_partial:
        yield "Seed", table.seed.hex()
    if table.nonces:
        yield "Nonces", chance.nonces_text(table.nonces)
    yield "Result", result_text(table)


def option_tag(name: str) -> str:
    """`Open-Prestige` for `open_prestige`."""
    return "-".join(word.capitalize() for word in name.split("_"))


def option_text(value: Any) -> str:
    """An option's value as a tag has it."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def result_text(table: Recorded) -> str:
    """`1 red 43+5, 2 blue 40+2`: place, seat, score and tie-breaks; a star while the game goes on."""
    if table.result is None:
        return UNFINISHED
    return ", ".join(result_entries(table.result, table.seat_names))


def result_entries(result: Result, names: tuple[str, ...]) -> Iterator[str]:
    """The seats by their places."""
    for seat in sorted(range(len(names)), key=lambda p: (result.places[p], p)):
        ties = "".join(f"+{number}" for number in result.tie_breaks[seat])
        yield f"{result.places[seat]} {names[seat]} {result.scores[seat]}{ties}"
