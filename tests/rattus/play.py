"""The words in which the tests of Rattus speak: every table there is, and a position of a few lines."""

from __future__ import annotations

from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.tables.table import Event
from bellringer.games.rattus.names import counted

TABLES = [(seats, box) for seats in range(2, 7) for box in ("base", "big-box") if seats < 5 or box == "big-box"]


def at(*, seed: int = 1, **fields: Any) -> Table:
    """A table at a position of which only the interesting part is said; an underscore stands for a hyphen."""
    document = {name.replace("_", "-"): value for name, value in fields.items()}
    return bellringer.from_position({"game": "rattus", **document}, seed=seed)


def rats_in(table: Table, region: str) -> list[dict[str, Any]]:
    """What the position says of a region's rats."""
    found: list[dict[str, Any]] = table.position()["rats"].get(region, [])
    return found


every_table = pytest.mark.parametrize(("seats", "box"), TABLES)


def holding(*cards: str, citizens: dict[str, int] | None = None, palace: int = 0, **fields: Any) -> Table:
    """Red to play with these cards; `others`: what else is said of players."""
    seat = {"classes": list(cards), "citizens": citizens or {}, "palace": palace}
    return at(players={"red": seat, **fields.pop("others", {})}, **fields)


def play(table: Table, *moves: str) -> Table:
    """The moves one after the other, for whoever decides."""
    for move in moves:
        table.play(move)
    return table


def names(table: Table) -> set[str]:
    """All that the seat that decides can do."""
    return {move.name for move in table.moves(table.pending[0])}


def regions(table: Table, span: str) -> set[str]:
    """The regions of its moves of one sort."""
    return {name.removeprefix(f"{span} ") for name in names(table) if name.startswith(f"{span} ")}


def red(table: Table) -> dict[str, Any]:
    """What the position says of red."""
    found: dict[str, Any] = table.position()["players"]["red"]
    return found


def tokens(table: Table, region: str) -> list[str]:
    """The numbers of a region's rats in the order of turning."""
    return [rat["token"][:3] for rat in rats_in(table, region)]


def kinds(table: Table) -> list[str]:
    """What has happened."""
    return [event.kind for event in table.events()]


def strikes(turned: Event) -> bool:
    """Whether a rat that was turned struck."""
    people, limit = counted(turned.amount)
    return people >= limit


def compared(table: Table) -> list[tuple[int, int]]:
    """For each rat that was turned, what its scene shows: how many count there, and the limit."""
    scenes = [event.scene()[0] for event in table.events() if event.kind == "rat-turned"]
    return [(step.n, step.limit) for step in scenes]
