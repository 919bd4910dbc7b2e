"""Tables of the Big Box at which its cards are tried: a position of a few lines, and what it holds afterwards."""

from __future__ import annotations

from typing import Any

from bellringer import Table
from tests.rattus.play import at, strikes

FILL = ("soldier", "wizard", "pied-piper", "emperor", "queen", "crusader", "knight", "serf")
FULL = 3  # rats: no more come there
AROUND_GALLIA = ("anglia", "germania", "hispania", "italia")
Face = tuple[int | str, ...]


def table_of(*cards: str, level: int = 1, citizens: dict[str, int] | None = None, **fields: Any) -> Table:
    """Red to play with these cards, all of one level, and without rats. `others`: what is said of other seats."""
    red = {"classes": list(cards), "citizens": citizens or {}, "palace": fields.pop("palace", 0)}
    players = {"red": red, **fields.pop("others", {})}
    seats = fields.setdefault("seats", 3)
    if level > 1:
        fields["levels"] = dict.fromkeys(cards, level)
    fields.setdefault("rats", {})
    return at(box="big-box", classes=cards_with(players, seats), modules=modules(fields), players=players, **fields)


def in_play(seats: int) -> set[str]:
    """The regions in play: in each lies a rat of the set-up."""
    return set(at(seats=seats, box="big-box", classes=cards_with({}, seats)).position()["rats"])


def modules(fields: dict[str, Any]) -> list[str]:
    """Those of the position: upgrades, where a card has a level."""
    return ["upgrades"] if fields.get("levels") else []


def cards_with(players: dict[str, Any], seats: int) -> list[str]:
    """The cards that the seats hold, and others, as many as a table has."""
    held = [card for player in players.values() for card in player.get("classes", ())]
    return [*held, *(card for card in FILL if card not in held)][: 6 if seats < 5 else 8]


def box_with(*faces: Face) -> dict[str, Any]:
    """A box with these among its rats; the others act from six citizens on."""
    return {"tokens": {"regular": [list(face) for face in faces] + [[6, "all"]] * 40}}


def plague_in_gallia(*cards: str, faces: tuple[Face, ...], full: bool = True, **fields: Any) -> Table:
    """Red, with these cards, has moved the piece to gallia, where these rats lie; around it is no room for more."""
    around = dict.fromkeys(AROUND_GALLIA, FULL) if full else {}
    rats = {"gallia": [{"token": list(face)} for face in faces], **around, **fields.pop("rats", {})}
    table = table_of(*cards, rats=rats, components=box_with(*faces), plague="germania", **fields)
    table.play("plague gallia")
    return table


def last_round(players: dict[str, Any], step: int | None = None, **fields: Any) -> Table:
    """The last round; red had the last turn. The seat to red's right decides, or with a step the one that it says."""
    seats = fields.setdefault("seats", 2)
    fields.setdefault("rats", {})
    more = {} if step is None else {"step": step}
    choice = {"classes": cards_with(players, seats), "modules": modules(fields), **more, **fields}
    return at(box="big-box", phase="last-round", players=players, **choice)


def player(table: Table, seat: str = "red") -> dict[str, Any]:
    """What the position says of a seat."""
    found: dict[str, Any] = table.position()["players"][seat]
    return found


def citizens(table: Table, seat: str = "red") -> dict[str, int]:
    """Where a seat's citizens are."""
    found: dict[str, int] = player(table, seat)["citizens"]
    return found


def potions(table: Table, seat: str = "red") -> list[tuple[str, int]]:
    """Where a seat's citizens with potions are, and how many each has."""
    found = table.position().get("potions", [])
    return [(one["place"], one["potions"]) for one in found if one["seat"] == seat]


def bearing(*places: tuple[str, int], seat: str = "red") -> list[dict[str, Any]]:
    """The same for a position."""
    return [{"seat": seat, "place": place, "potions": count} for place, count in places]


def asked(table: Table) -> tuple[str, str]:
    """What the top question is, and whom it asks."""
    top = table.position()["asks"][-1]
    (seat,) = top["seats"]
    return top["ask"], seat


def how_many_rats(table: Table) -> dict[str, int]:
    """The regions with rats."""
    return {region: len(rats) for region, rats in table.position()["rats"].items() if rats}


def faces_turned(table: Table) -> list[tuple[str, bool]]:
    """The faces of the rats that acted or did not, in the order of turning."""
    names = {int(name[1:3]) - 1: name.partition(" ")[2] for name in table.view(None)["turned"]}
    return [(names[event.what], strikes(event)) for event in table.events() if event.kind == "rat-turned"]
