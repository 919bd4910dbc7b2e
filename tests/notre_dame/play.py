"""The words in which the tests of Notre Dame speak: a position of ten lines, moves by name, a look at a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bellringer
from bellringer import Table

COLOURS = ("red", "blue", "green", "violet", "ochre")
SECTORS = ("cloister-school", "bank", "residence", "carriage-house", "hotel", "park", "hospital")


def at(document: Mapping[str, Any] | None = None, *, seed: int = 1, **fields: Any) -> Table:
    """A table at a position of which only the interesting part is said: three seats, round 1, red to play a card.

    An underscore in a field's name stands for the hyphen that Python can't write; a colour is short for its entry
    under "players". The seed is what chance will bring.
    """
    said: dict[str, Any] = {"game": "notre-dame", "seats": 3, **(document or {})}
    players = {**said.get("players", {}), **fields.pop("players", {})}
    players |= {colour: fields.pop(colour) for colour in COLOURS if colour in fields}
    said |= {name.replace("_", "-"): value for name, value in fields.items()}
    return bellringer.from_position({**said, "players": players}, seed=seed)


def play(table: Table, *moves: str) -> Table:
    """Play the moves one after the other, each for the lowest seat that has to decide; the same table again."""
    for move in moves:
        table.play(move)
    return table


def names(table: Table, seat: int | None = None) -> list[str]:
    """The names of a seat's legal moves; of the lowest seat that has to decide, unless one is named."""
    return [move.name for move in table.moves(table.pending[0] if seat is None else seat)]


def seat(table: Table, colour: str = "red") -> dict[str, Any]:
    """What the position says of a seat."""
    found: dict[str, Any] = table.position()["players"][colour]
    return found


def asked(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    """What is asked of whom, the question to be answered now last."""
    return [(ask["ask"], tuple(ask["seats"])) for ask in table.position()["asks"]]


def played(card: str, red: Mapping[str, Any] | None = None, *answers: str, **fields: Any) -> Table:
    """Red has the card in its hand, plays it as the first of the round, and answers what it asks."""
    others = [other for other in ("bank", "park", "hotel") if other != card]
    table = at(red={"hand": [card, *others[:2]], **(red or {})}, **fields)
    return play(table, card, *answers)


def nobody_hires(table: Table) -> Table:
    """Everybody still to hire declines; the plague comes, and the next round unless somebody has to choose."""
    while table.position()["phase"] == "hire":
        table.play("pass")
    return table


def struck(value: int, **fields: Any) -> Table:
    """After a plague of that value, before which nobody has hired anybody; rounds 3, 6 and 9 end a period."""
    gray = ("city-guard", "guild-master", "mayor")[(fields.get("round", 1) - 1) // 3]
    rats = {"hostess": value // 3, "minstrel": (value + 1) // 3, gray: (value + 2) // 3}
    box = {"persons": {person: {"rats": n} for person, n in rats.items()}}
    return nobody_hires(at(phase="hire", open=list(rats), box=box, **fields))


def next_round(table: Table) -> Table:
    """Everybody takes the first move there is, until another round begins or the game is over."""
    now = table.position()["round"]
    while table.pending and table.position()["round"] == now:
        table.play(names(table)[0])
    return table
