"""Tables of the Big Box in few words: who holds which cards at which level, a plague in gallia, the last round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bellringer import Table
from tests.rattus.play import at, play, strikes

Face = tuple[int | str, ...]
OTHER_CARDS = ("knight", "witch", "king", "monk", "merchant", "peasant", "soldier", "queen")  # beside the board
BESIDE_GALLIA = dict.fromkeys(("anglia", "germania", "hispania", "italia"), 3)  # so many that nothing spreads there


def table_cards(held: Iterable[str], seats: int) -> list[str]:
    """Cards for a table where these are held."""
    held = list(held)
    return [*held, *(card for card in OTHER_CARDS if card not in held)][: 8 if seats > 4 else 6]


def seated(players: Mapping[str, Any], *, level: int = 1, **fields: Any) -> Table:
    """A table of the Big Box with these players, whose cards are all at a level."""
    held = [card for player in players.values() for card in player.get("classes", ())]
    fields = {"seats": 3, "box": "big-box", **fields}
    fields.setdefault("classes", table_cards(held, fields["seats"]))
    if level > 1:
        fields |= {"modules": ["upgrades", *fields.get("modules", ())], "levels": dict.fromkeys(held, level)}
    return at(players=dict(players), **fields)


def red_has(*cards: str, others: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """Red to play with these cards; `citizens`, `palace`, `on_card`: what else it has."""
    mine = {name.replace("_", "-"): fields.pop(name) for name in ("citizens", "palace", "on_card") if name in fields}
    return seated({"red": {"classes": list(cards), **mine}, **(others or {})}, **{"rats": {}, **fields})


def faces(*chosen: Face) -> dict[str, Any]:
    """Components with these rats; all others hardly ever strike."""
    return {"tokens": {"regular": [*map(list, chosen), *[[6, "all"]] * 40]}}


def lie(*chosen: Face) -> list[dict[str, Any]]:
    """Rats with these faces, in this order."""
    return [{"token": list(face)} for face in chosen]


def people(gallia: Mapping[str, int], cards: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Players with so many citizens in gallia, and these cards."""
    players: dict[str, dict[str, Any]] = {seat: {"citizens": {"gallia": n}} for seat, n in gallia.items()}
    for seat, held in cards.items():
        players.setdefault(seat, {})["classes"] = held.split()
    return players


def ravage(*chosen: Face, gallia: Mapping[str, int], cards: Mapping[str, str], **fields: Any) -> Table:
    """The plague has come to gallia, where these rats lie in this order; nothing spreads from there."""
    rats = {"gallia": lie(*chosen), **BESIDE_GALLIA}
    box = faces(*chosen)
    table = seated(people(gallia, cards), **{"rats": rats, "components": box, "plague": "germania", **fields})
    return play(table, "plague gallia")


def last_round(players: Mapping[str, Any], **fields: Any) -> Table:
    """The last round of two, or more: red had the last turn, and the last seat begins."""
    return seated(players, **{"phase": "last-round", "seats": 2, "rats": {}, "supply": 0, "plague": "gallia", **fields})


def blue_ends(*cards: str, others: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """The last round of two: blue acts, with these cards."""
    mine = {name.replace("_", "-"): fields.pop(name) for name in ("citizens", "palace", "on_card") if name in fields}
    return last_round({"blue": {"classes": list(cards), **mine}, **(others or {})}, **fields)


def citizens(table: Table, region: str) -> dict[str, int]:
    """Whose citizens are in a region."""
    players = table.position()["players"]
    return {seat: player["citizens"][region] for seat, player in players.items() if region in player["citizens"]}


def of(table: Table, seat: str) -> dict[str, Any]:
    """What the position says of a seat."""
    found: dict[str, Any] = table.position()["players"][seat]
    return found


def asked(table: Table) -> tuple[str, str]:
    """Who decides, and about what."""
    ask = table.position()["asks"][-1]
    return ask["seats"][0], ask["ask"]


def struck(table: Table) -> list[bool]:
    """For each rat that was turned, whether it struck."""
    return [strikes(event) for event in table.events() if event.kind == "rat-turned"]


def told(table: Table, kind: str) -> list[tuple[int, int, int, int]]:
    """The events of a kind: the seat, and the three numbers."""
    return [(e.seat, e.what, e.where, e.amount) for e in table.events() if e.kind == kind]
