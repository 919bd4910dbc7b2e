"""Positions of Rattus dealt at random: cards, levels, pieces, potions, citizens and rats lie anywhere that they may.

Plain random games seldom bring two cards of level III together. Soaks and tests begin half of their games here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.options import check_options
from bellringer.core.registry import find
from bellringer.core.state import State
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.component_set import MODULES, cards_wanted
from bellringer.games.rattus.names import COLOURS, PLAYABLE

Document = dict[str, Any]
KEEPS, BEARS, GUARDS, RAISES, CLOSES = "baker", "wizard", "bishop", "nun", "emperor"  # cards that bring pieces
MOBILE = ("knight", "soldier", "crusader")  # the cards of chivalry, one of which every table has
TRIES = 50


def dealt_state(seats: int, cards: Sequence[str], dice: random.Random, modules: Sequence[str] = ()) -> State:
    """A state in the midst of a game in the big box, with a turn about to begin. Raises PositionError."""
    for _ in range(TRIES):
        try:
            return find("rattus").restore(dealt_position(seats, cards, dice, modules))
        except PositionError as error:
            last = error
    raise last


def undealt_state(seats: int, cards: Sequence[str], modules: Sequence[str] = ()) -> State:
    """A state before the set-up in the big box."""
    game = find("rattus")
    chosen = {"box": "big-box", "classes": tuple(cards), "modules": tuple(modules)}
    return game.blank(seats, check_options(game, seats, chosen), None)


def sampled_states(dice: random.Random, tables: int = 40) -> Iterator[tuple[str, State]]:
    """Tables with any cards and modules, half of them in the midst of a game, with a name for reports."""
    for number in range(tables):
        seats = dice.randint(2, 6)
        cards = [dice.choice(MOBILE)]
        others = [card for card in PLAYABLE if card not in cards]
        cards += dice.sample(others, cards_wanted(seats) - 1)
        modules = dice.choice(((), MODULES))
        state = dealt_state(seats, cards, dice, modules) if number % 2 else undealt_state(seats, cards, modules)
        yield f"rattus for {seats}, {', '.join((*cards, *modules))}", state


def dealt_position(seats: int, cards: Sequence[str], dice: random.Random, modules: Sequence[str]) -> Document:
    """The same as a position document; walls may close the plague piece in."""
    found = shipped().component_set(seats, "big-box")
    players = {colour: dealt_player(found.regions, dice) for colour in COLOURS[:seats]}
    for card in cards:
        if dice.random() < 0.8:
            dice.choice(list(players.values()))["classes"].append(card)
    document: Document = {
        "game": "rattus",
        "seats": seats,
        "box": "big-box",
        "classes": list(cards),
        "modules": list(modules),
        "turn": dice.choice(COLOURS[:seats]),
        "plague": dice.choice(found.regions),
        "players": players,
    }
    deal_rats(document, len(found.tokens) - found.removed, found.regions, dice)
    deal_pieces(document, cards, found, dice)
    if modules:
        held = [card for player in players.values() for card in player["classes"]]
        document["levels"] = {card: dice.choice((2, 3, 3)) for card in held if dice.random() < 0.7}
    return document


def dealt_player(regions: Sequence[str], dice: random.Random) -> Document:
    """A seat with some of its citizens in some regions."""
    citizens: dict[str, int] = {}
    for _ in range(dice.randrange(3, 19)):
        region = dice.choice(regions)
        citizens[region] = citizens.get(region, 0) + 1
    return {"citizens": citizens, "palace": dice.choice((0, 0, 1)), "classes": []}


def deal_rats(document: Document, tokens: int, regions: Sequence[str], dice: random.Random) -> None:
    """Up to three rats in each region, and a supply that may be near its end."""
    rats = {region: dice.randrange(4) for region in regions}
    left = tokens - sum(rats.values())
    while left < 1:
        region = max(rats, key=lambda one: rats[one])
        rats[region] -= 1
        left += 1
    document["rats"] = rats
    document["supply"] = dice.randint(1, left)


def deal_pieces(document: Document, cards: Sequence[str], found: Any, dice: random.Random) -> None:
    """What the table's cards bring to the map."""
    regions, players = found.regions, document["players"]
    if RAISES in cards:
        nuns: dict[str, int] = {}
        for _ in range(dice.choice((0, 3))):
            region = dice.choice(regions)
            nuns[region] = nuns.get(region, 0) + 1
        document["nuns"] = nuns
    if GUARDS in cards:
        document["bishops"] = dice.sample(regions, dice.randrange(3))
    if CLOSES in cards:
        document["walls"] = [list(border) for border in dice.sample(found.borders, dice.choice((0, 3)))]
    if BEARS in cards:
        document["potions"] = dealt_potions(players, dice)
    for player in players.values():
        if KEEPS in player["classes"]:
            player["on-card"] = dice.randrange(2)


def dealt_potions(players: dict[str, Document], dice: random.Random) -> list[Document]:
    """Some potions under some citizens."""
    found = []
    for seat, player in players.items():
        for region, citizens in player["citizens"].items():
            for _ in range(citizens):
                if dice.random() < 0.2 and sum(one["potions"] for one in found) < 28:
                    found.append({"seat": seat, "place": region, "potions": dice.choice((1, 1, 2))})
    return found
