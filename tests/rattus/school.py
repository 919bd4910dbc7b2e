"""Tables with universities in few words: who holds which cards at which level, which event comes next."""

from __future__ import annotations

from typing import Any

from bellringer import Table
from tests.rattus.big_box import table_cards
from tests.rattus.play import at, play

EVENTS = {
    **{"no-event": 6, "discard": 3, "university": 7},
    **dict.fromkeys(("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty", "islamic"), 2),
}
WHERE = {"green": "italia", "white": "gallia"}


def school(players: dict[str, Any] | None = None, *events: str, level: int = 1, **fields: Any) -> Table:
    """A table of three with universities in italia and gallia; these events come next, and nobody knows it."""
    players = players or {}
    held = [card for player in players.values() for card in player.get("classes", ())]
    fields = {"seats": 3, "box": "big-box", "universities": WHERE, "rats": {}, "plague": "polonia", **fields}
    fields.setdefault("classes", table_cards(held, fields["seats"]))
    fields.setdefault("modules", ["universities", *(["upgrades"] if level > 1 else [])])
    if level > 1:
        fields.setdefault("levels", dict.fromkeys(held, level))
    if events:
        fields["next-events"] = [{"event": event} for event in events]
    return at(players=players, **fields)


def ends(players: dict[str, Any] | None, *events: str, **fields: Any) -> Table:
    """The same, when red's turn has ended without a plague."""
    return play(school(players, *events, **fields), "plague germania")


def learned(*cards: str, level: int = 1, coming: tuple[str, ...] = (), **fields: Any) -> Table:
    """Red to play with these cards at a level; `citizens`, `others`: what else is there."""
    mine = {name: fields.pop(name) for name in ("citizens", "palace") if name in fields}
    return school({"red": {"classes": list(cards), **mine}, **fields.pop("others", {})}, *coming, level=level, **fields)


def last(*cards: str, level: int = 1, coming: tuple[str, ...] = (), **fields: Any) -> Table:
    """The last round of two: blue acts with these cards, and can use another one; red had the last turn."""
    mine = {name: fields.pop(name) for name in ("citizens", "palace") if name in fields}
    players: dict[str, Any] = {"blue": {"classes": [*cards, "nun"], **mine}, **fields.pop("others", {})}
    fields = {"phase": "last-round", "seats": 2, "supply": 0, "plague": "hispania", **fields}
    return school(players, *coming, level=level, **fields)


def pile(table: Table) -> dict[str, int]:
    """How many events of each kind are left."""
    found: dict[str, int] = table.position().get("events", {})
    return found


def to_come(table: Table, seat: int | None = None) -> list[str | None]:
    """The next events in their order, as they are, or as a seat knows them."""
    found = (table.position() if seat is None else table.view(seat)).get("next-events", [])
    return [one["event"] for one in found]


def points(table: Table) -> dict[str, int]:
    """The points of the seats that have any."""
    return {seat: one["points"] for seat, one in table.position()["players"].items() if "points" in one}
