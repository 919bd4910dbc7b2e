"""A tile on the Alchemist does what level III of its card does: both are played side by side. [RA-15.59]

One table has the card at level III, the other the Alchemist, which borrows the tile; all else is dealt alike. Until the
turn is over, or in the last round the game, the same moves are legal and change the same things.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import bellringer
from bellringer import PositionError, Table
from bellringer.games.rattus.box import fewest_seats, has_tile, needed_module, shipped, wrong_modules
from bellringer.games.rattus.component_set import cards_wanted
from bellringer.games.rattus.names import CLASSES, PLAYABLE
from tests.rattus.big_box import asked
from tests.rattus.play import names
from tools.rattus.dealt import dealt_position

TILES = [card for card in PLAYABLE if has_tile(card)]
ALCHEMIST = "alchemist"
TAKING = ("take", "upgrade")
SAME = ("phase", "turn", "plague", "rats", "nuns", "bishops", "walls", "potions", "blocked", "drawn", "piece-counts",
        "universities", "founded", "events", "next-events", "supply", "discards")  # fmt: skip
MOST = 120  # moves
GAMES = 4
LATER = {"phase": "last-round", "turn": "blue", "step": 1}  # red's part of the last round


def modules_for(card: str) -> tuple[str, ...]:
    """Upgrades, and the module without which the card can't be played."""
    return ("upgrades", *filter(None, [needed_module(card)]))


def cards_with(card: str, seats: int, dice: random.Random) -> list[str]:
    """The cards of a table with the Alchemist and another one."""
    begun = [ALCHEMIST, card, *({"knight"} - {card})]
    others = [one for one in PLAYABLE if one not in begun and not wrong_modules([one], modules_for(card), seats)]
    return [*begun, *dice.sample(others, cards_wanted(seats) - len(begun))]


def both(card: str, seats: int, dice: random.Random, **fields: Any) -> tuple[Table, Table]:
    """Two tables: red has the card at level III, or has borrowed its tile. For rats both cards are of one class."""
    classes = shipped().classes
    document = dealt_position(seats, cards_with(card, seats, dice), dice, modules_for(card)) | {"turn": "red", **fields}
    document["components"] = {"classes": {ALCHEMIST: classes[CLASSES.index(card)]}}
    for player in document["players"].values():
        player["classes"] = [one for one in player["classes"] if one not in (card, ALCHEMIST)]
        for name in ("on-card", "lodged"):
            player.pop(name, None)
    for name in ("lent", "lent-to"):
        document.pop(name, None)
    document["blocked"] = [one for one in document.get("blocked", []) if one not in (card, ALCHEMIST)]
    document["levels"] = {one: n for one, n in document["levels"].items() if one not in (card, ALCHEMIST)}
    full = bellringer.from_position(with_red(document, ALCHEMIST), seed=1).position()
    lent = bellringer.from_position(full, seed=1)
    held = [one if one != ALCHEMIST else card for one in full["players"]["red"]["classes"]]
    full["players"]["red"]["classes"] = held
    full["levels"] = {**full.get("levels", {}), card: 3}
    return bellringer.from_position(full, seed=1), lent


def with_red(document: dict[str, Any], held: str) -> dict[str, Any]:
    """The document, where red holds a card besides."""
    mine = document["players"]["red"]
    return {**document, "players": {**document["players"], "red": {**mine, "classes": [*mine["classes"], held]}}}


def choices(table: Table, card: str) -> list[str]:
    """What the seat that decides can do, but for moves about the card that lies beside the board at one table."""
    about = {f"use {ALCHEMIST}", f"use {card}"}
    return sorted(name for name in names(table) if name.partition(" ")[0] not in TAKING and name not in about)


def standing(table: Table) -> dict[str, Any]:
    """What must be the same at both tables."""
    position = table.position()
    players = {
        seat: {name: player.get(name) for name in ("citizens", "palace", "supply", "points")}
        | {"kept": player.get("on-card", 0) + player.get("lodged", 0)}
        for seat, player in position["players"].items()
    }
    return {"players": players, **{name: position.get(name) for name in SAME}}


def borrowed(table: Table, card: str) -> Table:
    """The table after the Alchemist has been used; its dice begin anew, as those of the other table do."""
    table.play("use alchemist")
    if asked(table)[1] == "borrow-tile":
        table.play(f"use {card}")
    return bellringer.from_position(table.position(), seed=1)


def play_side_by_side(card: str, own: Table, lent: Table, dice: random.Random) -> int:
    """Random moves, the same at both tables, until the turn or the game is over. Returns how many."""
    turns = own.position()["turns"]
    for number in range(MOST):
        assert standing(own) == standing(lent)
        if own.result or own.position()["turns"] != turns:
            return number
        found = choices(own, card)
        assert found == choices(lent, card), asked(own)
        last = [name for name in found if name.partition(" ")[0] not in ("plague", "pass")]
        move = dice.choice(last if last and dice.random() < 0.8 else found)
        own.play(move)
        lent.play(move)
    return MOST


@pytest.mark.parametrize("when", [{}, LATER], ids=["in-a-turn", "in-the-last-round"])
@pytest.mark.parametrize("card", TILES)
@pytest.mark.rule("RA-15.59", "RA-15.63", "RA-15.68")
def test_a_borrowed_tile_does_what_its_card_does_at_level_3(card: str, when: dict[str, Any]) -> None:
    played = 0
    for seed in range(GAMES):
        dice = random.Random(f"{card} {seed}")
        seats = dice.randint(max(2, fewest_seats(card)), 6)
        try:
            own, lent = both(card, seats, dice, **when)
        except PositionError:
            continue  # walls close the plague piece in
        if "use alchemist" not in names(lent):
            continue
        played += play_side_by_side(card, own, borrowed(lent, card), dice)
    assert played > 0
